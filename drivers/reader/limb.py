"""Fits a circle to a ball's outline, sharply, where about one is known already.

Along rays from the coarse middle it looks for edges of any colour, brighter outwards or inwards: the outline
of a ball in front of a bright ring is no fall of brightness all around. It is NOT responsible for finding
balls, nor for whether the circle is one.
"""

from dataclasses import dataclass, replace
from functools import cache, reduce
from math import sqrt

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.light import Grey, brightest

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle in pixels.

    Attributes:
        x: Column of its middle.
        y: Row of its middle.
        radius: Its radius.
        support: The part (0..1) of its outline that the picture shows,
        clear: and the part at edges steeper than the picture's noise makes them.
    """

    x: float
    y: float
    radius: float
    support: float
    clear: float = 1.0


RAYS = 120
_EDGE = 9  # grey levels over four pixels, in one colour, that count as an edge
_NOISE = 2.0  # times the middle steepness: a noisy picture is steep everywhere, and an edge is steeper
_SOME = 3  # from one ray to the next that all circles are held against: each meets one of its own three
_FEW = 16  # circles that are held against every ray, and looked into
_STEP = 2  # pixels between the samples of the first look
_REACH = (-24, 44)  # pixels around the coarse radius, which is rather too small than too large
_FINE = 9  # the same for the second look, either side
_TOLERANCES = (4.0, 2.0)
_STRONGEST = 3  # edges of a ray from which circles are laid
_TRIPLES = 20
_EVERY = RAYS // 3 // _TRIPLES  # rays from one that circles are laid through to the next
_OFF = 36  # pixels that the middle may be off
_LOOKS = 2
_FAR = 16  # pixels: from a middle as far off a circle looks like none, so it is looked for again from nearer
_RADII = (88.0, 164.0)
_OUTER = 0.008  # of the outline, a pixel: around a ball stand its exit's rings, which are circles too
_INSIDE = np.array([0.6, 0.94], np.float32)  # of the radius
_DARK = 0.22  # of the brightness at the first: what is darker at the second is no ball
_DEEP = np.array([0.3, 0.75, 0.88, 0.94, 0.98, 1.06], np.float32)  # of the radius: twice paint, exit, ring
_PAINT = 0.5  # of these places are darker than the paint: prints, shade
_HOLE = 0.45  # of the paint's brightness: what is darker is the exit
_LOOKED_INTO = 0.14  # of an outline inside which it is dark: this may be the ring of the ball's exit
_THINNER = 5  # pixels at least, a ball than such a ring
_SMALLER = 20  # pixels, the coarse radius from which it is looked for
_CLEAR = (
    3  # pixels between them where they are nearest: a circle of prints and shade on a ball crosses its limb
)
_TOLD = 0.75  # of the outline of a ball inside a ring: in front of a ring of its colour little shows
_RING = 0.4  # of an outline inside which it is dark: this is the exit's ring, around a ball or two
_ALONG = np.ones((1, 3), np.uint8)  # a sample of a ray and its neighbours
_RIDGE = 1e-6  # keeps points on one line from having no circle at all


def fitted(picture: Grey, x: float, y: float, radius: float, at_most: float = _RADII[1]) -> Circle | None:
    """The circle near a coarse one that shows the most of its outline, the inner of two alike; None if none.

    Args:
        picture: One or three channels.
        x: Column of the coarse middle.
        y: Row of the coarse middle.
        radius: The coarse radius.
        at_most: The circle's radius.
    """
    fit = _found(picture, x, y, min(radius, at_most), at_most)
    if fit is None:
        return None
    hollow = _hollow_in(picture, fit)
    if _LOOKED_INTO < hollow < _RING:
        inner = _found(picture, fit.x, fit.y, fit.radius - _SMALLER, fit.radius - _THINNER)
        if inner is not None and is_in_its_ring(inner, fit) and _hollow_in(picture, inner) < hollow:
            return inner
    if hollow < _RING:
        return fit
    return replace(fit, support=min(fit.support, 1 - hollow), clear=min(fit.clear, 1 - hollow))


def is_in_its_ring(ball: Circle, ring: Circle) -> bool:
    """Whether a circle that shows lies clear inside another."""
    off = float(np.hypot(ball.x - ring.x, ball.y - ring.y))
    return ball.support >= _TOLD and ring.radius - ball.radius - off >= _CLEAR


def _hollow_in(picture: Grey, fit: Circle) -> float:
    return float(_hollow(picture, np.array([[fit.x, fit.y, fit.radius]], np.float32), 1)[0])


def _found(picture: Grey, x: float, y: float, radius: float, most: float) -> Circle | None:
    """The circle near a coarse one, with no larger a radius than the most."""
    for _ in range(_LOOKS):
        nearer = _nearer(picture, x, y, radius, most)
        if nearer is None:
            return None
        moved = np.hypot(nearer[0] - x, nearer[1] - y)
        x, y, radius = nearer
        if moved < _FAR:
            break
    return _settled(picture, x, y, radius)


def _nearer(
    picture: Grey, x: float, y: float, radius: float, most: float
) -> tuple[float, float, float] | None:
    """The circle around a coarse one that shows the most of its outline and no hole in it; None if none."""
    distance = np.arange(radius + _REACH[0], radius + _REACH[1] + 1, _STEP, dtype=np.float32)
    peaks = _peaks(_edges(picture, x, y, distance, 4 // _STEP)[0])
    nearest = float(distance[0]) + _STEP  # of the first edge
    circles = _laid(peaks, nearest)
    off = np.hypot(circles[:, 0], circles[:, 1])
    circles = circles[(circles[:, 2] > _RADII[0]) & (circles[:, 2] < most) & (off < _OFF)]
    if not len(circles):
        return None
    edges = np.zeros((RAYS, peaks.shape[1] + 2), np.float32)
    np.greater(cv2.dilate(peaks, _ALONG), 0, out=edges[:, 1:-1])
    few = circles[np.argsort(_shown(edges, circles, nearest, _SOME))[-_FEW:]]
    there = few + np.array([x, y, 0], np.float32)
    best = there[(_shown(edges, few, nearest, 1) - _hollow(picture, there, 6)).argmax()]
    return float(best[0]), float(best[1]), float(best[2])


@cache
def fan() -> Floats:
    """The directions of the rays, one row each."""
    angles = np.arange(RAYS, dtype=np.float32) * np.float32(2 * np.pi / RAYS)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


@cache
def _closed_fan() -> Floats:
    """The rays with the last one before the first and the first behind the last: right, then down."""
    return np.ascontiguousarray(np.vstack([fan()[-1:], fan(), fan()[:1]]).T[..., None])


def _edges(picture: Grey, x: float, y: float, distance: Floats, lag: int) -> tuple[Grey, Floats]:
    """The steepness along each ray in the colour that changes most, evened with its neighbours'.

    And where it was looked for: right, then down.
    """
    points = _closed_fan() * distance
    points += np.array([x, y], np.float32)[:, None, None]
    seen = cv2.remap(picture, points[0], points[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    even = cv2.blur(seen, (1, 3))[1:-1]
    steep = brightest(np.asarray(cv2.absdiff(even[:, lag:], even[:, :-lag]), np.uint8))
    return steep, points[:, 1:-1, lag // 2 : -lag // 2]


def _peaks(edge: Grey) -> Grey:
    """The edges, 0 where the next sample of the ray is steeper."""
    highest = cv2.dilate(edge, _ALONG)
    return np.asarray(edge * ((edge > _noise_of(edge)) & (edge == highest)), np.uint8)


def _noise_of(edge: Grey) -> int:
    """How steep noise alone may be, where most of what is seen is no edge."""
    count = cv2.calcHist([edge], [0], None, [256], [0, 256])
    at_most = np.cumsum(count)  # so many are as steep as this or less
    return max(_EDGE, int(_NOISE * np.searchsorted(at_most, np.float32(edge.size // 2), side="right")))


@cache
def _triples() -> tuple[npt.NDArray[np.intp], Floats]:
    """Which edges of three rays a third of a turn apart are taken together, and the ways of these rays."""
    rays = np.arange(_TRIPLES)[:, None] + np.arange(3) * _TRIPLES
    choice = np.indices((_STRONGEST,) * 3).reshape(3, -1).T
    return rays[:, None] * _STRONGEST + choice, fan()[::_EVERY][rays]


def _laid(peaks: Grey, nearest: float) -> Floats:
    """The circles through edges of three rays: right, down and radius in pixels, nan where a ray has none.

    A point at a distance d in a direction u lies on the circle around c of radius r where u·c + k/d = d/2,
    with k half of r² - c². Three directions a third of a turn apart add up to nothing, which leaves k alone.
    """
    taken, directions = _triples()
    used = peaks[::_EVERY]
    places = np.argpartition(used, -_STRONGEST, axis=1)[:, -_STRONGEST:]
    held = used[np.arange(len(used))[:, None], places] > 0
    known = (places * _STEP + nearest).astype(np.float32)
    known[~held] = np.nan
    distance = known.ravel().take(taken)
    inverse = 1 / distance
    k = _added_up(distance) / _added_up(inverse) / 2
    middle = (((distance / 2 - k * inverse) @ directions) * np.float32(2 / 3)).reshape(-1, 2)
    radius = np.sqrt(2 * k.reshape(-1, 1) + _added_up(np.square(middle)))
    return np.concatenate([middle, radius], axis=1)


def _added_up(parts: npt.NDArray[np.floating]) -> Floats:
    """The sums along a last axis of two or three, which stays, twice as fast as `sum` adds so few."""
    return np.asarray(reduce(np.add, (parts[..., k : k + 1] for k in range(parts.shape[-1]))), np.float32)


def _hollow(picture: Grey, circles: Floats, every: int) -> Floats:
    """The part of each outline inside which it is dark: between a ball and a ring one looks into the exit."""
    rays, count = fan()[::every].T, len(circles)
    reach = circles[:, 2:, None] * _DEEP[:, None]
    x, y = ((circles[:, k, None, None] + reach * rays[k]).reshape(count, -1) for k in range(2))
    seen = cv2.remap(picture, x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    level = brightest(np.asarray(seen, np.uint8)).reshape(count, len(_DEEP), -1)
    most = int(_PAINT * 2 * rays.shape[1])
    paint = np.partition(level[:, :2].reshape(count, -1), most, axis=1)[:, most, None]
    inside = np.minimum(level[:, 2], level[:, 3])
    beyond = np.maximum(level[:, 4], level[:, 5])
    dark = (inside < _HOLE * paint) & (inside < beyond)  # a ball's own shade only grows towards its limb
    return np.asarray(dark @ _evenly(rays.shape[1]), np.float32)


def _shown(edges: Floats, circles: Floats, nearest: float, every: int) -> Floats:
    """How much of each circle's outline is an edge, less for wider ones, on some of the rays."""
    rays, count = fan()[::every].T, edges.shape[1]
    at = circles[:, :1] * rays[1]
    at -= circles[:, 1:2] * rays[0]  # how far aside of each ray the middle lies,
    at *= at
    np.subtract(circles[:, 2:] ** 2, at, out=at)
    np.sqrt(np.maximum(at, 0, out=at), out=at)
    at += circles[:, :2] @ rays  # how far along it the outline,
    at -= nearest
    at /= _STEP
    at += 1.5
    np.minimum(np.maximum(at, 0, out=at), count - 1, out=at)
    places = at.astype(np.intp)  # and at which of its samples
    places += _first_samples(every, count)
    shown = edges.ravel().take(places) @ _evenly(rays.shape[1])
    return np.asarray(shown - _OUTER * circles[:, 2], np.float32)


