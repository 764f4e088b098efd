"""Money in integer minor units: how what is collected is shared out, to the cent.

Not responsible for currencies or formats: amounts are integers, people's words are made in ``outputs``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

WHOLE: Final = 10_000
"""One hundred per cent in basis points."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How the total collected is shared (AJ-116); the parts add up to the total.

    Attributes:
        prizes: The amount of each prize, in their order.
        growing: What each progressive takes.
        house: What stays with the house; negative where prizes of a fixed amount exceed what was collected.
    """

    prizes: tuple[int, ...]
    growing: tuple[int, ...]
    house: int


def share_out(
    collected: int, prizes: Sequence[tuple[int, int]], growing_bp: Sequence[int | Fraction] = ()
) -> Shares:
    """Share the total collected; what is below a minor unit stays with the house (AJ-79).

    Args:
        collected: In minor units.
        prizes: Each prize's basis points and its fixed amount, one of which is 0.
        growing_bp: The basis points of each progressive, which need not be whole ones.
    """
    amounts = tuple(fixed + collected * share // WHOLE for share, fixed in prizes)
    growing = tuple(collected * share // WHOLE for share in growing_bp)
    return Shares(amounts, growing, collected - sum(amounts) - sum(growing))


def split(prize: int, winners: int, chip: int) -> tuple[int, int]:
    """Split a prize in equal parts, each rounded down to the smallest chip (AJ-118..121, D5).

    Returns:
        The part of each winner and the remainder, which is booked to the rounding account.
    """
    part = prize // winners // chip * chip
    return part, prize - part * winners
