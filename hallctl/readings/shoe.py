"""What a shoe that reads its cards told, as a game takes it: once, and in its order.

Pure. Not responsible for serial lines (``drivers.shoe``), nor for what a game makes of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from hallctl.rules.commands.base import Command
from hallctl.rules.state import GameState


class Hand(StrEnum):
    """Whose card it is, as the shoe says."""

    PLAYER = "player"
    BANKER = "banker"
    UNSAID = "unsaid"


class Winner(StrEnum):
    """Who has won, as the shoe computes it."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card left the shoe.

    Attributes:
        sequence: The number of the message, which never begins again.
        hand: Whose it is.
        card: Rank and suit, as in "AS"; empty where the shoe cannot say which.
        line: As it came.
    """

    sequence: int
    hand: Hand
    card: str
    line: str


@dataclass(frozen=True, slots=True)
class White:
    """The white card appeared."""

    sequence: int
    line: str


@dataclass(frozen=True, slots=True)
class Won:
    """The shoe says who has won."""

    sequence: int
    winner: Winner
    line: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """The shoe is not well, or told what cannot be: people look at the cards.

    Attributes:
        detail: What, in Spanish.
        missed: Whether messages were not heard: cards may be among them.
    """

    sequence: int
    detail: str
    line: str
    missed: bool = False


ShoeNews = Drawn | White | Won | Doubt

ShoeMeaning = Callable[[ShoeNews], Command | None]
"""Which step of a game the news are; None where they are none of its own."""


def _nothing(_: ShoeNews) -> None:
    """Take nothing from a shoe."""


def _none(_: GameState) -> None:
    """Have no message of a shoe."""


@dataclass(frozen=True, slots=True)
class ShoeUse:
    """What a game has to do with a shoe that reads its cards.

    Attributes:
        meaning: Which of its steps the news are.
        last: The number of the last message that it took; None before the first.
    """

    meaning: ShoeMeaning = _nothing
    last: Callable[[GameState], int | None] = _none


NO_SHOE: Final = ShoeUse()
"""Where a game has no shoe."""