@cache
def _first_samples(every: int, count: int) -> npt.NDArray[np.intp]:
    """At which sample of all each of some of the rays begins."""
    return np.arange(0, RAYS, every) * count


@cache
def _evenly(count: int) -> Floats:
    """What the mean of so many is taken with, several times as fast as `mean` does."""
    return np.full(count, 1 / count, np.float32)


def _settled(picture: Grey, x: float, y: float, radius: float) -> Circle | None:
    """Least squares over the steepest edge of each ray, looking ever nearer to the circle found so far."""
    distance = np.arange(radius - _FINE, radius + _FINE + 1, dtype=np.float32)
    edge, points = _edges(picture, x, y, distance, 4)
    height, width = picture.shape[:2]
    if radius + _FINE >= min(x, y, width - 1 - x, height - 1 - y):
        corner = np.array([width - 1, height - 1], np.float32)[:, None, None]
        edge[((points <= 0) | (points >= corner)).any(axis=0)] = 0
    noise, steepest = _noise_of(edge), np.zeros(RAYS, np.uint8)
    off = distance[2:-2] - np.float32(radius)
    for tolerance in _TOLERANCES:
        near = edge * (np.abs(off) <= tolerance)
        at = near.argmax(axis=1)
        steepest = near[_rays(), at]
        held = np.flatnonzero(steepest > _EDGE)
        if len(held) < RAYS // 4:
            return None
        x, y, radius = _circle_through(*(each[held, at[held]] for each in points))
        if tolerance != _TOLERANCES[-1]:
            off = np.hypot(*(points - np.array([x, y], np.float32)[:, None, None])) - np.float32(radius)
    lit = _lit(picture, x, y, radius)
    support, clear = (float(np.count_nonzero(lit & (steepest > least))) / RAYS for least in (_EDGE, noise))
    return Circle(x, y, radius, support, clear)


