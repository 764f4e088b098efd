"""Which walls are on, as the controller sees them (AJ-31): in memory, and never proof of anything.

A screen reports over the feed's own GET what it shows; it cannot change more than its own line here.
Not responsible for reporting it to anybody.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Final

from hallctl.web.ports import ScreenHealth

MOST_OTHERS: Final = 64
"""How many screens that the configuration does not name are known at once: whoever asks gives them a name."""

REPORT_S: Final = 3.0
"""After how many seconds without a report a screen that is connected counts as late."""

GLASS_S: Final = 2.5
"""How old what is on the glass may be, in seconds."""

_SOONEST_S: Final = 0.2
_KEPT: Final = 64


@dataclass(slots=True)
class _Line:
    open: int = 0
    reported: float = float("-inf")
    glass: float = float("-inf")
    shown_ms: int | None = None
    written: deque[tuple[int, float]] = field(default_factory=lambda: deque(maxlen=_KEPT))


class Health:
    """What is known of each screen, by name; every call may come from any thread.

    Args:
        walls: The names that the configuration gives: other screens, however many, take no place of theirs.
        clock: Monotonic seconds.
    """

    def __init__(self, walls: Collection[str] = (), clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._walls = {name: _Line() for name in walls}
        self._lines = dict(self._walls)

    def opened(self, name: str) -> None:
        """Note that a screen has connected."""
        with self._lock:
            if name in self._lines or len(self._lines) < len(self._walls) + MOST_OTHERS:
                self._lines.setdefault(name, _Line()).open += 1

    def closed(self, name: str) -> None:
        """Note that a connection of a screen has ended."""
        with self._lock:
            if (line := self._lines.get(name)) is not None:
                line.open -= 1
                if not line.open and name not in self._walls:
                    del self._lines[name]

    def written(self, name: str, sequence: int) -> None:
        """Note that an envelope went to a screen."""
        with self._lock:
            if (line := self._lines.get(name)) is not None:
                line.written.append((sequence, self._clock()))

    def alive(self, name: str, sequence: int, shown_ms: int) -> bool:
        """Note what a screen reports to show; return False if it reports too often or is unknown."""
        with self._lock:
            line, now = self._lines.get(name), self._clock()
            if line is None or now - line.reported < _SOONEST_S:
                return False
            sent = next((at for number, at in line.written if number == sequence), None)
            line.reported = now
            if sent is not None:
                line.glass, line.shown_ms = sent, shown_ms
            return True

    def of(self, name: str) -> ScreenHealth:
        """Return how a screen is: "on", "late" or "off"."""
        with self._lock:
            line, now = self._lines.get(name), self._clock()
            if line is None or not line.open:
                return ScreenHealth(name, "off", None)
            # What was on the glass when it was last reported, not what may be there by now.
            good = now - line.reported < REPORT_S and line.reported - line.glass < GLASS_S
            return ScreenHealth(name, "on" if good else "late", line.shown_ms)
