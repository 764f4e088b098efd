"""The cadence: the hall draws ball after ball at a set pace.

Not responsible for the balls themselves: each is ordered, read and called by entries of its own.
"""

from dataclasses import dataclass

from hallctl.games.bingo.rules.endings import Ending
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class CadenceStarted(Event):
    """The jefe de mesa lets the hall order a ball each so many seconds, until it is stopped (AJ-06, 88)."""

    game: int
    seconds: int
    person: str


@dataclass(frozen=True, slots=True)
class CadenceStopped(Event):
    """The hall orders no further ball by itself; ``balls`` is how many it ordered since it was let to.

    ``person`` stopped it, where it was asked for; otherwise the entry before says what happened.
    """

    game: int
    balls: int
    why: Ending
    person: str = ""
