"""Why a line of a device says nothing that can be believed.

Not responsible for what follows from it.
"""

from enum import StrEnum


class Garble(StrEnum):
    """Why a line was not understood."""

    NOT_TEXT = "not-text"
    TOO_LONG = "too-long"
    FORM = "form"
    SUM = "sum"
    """Its check sum is not that of what it says."""
    NUMBER = "number"
    """A number that the wheel does not have."""
    CARD = "card"
    """A card that no deck has."""
    STATE = "state"
    """A state or direction that the configuration does not name."""


class GarbledLineError(ValueError):
    """A line cannot be understood.

    Attributes:
        garble: Why.
        line: As it came, cut short.
    """

    def __init__(self, garble: Garble, line: str) -> None:
        super().__init__(f"{garble}: {line!r}")
        self.garble = garble
        self.line = line
