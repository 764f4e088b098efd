"""The earliest time of an event of a machine: its frame often comes late, and the wire has no time in it.

What dates it is when else frames came. A frame that comes within the time to answer after the one
before came at once; after a longer silence it may be as old as that. A MachineState numbers the newest event,
and so dates one whose own frame was lost: it is no older than what came before.

Not responsible for what follows; times are monotonic seconds.
"""

from collections import deque
from typing import Final

_MOST: Final = 64  # a machine that counts events and never sends them


class EventTimes:
    """Dates the events of one connection.

    Args:
        prompt_s: Seconds within which a machine that can be reached answers.
        now: When its first frame came.
    """

    def __init__(self, prompt_s: float, now: float) -> None:
        self._prompt = prompt_s
        self._last = self._before = self._since = now
        self._numbered: deque[tuple[int, float]] = deque()

    def received(self, now: float) -> None:
        """Take note that frames came together."""
        self._since = now if now - self._last <= self._prompt else self._last
        self._before, self._last = self._last, now

    def numbered(self, event: int, known: int) -> None:
        """Take note that a frame of these numbers the newest event, where some up to `known` are known."""
        newest = self._numbered[-1][0] if self._numbered else known
        if event > newest and len(self._numbered) < _MOST:
            self._numbered.append((event, self._before))

    def since(self, event: int) -> float:
        """Return from when on this event may be, which a frame of these says; it is known from now on."""
        first = next((since for number, since in self._numbered if number >= event), self._since)
        while self._numbered and self._numbered[0][0] <= event:
            self._numbered.popleft()
        return first
