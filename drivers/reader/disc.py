"""Sees which way the ring on the edge of a disc opens.

There paint lies inside the ring and the ball outside, so that no line need stand out from what is around it:
the ball may be as dark. But where nothing is printed a picture of the edge shows mixtures of both, and ink is
none. It is NOT responsible for measuring a ring with paint on both sides, which it leaves to `ring`, for what
is printed inside, nor for which prints lack a mark.
"""

from dataclasses import dataclass
from functools import cache
from math import atan2, pi, remainder, tau
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.light import Grey, darkest, smooth
from drivers.reader.locate import Floats
from drivers.reader.prints import CONTEXT, SIDE, Print, beside, face_on, facing, resized
from drivers.reader.ring import (
    LIGHT,
    OPEN,
    REACHES,
    WAYS,
    Ring,
    Ways,
    in_ways,
    only_gap,
    opening,
    ring_around,
)
from drivers.reader.view import View

_NEARLY = (1.0, 0.93, 1.07)  # of the radius of a print: its ring is looked for there
_PAINT = 60  # in a hundred pixels of a print at most are darker than its paint
_LIKE = 0.22  # of the paint's brightest channel: what lies no farther from the paint is still the disc
_LOOKS = 2  # at the paint: the second knows from the first how light falls on it
_SPARSE = 3  # pixels from one to the next of those that tell it
_OUTLINE = 20  # points of an outline, at least
_OFF = 0.6  # of a disc's radius: its middle is no farther from that of its print
_ROUND = (0.84, 1.16)  # of its radius: the outline of a disc that nothing hides, a ring's stroke in or out
_MOST = (5, 95)  # in a hundred: such is all of an outline but its corners
_EDGE: Final = 0.62  # of the way to the sides of its picture is the edge of a disc
_FINER: Final = 2  # columns a pixel
_AT: Final = round(_EDGE * SIDE / 2 * _FINER)  # the column of the edge
_DIGITS: Final = slice(0, _AT - 10)
_INSIDE: Final = slice(_AT - 20, _AT - 10)  # bare paint of the disc, in most directions
_ACROSS: Final = slice(_AT - 5, _AT + 22)  # the edge and its ring
_BEYOND: Final = slice(_AT + 14, _AT + 22)  # the ball around it
_AROUND: Final = slice(15, None)  # of what is across: off the disc
_BALL = 0.5  # the part of the ball there, at least, where nothing as light as the disc touches it
_BESIDE = 8  # directions on each side of a gap: what touches the disc there may hide the ring
_NEXT = 3  # directions on each side are of the same light
_RING = 0.2  # of how far the digits are from the paint: a ring is as dark as they are, but thinner
_DIGIT = 98  # in a hundred pixels are lighter than what is wholly ink
_USUAL = 70  # in a hundred directions of a ring show less ink than this
_INKED = 0.35  # of the usual: there is ink
_BARE = 0.2  # of it: there is none
_BARER = 0.1  # of it: there is none towards the limb, where a closed ring is seen aslant and fades
_LIMB = pi / 3  # off the direction of the limb is still towards it
_WHOLE = 0.8  # of it, in every second direction outside of the gap
_EXTREME = 5  # in a hundred of what lies around a disc are darker than the rest, and as many lighter


@dataclass(frozen=True, slots=True)
class _Disc:
    """A disc on the ball: the direction of its middle, and its radius in radians."""

    towards: Floats
    radius: float


def any_ring(view: View, each: Print) -> Ring | None:
    """The ring around a print, on paint or on the edge of its disc; None without one that opens once.

    Whether one on paint can be measured hangs on the last pixel: a little nearer or farther it may be.
    """
    for part in _NEARLY:
        ring = ring_around(view, each if part == 1.0 else resized(view, each, part))
        if ring is not None:
            return ring
    return ring_on_disc(view, each)


def ring_on_disc(view: View, each: Print) -> Ring | None:
    """The ring on the edge of the disc of a print; None without one that the printer opened once."""
    disc = _disc_under(view, each)
    if disc is None:
        return None
    seen, visible = face_on(view.picture, view.ball, disc.towards, disc.radius / (_EDGE * CONTEXT))
    if not in_ways(visible.astype(np.uint8), finer=_FINER)[:, : _BEYOND.stop].all():
        return None
    to_the_limb = _angle(disc.towards, disc.towards * (1, 1, 0))
    gap = _gap(in_ways(smooth(seen), finer=_FINER), to_the_limb)
    if gap is None:
        return None
    middle, wide = opening(gap)
    return Ring(disc.radius, middle + _angle(each.towards, facing(disc.towards)[:, 0]), wide)


def _disc_under(view: View, each: Print) -> _Disc | None:
    """The disc that a print stands on, wherever it stands there; None if no whole round one is in sight."""
    for farther in REACHES:
        reach = each.radius * farther
        seen, _ = face_on(view.picture, view.ball, each.towards, reach)
        outline = _outline(smooth(seen), SIDE / 2 / (CONTEXT * farther))
        if outline is None:
            continue
        ellipse, _, _ = cv2.fitEllipse(outline)
        middle = np.asarray(ellipse)
        away = np.hypot(*(outline - middle).T)
        radius = np.median(away)
        part = reach * CONTEXT / (SIDE / 2)
        right, down = (middle - (SIDE - 1) / 2) * part
        low, high = np.percentile(away, _MOST) / radius
        near = np.hypot(right, down) <= _OFF * radius * part
        if near and low >= _ROUND[0] and high <= _ROUND[1]:
            return _Disc(beside(each.towards, float(right), float(down)), float(radius * part))
        return None
    return None


