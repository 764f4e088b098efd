"""What one message of a shoe says, as typed values.

Not responsible for its form (``profiles``), nor for what follows from it (``tracker``).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"


class Side(StrEnum):
    """Whose card it is."""

    PLAYER = "player"
    BANKER = "banker"
    NONE = "none"
    """Nobody's: it is burnt, or the shoe does not say."""


class Winner(StrEnum):
    """Who has won a round, as the shoe computes it."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


class Kind(StrEnum):
    """What a message is about."""

    START = "start"
    CARD = "card"
    CUT = "cut"
    """The white card."""
    RESULT = "result"
    ERROR = "error"
    LOCK = "lock"
    UNLOCK = "unlock"


@dataclass(frozen=True, slots=True)
class Message:
    """One message; a shoe repeats it until the next.

    Attributes:
        sequence: The shoe's own number of it; after the highest it begins again at 0.
        kind: What it is about.
        side: Whose card it is; NONE where it is none.
        index: Which card of that side, from 1; 0 where the shoe does not say.
        card: Rank and suit, as in "AS"; empty where it is none, or the shoe could not read it.
        winner: Of a result.
        detail: What an error or a lock says of itself.
        line: As it came.
    """

    sequence: int
    kind: Kind
    line: str
    side: Side = Side.NONE
    index: int = 0
    card: str = ""
    winner: Winner | None = None
    detail: str = ""
