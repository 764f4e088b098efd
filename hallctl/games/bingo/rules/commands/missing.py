"""Cards that nobody brings back: declared, and paid where one of a void game comes later.

Not responsible for taking back the others (``closing``).
"""

from dataclasses import dataclass

from hallctl.games.bingo.rules.fields import Series
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Count, Numbered, Prose, SixDigits


@dataclass(frozen=True, slots=True)
class DeclareMissing(Command):
    """Declare, as jefe de mesa, which played cards nobody brings back; the Director signs it (AJ-54, 76).

    Attributes:
        cards: Their numbers as a person writes them, e.g. "12, 15-17".
        sheets: As of an incident; filled in by the keeper.
    """

    series: Series
    cards: str
    reason: Prose
    sheets: Count = 3


@dataclass(frozen=True, slots=True)
class RefundMissing(Command):
    """Give back the face value of a card that was missing when its void game was signed (AJ-81, 111)."""

    game: Numbered
    series: Series
    card: SixDigits
