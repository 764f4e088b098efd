"""Finds the ball in a picture, or the dark hole it would stand in.

A ball is a circle that is brighter inside than just outside; the empty exit is the opposite, with a smooth
dark inside. It knows balls of 192 to 310 pixels in a 480-pixel-high picture, and finds one. It is NOT
responsible for what is printed on the ball, nor for whether another stands beside it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain, islice, takewhile
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader import limb
from drivers.reader.light import Grey, brightest
from drivers.reader.limb import Circle

Floats = npt.NDArray[np.float32]

RADII: Final = (94.0, 156.0)
"""Of a ball, pixels; a larger circle is the ring of its exit."""

_COARSE = 4  # the search runs on a picture this many times smaller
_BALL_RADII = (24, 40)  # pixels of the small picture
_HOLE_RADII = (26, 44)
_EDGE = 10.0  # grey levels per small pixel that count as an edge
_SECTORS = 36
_PLACE = 2  # small pixels wide and high: how finely votes for the ball are counted
_KERNEL = 7  # places
_SMOOTH = 0.92  # places
_APART = 2  # small pixels between the radii that are tried
_RIVAL = 0.6  # of the most votes, a circle may still be the ball
_WHOLE = 0.9  # of its outline in sight, it surely is,
_CLEAR = 0.65  # unless less than this is steeper than noise, which alone looks like an outline,
_CLEARER = 0.15  # and so much more is of another circle
_IN_A_RING = 0.75  # of that of a ball that is found in or before a circle too large for one
_WIDE = 0.95  # of the largest radius: a wider circle may be the ring of the exit, if inside it a ball shows
_INSIDE = np.array([0.15, 0.3, 0.45, 0.6, 0.82, 0.87, 0.92, 1, 1])  # of the radius, and
_AROUND = np.array([0, 0, 0, 0, 0, 0, 0, 2, 3])  # pixels more: its middle, rim and what lies around
_PLAIN = 0.85, 0.5  # so much of its outline, and so much that is steeper than noise


@dataclass(frozen=True, slots=True)
class _Edges:
    columns: Floats
    rows: Floats
    towards: Floats
    steep: Floats


def quartered(picture: Grey) -> Grey:
    """A BGR picture a quarter as wide and high."""
    height, width = picture.shape[:2]
    small = picture
    for size in (_COARSE // 2, _COARSE):  # by two and two is three times as fast as by four
        small = np.asarray(
            cv2.resize(small, (width // size, height // size), interpolation=cv2.INTER_AREA), np.uint8
        )
    return small


def thumbnail(quarter: Grey) -> Floats:
    """The brightest channel of a picture that is quartered, smoothed."""
    return np.asarray(cv2.GaussianBlur(brightest(quarter).astype(np.float32), (7, 7), 1.2), np.float32)


def find_ball(small: Floats, picture: npt.NDArray[np.uint8]) -> Circle | None:
    """The best circle that is brighter inside, or None; look at its `support` before trusting it.

    Args:
        small: The picture's thumbnail.
        picture: All its pixels and channels, which show more of the outline than the brightest alone.
    """
    edges = _edges(small, inwards=1)
    if edges is None:
        return None
    fits = map(partial(_refined, picture), _balls(small, edges))
    best = next(fits, None)
    if best is None:
        return None
    some = [best]
    if best.support < _WHOLE:
        some += fits
        best = max(some, key=lambda each: (each.radius <= RADII[1], each.support))
    elif best.clear < _CLEAR:
        some += fits
        right = [each for each in some if each.radius <= RADII[1]]
        clearest = max(right, key=lambda each: each.clear, default=best)
        best = clearest if clearest.clear - best.clear >= _CLEARER else best
    if best.radius > RADII[1]:
        fit = limb.fitted(picture, best.x, best.y, best.radius, at_most=RADII[1])
        return best if fit is None or fit.support < _IN_A_RING else fit
    return _in_its_ring(best, chain(some, fits)) if best.radius > _WIDE * RADII[1] else best


def _in_its_ring(wide: Circle, others: Iterable[Circle]) -> Circle:
    """The ball that shows inside a circle as wide as its exit's ring, or that circle where none does."""
    shown, clear = _PLAIN
    plain = (each for each in others if each.support >= shown and each.clear >= clear)
    balls = [each for each in plain if limb.is_in_its_ring(each, wide)]
    return max(balls, key=lambda each: each.support, default=wide)


