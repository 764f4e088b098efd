"""Wrong calls, going on by hand, and a game without a bingo: what two people decided about a game.

Not responsible for voiding it.
"""

from dataclasses import dataclass, field

from hallctl.rules.codec import SPARSE
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class MadeWinners:
    """The sold cards of a series that would hold a prize, by its key, only if a number said had counted.

    ``series`` is empty in entries from before it was said.
    """

    prize: str
    cards: tuple[int, ...]
    series: str = field(default="", metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class WrongCallNoted(Event):
    """The caller announced a number that was not the ball's (AJ-110).

    Attributes:
        ball: The ball that is out.
        said: The number that was said.
        lines: The sold cards that would hold a line, or any other prize but the last that is still to be
            won, only if the number said had counted.
        bingos: The sold cards that would hold the bingo, or whatever prize is the last, only if it had.
        prizes: The same by each prize and series with such a card; entries from before series were said
            have them only where the rule set lists its prizes.
    """

    ball: int
    said: int
    lines: tuple[int, ...]
    bingos: tuple[int, ...]
    prizes: tuple[MadeWinners, ...] = field(default=(), metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class WrongCallSettled(Event):
    """Jefe and Director found that the wrong call did not affect the game substantially (AJ-110)."""

    reason: str
    approver: str


@dataclass(frozen=True, slots=True)
class ManualProposed(Event):
    """The jefe de mesa proposed to go on by hand (D8)."""

    reason: str
    proposer: str


@dataclass(frozen=True, slots=True)
class MeansChanged(Event):
    """The game goes on by hand, with the balls not yet drawn (D8)."""

    reason: str
    approver: str


@dataclass(frozen=True, slots=True)
class NoBingoProposed(Event):
    """Every ball is out and the jefe de mesa proposed to close the game (D7)."""

    proposer: str


@dataclass(frozen=True, slots=True)
class BingoCarried(Event):
    """Nobody sang bingo: it, and every other prize nobody won, goes to the next game (D7)."""

    game: int
    amount: int
    approver: str
