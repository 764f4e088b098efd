"""Finds what may be prints on a ball and flattens each, so that the network sees one print, face on.

A candidate is a group of ink. Whether it is a number, a whole one, and which way up, is the network's to say:
this module is NOT responsible for it, and it hands over anything dark.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain, combinations, islice
from math import acos, cos, hypot, sin, sqrt
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.ink import DARK, FAINT, JOIN, TOUCH, Mask, spot
from drivers.reader.light import Grey, darkest, paint_of, smooth
from drivers.reader.limb import Circle
from drivers.reader.locate import Floats
from drivers.reader.view import View

Group = tuple[Floats, float]
"""The direction of the middle of some ink, and its radius in radians."""

SIDE: Final = 96  # pixels of a flattened print
CROP: Final = 64  # pixels of what the network sees
CONTEXT: Final = 1.45  # the flattened print shows this many times the radius of its ink
A_DIGIT: Final = 0.07  # of what lies around a digit: as large as another one
_RADII = (0.09, 0.85)  # radians that the ink of a print may reach from its middle
_IN_SIGHT = 0.42  # the least cosine between the middle of a print and the camera
_HIDDEN = 0.18  # a point with a smaller cosine lies on the limb or behind it
_NO_ANGLE = 1e-9  # radians
_LIGHTS = ((9, 1), (16, 9), (40, 5))  # grey levels over paint that are one, and how it is filled
_AROUND = 2 / CONTEXT  # so much farther than a flattened print is looked for what may hide another digit
_BARE = 200  # evened, paint and light are brighter than this
_UNDAZZLED = 0.5  # of what is no ink in a print is paint: a light beside it may cover the rest
_DAZZLE = 40  # grey levels over the paint: what hides ink, were there any
_UNCOVERED = 0.97  # with as much of its outline nothing lies over a ball but lights
_BLINDING = 0.96  # of the brightest on a ball: less light does not hide ink
_TOUCHING = 17  # pixels across: ink within half of it of a light may go on under it
_FADED = 170  # evened, ink that fades towards a light is darker than this
_PAINT = 128  # how bright paint is in a shine
_DARKEST_PAINT = 16  # grey levels: darker paint counts as this there, lest its noise look like lights
_WIDER_THAN_INK = np.ones((7, 7), np.uint8)  # of a picture a quarter as wide and high
_KEPT = 16  # prints of which is remembered where in the picture their pixels lie
_MOST = 3
_MOST_OTHERS = 5
_MOST_MORE = 10
_MOST_RINGS = 4  # of those, so that the ink is looked at too
_WIDER = (1.7, 2.3)  # than the digits in it a ring is
_LEVELS = ((0.82, TOUCH), (0.42, TOUCH), (FAINT, TOUCH), (0.82, JOIN))  # what is ink then, what joins
_OUTERMOST = ((FAINT, JOIN), (0.82, TOUCH))  # the same of what reaches the limb
_MOST_OUTERMOST = 4
_NEAR = 1.15  # of the sum of their radii: the middles of two digits of one number are nearer


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """A group of ink on the ball.

    Attributes:
        towards: Unit vector from the ball's middle to the group's; x right, y down, z to the camera.
        radius: Radians from the middle to the farthest ink.
        flat: The group face on, `SIDE` pixels square, light evened out, 0 ink to 255 paint; outside of what
            the camera sees it is 0.
        parted: Whether ink that stands as near as the digits of one number may have been left out.
    """

    towards: Floats
    radius: float
    flat: Grey
    parted: bool = False


def find_prints(view: View) -> Iterator[Print]:
    """At most three groups of ink on the ball, the one nearest its middle first, each made when asked for."""
    groups = sorted(view.surface.groups(), key=_off_the_middle)
    return islice(_prints(view, groups, []), _MOST)


def find_rest(view: View, known: Sequence[Print]) -> Iterator[Print]:
    """Those that `find_prints` finds and that were not looked at, each made when asked for.

    Args:
        view: The ball.
        known: What was looked at.
    """
    seen = [(each.towards, each.radius) for each in known]
    measured = (_measured(points) for points in sorted(view.surface.groups(), key=_off_the_middle))
    return _unseen(view, islice((group for group in measured if group is not None), _MOST), seen)


def find_others(view: View, known: Sequence[Print], *, doubted: bool) -> Iterator[Print]:
    """Other ways to see the ink on the ball as prints, at most five, each made when asked for.

    Fainter ink counts too; what comes in over the limb is taken away, as fingers and exits do; and two groups
    may be one print, whose digits stand far apart or whose ring is broken. On a ball that left a doubt, a
    print may also stand nearly at what is none.

    Args:
        view: The ball.
        known: What `find_prints` found; nothing is handed over again.
        doubted: Whether these left the number in doubt.
    """
    seen = [(each.towards, each.radius) for each in known]
    others = chain(_seen_otherwise(view, seen), _apart_at(view, DARK, TOUCH, seen) if doubted else ())
    return islice(others, _MOST_OTHERS)


def find_more(view: View, known: Sequence[Print], unmarked: Sequence[Print]) -> Iterator[Print]:
    """The last ways to see the ink on a ball that leaves a doubt, at most ten, each made when asked for.

    A ring may stand around a print that seems to have no mark, however broken it is. Thin strokes and pale
    ink hardly darken the paint; and black ink that touches a finger or the rim of its disc is darker than
    these. What is found so is parted from what it nearly touches.

    Args:
        view: The ball.
        known: What was found before; nothing is handed over again.
        unmarked: Those of them that lack a mark.
    """
    seen = [(each.towards, each.radius) for each in known]
    rings = [(each.towards, min(each.radius * wider, _RADII[1])) for each in unmarked for wider in _WIDER]
    around = islice(_unseen(view, rings, seen), _MOST_RINGS)
    apart = chain.from_iterable(_apart_at(view, *level, seen) for level in _LEVELS)
    return islice(chain(around, apart), _MOST_MORE)


def find_outermost(view: View, known: Sequence[Print]) -> Iterator[Print]:
    """Ink that reaches the limb, fainter ink too, at most four, each made when asked for.

    Fingers come in over the limb as well.

    Args:
        view: The ball.
        known: What was found before; nothing is handed over again.
    """
    seen = [(each.towards, each.radius) for each in known]
    groups = (view.surface.groups(*level) for level in _OUTERMOST)
    around = chain.from_iterable(sorted(some, key=_off_the_middle) for some in groups)
    return islice((each for group in around for each in _prints(view, [group], seen)), _MOST_OUTERMOST)


def _apart_at(view: View, ink: float, join: float, seen: list[Group]) -> Iterator[Print]:
    groups = _inner(view, ink, join)[: _MOST + 1]
    for each in _prints(view, [*_pairs(groups), *groups], seen):
        yield replace(each, parted=True)


def _seen_otherwise(view: View, seen: list[Group]) -> Iterator[Print]:
    faint = _inner(view, FAINT, JOIN)
    yield from _prints(view, faint[:2], seen)
    dark = _inner(view, DARK, JOIN)
    yield from _prints(view, [*_pairs(dark[:_MOST]), *dark, *faint[2:]], seen)


def _inner(view: View, ink: float, join: float) -> list[Floats]:
    """The groups of ink that does not come in over the limb, the one nearest the middle first."""
    return sorted(view.surface.groups(ink, join, over_the_limb=False), key=_off_the_middle)


def _pairs(groups: Sequence[Floats]) -> list[Floats]:
    return [np.vstack(pair) for pair in combinations(groups, 2) if _side_by_side(*pair)]


def _side_by_side(first: Floats, second: Floats) -> bool:
    """Whether two groups stand as near each other as the digits of one number; neighbouring prints do not."""
    a, b = _measured(first), _measured(second)
    if a is None or b is None:
        return False
    return apart(a[0], b[0]) < _NEAR * (a[1] + b[1])


def apart(first: Floats, second: Floats) -> float:
    """The angle between two directions in radians."""
    return float(np.arccos(np.float32(min(max(float(first @ second), -1.0), 1.0))))


def within(inner: Print, outer: Print) -> bool:
    """Whether the ink of one print is part of another's."""
    return apart(inner.towards, outer.towards) + inner.radius < 1.15 * outer.radius