def is_empty_exit(small: Floats) -> bool:
    """Whether a thumbnail shows the exit's bright rim around a smooth dark hole."""
    edges = _edges(small, inwards=-1)
    hole = None if edges is None else _hole(small, edges)
    if hole is None or hole.support < 0.8:
        return False
    inside = np.zeros(small.shape, np.uint8)
    cv2.circle(inside, (round(hole.x), round(hole.y)), int(hole.radius * 0.85), 255, -1)
    level, spread = cv2.meanStdDev(small, mask=inside)
    return float(level[0, 0]) < 70 and float(spread[0, 0]) < 12


def _edges(small: Floats, inwards: int) -> _Edges | None:
    """The steep places and where brighter (or, inwards -1, darker) is; None if there are few."""
    gx, gy = cv2.Sobel(small, cv2.CV_32F, 1, 0, scale=0.25), cv2.Sobel(small, cv2.CV_32F, 0, 1, scale=0.25)
    strength = cv2.magnitude(gx, gy).ravel()
    at = np.flatnonzero(strength > _EDGE)
    if len(at) < 40:
        return None
    steep = np.asarray(strength[at], np.float32)
    towards = np.array([gx.ravel()[at], gy.ravel()[at]], np.float32)
    towards /= steep * np.float32(inwards)
    columns, rows = _places(small.shape)
    return _Edges(columns.take(at), rows.take(at), towards, steep)


@cache
def _places(shape: tuple[int, ...]) -> tuple[Floats, Floats]:
    """The column and the row of each pixel of a picture so large, one after another."""
    rows, columns = np.indices(shape, np.float32).reshape(2, -1)
    return columns, rows


def _peaks(small: Floats, edges: _Edges, radii: tuple[int, int]) -> list[Circle]:
    """The likeliest circle of some radii, its votes as support, the most votes first."""
    tried = range(*radii, _APART)
    votes = _votes(edges, tried, small.shape)
    most = votes.reshape(len(tried), -1).argmax(axis=1)
    found = [_circle(each, int(at), radius) for each, at, radius in zip(votes, most, tried, strict=True)]
    return sorted(found, key=lambda circle: -circle.support)


def _hole(small: Floats, edges: _Edges) -> Circle | None:
    best = _peaks(small, edges, _HOLE_RADII)[0]
    return _radius_around(best.x, best.y, edges, _HOLE_RADII)


def _balls(small: Floats, edges: _Edges) -> Iterator[Circle]:
    """The two likeliest balls, first a smaller one nearly as likely: around a ball stands its exit's ring."""
    bright = (each for each in _peaks(small, edges, _BALL_RADII) if _bright_to_the_edge(small, each))
    best = next(bright, None)
    if best is None:
        return
    rivals = takewhile(lambda each: each.support > _RIVAL * best.support, bright)
    passed = []
    for each in rivals:
        if best.radius - each.radius >= 2:
            yield each
            break
        passed.append(each)
    yield best
    yield from islice(chain(passed, rivals), 1)


