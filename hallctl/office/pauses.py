"""For how long no news of a hall are looked at after something wrong came: to look again costs every hall.

To verify again begins at a place up to 2,000 entries back. What is compared with a stored line alone goes on:
a fork is named in a pause, too; a checkpoint, or more that does not verify, after it.
Not responsible for what is wrong.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

FIRST_S: Final = 5.0
"""How long the first pause is, in seconds; each further one twice as long until something is stored."""
LONGEST_S: Final = 300.0
"""How long a pause is at most, in seconds."""


@dataclass(slots=True)
class _Pause:
    until: float
    seconds: float
    ended: bool = False


class Pauses:
    """The pauses of all halls."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin without any; `clock` gives seconds."""
        self._clock = clock
        self._of: dict[str, _Pause] = {}

    def begin(self, hall: str) -> None:
        """Begin a pause."""
        before = self._of.get(hall)
        seconds = FIRST_S if before is None else min(2 * before.seconds, LONGEST_S)
        self._of[hall] = _Pause(self._clock() + seconds, seconds)

    def forget(self, hall: str) -> None:
        """End a hall's pause, and have the next one be short again."""
        self._of.pop(hall, None)

    def hold(self, hall: str) -> bool:
        """Return whether no news of a hall are looked at now."""
        pause = self._of.get(hall)
        return pause is not None and self._clock() < pause.until

    def ended(self) -> set[str]:
        """Return the halls whose pause has ended since this was asked last."""
        found = {hall for hall, pause in self._of.items() if not pause.ended and not self.hold(hall)}
        for hall in found:
            self._of[hall].ended = True
        return found
