"""Geometry of a ball in a picture: directions from its centre, and where the camera sees them.

A direction is a unit vector from the ball's centre, x right, y up, z towards the camera. A ball picture is a
square one-channel picture in which the ball's outline is the inscribed circle. It is NOT responsible for
finding the ball.
"""

import math
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

SIDE: Final = 192
"""Pixels of a ball picture, wide and high."""

_DISTANCE: Final = (
    14.0  # of the camera, in radii of the ball: a print moves by less than a pixel from 8 to 40
)
_IN_VIEW: Final = 0.3  # of z: what lies nearer to the outline is too foreshortened to compare
_GOLDEN: Final = np.pi * (3 - np.sqrt(5))
_EYE: Final = np.eye(3, dtype=np.float32)
# Of a vector, the matrix of its cross product.
_CROSS: Final = np.cross(_EYE[:, None], _EYE).transpose(0, 2, 1).reshape(3, 9)


def spread_over_cap(count: int, lowest: float) -> Floats:
    """Return directions spread evenly over the part of the ball that faces the camera.

    Args:
        count: How many.
        lowest: The least z of them.

    Returns:
        Unit vectors, shape (count, 3), those nearest the middle first.
    """
    at = np.arange(count)
    z = 1 - (1 - lowest) * (at + 0.5) / count
    radius = np.sqrt(1 - z * z)
    return np.stack([radius * np.cos(at * _GOLDEN), radius * np.sin(at * _GOLDEN), z], 1).astype(np.float32)


def frame_at(direction: Floats) -> Floats:
    """Return a rotation that takes the z axis to a direction: two tangents and the direction as columns."""
    x, y, z = (float(each) for each in direction)
    a, b, c = (0.0, -z, y) if abs(y) >= 0.9 else (z, 0.0, -x)
    length = math.hypot(a, b, c)
    a, b, c = a / length, b / length, c / length
    rows = ((a, y * c - z * b, x), (b, z * a - x * c, y), (c, x * b - y * a, z))
    return np.asarray(rows, np.float32)


def rotation(vector: Sequence[float] | Floats) -> Floats:
    """Return the rotation about a vector, by its length in radians."""
    return np.asarray(cv2.Rodrigues(np.asarray(vector, np.float64))[0], np.float32)


def rotations(vectors: Floats) -> Floats:
    """Return the rotations about several vectors (n, 3), by Rodrigues' formula; shape (n, 3, 3)."""
    cross = (vectors @ _CROSS).reshape(-1, 3, 3)
    angle = np.sqrt((vectors * vectors).sum(axis=1))[:, None, None] + np.float32(1e-12)
    whole = _EYE + np.sin(angle) / angle * cross + (1 - np.cos(angle)) / angle**2 * (cross @ cross)
    return np.asarray(whole, np.float32)


def turned(directions: Floats, rotated: Floats) -> Floats:
    """Return directions (..., 3) as each of several rotations (n, 3, 3) takes them; shape (n, ..., 3)."""
    flat = np.ascontiguousarray(directions.reshape(-1, 3).T)
    # Each coordinate lies by itself in memory, which is quicker to compute with.
    return (rotated @ flat).transpose(0, 2, 1).reshape(len(rotated), *directions.shape)


_WIDE: Final = SIDE / 2 * math.sqrt(_DISTANCE**2 - 1)
_MIDDLE: Final = SIDE / 2 - 0.5
# Of a direction and 1: the column and row of a ball picture and 1, times how far it is from the camera.
_CAMERA: Final = np.array(
    [
        [_WIDE, 0, -_MIDDLE, _MIDDLE * _DISTANCE],
        [0, -_WIDE, -_MIDDLE, _MIDDLE * _DISTANCE],
        [0, 0, -1, _DISTANCE],
    ],
    np.float32,
)


def by_axis(directions: Floats) -> Floats:
    """Return directions (..., 3) as they are projected: x, y, z and 1, shape (4, n)."""
    flat = directions.reshape(-1, 3).T
    return np.vstack([flat, np.ones_like(flat[:1])])


