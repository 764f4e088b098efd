"""Learns a set of balls from pictures of each: the light, how large the prints are, and the prints.

It is NOT responsible for finding the balls in pictures, nor for asking anybody to show them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from tools.recogniser.patterns import Pattern, PatternSet, pattern_of
from tools.recogniser.prints import PrintFinder
from tools.recogniser.recogniser import Match, Recogniser
from tools.recogniser.sphere import Floats, Patch, frame_at
from tools.recogniser.surface import Bgr, Shading, Surface, learn_shading

_REACHES: Final = (22, 26, 30, 34)  # degrees from a print's middle to its edge, as it may be
_SPILL: Final = 0.05  # of a print's ink at most lies beyond its edge
_SOME: Final = 3  # every so many balls tell how large the prints are
_EDGE: Final = np.radians(75)  # from the middle of the ball to where prints are too foreshortened
_INNER: Final = 0.85  # of a print must lie within that
_SEEN: Final = 0.9  # of a pattern


@dataclass(frozen=True)
class LearntSet:
    """A set of balls, ready to be recognised.

    Attributes:
        shading: The light.
        patterns: The prints.
        missing: Balls of which no whole print was seen.
    """

    shading: Shading
    patterns: PatternSet
    missing: tuple[int, ...]

    def recogniser(self) -> "BallRecogniser":
        """Return what recognises these balls."""
        return BallRecogniser(self.shading, Recogniser(self.patterns))


@dataclass(frozen=True)
class BallRecogniser:
    """Recognises a ball picture.

    Attributes:
        shading: The light.
        recogniser: What compares prints.
    """

    shading: Shading
    recogniser: Recogniser

    def match(self, ball: Bgr) -> Match | None:
        """Return what a ball picture (BGR) is most like; None where it shows no print."""
        return self.recogniser.match(self.shading.surface(ball))


def learn_set(balls: Mapping[int, Sequence[Bgr]]) -> LearntSet:
    """Learn the balls of a set from ball pictures (BGR) of each, as it lies in several ways.

    Raises:
        ValueError: No whole print was seen at all.
    """
    shading = learn_shading([picture for pictures in balls.values() for picture in pictures])
    surfaces = {number: [shading.surface(each) for each in pictures] for number, pictures in balls.items()}
    patch = Patch(_reach([some[0] for some in surfaces.values() if some][::_SOME]))
    finder = PrintFinder(patch.reach)
    found = {
        number: [each for surface in some for each in _patterns(number, surface, finder, patch)]
        for number, some in surfaces.items()
    }
    patterns = PatternSet(patch, [each for some in found.values() for each in some])
    return LearntSet(shading, patterns, tuple(number for number, some in found.items() if not some))


def _reach(surfaces: Sequence[Surface]) -> float:
    """The smallest reach beyond which the prints have no ink, radians."""
    for degrees in _REACHES:
        finder = PrintFinder(float(np.radians(degrees)))
        if np.median([finder.spill(each) for each in surfaces]) < _SPILL:
            break
    return float(np.radians(degrees))


def _patterns(number: int, surface: Surface, finder: PrintFinder, patch: Patch) -> list[Pattern]:
    middles = [each for each in finder.find(surface) if _is_whole(each, patch.reach)]
    patterns = [pattern_of(number, surface, frame_at(each), patch) for each in middles]
    return [each for each in patterns if each.weight.mean() > _SEEN]


def _is_whole(middle: Floats, reach: float) -> bool:
    return bool(np.arccos(min(float(middle[2]), 1.0)) + _INNER * reach <= _EDGE)
