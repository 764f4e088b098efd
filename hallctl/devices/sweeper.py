"""Deletes pictures of balls that are older than the hall keeps them: at the start, then daily.

Their digests stay in the book. Not responsible for which files are pictures.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from drivers.camera.gallery import Gallery, GalleryError
from hallctl.table import messages as msg
from hallctl.table.table import Inbox
from hallctl.table.worker import Worker

DEVICE: Final = "disco"
UNSWEPT: Final = "DISK-PICTURES"
DAY_S: Final = 24 * 3600.0


class Sweeper(Worker):
    """Sweeps the gallery in a thread of its own; the deciding loop never waits for it.

    Args:
        gallery: The pictures.
        days: How long a picture is kept.
        wall: The wall clock.
        inbox: Receives the message that pictures cannot be deleted.
        every_s: Seconds from one sweep to the next.
    """

    def __init__(
        self,
        gallery: Gallery,
        days: int,
        wall: Callable[[], datetime],
        inbox: Inbox,
        every_s: float = DAY_S,
    ) -> None:
        self._gallery = gallery
        self._keep_s = days * DAY_S
        self._wall = wall
        self._inbox = inbox
        self._every_s = every_s
        super().__init__("picture-sweeper")

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._sweep()
            self._stopping.wait(self._every_s)

    def _sweep(self) -> None:
        try:
            self._gallery.sweep(self._wall().timestamp(), self._keep_s)
        except GalleryError as error:
            self._inbox.put(msg.Trouble(DEVICE, UNSWEPT, str(error)))
        else:
            self._inbox.put(msg.Recovered(DEVICE, UNSWEPT))