def is_at_the_limb(each: Print) -> bool:
    """Whether some of what lies around a print is out of sight: its mark may be there."""
    return acos(min(1.0, float(each.towards[2]))) + each.radius * CONTEXT > acos(_HIDDEN)


def _off_the_middle(points: Floats) -> float:
    return -float(points[:, 2].sum() / len(points))


def _prints(view: View, groups: Sequence[Floats], seen: list[Group]) -> Iterator[Print]:
    """The groups of ink that can be prints and were not seen, in their order; now they are."""
    measured = (_measured(points) for points in groups)
    return _unseen(view, (group for group in measured if group is not None), seen)


def _unseen(view: View, groups: Iterable[Group], seen: list[Group]) -> Iterator[Print]:
    for group in groups:
        if not any(_alike(group, each) for each in seen):
            seen.append(group)
            yield Print(*group, flattened(view, *group))


def _alike(group: Group, known: Group) -> bool:
    (towards, radius), (to, size) = group, known
    return apart(towards, to) < 0.1 * radius and 0.9 < radius / size < 1.1


def turned(flat: Grey, angle: float, side: int = CROP) -> Grey:
    """What a network sees of a flattened print: turned by an angle (radians, clockwise), a disc of it.

    The disc is so many pixels wide, and as deep as the print was given: its flat alone, or its shine too.
    """
    scale = side / SIDE
    a, b = cos(angle) * scale, sin(angle) * scale
    middle, half = (side - 1) / 2, (SIDE - 1) / 2
    matrix = np.array([[a, -b, middle - half * (a - b)], [b, a, middle - half * (b + a)]])
    crop = cv2.warpAffine(flat, matrix, (side, side), flags=cv2.INTER_LINEAR, borderValue=0)
    return np.asarray(cv2.bitwise_and(crop, crop, mask=_disc(side)), np.uint8)