def _outline(seen: Grey, inner: float) -> npt.NDArray[np.int32] | None:
    """The outline of the paint around a print's middle; None where it reaches the sides of the picture.

    Args:
        seen: The print face on, BGR.
        inner: Pixels from its middle within which its ink lies.
    """
    line = np.arange(SIDE) - (SIDE - 1) / 2
    within = np.hypot(line[:, None], line) < inner
    level = darkest(seen)
    shown = seen.astype(np.float32)
    colour = np.median(shown[within & (level >= np.percentile(level[within], _PAINT))], axis=0)
    paint = np.broadcast_to(colour, shown.shape).astype(np.float32)
    for _ in range(_LOOKS):
        near = _most(np.abs(shown - paint)) < _LIKE * _most(paint)
        opened = cv2.morphologyEx(near.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        count, labels, found, _ = cv2.connectedComponentsWithStats(opened, connectivity=4)
        inside = np.bincount(labels[within], minlength=count)
        inside[0] = 0
        at = int(inside.argmax())
        if not inside[at]:
            return None
        paint = _shaded(shown, labels == at)
    left, top, width, height, _ = found[at]
    if min(left, top) < 1 or max(left + width, top + height) > SIDE - 1:
        return None
    outlines, _ = cv2.findContours((labels == at).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    (outline,) = outlines
    return outline[:, 0] if len(outline) >= _OUTLINE else None


def _shaded(shown: Floats, painted: npt.NDArray[np.bool_]) -> Floats:
    """What paint looks like everywhere, by what it looks like where it is: light falls from one side."""
    known = painted[::_SPARSE, ::_SPARSE]
    places, colours = _places()[::_SPARSE, ::_SPARSE][known], shown[::_SPARSE, ::_SPARSE][known]
    plane, *_ = np.linalg.lstsq(places, colours, rcond=None)
    return np.asarray(_places().reshape(-1, 3) @ plane, np.float32).reshape(shown.shape)


@cache
def _places() -> Floats:
    """What a plane of brightness is made of, of each pixel of a flattened print: 1, right and down."""
    line = np.linspace(-1, 1, SIDE, dtype=np.float32)
    right, down = np.meshgrid(line, line)
    return np.stack([np.ones_like(right), right, down], axis=2)


def _most(colours: Floats) -> Floats:
    """The highest channel of each pixel."""
    blue, green, red = cv2.split(colours)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def _angle(towards: Floats, way: Floats) -> float:
    """Where another direction lies in the picture around one, clockwise from its right, radians."""
    right, down, _ = facing(towards).T
    return atan2(float(way @ down), float(way @ right))


def _gap(seen: Grey, to_the_limb: float) -> Ways | None:
    """The directions in which the ring of a disc is open, where ink alone ends there.

    Args:
        seen: The disc and the ball around it in each direction from its middle, BGR.
        to_the_limb: Where the limb of the ball is nearest, clockwise from the right, radians.
    """
    ways = seen.astype(np.float32)
    inside, beyond = (_evened(np.median(ways[:, part], axis=1)) for part in (_INSIDE, _BEYOND))
    part, ink = _unmixed(ways[:, _ACROSS], inside, beyond)
    usual = np.percentile(ink, _USUAL)
    darkest_digit = np.percentile(np.linalg.norm(ways[:, _DIGITS] - inside[:, None], axis=2), _DIGIT)
    if usual < _RING * darkest_digit:
        return None
    gap = only_gap(ink >= _INKED * usual, *OPEN)
    if gap is None:
        return None
    bare, drawn = gap[1:-1] % WAYS, np.delete(np.arange(WAYS), gap % WAYS)
    fades = abs(remainder(opening(gap)[0] - to_the_limb, tau)) < _LIMB
    if ink[bare].max() > (_BARER if fades else _BARE) * usual or np.median(ink[drawn]) < _WHOLE * usual:
        return None
    around = np.arange(gap[0] - _BESIDE, gap[-1] + _BESIDE + 1) % WAYS
    is_clear = part[around, _AROUND].min() >= _BALL and _is_alike(seen, beyond, bare, drawn)
    return gap if is_clear else None


def _is_alike(seen: Grey, beyond: Floats, bare: Ways, drawn: Ways) -> bool:
    """Whether no light lies in a gap, and around it what is around the rest of the ring."""
    light = seen[bare, _ACROSS].min(axis=2).max()
    paint = np.percentile(seen[:, _INSIDE].min(axis=2), 100 - _EXTREME)
    low, high = np.percentile(beyond[drawn], (_EXTREME, 100 - _EXTREME), axis=0)
    around = beyond[bare].mean(axis=0)
    alike = (around >= low - LIGHT).all() and (around <= high + LIGHT).all()
    return bool(alike and light <= paint + LIGHT)


def _unmixed(across: Floats, inside: Floats, beyond: Floats) -> tuple[Floats, Floats]:
    """How far across an edge its colours are from what is inside to what is beyond, and how much ink it has.

    Returns:
        The part of what is beyond, 0..1, of each direction and column; and of each direction how far its
        ink lies from any mixture, grey levels.
    """
    apart = beyond - inside
    off = across - inside[:, None]
    part = (off * apart[:, None]).sum(axis=2) / np.maximum((apart**2).sum(axis=1), 1)[:, None]
    part = np.clip(part, 0, 1)
    off -= part[..., None] * apart[:, None]
    ink = np.where(off.mean(axis=2) < 0, np.linalg.norm(off, axis=2), 0).max(axis=1)
    return np.asarray(part, np.float32), np.asarray(ink, np.float32)


def _evened(colours: Floats) -> Floats:
    """What lies in each direction, as most of those beside it are: a stroke or a light is no paint."""
    around = np.concatenate([colours[-_NEXT:], colours, colours[:_NEXT]])
    return np.asarray(np.median([around[at : at + WAYS] for at in range(2 * _NEXT + 1)], axis=0), np.float32)
