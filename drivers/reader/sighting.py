"""What the reader hands over: the values that one picture gives.

It is NOT responsible for combining pictures: a sighting is the opinion of one frame alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Reason(StrEnum):
    """Why a picture gives no number; NONE when it gives one."""

    NONE = ""
    EMPTY_EXIT = "empty exit"
    TOO_DARK = "too dark"
    NOTHING_KNOWN = "neither a ball nor an empty exit"
    BALL_CUT_OFF = "ball cut off"
    NO_NUMBER = "no number on the ball"
    CUT_OFF = "print cut off"
    NO_MARK = "no orientation mark"
    GLARE = "glare on the number"
    NOT_A_NUMBER = "print is not one or two clean digits"
    UNCLEAR_DIGIT = "unclear digit"


@dataclass(frozen=True, slots=True)
class Sighting:
    """What one picture shows at the exit.

    Attributes:
        ball: A whole ball is in view.
        empty: The exit is in view and nothing stands in it. Both this and `ball` are False when the picture
            shows something else: a hand, a covered lens, half a ball.
        scores: For each number the picture may show, how sure it is, 0..1; empty when no number could be
            read.
        reason: Why no number could be read.
    """

    ball: bool
    empty: bool
    scores: Mapping[int, float]
    reason: Reason


def unread(reason: Reason, *, ball: bool = False, empty: bool = False) -> Sighting:
    """A sighting without any number."""
    return Sighting(ball, empty, MappingProxyType({}), reason)
