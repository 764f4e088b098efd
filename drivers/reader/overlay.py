"""Lays one pattern over a print: where it lies best, and what is left over of it there.

It is NOT responsible for which pattern that is, nor for what of it counts.
"""

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np

from drivers.reader.locate import Floats
from drivers.reader.rough import Warp, disc_of
from drivers.reader.seen import PATTERN, Seen

ROUNDS: Final = 15
"""In which a pattern is laid exactly, at most."""

_EXACT = 1e-3  # with less to gain no other round follows
_FAINT, _STRONG = 0.6, 1.4  # times as dark as in the pattern ink may be
_SHIFTED = (-0.1, 0.2)  # and so much darker all of the print
_OUTLIER = 0.2  # of the squares of what is left over: more is something that lies there
_STRETCHED = (0.86, 1.16)  # a pattern that is laid over exactly: how far the ball's outline may be mistaken
_TURNED = 0.3  # radians


def laid_over(pattern: Floats, seen: Seen, rough: Warp, rounds: int = ROUNDS) -> Iterator[Warp]:
    """Where a pattern lies in what is seen: roughly, and, where there is such a place, exactly.

    Exactly is where the enhanced correlation coefficient is greatest (Evangelidis and Psarakis 2008).
    """
    yield rough
    known = (seen.known > 0).astype(np.uint8)
    until = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, rounds, _EXACT)
    try:
        _, found = cv2.findTransformECC(pattern, seen.ink, rough.copy(), cv2.MOTION_AFFINE, until, known, 3)
    except cv2.error:  # it does not converge: the print is another
        return
    moved = np.linalg.inv(rough[:, :2]) @ found[:, :2]
    sizes = np.linalg.svd(moved, compute_uv=False)
    turned = abs(np.arctan2(moved[1, 0] - moved[0, 1], moved[0, 0] + moved[1, 1]))
    if _STRETCHED[0] < sizes.min() and sizes.max() < _STRETCHED[1] and turned < _TURNED:
        yield np.asarray(found, np.float32)


def under(seen: Seen, warp: Warp) -> Seen:
    """What is seen where a pattern is laid over it, of the pattern's size; nothing is known off its disc."""
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    ink, known = (cv2.warpAffine(each, warp, (PATTERN, PATTERN), flags=how) for each in seen)
    return Seen(np.asarray(ink, np.float32), np.asarray(known * disc_of(PATTERN), np.float32))


def leftover(there: Seen, pattern: Floats) -> float:
    """The mean square of what differs, outliers cut, once the print is as dark as the pattern."""
    known, whole = there.known, float(there.known.sum())
    mean, mean_ink = float(np.vdot(known, pattern)) / whole, float(np.vdot(known, there.ink)) / whole
    off = pattern - np.float32(mean)
    counts = known * off
    spread = max(1e-3, float(np.vdot(counts, off)))
    gain = min(max(float(np.vdot(counts, there.ink)) / spread, _FAINT), _STRONG)
    shift = min(max(mean_ink - gain * mean, _SHIFTED[0]), _SHIFTED[1])
    differs = (there.ink - np.float32(shift)) / np.float32(gain) - pattern
    return float(np.vdot(np.minimum(differs * differs, _OUTLIER), known)) / whole
