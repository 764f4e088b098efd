"""A print at the scale of a set's patterns: how much ink there is, and where nothing can be told.

Nothing is told of what lies behind the limb, under a light, or, where that is asked for, under what is too
thick for ink. It is NOT responsible for what the print is like.
"""

from functools import cache
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.ink import spot
from drivers.reader.light import Grey, darkest
from drivers.reader.locate import Floats
from drivers.reader.prints import CONTEXT, SIDE, Print, evened, face_on, grid
from drivers.reader.view import View

PATTERN: Final = 58
"""Pixels of a pattern, across."""

_BARE = 200  # evened, paint is brighter than this
_LIT = 12  # grey levels of the darkest channel over the paint: a light, where nothing is known
_SATURATED = 253  # so bright, whatever the paint is, it may be a light too
_SPILL = np.ones((5, 5), np.uint8)  # what a light brightens around it
_SPECK = np.ones((2, 2), np.uint8)
_GRAIN = np.ones((5, 5), np.uint8)  # the same where paint is as bright as may be but for the sensor's noise
_COARSE, _FINE = 4, 2  # so many pixels apart are those that tell how the paint of a print is shaded,
_SMALL = 1000  # the finer ones of a print of fewer pixels than this
_STARTS = (0.35, 0.5, 0.65, 0.8)  # of them lie below where a plane through the paint is looked for
_EVEN = 7  # grey levels that paint may be off such a plane
_ROUNDS, _FEWEST = 4, 12  # times that one is laid, and pixels that it takes
_SOME = 0.3  # of all pixels of a print at least lie near the one that is the paint
_BRIGHT = 0.92  # of them are darker than the paint is where it is brightest, if none does
_MANY = 0.6  # of the most that any plane has near it
_RIDGE = np.diag([0, 1e-3, 1e-3]).astype(np.float32)  # keeps pixels on one line from having no plane at all
_GRAINLESS = 1.5  # pixels of blur, after which colours are told
_TINT = 0.05  # of all light, that one channel may have more or less than it has on the paint
_DARKER = 0.6  # times as bright as the paint is no paint
_THICKER = 1.3  # times as thick as the thickest stroke is no ink
_BESIDE = 5  # pixels: so far beside an edge lies what is taken for what it hides
_EDGES = np.ones((7, 7), np.uint8)  # as far from that lie the edges of what is too thick

Somewhere = npt.NDArray[np.bool_]
"""Where something is on a flattened print."""


class Seen(NamedTuple):
    """A print at the scale of a set's patterns, `SIDE` pixels square.

    Attributes:
        ink: How much ink there is, 0..1.
        known: 1 where that can be told, else 0.
    """

    ink: Floats
    known: Floats


def bare_at(view: View, each: Print, reach: float) -> Seen:
    """A print and what lies around it if nothing lies over it: `seen_at` takes three times as long."""
    grey, visible = face_on(view.grey, view.ball, each.towards, _radius(reach))
    return _inked(evened(grey, visible), visible, visible)


def seen_at(view: View, each: Print, reach: float, widest: float | None = None) -> Seen:
    """A print and what lies around it, at the scale of a set's patterns.

    Args:
        view: The ball.
        each: The print.
        reach: How far the patterns reach from their middle, radians.
        widest: How thick the thickest stroke of the set is, pixels of a pattern: what is much thicker and no
            paint, a finger or the ball around a disc, hides what is under it. None: it may all be ink.
    """
    grey, _ = face_on(view.grey, view.ball, each.towards, _radius(reach))
    coloured, visible = face_on(view.picture, view.ball, each.towards, _radius(reach))
    printed = visible & (grid()[1] < min(each.radius / reach, 1.0) * PATTERN / SIDE)
    known = visible & ~_lights(darkest(coloured), printed)
    if widest is None:
        return _inked(evened(_without_lights(grey, printed), visible), visible, known)
    edge = edge_at(view, each, reach)
    flat = evened(_without_lights(_without_edge(grey, edge), printed), visible)
    known &= ~edge
    known &= ~_too_thick(coloured, printed & known & (flat > _BARE), edge, widest)
    return _inked(flat, visible, known)


def coloured_at(view: View, each: Print, reach: float) -> Floats:
    """A print and what lies around it in BGR, without its grain, as `seen_at` sees it."""
    coloured, _ = face_on(view.picture, view.ball, each.towards, _radius(reach))
    return np.asarray(cv2.GaussianBlur(coloured.astype(np.float32), (0, 0), _GRAINLESS), np.float32)


def edge_at(view: View, each: Print, reach: float) -> Somewhere:
    """Where the bright edge of a plexiglass crosses a print and what lies around it, as `seen_at` sees it."""
    if view.crossed is None:
        return np.zeros((SIDE, SIDE), np.bool_)
    return face_on(view.crossed, view.ball, each.towards, _radius(reach))[0] > 0


