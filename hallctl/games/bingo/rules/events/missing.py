"""Cards that nobody brings back, and what is still owed for those of a void game.

Not responsible for what is given back before the cards are taken (``closing``).
"""

from dataclasses import dataclass

from hallctl.games.bingo.rules.events.sale import SoldRange
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class OpenRefund:
    """What a void game owes once its cards were taken: the price of each of these, to whoever brings it."""

    game: int
    face_value: int
    cards: tuple[SoldRange, ...]

    @property
    def amount(self) -> int:
        """What that comes to, in minor units."""
        return self.face_value * sum(each.count for each in self.cards)

    def holds(self, series: str, card: int) -> bool:
        """Return whether this card is one of them."""
        return any(each.holds(series, card) for each in self.cards)


@dataclass(frozen=True, slots=True)
class CardsMissing(Event):
    """The jefe de mesa declared which cards nobody brings back (AJ-76); an incident says it (AJ-54).

    Attributes:
        paid: Whether their price had been given back before they were lost: nothing is owed for them.
    """

    game: int
    cards: tuple[SoldRange, ...]
    reason: str
    declarer: str
    paid: bool


@dataclass(frozen=True, slots=True)
class MissingFound(Event):
    """A card that was declared missing is there before the cards are taken, or was named by mistake."""

    game: int
    series: str
    card: int
    person: str


@dataclass(frozen=True, slots=True)
class MissingRefunded(Event):
    """A card of a void game, missing as the others were taken, came back against its price (AJ-111)."""

    game: int
    series: str
    card: int
    amount: int
