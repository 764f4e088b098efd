"""Learns a set of balls from ball pictures of each: their prints, of one size.

It is NOT responsible for finding the balls in pictures, nor for how large their prints are
(`drivers.recogniser.reach`).
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from drivers.recogniser.joining import Seed, joined
from drivers.recogniser.patterns import Pattern, PatternSet
from drivers.recogniser.prints import PrintFinder
from drivers.recogniser.sphere import Floats, Patch
from drivers.recogniser.surface import Bgr, Shading, Surface

Bools = npt.NDArray[np.bool_]

_EDGE: Final = np.radians(75)  # from the middle of the ball to where prints are too foreshortened
_INNER: Final = 0.85  # of a print must lie within that
_SEEN: Final = 0.9  # of a pattern
_SAME_PLACE: Final = np.cos(np.radians(6))
_NONE: Final = -1  # of the poses
_SAME_INK: Final = 0.8  # correlation: of the same print, as it lies in pictures of one pose


@dataclass(frozen=True, slots=True, eq=False)
class BallPicture:
    """A ball picture of the calibration.

    Attributes:
        number: Of the ball.
        pose: Which way it lies, by number from 0.
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
        patterns: The prints.
    """

    shading: Shading
    patterns: PatternSet


@dataclass(frozen=True, eq=False)
class Learnt:
    """A set of balls, ready to be tried on the pictures that it was learnt from.

    Attributes:
        whole: The set.
        patterns: Its prints, and each as all poses but one show it.
        without: Which pose that is, negative where it is none, shape (patterns,).
    """

    whole: LearntSet
    patterns: PatternSet
    without: npt.NDArray[np.intp]

    def barred(self, picture: BallPicture) -> Bools:
        """Return which patterns are not tried on a picture: of its own ball those that know its pose."""
        own = self.patterns.numbers == picture.number
        return np.asarray(self.without != np.where(own, picture.pose, _NONE), np.bool_)

    def knows_otherwise(self, picture: BallPicture) -> bool:
        """Return whether other poses than a picture's show a print of its ball."""
        return bool(((self.patterns.numbers == picture.number) & (self.without == picture.pose)).any())

    def barred_as_stranger(self, number: int) -> Bools:
        """Return which patterns are not tried on a ball that is taken for none of the set."""
        return np.asarray((self.patterns.numbers == number) | (self.without != _NONE), np.bool_)


def learn_set(shading: Shading, pictures: Sequence[BallPicture], reach: float) -> Learnt:
    """Learn the balls of a set from ball pictures of each, as it lies in several ways.

    Args:
        shading: The light.
        pictures: Of the balls.
        reach: From a print's middle to where it ends, radians.

    Raises:
        ValueError: No whole print was seen at all.
    """
    patch, finder = Patch(reach), PrintFinder(reach)
    found: defaultdict[tuple[int, int], list[Seed]] = defaultdict(list)
    poses: defaultdict[tuple[int, int], list[Surface]] = defaultdict(list)
    for picture in pictures:
        surface, which = shading.surface(picture.ball), (picture.number, picture.pose)
        middles = [each for each in finder.find(surface) if _is_whole(each, reach)]
        seeds = [Seed.at(*which, surface, each, patch) for each in middles]
        new = [
            each
            for each in seeds
            if _is_seen(each.pattern) and not any(_is_same(each, one) for one in found[which])
        ]
        found[which] += new
        if new or not poses[which]:
            poses[which].append(surface)
    prints = joined([each for of_pose in found.values() for each in of_pose], poses, patch)
    known = [
        (pattern, pose)
        for each in prints
        for pose in (_NONE, *(one for number, one in poses if number == each.number))
        if (pattern := each.pattern(patch, pose)) is not None and _is_seen(pattern)
    ]
    whole = PatternSet(patch, [each for each, pose in known if pose == _NONE])
    return Learnt(
        LearntSet(shading, whole),
        PatternSet(patch, [each for each, _ in known]),
        np.array([pose for _, pose in known]),
    )


def _is_same(seed: Seed, other: Seed) -> bool:
    """Whether another picture of the same pose shows the same print: it teaches nothing more."""
    if float(seed.view.place[:, 2] @ other.view.place[:, 2]) < _SAME_PLACE:
        return False
    return float(np.corrcoef(seed.pattern.ink[1], other.pattern.ink[1])[0, 1]) > _SAME_INK


def _is_seen(pattern: Pattern) -> bool:
    return float(pattern.weight.mean()) > _SEEN


def _is_whole(middle: Floats, reach: float) -> bool:
    return bool(np.arccos(min(float(middle[2]), 1.0)) + _INNER * reach <= _EDGE)
