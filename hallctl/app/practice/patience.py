"""How long the starter of a practice hall waits: by the clock, less the time in which the hall works.

A slow computer works longer for the same; it is waited for, and not one that waits itself. Not responsible
for the waiting.
"""

import time
from collections.abc import Callable
from typing import Final

_MOST: Final = 10.0
"""Times as long is waited at most, however much it works: it may do so without end."""


class Patience:
    """Counts the seconds since something moved.

    Args:
        seconds: So many are too many.
        worked: Seconds of the processor that the hall had so far.
        clock: Monotonic seconds.
    """

    def __init__(
        self, seconds: float, worked: Callable[[], float], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._seconds, self._worked, self._clock = seconds, worked, clock
        self.moved()

    def moved(self) -> None:
        """Begin anew: something moved."""
        self._since, self._before = self._clock(), self._worked()

    @property
    def waited(self) -> float:
        """Seconds since then, whatever was done in them."""
        return self._clock() - self._since

    @property
    def is_over(self) -> bool:
        """Whether that is too long."""
        idle = self.waited - max(0.0, self._worked() - self._before)
        return idle > self._seconds or self.waited > _MOST * self._seconds
