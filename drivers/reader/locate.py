"""Finds the ball in a picture, or the dark hole it would stand in.

A ball is a circle that is brighter inside than just outside; the empty exit is the opposite, with a smooth
dark inside. It is NOT responsible for what is printed on the ball, and it knows one ball only, of 200 to 300
pixels in a 480-pixel-high picture; of two balls it takes the rounder one.
"""

from dataclasses import dataclass
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
_RAYS = 120
_LIMB = 18.0  # grey levels over four pixels that count as the ball's limb
_REACH = 14  # pixels either side of the coarse radius where the fine edge is looked for


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle in pixels, and the part (0..1) of its outline that the picture shows."""

    x: float
    y: float
    radius: float
    support: float


@dataclass(frozen=True, slots=True)
class _Edges:
    columns: npt.NDArray[np.intp]
    rows: npt.NDArray[np.intp]
    towards: npt.NDArray[np.float32]
    steep: npt.NDArray[np.float32]


def find_ball(grey: Grey) -> Circle | None:
    """The best circle that is brighter inside, or None; look at its `support` before trusting it."""
    small = _small(grey)
    coarse = _best_circle(small, _BALL_RADII, inwards=1)
    if coarse is None or not _brighter_inside(small, coarse):
        return None
    return _refined(grey, coarse)


def is_empty_exit(grey: Grey) -> bool:
    """Whether the picture shows the exit's bright rim around a smooth dark hole."""
    small = _small(grey)
    hole = _best_circle(small, _HOLE_RADII, inwards=-1)
    if hole is None or hole.support < 0.8:
        return False
    inside = np.zeros(small.shape, np.uint8)
    cv2.circle(inside, (round(hole.x), round(hole.y)), int(hole.radius * 0.85), 255, -1)
    level, spread = cv2.meanStdDev(small, mask=inside)
    return float(level[0, 0]) < 70 and float(spread[0, 0]) < 12


def _brighter_inside(small: _Floats, circle: Circle) -> bool:
    centre = round(circle.x), round(circle.y)
    inside, around = np.zeros(small.shape, np.uint8), np.zeros(small.shape, np.uint8)
    cv2.circle(inside, centre, int(circle.radius * 0.8), 255, -1)
    cv2.circle(around, centre, round(circle.radius + 2), 255, 2)
    return cv2.mean(small, mask=inside)[0] > cv2.mean(small, mask=around)[0] + 15


def _small(grey: Grey) -> _Floats:
    height, width = grey.shape
    small = cv2.resize(grey, (width // _COARSE, height // _COARSE), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small.astype(np.float32), (0, 0), 1.2).astype(np.float32, copy=False)


def _best_circle(small: _Floats, radii: tuple[int, int], inwards: int) -> Circle | None:
    """Let every edge vote for the centres it may belong to (a Hough transform over signed gradients)."""
    gx, gy = cv2.Sobel(small, cv2.CV_32F, 1, 0, scale=0.25), cv2.Sobel(small, cv2.CV_32F, 0, 1, scale=0.25)
    strength = cv2.magnitude(gx, gy)
    rows, columns = np.nonzero(strength > _EDGE)
    if len(rows) < 40:
        return None
    steep = strength[rows, columns]
    towards = np.stack([gx[rows, columns], gy[rows, columns]]) / steep * inwards
    edges = _Edges(columns, rows, np.asarray(towards, np.float32), np.asarray(steep, np.float32))
    height, width = small.shape
    votes = np.zeros(height * width)
    for radius in range(*radii):
        x = np.rint(columns + edges.towards[0] * radius).astype(np.intp)
        y = np.rint(rows + edges.towards[1] * radius).astype(np.intp)
        held = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        votes += np.bincount(y[held] * width + x[held], minlength=height * width)
    smooth = cv2.GaussianBlur(votes.reshape(height, width), (0, 0), 1.0)
    y0, x0 = np.unravel_index(int(np.argmax(smooth)), small.shape)
    return _radius_around(float(x0), float(y0), edges, radii)


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
    xs, ys = x + rays[:, :1] * distance, y + rays[:, 1:] * distance
    profile = cv2.remap(grey, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    fall = profile[:, :-4] - profile[:, 4:]
    # The outermost steep fall is the limb; print near it may fall more steeply, but lies inside.
    steep = fall > np.maximum(_LIMB, 0.45 * fall.max(axis=1, keepdims=True))
    edge = fall.shape[1] - 1 - steep[:, ::-1].argmax(axis=1)
    steps = np.arange(len(edge))
    height, width = grey.shape
    px, py = xs[steps, edge + 2], ys[steps, edge + 2]
    clear = steep.any(axis=1) & (px > 0) & (py > 0) & (px < width - 1) & (py < height - 1)
    return _fit(px, py, clear) or Circle(x, y, radius, 0.0)


@cache
def _ray_fan() -> tuple[_Floats, _Floats]:
    angles = np.arange(_RAYS, dtype=np.float32) * np.float32(2 * np.pi / _RAYS)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1), np.arange(
        -_REACH, _REACH + 1, dtype=np.float32
    )


def _fit(px: _Floats, py: _Floats, clear: npt.NDArray[np.bool_]) -> Circle | None:
    """Least squares over the clear edges, twice leaving out those that lie off the circle."""
    held = clear
    x = y = radius = 0.0
    for tolerance in (5.0, 2.5, 1.8):
        if held.sum() < _RAYS // 4:
            return None
        design = np.stack([px[held], py[held], np.ones(int(held.sum()))], axis=1).astype(np.float64)
        a, b, c = np.linalg.lstsq(design, -(design[:, 0] ** 2 + design[:, 1] ** 2), rcond=None)[0]
        x, y = -a / 2, -b / 2
        radius = float(np.sqrt(max(0.0, x * x + y * y - c)))
        held = clear & (np.abs(np.hypot(px - x, py - y) - radius) < tolerance)
    return Circle(float(x), float(y), radius, float(held.mean()))
