"""The wait of a game for its first ball (D8).

Not responsible for what it waits for.
"""

from dataclasses import dataclass

from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class WaitBegan(Event):
    """The game cannot begin; it waits at most this long for its first ball (D8).

    ``again`` says that the controller started meanwhile, so that the time is counted from here.
    """

    game: int
    most_ms: int
    again: bool
    at: int


@dataclass(frozen=True, slots=True)
class WaitEnded(Event):
    """What kept the game from its first ball was over in time (D8)."""

    game: int
