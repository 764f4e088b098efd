"""What a player may sing, and what the paper of a sung card may be found to be.

Not responsible for verifying a card.
"""

from enum import StrEnum


class Claim(StrEnum):
    """What a player may sing."""

    LINE = "line"
    BINGO = "bingo"


class Mark(StrEnum):
    """What the jefe de mesa may find wrong with the paper of a sung card (AJ-95, 106..109)."""

    DIFFERS = "differs"
    ILLEGIBLE = "illegible"
    OVERLINED = "overlined"
    MANIPULATED = "manipulated"
    ERASABLE = "erasable"
    HIDDEN = "hidden"
    DAMAGED = "damaged"
