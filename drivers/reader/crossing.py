"""Sees the bright edge of a plexiglass that runs across a ball, so that nobody believes what it hides.

Over the ball such an edge may be as bright as the paint, and a digit under it looks broken. Beside the ball
it is plain, so it is looked for there, as an arc that goes on at both sides of the ball. It is NOT
responsible for what else may lie over a print: fingers, tubes and lights (`drivers.reader.seen`).
"""

from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.ink import spot
from drivers.reader.light import Grey, darkest, smooth
from drivers.reader.limb import Circle
from drivers.reader.locate import Floats

_REACH = 1.9  # times the radius of the ball: so far it is looked for
_BESIDE = 1.03  # times its radius: what is farther off is not the ball
_THIN = 11  # pixels: what is bright and thinner may be an edge
_BRIGHTER = 10  # grey levels than what lies at its sides
_FEWEST = 40  # pixels of an edge
_POINTS, _TRIES = 500, 1500  # pixels that are looked at, and circles laid through three of them
_NEAR = 2.0  # pixels off a circle: it goes through them
_FITTED, _ROUNDS = 4.0, 4  # pixels off a circle, which is laid anew through what is so near to it
_RADII = (1.0, 8.0)  # times that of the ball
_ACROSS = 0.97  # of the radius of the ball: nearer to its middle an edge comes
_ASIDE = 0.6  # of it: farther from the ball's middle lies that of an edge; the ring of an exit lies around it
_COVERED = 0.8  # of the arc beside the ball shows the edge, at least
_STEPS = 2000  # of a circle
_SPILL = 2.0  # pixels that an edge is wider than it is bright
_FINELY: Final = 4  # binary digits of the fractions of a pixel, where a circle is drawn


class _Arc(NamedTuple):
    """A circle, in pixels right and down of the ball's middle."""

    x: float
    y: float
    radius: float


def crossed(picture: Grey, ball: Circle) -> Grey | None:
    """Where a bright edge runs over a ball and beside it, 255, else 0; None if there is none.

    Args:
        picture: BGR.
        ball: Where the ball is.
    """
    reach = int(_REACH * ball.radius)
    left, top = max(0, int(ball.x) - reach), max(0, int(ball.y) - reach)
    window = picture[top : int(ball.y) + reach, left : int(ball.x) + reach]
    corner = np.array([left - ball.x, top - ball.y], np.float32)
    edges = _bright_and_thin(np.asarray(window, np.uint8), corner, ball.radius)
    points = np.argwhere(edges)[:, ::-1].astype(np.float32) + corner
    arc = _likeliest(points, ball.radius) if len(points) >= _FEWEST else None
    if arc is None:
        return None
    arc = _laid_through(points, arc)
    x, y, large = np.array(arc, np.float32)[:, None]
    if not _is_across(x, y, large, ball.radius).all():
        return None
    course = _beside(arc, corner, edges.shape, ball.radius)
    shown = cv2.dilate(edges, spot(3))[course[:, 1], course[:, 0]]
    if not shown.size or shown.mean() < _COVERED:
        return None
    long = len(course) * 2 * np.pi * arc.radius / _STEPS
    wide = np.count_nonzero(_off(points, arc) < _NEAR) / long + _SPILL
    return _drawn(picture.shape[:2], ball, arc, wide)


def _bright_and_thin(window: Grey, corner: Floats, radius: float) -> Grey:
    """1 where something beside the ball is brighter than what lies at both its sides."""
    thin = cv2.morphologyEx(smooth(darkest(window)), cv2.MORPH_TOPHAT, spot(_THIN))
    rows, columns = (np.arange(size, dtype=np.float32) for size in thin.shape)
    off = np.hypot(columns + corner[0], rows[:, None] + corner[1])
    return np.asarray((thin > _BRIGHTER) & (off > _BESIDE * radius), np.uint8)


def _likeliest(points: Floats, radius: float) -> _Arc | None:
    """The circle across the ball that most points lie on, of many through three of them (Fischler 1981)."""
    chance = np.random.default_rng(0)  # the same picture is always seen alike
    some = chance.permutation(points)[:_POINTS]
    x, y, large = _through(some[chance.integers(0, len(some), (_TRIES, 3))])
    across = _is_across(x, y, large, radius)
    if not across.any():
        return None
    x, y, large = x[across], y[across], large[across]
    near = np.abs(np.hypot(some[:, 0] - x[:, None], some[:, 1] - y[:, None]) - large[:, None]) < _NEAR
    best = int(np.count_nonzero(near, axis=1).argmax())
    return _Arc(float(x[best]), float(y[best]), float(large[best]))


def _is_across(x: Floats, y: Floats, large: Floats, radius: float) -> npt.NDArray[np.bool_]:
    """Which circles run across the ball, and are no ring around it and no disc on it."""
    off = np.hypot(x, y)
    of_a_size = (large > _RADII[0] * radius) & (large < _RADII[1] * radius)
    runs = (np.abs(off - large) < _ACROSS * radius) & (off > _ASIDE * radius)
    return np.asarray(of_a_size & runs, np.bool_)


def _through(three: Floats) -> tuple[Floats, Floats, Floats]:
    """The middles and radii of the circles through three points each; those on one line have none, 0."""
    first = three[:, 0]
    one, other = three[:, 1] - first, three[:, 2] - first
    area = 2 * (one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])
    long, far = (one * one).sum(axis=1), (other * other).sum(axis=1)
    round_ = np.abs(area) > 1
    by = np.where(round_, area, 1)
    x = (other[:, 1] * long - one[:, 1] * far) / by
    y = (one[:, 0] * far - other[:, 0] * long) / by
    return first[:, 0] + x, first[:, 1] + y, np.where(round_, np.hypot(x, y), 0)


def _laid_through(points: Floats, arc: _Arc) -> _Arc:
    """The circle nearest to the points that lie near one (Kåsa 1976)."""
    for _ in range(_ROUNDS):
        near = points[_off(points, arc) < _FITTED].astype(np.float64)
        known = np.column_stack([2 * near, np.ones(len(near))])
        x, y, rest = np.linalg.lstsq(known, (near * near).sum(axis=1), rcond=None)[0]
        arc = _Arc(float(x), float(y), float(np.sqrt(rest + x * x + y * y)))
    return arc


def _off(points: Floats, arc: _Arc) -> Floats:
    return np.asarray(np.abs(np.hypot(points[:, 0] - arc.x, points[:, 1] - arc.y) - arc.radius), np.float32)


def _beside(arc: _Arc, corner: Floats, shape: tuple[int, ...], radius: float) -> npt.NDArray[np.intp]:
    """Where the arc runs beside the ball within a window: columns and rows."""
    way = np.linspace(0, 2 * np.pi, _STEPS, endpoint=False)
    course = np.column_stack([arc.x + arc.radius * np.cos(way), arc.y + arc.radius * np.sin(way)])
    course = course[np.hypot(*course.T) > _BESIDE * radius]
    places = np.rint(course - corner).astype(np.intp)
    within = ((places >= 0) & (places < np.array(shape[::-1]))).all(axis=1)
    return np.asarray(places[within], np.intp)


def _drawn(shape: tuple[int, ...], ball: Circle, arc: _Arc, wide: float) -> Grey:
    where = np.zeros(shape, np.uint8)
    fine = 1 << _FINELY
    middle = round((ball.x + arc.x) * fine), round((ball.y + arc.y) * fine)
    cv2.circle(where, middle, round(arc.radius * fine), 255, round(wide), cv2.LINE_8, _FINELY)
    return where
