"""The view of a baccarat table: the cards that are turned, the result, the roads, the limits (BA-22, 54).

Not responsible for which card may be shown: the hall shows none before it is turned.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar, Final

from displays.views.fields import PageView
from displays.views.table import LimitLine

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
DOWN: Final = ""
"""A card that lies face down."""
RESULTS: Final = ("player", "banker", "tie")
DEPTH: Final = 6
"""Rows of every road."""
MOST_ROUNDS: Final = 200


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand as everybody sees it.

    Attributes:
        cards: Rank and suit of each, as in "AS"; empty for one that lies face down.
        total: Its points; None while a card of it lies face down, or none is dealt.
        pair: Whether its first two are a pair.
    """

    cards: tuple[str, ...]
    total: int | None
    pair: bool


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round of the shoe, as the bead plate has it: who won, and the pairs."""

    result: str
    player_pair: bool
    banker_pair: bool


@dataclass(frozen=True, slots=True)
class RoadCell:
    """A cell of the big road: where it is, of which round it is, counted from 0, and how many ties follow."""

    column: int
    row: int
    round: int
    ties: int


@dataclass(frozen=True, slots=True)
class RoadMark:
    """A cell of a derived road: where it is, and whether it is red, not blue."""

    column: int
    row: int
    red: bool


@dataclass(frozen=True, slots=True)
class CardsView(PageView):
    """A baccarat table.

    Attributes:
        player: The player's hand.
        banker: The banker's.
        result: Who has won this round; empty before it is established.
        natural: Whether the round ended with 8 or 9 of two cards.
        last: That this round is the last of the shoe, or the next one; empty where it is not.
        rounds: The rounds of the shoe, the oldest first; neither demonstrations nor void ones.
        ties: How many ties came, while no side has won yet.
        big: The big road.
        eye: The big eye boy.
        small: The small road.
        cockroach: The cockroach pig.
        limits: What each kind of bet takes and pays.
        currency: In which the limits are.
    """

    KIND: ClassVar[str] = "cards"

    player: HandShown
    banker: HandShown
    result: str
    natural: bool
    last: str
    rounds: tuple[RoundShown, ...]
    ties: int
    big: tuple[RoadCell, ...]
    eye: tuple[RoadMark, ...]
    small: tuple[RoadMark, ...]
    cockroach: tuple[RoadMark, ...]
    limits: tuple[LimitLine, ...]
    currency: str

    @property
    def counts(self) -> tuple[int, int, int, int, int]:
        """How often player, banker and tie came, and a pair of either side, the player's first."""
        player, banker, tie = (sum(each.result == result for each in self.rounds) for result in RESULTS)
        pairs = sum(each.player_pair for each in self.rounds), sum(each.banker_pair for each in self.rounds)
        return player, banker, tie, *pairs

    @property
    def _marks(self) -> tuple[RoadMark, ...]:
        return (*self.eye, *self.small, *self.cockroach)

    def problems(self) -> Iterator[str]:
        """Yield what keeps fields of the right types from being a view."""
        yield from PageView.problems(self)
        for hand in (self.player, self.banker):
            if len(hand.cards) > 3 or not all(_is_card(card) for card in hand.cards):
                yield f"a hand has three cards at the most, as AS or TH, not {hand.cards!r}"
            if hand.total is not None and hand.total > 9:
                yield f"a hand has 9 points at the most, not {hand.total}"
        if not {self.result, *(each.result for each in self.rounds)} <= {"", *RESULTS}:
            yield f"a result is one of {', '.join(RESULTS)}"
        if len(self.rounds) > MOST_ROUNDS or any(cell.round >= len(self.rounds) for cell in self.big):
            yield f"a shoe has {MOST_ROUNDS} rounds at the most, and a cell is of one of them"
        rows = chain((cell.row for cell in self.big), (mark.row for mark in self._marks))
        if any(row >= DEPTH for row in rows):
            yield f"a road has {DEPTH} rows"


def _is_card(card: str) -> bool:
    return card == DOWN or (len(card) == 2 and card[0] in RANKS and card[1] in SUITS)
