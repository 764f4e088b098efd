"""Whether the paint that a digit is printed on is what lies beside it.

It is NOT responsible for what the digit is, nor for fingers whose colour tells them from ink.
"""

import cv2
import numpy as np

from drivers.reader.ink import Mask, spot
from drivers.reader.laid import LIKE, SOME_BESIDE, TO_THE_DOT, Laid, longer
from drivers.reader.locate import Floats
from drivers.reader.seen import Somewhere, coloured_at
from drivers.reader.stakes import Read

_TINT = 0.015  # of all light, that one channel has more or less at most than on the paint around the digit
_SHADED = (0.8, 1.15)  # times as bright as that: no more than a ball is rounded
_NEAR, _FAR = spot(5), spot(9)  # the paint around a digit begins so far from its strokes, and ends
_STROKE, _INK = 0.3, 0.2  # ink of a pattern where a stroke is, and where the last of one is
_FEWEST = 10  # pixels that say what colour something is
_ODD = 5  # of a hundred pixels may be off


def runs_on(laid: Laid, read: Read, digit: int) -> bool:
    """Whether the paint that a single digit is printed on runs on to where another digit may be beside it.

    A finger as bright as the paint, in its colour, without an edge, would have to hide that one. Any finger,
    or light, may lie on some of its place, where what is missed of it is more than any print leaves over.

    Args:
        laid: The ball's prints over the patterns of its set.
        read: The print, and what the networks say of it.
        digit: What it is like.
    """
    patterns, seen, rough = laid.patterns, laid.seen(read, parted=True), laid.rough(read, parted=True)
    asked = (digit, *longer(digit))
    found = patterns.likenesses(seen, rough._replace(likest=()), asked, whole=False)
    own = found.pop(digit, None)
    if own is None or not found or own.left > TO_THE_DOT:
        return False
    strokes = patterns.digits_at(digit, own.place) > _INK
    clear, known = ~_wider(strokes, _NEAR), seen.known > 0
    around = _wider(strokes, _FAR) & clear & known
    if np.count_nonzero(around) < _FEWEST:
        return False
    colours = coloured_at(laid.view, read[0], patterns.reach)
    paint = np.median(colours[around], axis=0)
    for each, likeness in found.items():
        for place in (own.place, likeness.place):
            beside = (patterns.digits_at(each, place) > _STROKE) & clear
            bare = beside & known
            hidden = bare.sum() < beside.sum()
            if hidden and (likeness.left <= LIKE or bare.sum() < max(_FEWEST, SOME_BESIDE * beside.sum())):
                return False
            if bare.any() and not _is_paint(colours[bare], paint):
                return False
    return True


def _wider(where: Somewhere, by: Mask) -> Somewhere:
    return cv2.dilate(where.astype(np.uint8), by) > 0


def _is_paint(colours: Floats, paint: Floats) -> bool:
    """Whether colours are those of a paint but for its shade: BGR, one a row."""
    light = colours.sum(axis=1)
    off = np.abs(colours / np.maximum(light, 1)[:, None] - paint / max(1.0, float(paint.sum()))).max(axis=1)
    darkest, brightest = np.percentile(light / max(1.0, float(paint.sum())), (_ODD, 100 - _ODD))
    return bool(np.percentile(off, 100 - _ODD) <= _TINT and darkest >= _SHADED[0] and brightest <= _SHADED[1])
