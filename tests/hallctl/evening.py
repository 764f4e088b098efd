"""A clock that goes on by itself from an evening of its own, so that no test hangs on the year it runs in."""

import time
from datetime import datetime, timedelta, timezone

BEGINNING = datetime(2026, 11, 21, 20, 0, tzinfo=timezone(timedelta(hours=-4)))
DAY = BEGINNING.date().isoformat()


class Evening:
    """Real durations; the wall time is that of an evening in La Paz."""

    def __init__(self):
        self._started = time.monotonic_ns()
        self.slept_ms = 0

    def now(self):
        return time.monotonic_ns() // 1_000_000 + self.slept_ms

    def wall(self):
        return BEGINNING + timedelta(microseconds=(time.monotonic_ns() - self._started) // 1000)

    def quality(self):
        return "battery"
