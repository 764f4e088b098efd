"""What ends a cadence: by a person's word, or by what happened.

Not responsible for which event is which ending (``deciding.cadence``), nor for the words people read.
"""

from enum import StrEnum


class Ending(StrEnum):
    """Why the hall draws no further ball by itself."""

    ASKED = "asked"
    CLAIM = "claim"
    DOUBT = "doubt"
    FAULT = "fault"
    RESTART = "restart"
    WRONG_CALL = "wrong call"
    BY_HAND = "by hand"
    VOID = "void"
    VOICE = "voice"
    EMPTY = "empty"
