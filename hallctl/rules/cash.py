"""What money and chips are counted by: so many pieces of each denomination, in integer minor units (AJ-11).

Not responsible for whose they are, nor for how people read an amount.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from hallctl.rules.fields import Amount, Count


class Tender(StrEnum):
    """What a piece is; a chip is worth its value in money (AJ-121)."""

    NOTE = "note"
    COIN = "coin"
    CHIP = "chip"


@dataclass(frozen=True, slots=True)
class Pieces:
    """So many pieces of one denomination.

    Attributes:
        tender: What they are.
        value: What each is worth, in minor units.
        count: How many there are.
    """

    tender: Tender
    value: Amount
    count: Count


def total(pieces: Iterable[Pieces]) -> int:
    """Return what the pieces are worth together, in minor units."""
    return sum(each.value * each.count for each in pieces)


def made_up(amount: int, blank: Iterable[Pieces]) -> tuple[Pieces, ...]:
    """Return the fewest pieces of these denominations that an amount takes, the largest first.

    What no denomination is small enough for is left out.
    """
    found = []
    for each in sorted(blank, key=lambda piece: -piece.value):
        count, amount = divmod(amount, each.value)
        found.append(Pieces(each.tender, each.value, count))
    return tuple(found)
