"""How long a process is waited for: by the clock, less the time in which it works or waits for a core.

A slow computer works longer for the same, and a busy one gives it a core seldom; it is waited for, and not
one that waits itself. Not responsible for the waiting.
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
        busy: Seconds in which it worked so far, or waited for a core; less once a child of it is gone.
        clock: Monotonic seconds.
    """

    def __init__(
        self, seconds: float, busy: Callable[[], float], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._seconds, self._busy, self._clock = seconds, busy, clock
        self.moved()

    def moved(self) -> None:
        """Begin anew: something moved."""
        self._since, self._last, self._counted = self._clock(), self._busy(), 0.0

    @property
    def waited(self) -> float:
        """Seconds since then, whatever was done in them."""
        return self._clock() - self._since

    @property
    def is_over(self) -> bool:
        """Whether that is too long."""
        last, self._last = self._last, self._busy()
        self._counted += max(0.0, self._last - last)
        return self.waited - self._counted > self._seconds or self.waited > MOST * self._seconds


def thread_busy() -> float:
    """Return the seconds in which this thread worked so far, or was ready and had no core."""
    worked, delay = _of_thread(Path("/proc/thread-self"))
    return worked + delay


def busy_by(pid: int) -> float:
    """Return the seconds in which a process and its children worked, or were ready and had no core."""
    return worked_by(pid) + sum(map(_delayed, (pid, *children_of(pid))))


def worked_by(pid: int) -> float:
    """Return the seconds of the processor that a process and its children had so far; 0 once it is gone."""
    return _of(pid) + sum(_of(child) for child in children_of(pid))


def _of(pid: int) -> float:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    except (OSError, UnicodeError):
        return 0.0
    return sum(map(int, stat[11:15])) / os.sysconf("SC_CLK_TCK")  # its own, and of the children that ended


def _delayed(pid: int) -> float:
    """Return for how long the threads of a process were ready to run and did not; 0 once it is gone."""
    return sum(_of_thread(each)[1] for each in _threads_of(pid))


def _of_thread(place: Path) -> tuple[float, float]:
    """Return for how many seconds a thread ran, and was ready and did not; 0 once it is gone."""
    try:
        ran, waited, *_ = (place / "schedstat").read_text("ascii").split()
    except (OSError, ValueError):
        return 0.0, 0.0  # it ended meanwhile, or the kernel does not count that
    return int(ran) / 1e9, int(waited) / 1e9


def _threads_of(pid: int) -> list[Path]:
    try:
        return [*Path(f"/proc/{pid}/task").iterdir()]
    except OSError:
        return []  # the process ended


def children_of(pid: int) -> list[int]:
    """Return the processes that the threads of a process started and that live still."""
    found: list[int] = []
    for each in _threads_of(pid):
        try:
            found += map(int, (each / "children").read_text("ascii").split())
        except OSError:
            continue  # a thread that ended meanwhile
    return found
