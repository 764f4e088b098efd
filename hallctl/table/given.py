"""What the machine was ordered on this connection, against which its reports are judged.

Not responsible for giving orders, nor for what follows from a report: the table does both. Times are seconds
of one monotonic clock.
"""


class GivenOrders:
    """The orders of one connection that a report may still answer."""

    def __init__(self) -> None:
        self._serial = 0
        self._unanswered = 0
        self._reloading: float | None = None

    @property
    def reloading(self) -> bool:
        """Whether a reload is under way."""
        return self._reloading is not None

    def connected(self) -> None:
        """Begin a new connection: nothing was ordered on it."""
        self._serial = self._unanswered = 0
        self._reloading = None

    def draw(self, serial: int) -> None:
        """Take note that a ball was ordered; the same order again may be answered once more."""
        self._unanswered = self._unanswered + 1 if serial == self._serial else 1
        self._serial = serial

    def refused(self) -> None:
        """Take note that the machine did not take the last order of a ball."""
        self._unanswered = max(0, self._unanswered - 1)

    def is_answered_by(self, serial: int) -> bool:
        """Return whether a report of this order's ball was still due, and take it as given."""
        if serial != self._serial or not self._unanswered:
            return False
        self._unanswered -= 1
        return True

    def close(self) -> None:
        """Expect no ball any more of what was ordered: one that comes now is one too many."""
        self._unanswered = 0

    def reload(self, now: float) -> None:
        """Take note that a reload was ordered."""
        self._reloading = now

    def reload_ended(self) -> None:
        """Take note that the reload is done, was refused, or was stopped."""
        self._reloading = None

    def reload_overdue(self, now: float, limit_s: float) -> bool:
        """Return whether the reload under way has taken longer than the machine may."""
        return self._reloading is not None and now - self._reloading > limit_s
