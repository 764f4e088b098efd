"""Cards that nobody brings back: declared, found, and paid where one of a void game comes later.

Not responsible for taking back the others (``closing``).
"""

from dataclasses import dataclass

from hallctl.games.bingo.rules.fields import Series
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Numbered, Prose, SixDigits


@dataclass(frozen=True, slots=True)
class DeclareMissing(Command):
    """Declare, as jefe de mesa, which played cards nobody brings back; the Director signs it (AJ-54, 76).

    Attributes:
        cards: Their numbers as a person writes them, e.g. "12, 15-17".
        paid: Whether the price of each had been given back before it was lost.
    """

    series: Series
    cards: str
    reason: Prose
    paid: bool = False


@dataclass(frozen=True, slots=True)
class FindMissing(Command):
    """Say, as jefe de mesa, that a card which was declared missing is there, or was never missing."""

    series: Series
    card: SixDigits


@dataclass(frozen=True, slots=True)
class RefundMissing(Command):
    """Give back the price of a card that was missing as those of its void game were taken (AJ-81, 111)."""

    game: Numbered
    series: Series
    card: SixDigits
