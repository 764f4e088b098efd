"""Finds the print nearest the middle of a ball, flattens it, and sets it upright by the bar under it.

The bar decides the orientation alone: without it nothing is handed over, so that a 6 is never taken for a 9.
Its length and place must fit the digits over it, so that the rest of a cut number is never taken for a
number.

It is NOT responsible for saying which digits they are. It knows dark ink on lighter balls, one or two digits
that do not touch, and a bar as wide as the number; other marks are no marks to it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.locate import Circle, Grey
from drivers.reader.sighting import Reason

Mask = npt.NDArray[np.uint8]
_Floats = npt.NDArray[np.float64]

SIDE: Final = 144  # pixels of a flattened print
_SPAN = 0.92  # radians of the ball that it covers
_KERNEL = 25  # pixels: wider than any stroke
_INK = 0.62  # of the paint around it, a pixel this dark is ink
_JOIN = 15  # pixels: parts of one print are nearer than this, prints farther apart
_EDGE_OF_SIGHT = 0.42  # the least cosine to the camera at which a print still counts as whole
_SPECK = 14  # pixels: smaller spots are noise


@dataclass(frozen=True, slots=True)
class Part:
    """A connected piece of ink: its pixels' places, in the coordinates of the flattened print."""

    points: _Floats

    def along(self, axis: _Floats) -> tuple[float, float]:
        """Its extent in pixels along a unit vector, one pixel's width included."""
        reach = self.points @ axis
        return float(reach.min()) - 0.5, float(reach.max()) + 0.5


def upright_digits(grey: Grey, ball: Circle, glare: Mask) -> list[Grey] | Reason:
    """The one or two digits of the print nearest the middle of the ball, upright, left to right.

    Args:
        grey: The brightest channel of the picture.
        ball: Where the ball is.
        glare: Non-zero where the picture is saturated.

    Returns:
        A crop of each digit, 0 (paint) to 255 (ink), or why there is none.
    """
    towards = _middle_print(grey, ball)
    if towards is None:
        return Reason.NO_NUMBER
    if towards[2] < 0.6:
        return Reason.CUT_OFF
    to_x, to_y = _flattening(ball, towards)
    flat = cv2.remap(grey, to_x, to_y, cv2.INTER_LINEAR).astype(np.uint8, copy=False)
    group = _central_group(ink_of(flat))
    parts = _parts(group)
    if not parts:
        return Reason.NO_NUMBER
    if _is_cut(group, ball, to_x, to_y):
        return Reason.CUT_OFF
    bright = cv2.remap(glare, to_x, to_y, cv2.INTER_NEAREST)
    around = cv2.dilate(group, np.ones((7, 7), np.uint8))
    if cv2.countNonZero(cv2.bitwise_and(bright, around)) > 0.02 * max(1, cv2.countNonZero(group)):
        return Reason.GLARE
    return _set_upright(flat, parts)


def ink_of(grey: Grey) -> Mask:
    """255 where a pixel is much darker than the paint around it."""
    paint = cv2.morphologyEx(grey, cv2.MORPH_CLOSE, np.ones((_KERNEL, _KERNEL), np.uint8))
    return np.where(grey < paint * np.float32(_INK), 255, 0).astype(np.uint8)


def _middle_print(grey: Grey, ball: Circle) -> _Floats | None:
    """The direction (unit vector, z to the camera) of the print nearest the middle of the ball."""
    reach = int(ball.radius) + 2
    left, top = round(ball.x) - reach, round(ball.y) - reach
    window = grey[max(0, top) : top + 2 * reach, max(0, left) : left + 2 * reach]
    ink = ink_of(np.ascontiguousarray(window))
    disc = np.zeros(ink.shape, np.uint8)
    cv2.circle(
        disc, (round(ball.x - max(0, left)), round(ball.y - max(0, top))), int(ball.radius * 0.93), 255, -1
    )
    cv2.bitwise_and(ink, disc, dst=ink)
    whole = cv2.dilate(ink, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_JOIN, _JOIN)))
    count, _, stats, _ = cv2.connectedComponentsWithStats(whole)
    directions = [_direction(box, ball, max(0, left), max(0, top)) for box in stats[1:count]]
    large = [
        towards
        for towards, box in zip(directions, stats[1:count], strict=True)
        if box[cv2.CC_STAT_AREA] > 0.012 * ball.radius**2 * np.pi
    ]
    return max(large, key=lambda towards: float(towards[2]), default=None)


