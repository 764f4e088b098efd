"""Who takes the next card, and what a round that is over came to (BA-18 to BA-43, BA-51).

Naturals come first: with 8 or 9 on either side nobody takes a third card (DB2).
Not responsible for cards dealt against the table: next_card reads hands that it dealt itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from hallctl.games.baccarat.rules.cards import Card

NATURAL: Final = 8
"""From this total of two cards on nobody takes a third (DB2)."""

_PLAYER_STANDS: Final = 6
_NEITHER: Final = frozenset(range(10))
_BANKER_DRAWS: Final = (
    *(_NEITHER,) * 3,
    _NEITHER - {8},
    frozenset(range(2, 8)),
    frozenset(range(4, 8)),
    frozenset({6, 7}),
    frozenset[int](),
)
"""Against which third cards of the player the banker draws, by the banker's total (BA-28 to BA-32)."""


class Side(StrEnum):
    """The two hands (BA-20)."""

    PLAYER = "player"
    BANKER = "banker"


class Result(StrEnum):
    """Who has won a round (BA-42, BA-43)."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a round came to; computed from its cards, never entered.

    Attributes:
        player_total: Of the player's cards, 0 to 9.
        banker_total: Of the banker's.
        result: Who has won.
        player_pair: Whether the player's first two cards are of one rank (BA-51).
        banker_pair: Whether the banker's are.
        natural: Whether either side had 8 or 9 with two cards.
    """

    player_total: int
    banker_total: int
    result: Result
    player_pair: bool
    banker_pair: bool
    natural: bool


def total(hand: Sequence[Card]) -> int:
    """Return the points of a hand: the last digit of the sum (BA-18, DB1)."""
    return sum(card.value for card in hand) % 10


def player_draws(player: int, banker: int) -> bool:
    """Return whether the player takes a third card, by both totals of two (BA-26, BA-27)."""
    return max(player, banker) < NATURAL and player < _PLAYER_STANDS


def banker_draws(player: int, banker: int, third: int | None) -> bool:
    """Return whether the banker takes a third card.

    Args:
        player: The total of the player's first two.
        banker: The total of the banker's first two.
        third: What the player's third card counts; None where the player stood.
    """
    if max(player, banker) >= NATURAL:
        return False
    if third is None:
        return banker < _PLAYER_STANDS
    return third in _BANKER_DRAWS[banker]


def next_card(player: Sequence[Card], banker: Sequence[Card]) -> Side | None:
    """Return whose the next card is; None where the round is over (BA-21, BA-25)."""
    if len(player) < 2 or len(banker) < 2:
        return Side.PLAYER if len(player) <= len(banker) else Side.BANKER
    first, second = total(player[:2]), total(banker[:2])
    if len(player) == 2 and len(banker) == 2 and player_draws(first, second):
        return Side.PLAYER
    third = player[2].value if len(player) > 2 else None
    if len(banker) == 2 and banker_draws(first, second, third):
        return Side.BANKER
    return None


def outcome(player: Sequence[Card], banker: Sequence[Card]) -> Outcome:
    """Return what a round came to, by the cards of both sides."""
    one, other = total(player), total(banker)
    winner = Result.PLAYER if one > other else Result.BANKER
    return Outcome(
        one,
        other,
        Result.TIE if one == other else winner,
        player_pair=is_pair(player),
        banker_pair=is_pair(banker),
        natural=max(total(player[:2]), total(banker[:2])) >= NATURAL,
    )


def is_pair(hand: Sequence[Card]) -> bool:
    """Return whether the first two cards of a hand are of one rank (BA-51, BA-52)."""
    return len(hand) >= 2 and hand[0].rank is hand[1].rank
