"""Cards that nobody brought back, and what is still owed for those of a void game.

Not responsible for what was given back before the signature (``closing``).
"""

from dataclasses import dataclass

from hallctl.games.bingo.rules.events.sale import SoldRange
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class OpenRefund:
    """What a signed void game still owes to whoever brings a missing card.

    Attributes:
        face_value: What each is refunded, in minor units.
        due: For how many cards it is owed: fewer than ``cards`` where one was paid and lost afterwards.
        cards: Which are missing.
    """

    game: int
    face_value: int
    due: int
    cards: tuple[SoldRange, ...]

    def holds(self, series: str, card: int) -> bool:
        """Return whether this card is one of them."""
        return any(each.holds(series, card) for each in self.cards)


@dataclass(frozen=True, slots=True)
class CardsMissing(Event):
    """The jefe de mesa declared which cards nobody brings back (AJ-76); an incident says it (AJ-54)."""

    game: int
    cards: tuple[SoldRange, ...]
    reason: str
    declarer: str


@dataclass(frozen=True, slots=True)
class MissingRefunded(Event):
    """A card missing when its void game was signed came back against its face value (AJ-111)."""

    game: int
    series: str
    card: int
    amount: int