@cache
def _rays() -> npt.NDArray[np.intp]:
    """The number of each ray."""
    return np.arange(RAYS)


def _lit(picture: Grey, x: float, y: float, radius: float) -> npt.NDArray[np.bool_]:
    """For each ray, whether what lies just inside the outline is no dark hole: half a ball has half a rim."""
    points = _closed_fan()[:, 1:-1] * (np.float32(radius) * _INSIDE)
    points += np.array([x, y], np.float32)[:, None, None]
    level = brightest(np.asarray(cv2.remap(picture, points[0], points[1], cv2.INTER_LINEAR), np.uint8))
    bright = np.partition(level[:, 0], 3 * RAYS // 4)[3 * RAYS // 4]
    return np.asarray(level[:, 1] > _DARK * bright, np.bool_)


def _circle_through(px: Floats, py: Floats) -> tuple[float, float, float]:
    """The circle nearest to points in the algebraic sense (Kåsa 1976): its middle and its radius."""
    count = len(px)
    mx, my = float(px.sum()) / count, float(py.sum()) / count
    right, down = px.astype(np.float64) - mx, py.astype(np.float64) - my
    square = right * right + down * down
    a, b, c = float(right @ right) + _RIDGE, float(right @ down), float(down @ down) + _RIDGE
    p, q = float(right @ square) / 2, float(down @ square) / 2
    whole = a * c - b * b
    x, y = (p * c - q * b) / whole, (q * a - p * b) / whole
    return x + mx, y + my, sqrt(x * x + y * y + float(square.sum()) / count)
