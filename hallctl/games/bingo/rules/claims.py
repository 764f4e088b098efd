"""What a player may sing.

Not responsible for verifying a card.
"""

from enum import StrEnum


class Claim(StrEnum):
    """What a player may sing."""

    LINE = "line"
    BINGO = "bingo"