@cache
def _disc(side: int) -> Mask:
    line = np.arange(side) - (side - 1) / 2
    return np.where(np.hypot(line[:, None], line) <= side / 2, 255, 0).astype(np.uint8)


def _measured(points: Floats) -> Group | None:
    """The middle and the radius of a group's ink, None if it cannot be a print in sight."""
    along = points.sum(axis=0)
    towards = along / sqrt(float(along @ along))
    radius = 0.0
    for _ in range(2):
        frame = facing(towards)
        (right, down), radius = cv2.minEnclosingCircle(_unrolled(points @ frame))
        towards = frame @ _off(right, down)
    if towards[2] < _IN_SIGHT or not _RADII[0] < radius < _RADII[1]:
        return None
    return towards, float(radius)


def facing(towards: Floats | Sequence[float]) -> Floats:
    """The directions right, down and out of the flattened picture around a direction, as columns."""
    x, y, z = (float(part) for part in towards)
    long = hypot(x, z)
    return np.array([[z / long, -y * x / long, x], [0.0, long, y], [-x / long, -y * z / long, z]], np.float32)


def beside(towards: Floats, right: float, down: float) -> Floats:
    """The direction that lies so far to the right and down, in radians, in the picture around another."""
    return np.asarray(facing(towards) @ _off(right, down), np.float32)


def _off(right: float, down: float) -> Floats:
    """The direction so far off the one that a flattened picture faces, in its own."""
    angle = max(hypot(right, down), _NO_ANGLE)
    part = sin(angle) / angle
    return np.array([part * right, part * down, cos(angle)], np.float32)


def _unrolled(local: Floats) -> Floats:
    """Points of the sphere on the plane, their angles from the third axis kept."""
    off = np.hypot(local[:, 0], local[:, 1])
    stretch = np.arctan2(off, local[:, 2]) / np.maximum(off, _NO_ANGLE)
    return np.asarray(local[:, :2] * stretch[:, None], np.float32)


def flattened(view: View, towards: Floats, radius: float) -> Grey:
    """The ball around a direction face on, `CONTEXT` times a radius (in radians) each way, light evened."""
    return evened(*face_on(view.grey, view.ball, towards, radius))


def resized(view: View, each: Print, part: float) -> Print:
    """A print as if its ink reached so much of its radius from its middle, or so many times as far."""
    radius = each.radius * part
    return replace(each, radius=radius, flat=flattened(view, each.towards, radius))


def shone(view: View, each: Print) -> Grey:
    """A print's flat, and a second layer, its shine: the darkest channel, not evened, paint at 128.

    Evened, a light that hides a stroke looks like paint; in the shine it is brighter."""
    return _with_shine(each, _level(view, each))


def _with_shine(each: Print, level: Grey) -> Grey:
    paint = max(_DARKEST_PAINT, paint_of(level[_inner_disc()]))
    return np.asarray(cv2.merge([each.flat, cv2.convertScaleAbs(level, alpha=_PAINT / paint)]), np.uint8)


def lights(view: View, each: Print) -> Iterator[Grey]:
    """A print, and its shine, as if there were ink under its lights, and around them, in several ways."""
    level = _level(view, each)
    paint, seen = paint_of(level[_inner_disc()]), _with_shine(each, level)
    for above, wide in _LIGHTS:
        lit = np.asarray(level > paint + above, np.uint8)
        if lit.any():
            yield np.where(cv2.dilate(lit, spot(wide))[..., None] > 0, np.uint8(0), seen)


def dazzle(view: View, each: Print) -> float:
    """The part of what lies within two radii of a print that one light hides, or a finger as light, 0..1.

    Ink shows under a light that is not as bright as the camera can tell. A finger need not be as bright.
    """
    bare = _level(view, each)[_inner_disc() & (each.flat > _BARE)]
    if not bare.size:
        return 1.0  # all of it is ink, and nothing tells how bright the paint is
    paint = paint_of(bare, _UNDAZZLED)
    around, visible = face_on(view.picture, view.ball, each.towards, each.radius * _AROUND)
    lit = _hides_ink(view, darkest(around), paint)
    lit = lit & visible & (_disc(SIDE) > 0)
    _, _, found, _ = cv2.connectedComponentsWithStats(lit.astype(np.uint8), connectivity=4)
    return float(found[1:, cv2.CC_STAT_AREA].max(initial=0) / np.count_nonzero(_disc(SIDE)))


