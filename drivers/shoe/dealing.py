"""Whose the next card of a round is, as a shoe that reads its cards counts along.

A second formulation beside the table's own rules, which a shoe does not know. Not responsible for which
card comes.
"""

from collections.abc import Sequence
from typing import Final

from drivers.shoe.readings import RANKS, Side, Winner

_POINTS: Final = {rank: at if at < 10 else 0 for at, rank in enumerate(RANKS, 1)}

_AGAINST: Final = {3: "012345679", 4: "234567", 5: "4567", 6: "67"}
"""Against which third cards of the player a banker of 3 to 6 draws."""


def points(cards: Sequence[str]) -> int:
    """Return what a hand counts."""
    return sum(_POINTS[card[0]] for card in cards) % 10


def to_whom(player: Sequence[str], banker: Sequence[str]) -> Side | None:
    """Return whose the next card is; None where the round is over."""
    dealt = len(player), len(banker)
    if dealt < (2, 2) or dealt[1] < 2:
        return Side.BANKER if dealt[0] > dealt[1] else Side.PLAYER
    one, other = points(player[:2]), points(banker[:2])
    if one > 7 or other > 7 or dealt[1] == 3:
        return None
    if dealt[0] == 2:
        if one < 6:
            return Side.PLAYER
        return Side.BANKER if other < 6 else None
    draws = other < 3 or str(points(player[2:])) in _AGAINST.get(other, "")
    return Side.BANKER if draws else None


def winner(player: Sequence[str], banker: Sequence[str]) -> Winner:
    """Return who has won a round that is over."""
    one, other = points(player), points(banker)
    if one == other:
        return Winner.TIE
    return Winner.PLAYER if one > other else Winner.BANKER
