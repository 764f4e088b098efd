"""What a game lets the desk know of an open claim beside its verdicts.

Not responsible for verdicts, nor for paying; who may know how many cards are unsung is the console's part.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from hallctl.i18n.sentences import Sentence
from hallctl.outputs.chips import Pile
from hallctl.rules.state import GameState

CalledAt = Callable[[], Mapping[int, datetime]]
"""Returns when each ball of the game was called, by the book, as far as that is known."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a matrix card.

    Attributes:
        number: Its number, 0 where it is blank.
        order: Which ball of the game it was called as, from 1; 0 where it is not called.
        at: When it was called, by the book, e.g. "21:05:40"; empty where that is not known.
        won: Whether it is of the completed line.
        free: Whether it counts as filled without a number.
    """

    number: int
    order: int = 0
    at: str = ""
    won: bool = False
    free: bool = False


@dataclass(frozen=True, slots=True)
class VerifiedCard:
    """The card that was verified last.

    Attributes:
        claim: What it was verified for.
        series: The key of its series.
        card: Its number.
        missing: The numbers that it lacks, or that its best line lacks.
        faults: Every reason why it is not good; none where it is.
        rows: The rows of its matrix card; none where there is no such card.
    """

    claim: str
    series: str
    card: int
    missing: tuple[int, ...]
    faults: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def good(self) -> bool:
        """Whether it wins."""
        return not self.faults


@dataclass(frozen=True, slots=True)
class Win:
    """A prize as it would be awarded now.

    Attributes:
        name: What it is called; a line and a bingo in its reader's language.
        amount: What each card gets, in minor units.
        cards: The cards that get it.
        chips: What makes up each amount; None where no chips do, none where it is not paid in chips.
    """

    name: Sentence | str
    amount: int
    cards: tuple[int, ...]
    chips: tuple[Pile, ...] | None = ()


@dataclass(frozen=True, slots=True)
class Claims:
    """Looks at the claims of a game. For one thread at a time: it may keep what it has counted.

    Attributes:
        verified: Returns the card that was verified last at the open claim, None without one.
        wins: Returns what the good cards of this stop win if nobody else sings.
        unsung: Returns how many sold cards hold what the room is asked for and are not sung; None while the
            room is not asked, and where it cannot be known.
    """

    verified: Callable[[GameState, CalledAt], VerifiedCard | None]
    wins: Callable[[GameState], tuple[Win, ...]]
    unsung: Callable[[GameState], int | None]