def _votes(edges: _Edges, radii: range, shape: tuple[int, ...]) -> Floats:
    """For each radius, how many edges point to each place as the middle of a circle of it, smoothed."""
    height, width = shape[0] // _PLACE, shape[1] // _PLACE
    parted = height + _KERNEL // 2  # empty rows, so that no radius is smoothed into the next
    reach = np.array(radii, np.float32)[:, None] / _PLACE
    x = (edges.columns + 0.5) / _PLACE + edges.towards[0] * reach
    y = (edges.rows + 0.5) / _PLACE + edges.towards[1] * reach
    columns, rows = (np.floor(each, out=each).astype(np.int32) for each in (x, y))
    held = (columns.view(np.uint32) < width) & (rows.view(np.uint32) < height)  # below 0 is far above
    rows += np.arange(len(radii), dtype=np.int32)[:, None] * parted
    rows *= width
    rows += columns
    rows += 1
    rows *= held  # what points out of the picture counts for nothing, before the first place
    count = len(radii) * parted * width
    votes = np.bincount(rows.ravel(), minlength=count + 1)[1:].astype(np.float32)
    even = cv2.GaussianBlur(votes.reshape(-1, width), (_KERNEL, _KERNEL), _SMOOTH)
    return np.asarray(even.reshape(len(radii), parted, width)[:, :height], np.float32)


def _circle(votes: Floats, at: int, radius: int) -> Circle:
    """The circle of this radius around one of the places, its votes as support."""
    row, column = divmod(at, votes.shape[1])
    x, y = ((place + 0.5) * _PLACE - 0.5 for place in (column, row))
    return Circle(x, y, float(radius), float(votes[row, column]) / radius)


def _bright_to_the_edge(small: Floats, circle: Circle) -> bool:
    """Whether a circle is brighter than what surrounds it, and its rim about as bright as its middle."""
    middle, rim, around = _inside_and_around(small, circle)
    return max(middle, rim) > around + 8 and rim > 0.55 * middle


def _inside_and_around(small: Floats, circle: Circle) -> tuple[float, float, float]:
    """The brightness of a circle's middle, of its outer part, and of what lies just outside."""
    reach = _INSIDE * circle.radius + _AROUND
    points = limb.fan()[::3].T[..., None] * reach
    points += np.array([circle.x, circle.y])[:, None, None]
    x, y = points.astype(np.float32)
    seen = cv2.remap(small, x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    level = [float(part) for part in cv2.reduce(seen, 0, cv2.REDUCE_AVG).ravel()]
    return sum(level[:4]) / 4, sum(level[4:7]) / 3, sum(level[7:]) / 2


def _radius_around(x: float, y: float, edges: _Edges, radii: tuple[int, int]) -> Circle | None:
    """The radius with the steepest edges that point to the centre, summed over the sectors of the outline."""
    dx, dy = x - edges.columns, y - edges.rows
    distance = np.hypot(dx, dy)
    near = np.flatnonzero((distance >= radii[0] - 1) & (distance < radii[1] + 1))
    dx, dy, distance, towards = dx[near], dy[near], distance[near], edges.towards[:, near]
    facing = (dx * towards[0] + dy * towards[1]) > 0.9 * distance
    sector = ((np.arctan2(dy, dx) / (2 * np.pi) + 0.5) * _SECTORS).astype(np.intp) % _SECTORS
    steepest = np.zeros((radii[1] + 2, _SECTORS))
    where = np.rint(distance[facing]).astype(np.intp), sector[facing]
    np.maximum.at(steepest, where, edges.steep[near[facing]])
    best = int(steepest.sum(axis=1).argmax())
    around = steepest[max(0, best - 1) : best + 2].max(axis=0)
    if not around.any():
        return None
    return Circle(x, y, float(best), float(np.count_nonzero(around)) / _SECTORS)


def _refined(picture: npt.NDArray[np.uint8], coarse: Circle) -> Circle:
    x, y = (coarse.x + 0.5) * _COARSE - 0.5, (coarse.y + 0.5) * _COARSE - 0.5
    fit = limb.fitted(picture, x, y, coarse.radius * _COARSE)
    return Circle(x, y, coarse.radius * _COARSE, 0.0, 0.0) if fit is None else fit
