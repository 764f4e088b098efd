"""A rough look at a print, at half the scale: where each pattern of a set fits best.

It is NOT responsible for laying a pattern exactly (`drivers.reader.overlay`).
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple, Self

import cv2
import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

from drivers.reader.locate import Floats
from drivers.reader.prints import SIDE
from drivers.reader.seen import PATTERN, Seen

HALF: Final = PATTERN // 2
"""Pixels of a pattern where it is looked for roughly."""

_ASIDE, _STEP = 7, 1  # pixels of the half: so far off the middle, and so finely, one is looked for
PLACES: Final = len(range(-_ASIDE, _ASIDE + 1, _STEP)) ** 2
"""Where a pattern's middle may lie."""

_EDGE = (SIDE - PATTERN) // 2  # pixels of what is seen around a pattern in its middle
_ODD = np.array([[0, 0, _EDGE % 2]] * 2, np.float32)  # so pixels of the half begin where a pattern's do
_MIDDLE = (SIDE - 1) / 2
_NEAR = np.s_[(SIDE // 2 - HALF) // 2 - _ASIDE : (SIDE // 2 - HALF) // 2 + _ASIDE + 1 : _STEP]

Warp = npt.NDArray[np.float32]
"""Where in what is seen each pixel of a pattern lies: 2×3, as OpenCV has it."""


class Look(NamedTuple):
    """What is seen, turned, at half the scale, around each place where a pattern's middle may lie.

    Attributes:
        turn: By how much, clockwise, radians.
        ink: Around each place, a row.
        known: The same of where that can be told.
        weights: How many pixels of a pattern laid there that is.
        squares: The sum over them of the squares of the ink.
    """

    turn: float
    ink: Floats
    known: Floats
    weights: Floats
    squares: Floats

    @classmethod
    def at(cls, seen: Seen, turn: float) -> Self:
        """Turn what is seen clockwise, and cut it out everywhere."""
        matrix = _about_the_middle(turn) - _ODD
        ink, known = (_halved(cv2.warpAffine(each, matrix, (SIDE, SIDE))) for each in seen)
        weights, squares = _in_discs(known), _in_discs(ink * ink * known)
        return cls(turn, _windows(ink * known), _windows(known), weights, squares)

    def left_over(self, flat: Floats, squares: Floats) -> Floats:
        """What each pattern, a column, leaves over at each place, a row; 9 where too little is known."""
        sums = self.squares[:, None] + self.known @ squares - 2 * (self.ink @ flat)
        mean = sums / np.maximum(self.weights, 1)[:, None]
        return np.asarray(np.where(self.weights[:, None] < disc_of(HALF).sum() / 2, 9, mean), np.float32)


def _halved(seen: npt.ArrayLike) -> Floats:
    small = cv2.resize(np.asarray(seen, np.float32), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def _windows(half: Floats) -> Floats:
    """What lies around each place, a row."""
    windows = sliding_window_view(half, (HALF, HALF))[_NEAR, _NEAR]
    return np.asarray(windows.reshape(-1, HALF * HALF), np.float32)


def _in_discs(half: Floats) -> Floats:
    """What lies in a disc around each place, added up."""
    sums = cv2.filter2D(half, -1, disc_of(HALF), anchor=(0, 0))
    return np.asarray(sums[_NEAR, _NEAR].ravel(), np.float32)


@cache
def _places() -> Sequence[tuple[int, int]]:
    """Where a window begins, rows and columns in pixels of what is seen, beside one in the middle."""
    steps = range(-_ASIDE, _ASIDE + 1, _STEP)
    return [(2 * down, 2 * right) for down in steps for right in steps]


def warp_at(turn: float, place: int) -> Warp:
    """Where a pattern lies in what is seen if it fits at a place of that, turned clockwise."""
    down, right = _places()[place]
    back = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corner = back @ np.array([_EDGE + right - _MIDDLE, _EDGE + down - _MIDDLE]) + _MIDDLE
    return np.column_stack([back, corner]).astype(np.float32)


def _about_the_middle(turn: float) -> Floats:
    a, b = np.cos(turn), np.sin(turn)
    return np.array([[a, -b, _MIDDLE * (1 - a + b)], [b, a, _MIDDLE * (1 - a - b)]], np.float32)


def upright(angle: float) -> Warp:
    """Where the pattern of a print lies whose line of digits lies so (clockwise, radians)."""
    return warp_at(-angle, PLACES // 2)


@cache
def disc_of(side: int) -> Floats:
    """1 where a pattern, or its half, so many pixels across, shows something."""
    line = np.arange(side) - (side - 1) / 2
    return np.asarray(np.hypot(line[:, None], line) <= side / 2, np.float32)
