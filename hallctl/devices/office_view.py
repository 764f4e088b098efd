"""What the hall is at, as the head office shows it to people: sent when it changes, and now and then.

Not responsible for what it holds, nor for sending it.
"""

from collections.abc import Callable, Mapping
from datetime import UTC
from typing import Any, Final

from hallctl.minutes.canonical import canonical
from hallctl.minutes.wire.messages import state_subject
from hallctl.table.clock import SystemClock

LEAST_S: Final = 1.0
MOST_S: Final = 30.0
"""How often the view is sent at most and at least, in seconds."""


class Showing:
    """Says when the view is to be sent, and as what."""

    def __init__(self, hall: str, view: Callable[[], Mapping[str, Any]] | None) -> None:
        """Begin; nothing was sent.

        Args:
            hall: What the office calls the hall.
            view: Returns what the hall is at; None where nothing is shown.
        """
        self._hall = hall
        self._subject = state_subject(hall)
        self._view = view
        self._clock = SystemClock()
        self._looked: float | None = None
        self._sent: tuple[Mapping[str, Any], float] | None = None

    def begin(self) -> None:
        """Forget what was sent: the connection is new."""
        self._looked = self._sent = None

    def due(self, now: float) -> tuple[str, bytes] | None:
        """Return subject and content of what is to be sent now; None for nothing.

        Args:
            now: Monotonic seconds.
        """
        if self._view is None or (self._looked is not None and now - self._looked < LEAST_S):
            return None
        self._looked = now
        view = self._view()
        if self._sent is not None and self._sent[0] == view and now - self._sent[1] < MOST_S:
            return None
        self._sent = view, now
        wall = self._clock.wall().astimezone(UTC)
        moment = wall.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return self._subject, canonical({"hall": self._hall, "sent": moment, **view})
