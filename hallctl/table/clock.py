"""The two clocks: monotonic milliseconds for durations, wall time for labels (I22).

Not responsible for setting either.
"""

import time
from datetime import datetime
from pathlib import Path
from typing import Final, Protocol

_SYNCHRONISED: Final = Path("/run/systemd/timesync/synchronized")


class Clock(Protocol):
    """What the shell asks of time; tests hand in a virtual one."""

    def now(self) -> int:
        """Return monotonic milliseconds."""

    def wall(self) -> datetime:
        """Return the wall time with its offset."""

    def quality(self) -> str:
        """Return "synchronised" or "unknown"."""


class SystemClock:
    """The machine's own clocks."""

    def now(self) -> int:
        """Return monotonic milliseconds."""
        return time.monotonic_ns() // 1_000_000

    def wall(self) -> datetime:
        """Return the local time with its offset."""
        return datetime.now().astimezone()

    def quality(self) -> str:
        """Return "synchronised" where systemd-timesyncd says so, else "unknown"."""
        return "synchronised" if _SYNCHRONISED.exists() else "unknown"