def projected(axes: Floats, rotated: Floats) -> tuple[Floats, Floats, npt.NDArray[np.bool_]]:
    """Return where the camera sees directions as each of several rotations (n, 3, 3) takes them.

    Args:
        axes: The directions, as `by_axis` returns them.
        rotated: The rotations.

    Returns:
        Columns and rows of a ball picture, and what faces the camera well enough to be compared, shapes
        (n, directions).
    """
    whole = np.empty((3, len(rotated), 4), np.float32)
    whole[..., :3] = (_CAMERA[:, :3] @ rotated).transpose(1, 0, 2)
    whole[..., 3] = _CAMERA[:, 3:]
    # As one product, which is quicker than one for each rotation.
    columns, rows, far = (whole.reshape(-1, 4) @ axes).reshape(3, len(rotated), -1)
    return columns / far, rows / far, far < _DISTANCE - _IN_VIEW


def in_picture(directions: Floats) -> tuple[Floats, Floats]:
    """Return the columns and rows of a ball picture at which the camera sees directions (..., 3)."""
    columns, rows, _ = projected(by_axis(directions), _EYE[None])
    return columns.reshape(directions.shape[:-1]), rows.reshape(directions.shape[:-1])


def sampled(picture: Floats, directions: Floats) -> Floats:
    """Return a ball picture's values at directions (..., 3), with 0 beyond its edge."""
    return values_at(picture, *in_picture(directions))


def values_at(picture: Floats, columns: Floats, rows: Floats) -> Floats:
    """Return the values of a picture of one channel at columns and rows, with 0 beyond its edge."""
    across, down = (each.reshape(-1, columns.shape[-1]) for each in (columns, rows))
    values = cv2.remap(picture, across, down, cv2.INTER_LINEAR)
    return np.asarray(values, np.float32).reshape(columns.shape)


def faces_camera(directions: Floats) -> npt.NDArray[np.bool_]:
    """Return which directions (..., 3) the camera sees well enough to compare what is there."""
    return np.asarray(directions[..., 2] > _IN_VIEW, np.bool_)


class Patch:
    """A grid of directions around the z axis, on which a print is compared.

    Attributes:
        reach: Angle from the axis to the grid's edge that counts, radians.
        grid: Unit vectors, shape (points, 3): those within the reach.
        coarse: Which of them, a quarter, are enough for smoothed ink.
        polar: Unit vectors, shape (rings, turns, 3): the same in rings, to compare all turns at once.
        polar_weight: Root of the area that each stands for, shape (rings, 1).
    """

    RINGS: Final = 14
    TURNS: Final = 48
    ACROSS: Final = 40

    def __init__(self, reach: float) -> None:
        self.reach = reach
        step = (np.arange(self.ACROSS) + 0.5) / self.ACROSS * 2 - 1
        x, y = (each.ravel() for each in np.meshgrid(step, step))
        within = np.hypot(x, y) <= 1
        rows, columns = np.divmod(np.flatnonzero(within), self.ACROSS)
        self.coarse = np.flatnonzero((rows % 2 == 0) & (columns % 2 == 0))
        self.grid = _around_axis(np.hypot(x, y)[within] * reach, np.arctan2(y, x)[within])
        rings = (np.arange(self.RINGS) + 0.5) / self.RINGS * reach
        turns = np.arange(self.TURNS) / self.TURNS * 2 * np.pi
        self.polar = _around_axis(*np.broadcast_arrays(rings[:, None], turns))
        self.polar_weight = np.sqrt(np.sin(rings)).astype(np.float32)[:, None]


def _around_axis(angle: npt.NDArray[np.floating], turn: npt.NDArray[np.floating]) -> Floats:
    across = np.sin(angle)
    return np.stack([across * np.cos(turn), across * np.sin(turn), np.cos(angle)], -1).astype(np.float32)


def spun(turns: npt.NDArray[np.integer]) -> Floats:
    """Return the rotations about the z axis by so many of a patch's turns (n,); shape (n, 3, 3)."""
    around = np.zeros((len(turns), 3), np.float32)
    around[:, 2] = turns / Patch.TURNS * 2 * np.pi
    return rotations(around)
