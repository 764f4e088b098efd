"""How much of a ball's surface is compared around a print's middle: as much as tells a set's balls apart.

Too little sees one digit of two; too much needs more of the ball in sight than most pictures show. Neither
can be measured on the ink, so each size is tried on the set's own balls. It is NOT responsible for learning
the prints, nor for trying them.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from drivers.recogniser.certainty import told_of
from drivers.recogniser.learning import BallPicture, LearntSet, learn_set
from drivers.recogniser.prints import PrintFinder
from drivers.recogniser.surface import Shading
from drivers.recogniser.trials import tried

_REACHES: Final = tuple(float(np.radians(each)) for each in (26, 30, 34, 39, 44))
_SPILL: Final = 0.02  # of a print's ink at most lies beyond its edge
_MOST: Final = 85  # of a hundred prints: the others are cut off, or have another beside them
_TRIED: Final = 60  # pictures at least, where there are so many


def best_learnt(shading: Shading, pictures: Sequence[BallPicture]) -> LearntSet:
    """Learn a set with prints of the size at which most of its pictures are told by its other pictures.

    Raises:
        ValueError: No whole print was seen at all.
    """
    one_each = list({(each.number, each.pose): each for each in pictures}.values())
    told = [_told(shading, one_each, reach) for reach in _REACHES]
    if max(told) <= 0:
        return learn_set(shading, pictures, _reach_of_ink(shading, one_each))
    return learn_set(shading, pictures, _REACHES[told.index(max(told))])


def _told(shading: Shading, pictures: Sequence[BallPicture], reach: float) -> float:
    """How much of the pictures that are tried a size tells, 0..1."""
    try:
        learnt = learn_set(shading, pictures, reach)
    except ValueError:
        return 0.0
    return told_of(tried(learnt, pictures, max(len(pictures) // _TRIED, 1)))


def _reach_of_ink(shading: Shading, pictures: Sequence[BallPicture]) -> float:
    """The smallest size beyond which prints have no ink: for balls of which none was seen in two poses."""
    some = pictures[:: max(len(pictures) // _TRIED, 1)]
    surfaces = [shading.surface(each.ball) for each in some]
    for reach in _REACHES:
        finder = PrintFinder(reach)
        if np.percentile([finder.spill(each) for each in surfaces], _MOST) < _SPILL:
            return reach
    return _REACHES[-1]