def _direction(box: npt.NDArray[np.int32], ball: Circle, left: int, top: int) -> _Floats:
    x = (left + box[cv2.CC_STAT_LEFT] + box[cv2.CC_STAT_WIDTH] / 2 - ball.x) / ball.radius
    y = (top + box[cv2.CC_STAT_TOP] + box[cv2.CC_STAT_HEIGHT] / 2 - ball.y) / ball.radius
    return np.array([x, y, np.sqrt(max(0.0, 1 - x * x - y * y))])


def _flattening(ball: Circle, towards: _Floats) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Where each pixel of the flattened print lies in the picture: great circles become straight lines."""
    right = np.cross([0.0, 1.0, 0.0], towards)
    right /= np.linalg.norm(right)
    down = np.cross(towards, right)
    line = ((np.arange(SIDE) + 0.5) / SIDE - 0.5) * _SPAN
    a, b = np.meshgrid(line, line)
    angle = np.hypot(a, b)
    reach = np.sinc(angle / np.pi)  # sin(angle) / angle, and 1 in the middle
    point = (
        (a * reach)[..., None] * right + (b * reach)[..., None] * down + np.cos(angle)[..., None] * towards
    )
    hidden = point[..., 2] < 0
    x, y = ball.x + ball.radius * point[..., 0], ball.y + ball.radius * point[..., 1]
    x[hidden] = y[hidden] = -1
    return x.astype(np.float32), y.astype(np.float32)


def _central_group(ink: Mask) -> Mask:
    """The ink that belongs to the print in the middle."""
    joined = cv2.dilate(ink, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_JOIN, _JOIN)))
    count, labels, stats, centres = cv2.connectedComponentsWithStats(joined)
    if count < 2:
        return np.zeros_like(ink)
    distance = np.hypot(*(centres[1:] - SIDE / 2).T) + np.where(stats[1:, cv2.CC_STAT_AREA] < 300, SIDE, 0)
    mine = labels == 1 + int(distance.argmin())
    return np.where(mine, ink, 0).astype(np.uint8)


def _parts(group: Mask) -> list[Part]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(group)
    kept = (label for label in range(1, count) if stats[label, cv2.CC_STAT_AREA] >= _SPECK)
    return [Part(np.argwhere(labels == label)[:, ::-1].astype(np.float64)) for label in kept]


def _is_cut(group: Mask, ball: Circle, to_x: npt.NDArray[np.float32], to_y: npt.NDArray[np.float32]) -> bool:
    """Whether the print runs out of the flattened picture or too far towards the limb."""
    frame = group.copy()
    frame[2:-2, 2:-2] = 0
    if frame.any():
        return True
    off = np.hypot(to_x[group > 0] - ball.x, to_y[group > 0] - ball.y) / ball.radius
    return bool(off.max(initial=0.0) > np.sqrt(1 - _EDGE_OF_SIGHT**2))


def _set_upright(flat: Grey, parts: Sequence[Part]) -> list[Grey] | Reason:
    """Turn the print so that its bar lies level below, and cut the digits over it."""
    found = _orientation(parts)
    if found is None:
        return Reason.NO_MARK
    digits, right, down = found
    if not 1 <= len(digits) <= 2:
        return Reason.NOT_A_NUMBER
    left_to_right = sorted(digits, key=lambda part: part.along(right))
    tops, feet = zip(*(part.along(down) for part in left_to_right), strict=True)
    height = max(feet) - min(tops)
    level = max(max(tops) - min(tops), max(feet) - min(feet)) <= 0.13 * height
    apart = all(second.along(right)[0] > first.along(right)[1] for first, second in pairwise(left_to_right))
    slim = all(np.ptp(part.along(right)) < 0.98 * height for part in digits)
    if height < 26 or not (level and apart and slim):
        return Reason.NOT_A_NUMBER
    return [_crop(flat, part, right, down) for part in left_to_right]


def _orientation(parts: Sequence[Part]) -> tuple[list[Part], _Floats, _Floats] | None:
    """The one part that can be the bar, as (the other parts, right, down); None if none or several can."""
    found = []
    for index, part in enumerate(parts):
        rest = [*parts[:index], *parts[index + 1 :]]
        bar = _as_bar(part, rest)
        if bar is not None:
            found.append((rest, *bar))
    return found[0] if len(found) == 1 else None


def _as_bar(part: Part, rest: Sequence[Part]) -> tuple[_Floats, _Floats] | None:
    """The directions right and down if this part lies under all others as a bar does."""
    if not rest:
        return None
    centre = part.points.mean(axis=0)
    _, axes = np.linalg.eigh(np.cov((part.points - centre).T))
    down: _Floats = axes[:, 0]
    if (np.concatenate([other.points for other in rest]).mean(axis=0) - centre) @ down > 0:
        down = -down
    right = np.array([down[1], -down[0]])
    length, thick = float(np.ptp(part.along(right))), float(np.ptp(part.along(down)))
    filled = len(part.points) / max(1.0, length * thick)
    if thick > 0.36 * length or filled < 0.72:
        return None
    return (right, down) if _fits_over(part, rest, right, down) else None


def _fits_over(bar: Part, rest: Sequence[Part], right: _Floats, down: _Floats) -> bool:
    """Whether the other parts stand over the bar, close, centred, and as wide together as the bar says."""
    across = [other.along(right) for other in rest]
    upright = [other.along(down) for other in rest]
    left, end = min(low for low, _ in across), max(high for _, high in across)
    height = max(high for _, high in upright) - min(low for low, _ in upright)
    bar_left, bar_end = bar.along(right)
    bar_top, bar_foot = bar.along(down)
    gap = bar_top - max(high for _, high in upright)
    width, length = end - left, bar_end - bar_left
    return (
        0.03 * height < gap < 0.32 * height
        and bar_foot - bar_top < 0.26 * height
        and abs((left + end) - (bar_left + bar_end)) / 2 < 0.11 * height
        and width - 0.14 * height < length < max(width, 0.62 * height) + 0.14 * height
    )


def _crop(flat: Grey, part: Part, right: _Floats, down: _Floats) -> Grey:
    """One digit alone, turned upright, as ink 0..255, 40 pixels high and as wide as it is."""
    low, high = part.along(right)
    top, foot = part.along(down)
    scale = 40 / (foot - top)
    size = max(4, round((high - low) * scale)), 40
    rotation = np.stack([right, down])
    offset = -np.array([low, top])
    matrix = np.concatenate([rotation * scale, (offset * scale)[:, None]], axis=1)
    alone = np.zeros(flat.shape, np.uint8)
    columns, rows = part.points.T.astype(np.intp)
    alone[rows, columns] = 255
    near = cv2.dilate(alone, np.ones((5, 5), np.uint8))
    paint = cv2.morphologyEx(flat, cv2.MORPH_CLOSE, np.ones((_KERNEL, _KERNEL), np.uint8)).astype(np.float32)
    depth = np.clip(1 - flat / np.maximum(paint, 1), 0, 1) * 255 * (near > 0)
    turned = cv2.warpAffine(depth.astype(np.uint8), matrix, size, flags=cv2.INTER_AREA)
    return np.asarray(cv2.normalize(turned, turned, 0, 255, cv2.NORM_MINMAX), np.uint8)
