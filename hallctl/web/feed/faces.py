"""The hall's pictures as they are now: read again when a file changed, in a thread of its own.

What cannot be shown is left out and told as a notice. Not responsible for which pictures can be shown
(``hallctl.config.face``).
"""

from collections.abc import Callable, Sequence
from typing import Final

from hallctl.config.face import Face
from hallctl.table import messages as msg
from hallctl.table.table import Inbox
from hallctl.table.worker import Worker

DEVICE: Final = "pantallas"
BROKEN: Final = "FACE-BROKEN"
POLL_S: Final = 2.0

Stamp = tuple[tuple[str, int, int], ...]
"""The name, the time of change and the size of each file."""


class Faces(Worker):
    """Keeps the newest pictures; ``face`` may be read from any thread."""

    def __init__(
        self,
        read: Callable[[], tuple[Face, Sequence[str]]],
        stamp: Callable[[], Stamp],
        inbox: Inbox,
        poll_s: float = POLL_S,
    ) -> None:
        """Read them for the first time.

        Args:
            read: Returns the pictures and what is wrong with those that are left out.
            stamp: Tells a changed file from one that stayed.
            inbox: Where troubles go.
            poll_s: Seconds between looks.
        """
        super().__init__("hall-face")
        self._read, self._stamp, self._inbox, self._poll_s = read, stamp, inbox, poll_s
        self._seen, self._told = stamp(), ""
        self.face, self._problems = read()

    def _run(self) -> None:
        self._tell()
        read = self._seen
        while not self._stopping.wait(self._poll_s):
            now = self._stamp()
            # A file that is still being copied changes once more: it is read when it rests.
            if now == self._seen != read:
                self.face, self._problems = self._read()
                read = now
                self._tell()
            self._seen = now

    def _tell(self) -> None:
        said = "; ".join(self._problems)
        if said and said != self._told:
            self._inbox.put(msg.Trouble(DEVICE, BROKEN, said))
        elif self._told and not said:
            self._inbox.put(msg.Recovered(DEVICE, BROKEN))
        self._told = said
