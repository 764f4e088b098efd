"""What the reader hands over: the values that one picture gives.

It is NOT responsible for combining pictures: a sighting is the opinion of one frame alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from drivers.reader.exit import Place

ALONE: Final = 0.999
"""From this probability on a number is believed of one picture alone; a vote of several asks for less."""

RECOGNISED: Final = 0.9999
"""How likely a number is, at least, whose print is the one that its set's calibration saw."""


class Reason(StrEnum):
    """Why a picture gives no number; NONE when it gives one."""

    NONE = ""
    EMPTY_EXIT = "empty exit"
    TOO_DARK = "too dark"
    NOTHING_KNOWN = "neither a ball nor an empty exit"
    ANOTHER_LIGHT = "another light than at the calibration"
    CAMERA_MOVED = "the camera has moved since the calibration"
    BALL_CUT_OFF = "ball cut off"
    TWO_BALLS = "two balls"
    MOVING = "moving ball"
    NO_NUMBER = "no number on the ball"
    CUT_OFF = "print cut off"
    NO_MARK = "no orientation mark"
    GLARE = "glare on the number"
    NOT_A_NUMBER = "print is not one or two clean digits"
    UNCLEAR_DIGIT = "unclear digit"
    ANOTHER_PRINT = "print unlike that of the set"
    MIRRORED = "print fits only in a mirror"
    PRINTS_DISAGREE = "the prints of the ball disagree"
    OTHER_SHAPE = "another size of picture than at the calibration"
    BESIDE = "something else stands beside the ball"
    BARE = "no print in sight"
    UNKNOWN = "none of the balls of the calibration"
    UNSURE = "not sure which ball"
    ALIKE = "two balls of the set cannot be told apart"


@dataclass(frozen=True, slots=True)
class PrintSeen:
    """One print of the ball, as the networks see it.

    Attributes:
        x: Column of its middle, pixels of the picture scaled to 480 lines.
        y: Row of its middle.
        radius: From its middle to its farthest ink, were it in the middle of the ball, in pixels.
        number: The likeliest number.
        score: How sure that is, 0..1.
        mark: The mark that it carries: none, bar, dot, ring, code or letter.
    """

    x: float
    y: float
    radius: float
    number: int
    score: float
    mark: str


@dataclass(frozen=True, slots=True)
class Sighting:
    """What one picture shows at the exit.

    Attributes:
        ball: A whole ball is in view.
        empty: The exit is in view and nothing stands in it. Both this and `ball` are False when the picture
            shows something else: a hand, a covered lens, half a ball.
        scores: For each number the picture may show, how likely it is, 0..1; empty where none is likely
            enough to count in a vote.
        reason: Why there are none.
        prints: What each print that counts shows: those of a later look first, then the nearest the middle.
        place: Where the ball lies that was read, pixels of a 480-line picture; None where none was.
    """

    ball: bool
    empty: bool
    scores: Mapping[int, float]
    reason: Reason
    prints: tuple[PrintSeen, ...] = ()
    place: "Place | None" = None

    @property
    def leading(self) -> int | None:
        """The likeliest number, None where none is likely enough to count in a vote."""
        return max(self.scores, key=lambda number: self.scores[number], default=None)

    @property
    def alone(self) -> int | None:
        """The number that this picture alone tells, None where it takes more pictures or a person."""
        best = self.leading
        return best if best is not None and self.scores[best] >= ALONE else None


def unread(
    reason: Reason, *, ball: bool = False, empty: bool = False, prints: tuple[PrintSeen, ...] = ()
) -> Sighting:
    """A sighting without any number."""
    return Sighting(ball, empty, MappingProxyType({}), reason, prints)
