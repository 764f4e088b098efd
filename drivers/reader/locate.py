"""Finds the ball in a picture, or the dark hole it would stand in.

A ball is a circle that is brighter inside than just outside; the empty exit is the opposite, with a smooth
dark inside. It knows balls of 192 to 310 pixels in a 480-pixel-high picture, and finds one; how much of
another circle stands beside it is told with it. It is NOT responsible for what is printed on the ball.
"""

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

Grey = npt.NDArray[np.uint8]
_Floats = npt.NDArray[np.float32]

_COARSE = 4  # the search runs on a picture this many times smaller
_BALL_RADII = (24, 40)  # pixels of the small picture
_HOLE_RADII = (26, 44)
_EDGE = 10.0  # grey levels per small pixel that count as an edge
_SECTORS = 36
_TRIED = 7  # radii, those with the most votes first
_RIVAL = 0.6  # of the most votes, a circle may still be the ball
_RAYS = 120
_LIMB = 9.0  # grey levels over four pixels that count as the ball's limb
_RIDGE = 1e-6  # keeps points on one line from having no circle at all
_REACH = 14  # pixels either side of the coarse radius where the fine edge is looked for


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle in pixels.

    Attributes:
        x: Column of its middle.
        y: Row of its middle.
        radius: Its radius.
        support: The part (0..1) of its outline that the picture shows.
        company: The same of the next best circle that stands elsewhere.
    """

    x: float
    y: float
    radius: float
    support: float
    company: float = 0.0


@dataclass(frozen=True, slots=True)
class _Edges:
    columns: npt.NDArray[np.intp]
    rows: npt.NDArray[np.intp]
    towards: npt.NDArray[np.float32]
    steep: npt.NDArray[np.float32]


def find_ball(grey: Grey) -> Circle | None:
    """The best circle that is brighter inside, or None; look at its `support` before trusting it."""
    small = _small(grey)
    edges = _edges(small, inwards=1)
    if edges is None:
        return None
    found = [_refined(grey, coarse) for coarse in _balls(small, edges)]
    if not found:
        return None
    best = max(found, key=lambda circle: circle.support)
    scaled = Circle(best.x / _COARSE, best.y / _COARSE, best.radius / _COARSE, best.support)
    return replace(best, company=_company(small, edges, scaled))


def is_empty_exit(grey: Grey) -> bool:
    """Whether the picture shows the exit's bright rim around a smooth dark hole."""
    small = _small(grey)
    edges = _edges(small, inwards=-1)
    hole = None if edges is None else _hole(small, edges)
    if hole is None or hole.support < 0.8:
        return False
    inside = np.zeros(small.shape, np.uint8)
    cv2.circle(inside, (round(hole.x), round(hole.y)), int(hole.radius * 0.85), 255, -1)
    level, spread = cv2.meanStdDev(small, mask=inside)
    return float(level[0, 0]) < 70 and float(spread[0, 0]) < 12


