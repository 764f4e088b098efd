"""What the driver of a shoe tells its owner: each once, however often the shoe repeats it.

Not responsible for what follows from an event: that is for the owner to decide.
"""

from dataclasses import dataclass
from enum import StrEnum

from drivers.shoe.readings import Message


class FaultCode(StrEnum):
    """What is wrong with a shoe or its line."""

    LOST = "lost"
    """The line is cut, or the port cannot be opened."""
    SILENT = "silent"
    """It says nothing any more."""
    GARBLED = "garbled"
    """Too many of its messages cannot be understood."""
    ERROR = "error"
    """It says of itself that it is not well."""
    LOCKED = "locked"
    """It is locked: no card can be drawn."""


class OddCode(StrEnum):
    """What a shoe should not say; it happened, and does not last."""

    MISSED = "missed"
    """Messages were not heard: cards may be among them."""
    BACK = "back"
    """It counts from an earlier number: it was started again."""
    CHANGED = "changed"
    """It says something else of a number that was told."""
    INDEX = "index"
    """A card is not the next of its side by the shoe's own count."""


@dataclass(frozen=True, slots=True)
class Told:
    """A message that was said often enough, and is new.

    Attributes:
        number: Of the message: the shoe's own, which never begins again.
    """

    message: Message
    number: int


@dataclass(frozen=True, slots=True)
class Odd:
    """The shoe said what it should not: people look at the cards.

    Attributes:
        code: What.
        message: What it said.
        number: Of the message, as it would be told.
        before: The number, or what was said of it, before.
    """

    code: OddCode
    message: Message
    number: int
    before: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something is wrong with the shoe or its line, until a `FaultOver` of the same code.

    Attributes:
        code: What.
        detail: The message, the time, or the system's own words.
    """

    code: FaultCode
    detail: str = ""


@dataclass(frozen=True, slots=True)
class FaultOver:
    """The cause of a fault is gone."""

    code: FaultCode


ShoeEvent = Told | Odd | Fault | FaultOver
