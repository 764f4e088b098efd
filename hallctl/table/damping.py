"""Bounds how many entries a device can cause: what comes and goes is held until it stays away (I28).

Not responsible for what is minuted. Times are seconds of one monotonic clock.
"""

from collections import deque
from typing import Final

FREE: Final = 3
"""So often in ``WINDOW_S`` may something begin before its end is held back."""

WINDOW_S: Final = 600.0
"""How long a beginning counts."""

LEAST_S: Final = 10.0
"""How long it has to stay away at first; twice as long with each further time."""

MOST_S: Final = 60.0
"""How long at most: who mends a loose cable does not wait long to acknowledge it."""

FREE_TEXTS: Final = 6
"""So many texts about one thing in ``WINDOW_S`` may be minuted as they come."""

CHANGE_S: Final = 60.0
"""How soon each further one may."""


class Damper:
    """Counts how often each thing began lately."""

    def __init__(self) -> None:
        self._begun: dict[tuple[str, str], deque[float]] = {}
        self._minuted: dict[str, deque[tuple[str, float]]] = {}

    def began(self, cause: tuple[str, str], now: float) -> None:
        """Take note that something began."""
        begun = self._begun.setdefault(cause, deque(maxlen=FREE + 8))
        begun.append(now)

    def calm_s(self, cause: tuple[str, str], now: float) -> float:
        """Return how many seconds it has to stay away until it counts as ended; 0 unless it came often."""
        begun = self._begun.get(cause, deque())
        while begun and now - begun[0] > WINDOW_S:
            begun.popleft()
        over = len(begun) - FREE
        return 0.0 if over <= 0 else min(MOST_S, LEAST_S * 2 ** (over - 1))

    def allows(self, thing: str, text: str, now: float) -> bool:
        """Return whether a text about a thing may be minuted: the same again, or not too many others."""
        minuted = self._minuted.setdefault(thing, deque(maxlen=FREE_TEXTS))
        if minuted and minuted[-1][0] == text:
            return True
        often = len(minuted) == FREE_TEXTS and now - minuted[0][1] < WINDOW_S
        if often and now - minuted[-1][1] < CHANGE_S:
            return False
        minuted.append((text, now))
        return True
