"""What the deciding thread lets everybody see: the durable state, and the newest entry behind it.

Not responsible for turning it into screens or pages.
"""

import threading
import time
from dataclasses import dataclass

from hallctl.rules.state import State


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state after the entry ``entry``; ``sequence`` grows with every publication.

    Attributes:
        halted: Why the book stopped the hall; empty while it works.
    """

    sequence: int
    entry: int
    state: State
    halted: str = ""


class Bulletin:
    """The newest snapshot, which any thread may read or wait for."""

    def __init__(self, first: Snapshot) -> None:
        self._newest = first
        self._changed = threading.Condition()
        self._beaten = time.monotonic()

    def publish(self, snapshot: Snapshot) -> None:
        """Put up a newer snapshot and wake whoever waits."""
        with self._changed:
            self._newest = snapshot
            self._changed.notify_all()

    def beat(self) -> None:
        """Report that the deciding loop turns: what is up is still so."""
        self._beaten = time.monotonic()

    def silence(self) -> float:
        """Return for how many seconds the deciding loop has not turned."""
        return time.monotonic() - self._beaten

    def newest(self) -> Snapshot:
        """Return the newest snapshot."""
        with self._changed:
            return self._newest

    def after(self, sequence: int, timeout: float) -> Snapshot | None:
        """Wait for a snapshot newer than this sequence; None after ``timeout`` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest.sequence > sequence, timeout)
            return self._newest if self._newest.sequence > sequence else None
