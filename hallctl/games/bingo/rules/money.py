"""Money in integer minor units: how what is collected is shared out, to the cent.

Not responsible for currencies or formats: amounts are integers, people's words are made in ``outputs``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

WHOLE: Final = 10_000
"""One hundred per cent in basis points."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How the total collected is shared (AJ-116); the parts add up to the total."""

    line: int
    bingo: int
    progressives: tuple[int, ...]
    house: int


def share_out(collected: int, line_bp: int, bingo_bp: int, progressives_bp: Sequence[int] = ()) -> Shares:
    """Share the total collected by basis points (AJ-79); what is below a minor unit stays with the house."""
    line = collected * line_bp // WHOLE
    bingo = collected * bingo_bp // WHOLE
    progressives = tuple(collected * share // WHOLE for share in progressives_bp)
    return Shares(line, bingo, progressives, collected - line - bingo - sum(progressives))


def split(prize: int, winners: int, chip: int) -> tuple[int, int]:
    """Split a prize in equal parts, each rounded down to the smallest chip (AJ-118..121, D5).

    Returns:
        The part of each winner and the remainder, which is booked to the rounding account.
    """
    part = prize // winners // chip * chip
    return part, prize - part * winners