def _radius(reach: float) -> float:
    """How far around the middle of a print is seen, radians, where patterns reach so far."""
    return reach * SIDE / PATTERN / CONTEXT


def _inked(flat: Grey, visible: Somewhere, known: Somewhere) -> Seen:
    ink = np.where(visible, 1 - flat.astype(np.float32) / 255, 0).astype(np.float32)
    return Seen(np.asarray(cv2.GaussianBlur(ink, (0, 0), 1.0), np.float32), np.asarray(known, np.float32))


def _lights(level: Grey, printed: Somewhere) -> Somewhere:
    """Where lights lie, brighter than the paint, and what they brighten around them."""
    brighter = _paint_around(level, printed) + _LIT
    lit = np.asarray(level > np.minimum(brighter, _SATURATED), np.uint8)
    speck = _SPECK if (brighter[printed] < _SATURATED).all() else _GRAIN
    return cv2.dilate(cv2.morphologyEx(lit, cv2.MORPH_OPEN, speck), _SPILL) > 0


def _without_edge(grey: Grey, edge: Somewhere) -> Grey:
    """A print on which an edge is as bright as what lies beside it, paint and ink (Telea 2004).

    Beside a brighter one paint would look dark.
    """
    if not edge.any():
        return grey
    return np.asarray(cv2.inpaint(grey, edge.astype(np.uint8), _BESIDE, cv2.INPAINT_TELEA), np.uint8)


def _without_lights(grey: Grey, printed: Somewhere) -> Grey:
    """A print no brighter than its paint: beside a light paint would look dark."""
    return np.minimum(grey, np.clip(_paint_around(grey, printed) + _EVEN, 0, 255).astype(np.uint8))


def _paint_around(level: Grey, printed: Somewhere) -> Floats:
    """How bright the paint is at each pixel, where it is shaded from one side of the print to the other.

    It is a plane that many of the pixels lie on: fewer lie on one through the ink, or through what crosses
    the print and is as bright as a light. Of two such planes the brighter one is the paint.
    """
    apart = _FINE if np.count_nonzero(printed) < _SMALL else _COARSE
    at = printed[::apart, ::apart]
    shown, places = level[::apart, ::apart][at].astype(np.float32), _slopes(apart)[at]
    if len(shown) < _FEWEST:
        return np.full(level.shape, _SATURATED, np.float32)  # no light is told from it
    planes = np.stack([_plane(shown, places, start) for start in np.quantile(shown, _STARTS)])
    near = np.count_nonzero(np.abs(shown - planes @ places.T) < _EVEN, axis=1)
    if near.max() < _SOME * len(shown):  # blurred, ink and paint run into each other
        return np.full(level.shape, np.quantile(shown, _BRIGHT), np.float32)
    many = planes[near > _MANY * near.max()]
    paint, right, down = many[(many @ places.T).mean(axis=1).argmax()]
    beside, _ = grid()
    return np.asarray(paint + right * beside[0] + down * beside[1], np.float32)


def _plane(shown: Floats, places: Floats, start: float) -> Floats:
    """The plane through what is about as bright as a start, and then through what lies near that plane."""
    plane = np.array([start, 0, 0], np.float32)
    for _ in range(_ROUNDS):
        near = np.abs(shown - places @ plane) < _EVEN
        if np.count_nonzero(near) < _FEWEST:
            break
        at = places[near]
        plane = np.asarray(np.linalg.solve(at.T @ at + _RIDGE, at.T @ shown[near]), np.float32)
    return plane


def _too_thick(coloured: Grey, bare: Somewhere, edge: Somewhere, widest: float) -> Somewhere:
    """Where something lies that is no paint, by its colour or for being dark, and too thick for ink.

    Ink is not the thicker for an edge that crosses it.
    """
    if not bare.any():
        return np.zeros_like(bare)  # all of it is ink
    even = cv2.GaussianBlur(coloured, (0, 0), _GRAINLESS).astype(np.float32) + 1
    bright = even.sum(axis=2)
    tint = even / bright[..., None]
    tinted = np.abs(tint - np.median(tint[bare], axis=0)).max(axis=2) > _TINT
    no_paint = (tinted | (bright < _DARKER * float(np.median(bright[bare])))) & ~edge
    thick = cv2.morphologyEx(no_paint.astype(np.uint8), cv2.MORPH_OPEN, spot(int(widest * _THICKER) | 1))
    return cv2.dilate(thick, _EDGES) > 0


@cache
def _slopes(apart: int) -> Floats:
    """Of pixels so far apart 1, and how far right and down each lies: what a plane over it is made of."""
    beside, off = grid()
    return np.stack([np.ones_like(off), *beside], axis=-1)[::apart, ::apart]
