"""What the pictures of one order come to.

Not responsible for how it is found (``vote``).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Doubt(StrEnum):
    """Why a reading is not good enough; where the pictures gave a reason, theirs is used instead."""

    ALWAYS_ASKED = "this ball is always asked"
    DISAGREE = "pictures disagree"
    UNSURE = "not sure enough"
    TOO_FEW = "too few pictures"
    NEVER_EMPTY = "exit never seen empty after the order"
    BALL_LEFT = "a ball left the exit before it was read"
    OBSCURED = "the exit cannot be seen"


ALARM: Final = "already drawn"
"""The reason under which an alarm is put before a person and minuted."""


class Absence(StrEnum):
    """Why there is no ball."""

    NOTHING_CAME = "nothing came out"
    SENSOR_ALONE = "the sensor reports a ball, the camera sees none"
    NO_PICTURES = "no pictures"


@dataclass(frozen=True, slots=True)
class Pending:
    """Not enough is known yet; see more pictures."""


@dataclass(frozen=True, slots=True)
class BallRead:
    """The pictures agree on a ball that was not drawn before.

    Attributes:
        number: What is printed on it.
        confidence: The pooled score, 0..1.
        sequences: The pictures that led with it, in the order in which they came.
    """

    number: int
    confidence: float
    sequences: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A ball, perhaps, that a person must look at.

    Attributes:
        candidates: What it may be, the likeliest first; empty when nothing could be read.
        reason: Why it is doubtful.
    """

    candidates: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Repeated:
    """The alarm: the pictures surely show a ball that was drawn before; the hall stops and a person looks.

    Attributes:
        number: What is printed on it.
        confidence: The pooled score, 0..1.
        sequences: The pictures that led with it, in the order in which they came.
    """

    number: int
    confidence: float
    sequences: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoBall:
    """No picture shows a ball.

    Attributes:
        reason: What is known instead.
    """

    reason: str


Outcome = Pending | BallRead | Repeated | Doubtful | NoBall
"""What a vote says."""
