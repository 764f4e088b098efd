"""Learns a set of balls from ball pictures of each: their prints, of one size.

It is NOT responsible for finding the balls in pictures, nor for how large their prints are
(`drivers.recogniser.reach`).
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from drivers.recogniser.patterns import Pattern, PatternSet, pattern_of
from drivers.recogniser.prints import PrintFinder
from drivers.recogniser.sphere import Floats, Patch, frame_at
from drivers.recogniser.surface import Bgr, Shading, Surface

_EDGE: Final = np.radians(75)  # from the middle of the ball to where prints are too foreshortened
_INNER: Final = 0.85  # of a print must lie within that
_SEEN: Final = 0.9  # of a pattern
_SAME_PLACE: Final = np.cos(np.radians(6))
_SAME_INK: Final = 0.8  # correlation: of the same print, as it lies in pictures of one pose


@dataclass(frozen=True, slots=True, eq=False)
class BallPicture:
    """A ball picture of the calibration.

    Attributes:
        number: Of the ball.
        pose: Which way it lies, by number.
        ball: BGR.
    """

    number: int
    pose: int
    ball: Bgr


@dataclass(frozen=True, eq=False)
class LearntSet:
    """A set of balls, ready to be recognised.

    Attributes:
        shading: The light.
        patterns: The prints; their sources are the ball pictures by place.
    """

    shading: Shading
    patterns: PatternSet


def learn_set(shading: Shading, pictures: Sequence[BallPicture], reach: float) -> LearntSet:
    """Learn the balls of a set from ball pictures of each, as it lies in several ways.

    Args:
        shading: The light.
        pictures: Of the balls.
        reach: From a print's middle to where it ends, radians.

    Raises:
        ValueError: No whole print was seen at all.
    """
    patch = Patch(reach)
    finder = PrintFinder(reach)
    found: defaultdict[tuple[int, int], list[_Print]] = defaultdict(list)
    for source, picture in enumerate(pictures):
        of_pose = found[picture.number, picture.pose]
        for each in _prints(picture.number, source, shading.surface(picture.ball), finder, patch):
            if not any(each.repeats(other) for other in of_pose):
                of_pose.append(each)
    patterns = [each.pattern for of_pose in found.values() for each in of_pose]
    return LearntSet(shading, PatternSet(patch, patterns))


@dataclass(frozen=True, slots=True, eq=False)
class _Print:
    """A whole print in a picture: the direction of its middle, and its pattern."""

    middle: Floats
    pattern: Pattern

    def repeats(self, other: Self) -> bool:
        """Whether another picture of the same pose shows the same print: it teaches nothing more."""
        if float(self.middle @ other.middle) < _SAME_PLACE:
            return False
        return float(np.corrcoef(self.pattern.ink[1], other.pattern.ink[1])[0, 1]) > _SAME_INK


def _prints(number: int, source: int, surface: Surface, finder: PrintFinder, patch: Patch) -> list[_Print]:
    middles = [each for each in finder.find(surface) if _is_whole(each, patch.reach)]
    prints = [_Print(each, pattern_of(number, source, surface, frame_at(each), patch)) for each in middles]
    return [each for each in prints if each.pattern.weight.mean() > _SEEN]


def _is_whole(middle: Floats, reach: float) -> bool:
    return bool(np.arccos(min(float(middle[2]), 1.0)) + _INNER * reach <= _EDGE)
