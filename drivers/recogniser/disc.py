"""Finds the disc of a ball in what a picture changes of the learnt empty exit.

The outline is where both the picture and what it changes have an edge across a circle, brighter or darker: a
ring of the exit that a ball covers is an edge of the change alone, one that it does not cover of the picture
alone. No ball, ring or exit has to have any colour. The size is learnt once from many pictures and fixed
after. It is NOT responsible for what the empty exit looks like (`drivers.reader.exit`), nor for what is on
the ball.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.exit import Difference

Floats = npt.NDArray[np.float32]

CELL: Final = 4
"""Pixels of a 480-line picture, wide and high, in which the exit is compared."""

DIAMETERS: Final = (80, 330)
"""Of a ball, pixels of a 480-line picture: the least and the most."""

_RADII: Final = np.arange(DIAMETERS[0] / 2 / CELL, DIAMETERS[1] / 2 / CELL + 1)  # cells
_SMOOTH: Final = 6.0  # levels: a change over a cell that counts half as much as a sharp one
_COARSE: Final = 4 * CELL  # pixels by which a diameter that was measured on cells may be off
_CIRCLES: Final = 3  # that several pictures have in common, at most, may be the ball's
_RAYS: Final = 96
_TURNS: Final = np.arange(_RAYS) * (2 * np.pi / _RAYS)
_RIGHT, _DOWN = (each(_TURNS)[:, None].astype(np.float32) for each in (np.cos, np.sin))
_ALL: Final = np.ones((1, 3), np.float32)
_REACH: Final = 10  # pixels either side of the outline in which it is looked for
NEAR: Final = _REACH / 2
"""Pixels off: a ball that lies no farther from where it is looked for is surely found there."""
_STEPS: Final = (2.0, 0.75, 0.25)  # pixels by which it is shifted, one after another
_TRIED: Final = 4  # such steps either way
_SOFT: Final = 1.5  # pixels over which a step of brightness is looked for
_STEEP: Final = 2.0  # times the usual slope about an outline: what counts half as much as a sharp edge
_FLAT: Final = 1.0  # levels in a pixel: less is no edge in any picture of whole levels


@dataclass(frozen=True, slots=True)
class Disc:
    """The outline of a ball, pixels of a 480-line picture.

    Attributes:
        x: Column of its centre.
        y: Row of its centre.
        radius: Its radius.
        shown: How much of it is an edge, 0..1.
    """

    x: float
    y: float
    radius: float
    shown: float


def measured_diameter(differences: Sequence[Difference]) -> tuple[float, float, float] | None:
    """Return where balls are and how large, from what several pictures change.

    The circle is the one at which, over all of them, most of the outline is an edge.

    Returns:
        Column and row of the middle and the diameter, pixels of a 480-line picture; None without pictures.
    """
    if not differences:
        return None
    tensors = [_tensor(each.levels, each.cells) for each in differences]
    best, found = -1.0, (0.0, 0.0, 0.0)
    for radius in _RADII:
        shown = np.sum([_shown(each, float(radius)).max() for each in tensors])
        if shown > best:
            votes = np.median([_peak(_shown(each, float(radius))) for each in tensors], axis=0)
            best, found = float(shown), (*_pixels(votes[0], votes[1]), float(radius) * 2 * CELL)
    return found


def common_discs(pictures: Sequence[npt.NDArray[np.uint8]], differences: Sequence[Difference]) -> list[Disc]:
    """Return discs of which the outlines are edges of most of several pictures at the same place.

    Each shows better than those that are a little smaller or larger; the one that shows best is the first.

    A ring that is printed on balls, and what a polished exit mirrors of them, lie elsewhere in each picture:
    neither is in the median picture.

    Args:
        pictures: BGR, of 480 lines, of balls that lie at one place.
        differences: What each changes of the exit.
    """
    usual = np.median(np.stack(pictures), axis=0).astype(np.uint8)
    tensors = [_tensor(each.levels, each.cells) for each in differences]
    tensor = np.asarray(np.median(np.stack(tensors), axis=0), np.float32)
    votes = [_shown(tensor, float(radius)) for radius in _RADII]
    most = np.pad([float(each.max()) for each in votes], 2)
    found = []
    for at in np.flatnonzero(most[2:-2] >= np.max([most[:-4], most[1:-3], most[3:-1], most[4:]], axis=0)):
        x, y = _pixels(*_peak(votes[at]))
        sizes = np.arange(-CELL, CELL) + float(_RADII[at]) * 2 * CELL
        found.append(max((refined(usual, x, y, float(each)) for each in sizes), key=lambda disc: disc.shown))
    return sorted(found, key=lambda disc: -disc.shown)[:_CIRCLES]


def coarse_centre(difference: Difference, diameter: float) -> tuple[float, float]:
    """Return the centre (column, row), in pixels, of the disc that a picture's change shows best."""
    small = (
        np.asarray(cv2.resize(each, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
        for each in (difference.levels, difference.cells)
    )
    column, row = _peak(_shown(_tensor(*small), diameter / 4 / CELL))
    return (column + 0.5) * 2 * CELL - 0.5, (row + 0.5) * 2 * CELL - 0.5


def refined(picture: npt.NDArray[np.uint8], x: float, y: float, diameter: float) -> Disc:
    """Place a disc of a fixed size where most of its outline is an edge of a 480-line BGR picture."""
    profiles = _profiles(picture, x, y, diameter / 2)
    right, down, shown = 0.0, 0.0, 0.0
    for step in _STEPS:
        right, down, shown = _shifted(profiles, step, (right, down))
    return Disc(x + right, y + down, diameter / 2, shown)


def fitted_diameter(
    pictures: Sequence[npt.NDArray[np.uint8]], differences: Sequence[Difference], coarse: float
) -> float:
    """Return the diameter near a coarse one at which the outlines in all pictures together show best.

    Args:
        pictures: BGR, of 480 lines.
        differences: What each changes of the exit, by which its ball is placed.
        coarse: A diameter that may be off by what two cells of the exit are wide.
    """
    both = list(zip(pictures, differences, strict=True))
    sizes = np.arange(-_COARSE, _COARSE + 1) + coarse
    shown = [sum(placed(*each, float(size)).shown for each in both) for size in sizes]
    return float(sizes[int(np.argmax(shown))])


def placed(picture: npt.NDArray[np.uint8], difference: Difference, diameter: float) -> Disc:
    """Place a disc of a fixed size in a 480-line BGR picture, wherever in it the ball lies."""
    return refined(picture, *coarse_centre(difference, diameter), diameter)


def distances(disc: Disc, shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    """Return how far from a disc's centre each cell is, pixels of a 480-line picture."""
    down, right = (
        (np.arange(count, dtype=np.float32) * CELL + np.float32((CELL - 1) / 2 - at)) ** 2
        for count, at in zip(shape, (disc.y, disc.x), strict=True)
    )
    return np.asarray(np.sqrt(down[:, None] + right), np.float32)


def _pixels(column: float, row: float) -> tuple[float, float]:
    return (float(column) + 0.5) * CELL - 0.5, (float(row) + 0.5) * CELL - 0.5


def _tensor(levels: Floats, cells: Floats) -> Floats:
    """The structure tensor (xx, xy, yy) of a change, in which any edge of the picture counts the same."""
    xx, xy, yy = _structure(levels)
    across, _, down = _structure(cells)
    soft = np.float32(_SMOOTH**2)
    scale = (across + down) / (across + down + soft) / (xx + yy + soft)
    return np.asarray(np.stack([xx, xy, yy]) * scale, np.float32)


def _structure(levels: Floats) -> tuple[Floats, Floats, Floats]:
    x, y = (cv2.Sobel(levels, cv2.CV_32F, *way, ksize=3, scale=0.125) for way in ((1, 0), (0, 1)))
    return _summed(x * x), _summed(x * y), _summed(y * y)


def _summed(values: Floats) -> Floats:
    """Over the channels, of which there are three."""
    return np.asarray(cv2.transform(values, _ALL), np.float32)


def _shown(tensor: Floats, radius: float) -> Floats:
    """How much of a circle around each cell is an edge across it, less what is an edge along it."""
    across, crossed, down = _rings(round(radius * 4))
    parts = zip(tensor, (across, crossed, down), strict=True)
    border = cv2.BORDER_CONSTANT
    return np.asarray(
        sum(cv2.filter2D(part, -1, ring, borderType=border) for part, ring in parts), np.float32
    )


@cache
def _rings(quarters: int) -> tuple[Floats, Floats, Floats]:
    """Weights of xx, xy and yy around a centre for a radius in quarters of a cell."""
    radius = quarters / 4
    reach = int(np.ceil(radius)) + 2
    rows, columns = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    off = np.hypot(rows, columns)
    ring = np.clip(1 - np.abs(off - radius) / 1.5, 0, 1)
    ring /= ring.sum()
    x, y = columns / np.maximum(off, 1), rows / np.maximum(off, 1)
    weights = (x * x - y * y, 4 * x * y, y * y - x * x)
    first, second, third = (np.asarray(each * ring, np.float32) for each in weights)
    return first, second, third


def _peak(votes: Floats) -> tuple[float, float]:
    row, column = divmod(int(votes.argmax()), votes.shape[1])
    return float(column), float(row)


def _profiles(picture: npt.NDArray[np.uint8], x: float, y: float, radius: float) -> Floats:
    """How much of an edge each place along each ray is, 0..1, shape (rays, places)."""
    places = radius + np.arange(-_REACH - 2, _REACH + 3)
    columns, rows = ((at + way * places).astype(np.float32) for at, way in ((x, _RIGHT), (y, _DOWN)))
    seen = cv2.remap(picture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), sigmaX=_SOFT, sigmaY=1e-3)
    steps = np.abs(soft[:, 3:-1] - soft[:, 1:-3])
    steep = reduce(np.maximum, np.moveaxis(steps, 2, 0)) / 2
    usual = max(_STEEP * float(np.median(steep)), _FLAT)  # light, grain and cloth have slopes, too
    steep *= steep
    return np.asarray(steep / (steep + np.float32(usual**2)), np.float32)


def _shifted(profiles: Floats, step: float, about: tuple[float, float]) -> tuple[float, ...]:
    """The shift about one at which the circle shows best, and how much of it then does."""
    shifts, along, ray = _shifts(step)
    right, down = about
    at = along + (_RIGHT * np.float32(right) + _DOWN * np.float32(down) + np.float32(_REACH))
    np.clip(at, 0, np.float32(profiles.shape[1] - 1.001), out=at)
    shown = cv2.remap(profiles, at, ray, cv2.INTER_LINEAR).mean(axis=0)
    best = int(shown.argmax())
    return right + float(shifts[0, best]), down + float(shifts[1, best]), float(shown[best])


@cache
def _shifts(step: float) -> tuple[Floats, Floats, Floats]:
    """All shifts by some steps, shape (2, n), by how much each goes along each ray, and which ray that is."""
    steps = np.arange(-_TRIED, _TRIED + 1, dtype=np.float32) * np.float32(step)
    shifts = np.stack([each.ravel() for each in np.meshgrid(steps, steps)])
    along = np.hstack([_RIGHT, _DOWN]) @ shifts
    ray = np.repeat(np.arange(_RAYS, dtype=np.float32)[:, None], shifts.shape[1], axis=1)
    return shifts, along, ray
