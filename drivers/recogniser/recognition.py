"""What the recogniser hands over of one picture. It is NOT responsible for combining several."""

from dataclasses import dataclass
from enum import StrEnum

from drivers.recogniser.disc import Disc


class Reason(StrEnum):
    """Why a picture gives no number; NONE when it gives one."""

    NONE = ""
    EMPTY = "empty exit"
    OTHER_SHAPE = "another size of picture than at the calibration"
    TOO_DARK = "too dark"
    NO_BALL = "neither a ball nor an empty exit"
    CUT_OFF = "ball cut off"
    TWO_BALLS = "something else stands beside the ball"
    BARE = "no print in sight"
    UNKNOWN = "none of the balls of the calibration"
    UNSURE = "not sure which ball"
    ALIKE = "two balls of the set cannot be told apart"
    MIRRORED = "print fits only in a mirror"


@dataclass(frozen=True, slots=True)
class Recognition:
    """What one picture shows.

    Attributes:
        number: Of the ball; None where it is not certain.
        reason: Why it is not.
        likely: The number that fits best, told or not; None where none was compared.
        margin: How far the evidence is above what the calibration asks for, below 0 where it is not enough.
        disc: The ball's outline, None where none was found.
    """

    number: int | None
    reason: Reason
    likely: int | None = None
    margin: float = 0.0
    disc: Disc | None = None

    @property
    def empty(self) -> bool:
        """Whether the exit is in view and nothing stands in it."""
        return self.reason is Reason.EMPTY