def _small(grey: Grey) -> _Floats:
    height, width = grey.shape
    small = cv2.resize(grey, (width // _COARSE, height // _COARSE), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small.astype(np.float32), (7, 7), 1.2), np.float32)


def _edges(small: _Floats, inwards: int) -> _Edges | None:
    """The steep places and where brighter (or, inwards -1, darker) is; None if there are few."""
    gx, gy = cv2.Sobel(small, cv2.CV_32F, 1, 0, scale=0.25), cv2.Sobel(small, cv2.CV_32F, 0, 1, scale=0.25)
    strength = cv2.magnitude(gx, gy)
    rows, columns = np.nonzero(strength > _EDGE)
    if len(rows) < 40:
        return None
    steep = strength[rows, columns]
    towards = np.stack([gx[rows, columns], gy[rows, columns]]) / steep * inwards
    return _Edges(columns, rows, np.asarray(towards, np.float32), np.asarray(steep, np.float32))


def _peaks(small: _Floats, edges: _Edges, radii: tuple[int, int]) -> list[Circle]:
    """The likeliest circle of each radius, its votes as support, the most votes first."""
    found = (_peak(edges, radius, small.shape) for radius in range(*radii, 2))
    return sorted(found, key=lambda circle: -circle.support)


def _hole(small: _Floats, edges: _Edges) -> Circle | None:
    best = _peaks(small, edges, _HOLE_RADII)[0]
    return _radius_around(best.x, best.y, edges, _HOLE_RADII)


def _balls(small: _Floats, edges: _Edges) -> list[Circle]:
    """The likeliest ball, and a smaller one nearly as likely: around a ball stands its exit's bright ring."""
    peaks = _peaks(small, edges, _BALL_RADII)[:_TRIED]
    bright = [each for each in peaks if _bright_to_the_edge(small, each)]
    if not bright:
        return []
    best = bright[0]
    rivals = (each for each in bright if each.support > _RIVAL * best.support)
    inner = [each for each in rivals if best.radius - each.radius >= 2]
    return [*inner[:1], best]


def _company(small: _Floats, edges: _Edges, ball: Circle) -> float:
    """How much of another ball of about this size is seen elsewhere."""
    size = round(ball.radius)
    peak = _peak(edges, size, small.shape, apart_from=ball)
    other = _radius_around(peak.x, peak.y, edges, (size - 2, size + 3))
    if other is None:
        return 0.0
    middle, _, around = _inside_and_around(small, other)
    if middle <= around + 8:
        return 0.0
    return min(1.0, other.support + (0.25 if _is_paint(small, other, ball) else 0.0))


def _is_paint(small: _Floats, other: Circle, ball: Circle) -> bool:
    """Whether what another circle shows beside the ball is nearly all about as bright as the ball."""
    rays = _ray_fan()[0][::3]
    reach = other.radius * np.array([0.1, 0.3, 0.45, 0.6, 0.7, 0.8, 0.9])
    x, y = (other.x + rays[:, :1] * reach).ravel(), (other.y + rays[:, 1:] * reach).ravel()
    height, width = small.shape
    beside = np.hypot(x - ball.x, y - ball.y) > 1.1 * ball.radius
    beside &= (x >= 0) & (y >= 0) & (x < width - 1) & (y < height - 1)
    if beside.sum() < 20:
        return False
    level = small[np.rint(y[beside]).astype(np.intp), np.rint(x[beside]).astype(np.intp)]
    return float((level > 0.55 * _inside_and_around(small, ball)[0]).mean()) > 0.7


def _peak(edges: _Edges, radius: int, shape: tuple[int, ...], apart_from: Circle | None = None) -> Circle:
    """The likeliest circle of this radius, perhaps only elsewhere; its votes as support."""
    height, width = shape
    x = np.rint(edges.columns + edges.towards[0] * radius).astype(np.intp)
    y = np.rint(edges.rows + edges.towards[1] * radius).astype(np.intp)
    held = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    votes = np.bincount(y[held] * width + x[held], minlength=height * width).astype(np.float32)
    smooth = cv2.GaussianBlur(votes.reshape(height, width), (7, 7), 1.3)
    if apart_from is not None:
        cv2.circle(smooth, (round(apart_from.x), round(apart_from.y)), int(0.8 * apart_from.radius), 0.0, -1)
    _, most, _, (column, row) = cv2.minMaxLoc(smooth)
    return Circle(float(column), float(row), float(radius), most / radius)


def _bright_to_the_edge(small: _Floats, circle: Circle) -> bool:
    """Whether a circle is brighter than what surrounds it, and its rim about as bright as its middle."""
    middle, rim, around = _inside_and_around(small, circle)
    return max(middle, rim) > around + 8 and rim > 0.55 * middle


def _inside_and_around(small: _Floats, circle: Circle) -> tuple[float, float, float]:
    """The brightness of a circle's middle, of its outer part, and of what lies just outside."""
    parts = np.array([0.15, 0.3, 0.45, 0.6, 0.82, 0.87, 0.92])
    reach = np.concatenate([parts * circle.radius, circle.radius + np.array([2.0, 3.0])])
    rays = _ray_fan()[0][::3]
    x = np.rint(circle.x + rays[:, :1] * reach).astype(np.intp).clip(0, small.shape[1] - 1)
    y = np.rint(circle.y + rays[:, 1:] * reach).astype(np.intp).clip(0, small.shape[0] - 1)
    level = small[y, x].mean(axis=0)
    return float(level[:4].mean()), float(level[4:7].mean()), float(level[7:].mean())


def _radius_around(x: float, y: float, edges: _Edges, radii: tuple[int, int]) -> Circle | None:
    """The radius with the steepest edges that point to the centre, summed over the sectors of the outline."""
    dx, dy = x - edges.columns, y - edges.rows
    distance = np.hypot(dx, dy)
    facing = (dx * edges.towards[0] + dy * edges.towards[1]) > 0.9 * distance
    sector = ((np.arctan2(dy, dx) / (2 * np.pi) + 0.5) * _SECTORS).astype(np.intp) % _SECTORS
    steepest = np.zeros((radii[1] + 2, _SECTORS))
    near = facing & (distance >= radii[0] - 1) & (distance < radii[1] + 1)
    np.maximum.at(steepest, (np.rint(distance[near]).astype(np.intp), sector[near]), edges.steep[near])
    best = int(steepest.sum(axis=1).argmax())
    around = steepest[max(0, best - 1) : best + 2].max(axis=0)
    if not around.any():
        return None
    return Circle(x, y, float(best), float((around > 0).mean()))


def _refined(grey: Grey, coarse: Circle) -> Circle:
    """Fit a circle to the steepest fall of brightness along rays from the coarse centre."""
    x, y = (coarse.x + 0.5) * _COARSE - 0.5, (coarse.y + 0.5) * _COARSE - 0.5
    radius = coarse.radius * _COARSE
    rays, reach = _ray_fan()
    distance = radius + reach
    xs = (x + rays[:, :1] * distance).astype(np.float32)
    ys = (y + rays[:, 1:] * distance).astype(np.float32)
    profile = cv2.remap(grey, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    fall = profile[:, :-4] - profile[:, 4:]
    return _fit(xs[:, 2:-2], ys[:, 2:-2], fall, grey.shape, _limb(fall)) or Circle(x, y, radius, 0.0)


def _limb(fall: _Floats) -> int:
    """Where along the rays most of them fall: print falls as steeply, but not all around at one radius."""
    steep = (fall > _LIMB).astype(np.float32).mean(axis=0)
    wide = np.convolve(steep, np.ones(5), "same")
    return int(np.flatnonzero(wide > 0.9 * wide.max())[-1])


@cache
def _ray_fan() -> tuple[_Floats, _Floats]:
    angles = np.arange(_RAYS, dtype=np.float32) * np.float32(2 * np.pi / _RAYS)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1), np.arange(
        -_REACH, _REACH + 1, dtype=np.float32
    )


def _fit(xs: _Floats, ys: _Floats, fall: _Floats, shape: tuple[int, ...], limb: int) -> Circle | None:
    """Least squares over the steepest fall of each ray, looking ever nearer to the circle found so far."""
    rays = np.arange(len(fall))
    off = np.abs(np.arange(fall.shape[1]) - np.float32(limb))[None]
    inside = (xs > 0) & (ys > 0) & (xs < shape[1] - 1) & (ys < shape[0] - 1)
    x = y = radius = 0.0
    held = np.zeros(len(fall), np.bool_)
    for tolerance in (6.0, 3.5, 2.0):
        near = np.where((off <= tolerance) & inside, fall, 0)
        edge = near.argmax(axis=1)
        held = near[rays, edge] > _LIMB
        if held.sum() < _RAYS // 4:
            return None
        x, y, radius = _circle_through(xs[rays, edge][held], ys[rays, edge][held])
        off = np.abs(np.hypot(xs - np.float32(x), ys - np.float32(y)) - np.float32(radius))
    return Circle(float(x), float(y), radius, float(held.mean()))


def _circle_through(px: _Floats, py: _Floats) -> tuple[float, float, float]:
    """The circle nearest to points in the algebraic sense (Kåsa 1976): its middle and its radius."""
    mx, my = float(px.mean()), float(py.mean())
    design = np.stack([px - mx, py - my, np.ones_like(px)], axis=1).astype(np.float64)
    square = design[:, 0] ** 2 + design[:, 1] ** 2
    a, b, c = np.linalg.solve(design.T @ design + _RIDGE * np.eye(3), design.T @ square)
    x, y = a / 2, b / 2
    return float(x + mx), float(y + my), float(np.sqrt(max(0.0, x * x + y * y + c)))
