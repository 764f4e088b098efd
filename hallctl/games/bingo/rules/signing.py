"""Which entries of bingo a person signs (AJ-28, 42, 52, 110, D7, D8, I16), and after which the hall rests.

Not responsible for keys and signatures.
"""

from typing import Final

from hallctl.games.bingo.rules.events.closing import GameSigned, GameVoided, VoidProposed
from hallctl.games.bingo.rules.events.draw import DrawStarted
from hallctl.games.bingo.rules.events.opening import BallSetMounted, BallSetRetired
from hallctl.games.bingo.rules.events.wrong_calls import (
    BingoCarried,
    ManualProposed,
    MeansChanged,
    NoBingoProposed,
    WrongCallSettled,
)
from hallctl.rules.signing import TWO_PERSON_MS, Signed

SIGNED: Final[Signed] = {
    DrawStarted: None,
    GameSigned: None,
    BallSetMounted: None,
    BallSetRetired: None,
    VoidProposed: TWO_PERSON_MS,
    GameVoided: TWO_PERSON_MS,
    ManualProposed: TWO_PERSON_MS,
    MeansChanged: TWO_PERSON_MS,
    NoBingoProposed: TWO_PERSON_MS,
    BingoCarried: TWO_PERSON_MS,
    WrongCallSettled: TWO_PERSON_MS,
}
"""What is signed in a game and between games."""

RESTS: Final = (GameSigned,)
"""After which the hall rests."""
