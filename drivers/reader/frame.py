"""What all prints of a set have around their digits: a ring, closed or open at one side, a disc, or nothing.

It is NOT responsible for the digits, nor for rings of sets that nobody calibrated (`drivers.reader.ring`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import tau

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.locate import Floats
from drivers.reader.overlay import leftover, under
from drivers.reader.rough import HALF, Warp, disc_of
from drivers.reader.seen import PATTERN, Seen

_SOME = 0.02  # of a pattern at least is ink around its digits where there is a ring
_IN_SIGHT = 0.6  # of that ink at least is in sight
_MISLAID = 0.1  # left over at most of it, as part of it: of a ring laid beside another
_OPENS = 15.0  # squares of ink at least by which a ring that opens differs from itself upside down
_OFF_MIDDLE = range(-2, 3)  # pixels that its middle may be off, twice
_BOTH_IN_SIGHT = 0.8  # of where it is closed, and of where it opens
_FARTHEST = 10  # pixels that a frame may lie off the middle of a print
_A_FRAME = 0.5  # as like the frame at least is what lies there
_DIFFERENT = 0.12  # of the ink of a pixel, from one pattern to another
_AROUND = np.ones((5, 5), np.uint8)
_INKED = 0.25  # as dark at least is the ball around a disc, or a ring
_INNER, _OUTER = 8.0, 27.0  # pixels off a pattern's middle: it lies nowhere within the one, and beyond both
_WAYS = 72  # directions from the middle,
_ROUND = 0.6  # in so many of which it lies at least
_SHARED = 0.5  # of all patterns at least show such
_CLOSED, _OPEN = 0.5, 0.2  # of the way from half of its ink to all of it, and to none


@dataclass(frozen=True)
class Frame:
    """What lies around the digits of every print of a set.

    Attributes:
        mean: The mean of all patterns.
        around: 1 where none of their digits lie, within their disc.
    """

    mean: Floats
    around: Floats

    @property
    def is_there(self) -> bool:
        """Whether there is ink around the digits."""
        return bool((self.mean * self.around).mean() >= _SOME)

    def is_around(self, there: Seen, looks: Sequence[Floats]) -> bool:
        """Whether a ring is in sight where that of a pattern lies: other digits are not in its middle.

        Args:
            there: What is seen under the pattern.
            looks: The pattern in focus and out of it.
        """
        ink = self.mean * self.around
        there = there._replace(known=there.known * self.around)
        if not self.is_there or float((there.known * ink).sum()) < _IN_SIGHT * float(ink.sum()):
            return False
        left = min(leftover(there, each) for each in looks)
        return left < _MISLAID * float(ink.sum() / self.around.sum())

    def stands(self, seen: Seen, place: Warp) -> bool:
        """Whether a ring that opens at one side lies as that of a pattern which is laid there.

        It takes ink where it is closed and none where it opens: a light opens one, and a finger closes it.

        Args:
            seen: The print.
            place: Where the pattern was laid.
        """
        even, opens = self._opening
        if float((opens * opens).sum()) < _OPENS:
            return False
        there = under(seen, place)
        for way, least in ((1, _CLOSED), (-1, _OPEN)):
            part = np.maximum(way * opens, 0)
            counts = part * there.known
            if counts.sum() < _BOTH_IN_SIGHT * part.sum():
                return False
            if 2 * way * float(np.vdot(counts, there.ink - even)) < least * float(np.vdot(counts, part)):
                return False
        return True

    def in_the_middle(self, seen: Seen, place: Warp) -> Warp:
        """Where a pattern lies whose frame is where that of a print is; by its middle, where none is found.

        A print's middle is that of all ink that hangs together with it, a shade beside a disc too.

        Args:
            seen: The print.
            place: Where the pattern lies by its middle.
        """
        corner = _moved(place, -_FARTHEST, -_FARTHEST)
        size, how = (PATTERN + 2 * _FARTHEST,) * 2, cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        ink = cv2.warpAffine(seen.ink, corner, size, flags=how)
        alike = cv2.matchTemplate(ink, self.mean, cv2.TM_CCOEFF_NORMED, mask=self.around)
        _, most, _, (right, down) = cv2.minMaxLoc(np.nan_to_num(alike, posinf=0))
        return _moved(corner, right, down) if most >= _A_FRAME else place

    @cached_property
    def _opening(self) -> tuple[Floats, Floats]:
        """The mean of the ring and that upside down about its own middle, and by how much the two differ."""
        both = self.around * np.rot90(self.around, 2)
        moved = (np.roll(np.rot90(self.mean, 2), by, (0, 1)) for by in product(_OFF_MIDDLE, repeat=2))
        turned = min(moved, key=lambda each: float((both * (self.mean - each) ** 2).sum()))
        even, opens = (self.mean + turned) / 2, (self.mean - turned) * both
        return np.asarray(even, np.float32), np.asarray(opens, np.float32)


def _moved(place: Warp, right: int, down: int) -> Warp:
    """Where a pattern lies that is moved by so many of its own pixels."""
    moved = place.copy()
    moved[:, 2] += place[:, :2] @ np.array([right, down], np.float32)
    return moved


def digits_of(pictures: Sequence[Floats]) -> Floats:
    """1 where digits of a set's patterns lie: nothing is told by what all have around these.

    That is a ring, or the ball around a disc, which lies in another place from one number to the next.
    """
    spread = np.std(pictures, axis=0) * disc_of(PATTERN)
    differ = cv2.dilate(np.asarray((spread > _DIFFERENT) & ~_off_disc(pictures), np.uint8), _AROUND)
    _, parts = cv2.connectedComponents(differ, connectivity=4)
    middle = parts[HALF, HALF]
    digits = parts == middle if middle else np.ones_like(differ)
    return np.asarray(digits * disc_of(PATTERN), np.float32)


def _off_disc(pictures: Sequence[Floats]) -> npt.NDArray[np.bool_]:
    """Where a pattern shows what lies around the disc that its digits are printed on, if most have one."""
    found = [each for each in map(_around, pictures) if each is not None]
    shared = len(found) >= _SHARED * len(pictures)
    return np.any(found, axis=0) if shared else np.zeros((PATTERN, PATTERN), np.bool_)


def _around(ink: Floats) -> npt.NDArray[np.bool_] | None:
    """Where ink reaches the edge of one pattern and not its middle, None where it does not lie all around."""
    off, way = _polar()
    _, parts = cv2.connectedComponents(np.asarray(ink * disc_of(PATTERN) > _INKED, np.uint8), connectivity=4)
    within = {0, *parts[off <= _INNER].tolist()}
    around = np.isin(parts, [each for each in np.unique(parts[off > _OUTER]) if each not in within])
    return around if len(np.unique(way[around])) > _ROUND * _WAYS else None


@cache
def _polar() -> tuple[Floats, npt.NDArray[np.intp]]:
    """How far each pixel of a pattern lies off its middle, and in which direction."""
    line = np.arange(PATTERN, dtype=np.float32) - (PATTERN - 1) / 2
    way = np.arctan2(line[:, None], line) / tau * _WAYS
    return np.hypot(line[:, None], line), np.floor(way).astype(np.intp) % _WAYS