def lies_in_light(view: View, each: Print) -> bool:
    """Whether all of a print lies in a light: it is as bright as the ball is anywhere, and that is darker.

    So nothing is brighter than its paint there, and tells that ink is hidden. A white disc of a dark ball
    seems to lie in a light too.
    """
    bare = _level(view, each)[_inner_disc() & (each.flat > _BARE)]
    if not bare.size:
        return True  # all of it is ink, and nothing tells how bright the paint is
    return paint_of(bare, _UNDAZZLED) > max(_BLINDING * view.brightest, view.middling + _DAZZLE)


def ends_in_light(view: View, each: Print) -> bool:
    """Whether a light that hides ink, or a finger as light, touches that of a print: it may go on there."""
    level = _level(view, each)
    lit = _hides_ink(view, level, paint_of(level[_inner_disc()])).astype(np.uint8)
    return bool((cv2.dilate(lit, spot(_TOUCHING))[each.flat < _FADED] > 0).any())


def _hides_ink(view: View, level: Grey, paint: float) -> npt.NDArray[np.bool_]:
    """Where a darkest channel is so bright that a light, or a finger on a covered ball, would hide ink."""
    least = float(paint + _DAZZLE)
    if view.ball.support >= _UNCOVERED:
        least = max(least, _BLINDING * view.brightest)
    return smooth(level) > least


def _level(view: View, each: Print) -> Grey:
    """The darkest channel of a print face on, not evened."""
    coloured, _ = face_on(view.picture, view.ball, each.towards, each.radius)
    return darkest(coloured)


def face_on(
    picture: Grey, ball: Circle, towards: Floats, radius: float
) -> tuple[Grey, npt.NDArray[np.bool_]]:
    """The ball around a direction face on, as it is, and where the camera sees it."""
    x, y, visible = _lies_at(ball, tuple(towards.tolist()), radius)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR), np.uint8), visible


@lru_cache(maxsize=_KEPT)
def _lies_at(
    ball: Circle, towards: tuple[float, ...], radius: float
) -> tuple[Floats, Floats, npt.NDArray[np.bool_]]:
    """Where in the picture the pixels of a flattened print lie, column and row, and which are in sight.

    One print is looked at several times: its light, its colours, what is laid over it.
    """
    beside, off = grid()
    angle = off * np.float32(radius * CONTEXT)
    local = np.empty((3, SIDE, SIDE), np.float32)
    np.multiply(beside, np.sin(angle) / off, out=local[:2])
    np.cos(angle, out=local[2])
    to_picture = facing(towards)
    to_picture[:2] *= np.float32(ball.radius)
    x, y, z = (to_picture @ local.reshape(3, -1)).reshape(3, SIDE, SIDE)
    x += np.float32(ball.x)
    y += np.float32(ball.y)
    visible = z > _HIDDEN
    visible.setflags(write=False)  # all who look at this print share it
    return x, y, visible


@cache
def _inner_disc() -> npt.NDArray[np.bool_]:
    """Where on a flattened print its ink may be."""
    return np.asarray(grid()[1] < 1 / CONTEXT, np.bool_)


@cache
def grid() -> tuple[Floats, Floats]:
    """How far right and down of its middle a flattened print's pixels lie, and how far off; 1 is an edge."""
    line = ((np.arange(SIDE) + 0.5) * 2 / SIDE - 1).astype(np.float32)
    beside = np.stack(np.meshgrid(line, line))
    return beside, np.hypot(*beside).astype(np.float32)


def evened(seen: Grey, visible: npt.NDArray[np.bool_]) -> Grey:
    """Divide by the paint's brightness around each pixel, and stretch from the darkest ink to the paint."""
    small = cv2.resize(seen, (SIDE // 4, SIDE // 4), interpolation=cv2.INTER_AREA)
    bright = cv2.dilate(small, _WIDER_THAN_INK).astype(np.float32)
    paint = cv2.resize(cv2.GaussianBlur(bright, (25, 25), 4), (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    even = np.divide(seen, np.maximum(paint, 8, out=paint), dtype=np.float32)
    inner = even[visible & _inner_disc()]
    ink = float(np.partition(inner, len(inner) // 40)[len(inner) // 40]) if len(inner) > 40 else 0.0
    span = max(0.25, 0.97 - ink)
    even -= ink
    even *= 255 / span
    np.minimum(np.maximum(even, 0, out=even), 255, out=even)
    even *= visible
    return even.astype(np.uint8)
