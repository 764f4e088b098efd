"""A print at the scale of a set's patterns: how much ink there is, and where nothing can be told.

Nothing is told of what lies behind the limb, under a light, or, where that is asked for, under what is too
thick for ink. It is NOT responsible for what the print is like.
"""

from functools import cache
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.ink import Mask, spot
from drivers.reader.light import Grey, darkest, paint_of
from drivers.reader.locate import Floats
from drivers.reader.prints import CONTEXT, SIDE, Print, face_on, flattened, grid
from drivers.reader.view import View

PATTERN: Final = 58
"""Pixels of a pattern, across."""

_BARE = 200  # evened, paint is brighter than this
_LIT = 12  # grey levels of the darkest channel over the paint: a light, where nothing is known
_SATURATED = 253  # so bright, whatever the paint is, it may be a light too
_SPILL = np.ones((5, 5), np.uint8)  # what a light brightens around it
_SPECK = np.ones((2, 2), np.uint8)
_COARSE = 4  # every fourth pixel of a print tells how its paint is shaded
_UNLIT = 0.6  # of them at least no light lies on
_EVEN = 7  # grey levels that paint without a light may be brighter than the plane that was laid through it
_ROUNDS, _FEWEST = 4, 12  # times that one is laid, and pixels that it takes
_GRAINLESS = 1.5  # pixels of blur, after which colours are told
_TINT = 0.05  # of all light, that one channel may have more or less than it has on the paint
_DARKER = 0.6  # times as bright as the paint is no paint
_THICKER = 1.3  # times as thick as the thickest stroke is no ink
_EDGES = np.ones((7, 7), np.uint8)  # as far from that lie the edges of what is too thick

Bare = npt.NDArray[np.bool_]
"""Where a flattened print has no ink."""


class Seen(NamedTuple):
    """A print at the scale of a set's patterns, `SIDE` pixels square.

    Attributes:
        ink: How much ink there is, 0..1.
        known: 1 where that can be told, else 0.
    """

    ink: Floats
    known: Floats


def seen_at(view: View, each: Print, reach: float, widest: float | None = None) -> Seen:
    """A print and what lies around it, at the scale of a set's patterns.

    Args:
        view: The ball.
        each: The print.
        reach: How far the patterns reach from their middle, radians.
        widest: How thick the thickest stroke of the set is, pixels of a pattern: what is much thicker and no
            paint, a finger or the ball around a disc, hides what is under it. None: it may all be ink.
    """
    radius = reach * SIDE / PATTERN / CONTEXT
    flat = flattened(view, each.towards, radius)
    coloured, visible = face_on(view.picture, view.ball, each.towards, radius)
    bare = (grid()[1] < min(each.radius / reach, 1.0) * PATTERN / SIDE) & (flat > _BARE)
    known = visible & (_lights(darkest(coloured), bare) == 0)
    if widest is not None:
        known &= _too_thick(coloured, bare, widest) == 0
    ink = np.where(visible, 1 - flat.astype(np.float32) / 255, 0).astype(np.float32)
    return Seen(np.asarray(cv2.GaussianBlur(ink, (0, 0), 1.0), np.float32), np.asarray(known, np.float32))


def _lights(level: Grey, bare: Bare) -> Mask:
    """Where lights lie, brighter than the paint, and what they brighten around them."""
    lit = np.asarray(level > np.minimum(_paint_around(level, bare) + _LIT, _SATURATED), np.uint8)
    return np.asarray(cv2.dilate(cv2.morphologyEx(lit, cv2.MORPH_OPEN, _SPECK), _SPILL), np.uint8)


def _paint_around(level: Grey, bare: Bare) -> Floats:
    """How bright the paint is at each pixel, where it is shaded from one side of the print to the other."""
    if not bare.any():
        return np.full(level.shape, _SATURATED, np.float32)  # all of it is ink, and no light is told from it
    coarse = np.s_[::_COARSE, ::_COARSE]
    at = bare[coarse]
    shown, places = level[coarse][at].astype(np.float32), _slopes()[coarse][at]
    plane = np.zeros(3, np.float32)
    unlit = shown <= np.quantile(shown, _UNLIT) if shown.size else np.zeros(0, np.bool_)
    for _ in range(_ROUNDS):
        if np.count_nonzero(unlit) < _FEWEST:
            break
        plane = np.asarray(np.linalg.lstsq(places[unlit], shown[unlit], rcond=None)[0], np.float32)
        unlit = shown - places @ plane < _EVEN
    return np.asarray(np.maximum(paint_of(level[bare]), _slopes() @ plane), np.float32)


def _too_thick(coloured: Grey, bare: Bare, widest: float) -> Mask:
    """Where something lies that is no paint, by its colour or for being dark, and too thick for ink."""
    if not bare.any():
        return np.zeros(bare.shape, np.uint8)
    even = cv2.GaussianBlur(coloured, (0, 0), _GRAINLESS).astype(np.float32) + 1
    bright = even.sum(axis=2)
    tint = even / bright[..., None]
    tinted = np.abs(tint - np.median(tint[bare], axis=0)).max(axis=2) > _TINT
    no_paint = (tinted | (bright < _DARKER * float(np.median(bright[bare])))).astype(np.uint8)
    thick = cv2.morphologyEx(no_paint, cv2.MORPH_OPEN, spot(int(widest * _THICKER) | 1))
    return np.asarray(cv2.dilate(thick, _EDGES), np.uint8)


@cache
def _slopes() -> Floats:
    """Of each pixel 1, and how far right and down it lies: what a plane over it is made of."""
    beside, off = grid()
    return np.stack([np.ones_like(off), *beside], axis=-1)
