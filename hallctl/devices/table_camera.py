"""The camera above a table's wheel, whose picture is kept with each spin (DR11).

Nothing reads its pictures: people look at them. A camera that gives none is a notice, and stops nothing. Not
responsible for when a picture is kept.
"""

import time
from collections.abc import Callable
from typing import Final

from drivers.camera.camera import Camera, Frame
from drivers.camera.gallery import Gallery, GalleryError
from drivers.camera.health import CameraFault, FaultCode
from drivers.camera.limits import HealthLimits
from drivers.camera.pace import MOST
from drivers.camera.settings import Wanted
from hallctl.rules.commands.base import Command
from hallctl.rules.state import GameState
from hallctl.table import messages as msg
from hallctl.table.snapshot import Snapshot
from hallctl.table.table import Inbox
from hallctl.table.worker import Worker

DEVICE: Final = "cámara de la ruleta"
LOST: Final = "WHEEL-CAMERA"
FRESH_S: Final = 1.0
"""How old a picture may be that is kept as that of now, in seconds."""

_NO_PICTURE: Final = frozenset({FaultCode.LOST, FaultCode.FROZEN, FaultCode.SIZE, FaultCode.BLACK})
_LOOK_S: Final = 0.25


class TableCamera:
    """Follows a camera, and keeps its newest picture when it is asked to."""

    def __init__(
        self,
        source: str | int,
        gallery: Gallery,
        inbox: Inbox,
        wanted: Wanted | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open the camera; it is opened again by itself whenever it is lost.

        Args:
            source: As for the exit's camera (docs/camera.md).
            gallery: Where pictures are kept.
            inbox: Receives the notice that there is no picture.
            wanted: What the camera holds still.
            clock: Monotonic seconds, the camera's.
        """
        self._gallery, self._inbox, self._clock = gallery, inbox, clock
        limits = HealthLimits(pace=MOST)  # a wheel may stand still between two spins
        self._camera = Camera(source, lambda _: None, self._on_fault, limits=limits, wanted=wanted)

    def latest(self) -> Frame | None:
        """Return the newest picture; None where it is not of now."""
        frame = self._camera.latest()
        old = frame is None or self._clock() - frame.at_monotonic > FRESH_S
        return None if old else frame

    def keep(self) -> str:
        """Keep the picture of now and return its digest; empty where there is none."""
        frame = self.latest()
        try:
            return "" if frame is None else self._gallery.keep(frame.image)
        except GalleryError as error:
            self._inbox.put(msg.Trouble("disco", "DISK-PICTURE", str(error)))
            self._inbox.put(msg.Recovered("disco", "DISK-PICTURE"))
            return ""

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()

    def _on_fault(self, fault: CameraFault) -> None:
        if fault.code in _NO_PICTURE:
            self._inbox.put(msg.Trouble(DEVICE, LOST, f"{fault.message} ({fault.detail})"))
        elif fault.code is FaultCode.BACK:
            self._inbox.put(msg.Recovered(DEVICE, LOST))


class PictureKeeper(Worker):
    """Keeps a picture of each spin that has none: no sensor told its number, or told it without one."""

    def __init__(
        self,
        newest: Callable[[], Snapshot],
        due: Callable[[GameState], Callable[[str], Command] | None],
        keep: Callable[[], str],
        inbox: Inbox,
    ) -> None:
        """Prepare; nothing is kept yet.

        Args:
            newest: The newest durable state.
            due: Returns what makes the step with the digest, where a picture is lacking.
            keep: Keeps a picture and returns its digest; empty where there is none.
            inbox: Where the step goes.
        """
        self._newest, self._due, self._keep, self._inbox = newest, due, keep, inbox
        self._kept = -1
        super().__init__("table-pictures")

    def _run(self) -> None:
        self._inbox.put(msg.Recovered(DEVICE, LOST))  # the book may still hold a former run's
        while not self._stopping.wait(_LOOK_S):
            self.look()

    def look(self) -> None:
        """Keep a picture where one is lacking, once for each state of the book."""
        snapshot = self._newest()
        if snapshot.sequence == self._kept:
            return
        taken = self._due(snapshot.state)
        if taken is None:
            return
        digest = self._keep()
        if digest:
            self._kept = snapshot.sequence
            self._inbox.put(msg.Reported(taken(digest)))
