"""How long a process is waited for: by the clock, less the time in which it works.

A slow computer works longer for the same; it is waited for, and not one that waits itself. Not responsible
for the waiting.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

MOST: Final = 10.0
"""Times as long is waited at most, however much it works: it may do so without end."""


class Patience:
    """Counts the seconds since something moved.

    Args:
        seconds: So many are too many.
        worked: Seconds of the processor that it had so far.
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
        return idle > self._seconds or self.waited > MOST * self._seconds


def worked_by(pid: int) -> float:
    """Return the seconds of the processor that a process and its children had so far; 0 once it is gone."""
    return _of(pid) + sum(_of(child) for child in children_of(pid))


def _of(pid: int) -> float:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    except (OSError, UnicodeError):
        return 0.0
    return sum(map(int, stat[11:15])) / os.sysconf("SC_CLK_TCK")  # its own, and of the children that ended


def children_of(pid: int) -> list[int]:
    """Return the processes that the threads of a process started and that live still."""
    try:
        threads = [*Path(f"/proc/{pid}/task").iterdir()]
    except OSError:
        return []  # the process ended
    found: list[int] = []
    for each in threads:
        try:
            found += map(int, (each / "children").read_text("ascii").split())
        except OSError:
            continue  # a thread that ended meanwhile
    return found
