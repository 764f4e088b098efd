"""How a pattern looks in a picture that is less sharp than those of its set's calibration.

It is NOT responsible for which of these looks a print has.
"""

from functools import cache
from typing import Final

import cv2
import numpy as np

from drivers.reader.locate import Floats

_SOFT: Final = (0.0, 1.2, 2.2)  # pixels: a picture may be so much more blurred
_LONG, _WAYS = 5, 8  # pixels that a ball may move while a picture is taken, in so many directions


def softened(pattern: Floats) -> list[Floats]:
    """A pattern as it is, and out of focus by more and more."""
    blurred = (cv2.GaussianBlur(pattern, (0, 0), by) if by else pattern for by in _SOFT)
    return [np.asarray(each, np.float32) for each in blurred]


def streaked(pattern: Floats) -> list[Floats]:
    """A pattern as a ball shows it that moves while its picture is taken, each way."""
    return [np.asarray(cv2.filter2D(pattern, -1, by), np.float32) for by in _streaks()]


@cache
def _streaks() -> list[Floats]:
    """What a point becomes while a ball moves, in each direction."""
    side, middle = _LONG + 4, (_LONG + 4) // 2
    lying = np.zeros((side, side), np.float32)
    lying[middle, 2:-2] = 1
    turns = [cv2.getRotationMatrix2D((middle, middle), 180 * way / _WAYS, 1) for way in range(_WAYS)]
    turned = [cv2.warpAffine(lying, turn, (side, side)) for turn in turns]
    return [np.asarray(each / each.sum(), np.float32) for each in turned]
