"""The two clocks: monotonic milliseconds for durations, wall time for labels (I22).

Not responsible for setting either, nor for what a wrong wall time forbids (``reference``).
"""

import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, Protocol

UNKNOWN: Final = "unknown"
SYNCHRONISED: Final = "synchronised"
BATTERY: Final = "battery"

LEAP: Final = timedelta(minutes=2)
"""By how much wall and monotonic time may part at once before that is a jump."""

_ASK_AGAIN_MS: Final = 10_000
_TIMESYNC: Final = Path("/run/systemd/timesync/synchronized")
_RTC: Final = Path("/sys/class/rtc/rtc0/since_epoch")


class Clock(Protocol):
    """What the shell asks of time; tests hand in a virtual one."""

    def now(self) -> int:
        """Return monotonic milliseconds."""

    def wall(self) -> datetime:
        """Return the wall time with its offset."""

    def quality(self) -> str:
        """Return "synchronised", "battery" or "unknown"."""


class SystemClock:
    """The machine's own clocks.

    Args:
        timesync: The file that systemd-timesyncd makes once it has the time.
        rtc: What the clock with a battery shows, in seconds.
    """

    def __init__(self, timesync: Path = _TIMESYNC, rtc: Path = _RTC) -> None:
        self._timesync = timesync
        self._rtc = rtc
        self._battery = (float("-inf"), False)

    def now(self) -> int:
        """Return monotonic milliseconds."""
        return time.monotonic_ns() // 1_000_000

    def wall(self) -> datetime:
        """Return the local time with its offset."""
        return datetime.now().astimezone()

    def quality(self) -> str:
        """Return "synchronised" where systemd-timesyncd reports it, "battery" where a clock with one agrees.

        A machine without a battery starts with the time at which it ended, or in 1970: that is "unknown".
        """
        if self._timesync.exists():
            return SYNCHRONISED
        return BATTERY if self._battery_agrees() else UNKNOWN

    def _battery_agrees(self) -> bool:
        """Ask the clock with a battery now and then: it is slow, and each entry is stamped with that."""
        asked, agreed = self._battery
        if self.now() - asked >= _ASK_AGAIN_MS:
            agreed = self._battery_shows(self.wall())
            self._battery = (self.now(), agreed)
        return agreed

    def _battery_shows(self, moment: datetime) -> bool:
        try:
            shown = int(self._rtc.read_text("ascii"))
        except (OSError, ValueError):
            return False
        return abs(shown - moment.timestamp()) <= LEAP.total_seconds()


class JumpWatch:
    """Sees the wall time part from the monotonic one: somebody set the clock, or it jumped.

    Args:
        clock: Both times; used by one thread.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._seen = clock.now(), clock.wall()

    def jump(self) -> tuple[datetime, datetime] | None:
        """Return what the clock would show had it gone on since the last look, and what it shows; or None."""
        (then, wall), now, shown = self._seen, self._clock.now(), self._clock.wall()
        self._seen = now, shown
        expected = wall + timedelta(milliseconds=now - then)
        return None if abs(shown - expected) <= LEAP else (expected, shown)
