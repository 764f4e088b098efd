"""Where a ball lies in a learnt exit, measured by what it changes there; and the picture cut to it.

The reader looks for balls of some 250 pixels in the middle of a 480-line picture. Once a ball's place is
known, a picture is cut and scaled so that it lies there, whatever its size, wherever the camera sees it. It
is NOT responsible for what the empty exit looks like (`drivers.reader.exit`), nor for reading.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.exit import DIAMETERS, LearntExit, Place
from drivers.reader.light import Grey
from drivers.reader.limb import Circle
from drivers.reader.locate import find_ball, quartered, thumbnail
from drivers.reader.picture import checked

USUAL: Final = (200.0, 300.0)
"""Diameters, in pixels of a 480-line picture, at which the reader takes a ball as it is,"""

OFF_CENTRE: Final = 60.0
"""where it lies no farther than this from the middle of the picture."""

_WIDTH, _HEIGHT = 640, 480
_DIAMETER = 250.0  # of a ball in a picture that is cut to it
_CELL = 4
_CLOSE = np.ones((5, 5), np.uint8)  # cells
_WIDER = 1.2  # from one size that is tried to the next: at each, balls of 0.77 to 1.24 times it are found
_LARGER = 1.15  # than what is changed, at most: a ball of the exit's own colour changes not all of its place
_SMALLER = 0.8  # than the largest circle within it, at least
_FITS = 0.55, 0.4  # of a ball and what is changed together, at least, is both; of one whose outline is plain
_OUTLINE = 0.5, 0.9  # of a ball's outline at least shows; of one that is plain
_AS_WELL = 0.9  # times as well as the best fits the ball inside its shadow and the rings of its exit
_NEARLY = 1.05  # as small as the smallest, or as large as the largest, a ball is measured to be
_ALIKE = 0.15  # of its diameter a ball may be off, or larger or smaller


@dataclass(frozen=True, slots=True)
class Window:
    """How a picture was cut: so many times as large, with its corner there in the 480-line picture."""

    left: float
    top: float
    larger: float

    def place_of(self, circle: Circle) -> Place:
        """Where a circle of the cut picture lies in the 480-line picture."""
        x, y = self.back(circle.x, circle.y)
        return Place(x, y, 2 * circle.radius / self.larger)

    def circle_of(self, place: Place) -> Circle:
        """Where a ball, all of whose outline is in sight, lies in the cut picture."""
        x, y = (
            (at + 0.5 - first) * self.larger - 0.5
            for at, first in ((place.x, self.left), (place.y, self.top))
        )
        return Circle(x, y, place.diameter * self.larger / 2, 1.0)

    def back(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the cut picture lies in the 480-line picture."""
        return self.left + (x + 0.5) / self.larger - 0.5, self.top + (y + 0.5) / self.larger - 0.5


WHOLE: Final = Window(0.0, 0.0, 1.0)
"""All of the picture."""


def cut_to(picture: Grey, lines: Grey, place: Place) -> tuple[Grey, Window]:
    """Cut a BGR picture so that a ball at a place lies in its middle, as large as the reader takes it.

    Where it lies so already the whole picture is taken. What lies beyond the picture is as its edge.

    Args:
        picture: As the camera gave it: small balls are cut out of all its pixels.
        lines: The same at 480 lines.
        place: Of the ball.
    """
    middle = (lines.shape[1] - 1) / 2, (lines.shape[0] - 1) / 2
    off = float(np.hypot(place.x - middle[0], place.y - middle[1]))
    if USUAL[0] <= place.diameter <= USUAL[1] and off <= OFF_CENTRE:
        return lines, WHOLE
    return _cut(picture, place, _DIAMETER / place.diameter)


def found_at(picture: Grey, place: Place) -> Place | None:
    """Where the ball that is expected at a place lies exactly; None where there is none of about its size.

    Args:
        picture: BGR, of any size that the reader takes.
        place: Where a ball lies.
    """
    near, window = _cut(picture, place, _DIAMETER / place.diameter)
    ball = find_ball(thumbnail(quartered(near)), near)
    if ball is None or ball.support < _OUTLINE[0]:
        return None
    there = window.place_of(ball)
    return there if is_about(there, place) else None


def is_about(there: Place, place: Place) -> bool:
    """Whether a ball lies about where it is expected, and is of about its size."""
    off = float(np.hypot(there.x - place.x, there.y - place.y))
    return max(off, abs(there.diameter - place.diameter)) <= _ALIKE * place.diameter


def measured(learnt: LearntExit, picture: Grey) -> Place | None:
    """Where a ball lies and how large it is, by what it changes of the empty exit; None where none does.

    Args:
        learnt: The exit while it is empty.
        picture: BGR, of any size that the reader takes.
    """
    changed = learnt.difference(checked(picture))
    blob = None if changed is None else _largest(changed)
    if blob is None:
        return None
    found = [place for start in _starts(blob) for place in _found(picture, start, blob)]
    if not found:
        return None
    most = max(fit for _, fit in found)
    best = min((place for place, fit in found if fit >= _AS_WELL * most), key=lambda each: each.diameter)
    return best if DIAMETERS[0] / _NEARLY <= best.diameter <= DIAMETERS[1] * _NEARLY else None


def _cut(picture: Grey, place: Place, larger: float) -> tuple[Grey, Window]:
    """Cut and scale: a place comes to the middle of a picture of 640×480."""
    scale = picture.shape[0] / _HEIGHT  # pixels of the picture for one of 480 lines
    wide, high = (round(side * scale / larger) for side in (_WIDTH, _HEIGHT))
    left, top = (round((at + 0.5) * scale - side / 2) for at, side in ((place.x, wide), (place.y, high)))
    height, width = picture.shape[:2]
    beyond = max(0, -top), max(0, top + high - height), max(0, -left), max(0, left + wide - width)
    part = picture[max(0, top) : max(0, top + high), max(0, left) : max(0, left + wide)]
    whole = cv2.copyMakeBorder(part, *beyond, cv2.BORDER_REPLICATE) if any(beyond) else part
    how = cv2.INTER_AREA if high > _HEIGHT else cv2.INTER_CUBIC
    small = np.asarray(cv2.resize(whole, (_WIDTH, _HEIGHT), interpolation=how), np.uint8)
    return small, Window(left / scale, top / scale, larger)


def _largest(changed: npt.NDArray[np.bool_]) -> Grey | None:
    """The largest part that is changed, without holes; None where none is as large as a ball."""
    closed = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, _CLOSE)
    outlines, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    blob = np.zeros(closed.shape, np.uint8)
    if not outlines:
        return None
    cv2.drawContours(blob, [max(outlines, key=cv2.contourArea)], -1, 1, cv2.FILLED)
    least = np.pi / 4 * (DIAMETERS[0] / _CELL) ** 2 * min(_FITS)
    return blob if np.count_nonzero(blob) >= least else None


def _starts(blob: Grey) -> Iterator[Place]:
    """Sizes at which a ball is looked for in what is changed, each around its middle."""
    depth = cv2.distanceTransform(np.pad(blob, 1), cv2.DIST_L2, 5)[1:-1, 1:-1]
    row, column = divmod(int(depth.argmax()), depth.shape[1])
    rows, columns = np.nonzero(blob)
    inner = _SMALLER * 2 * float(depth[row, column])
    outer = _LARGER * float(max(np.ptp(rows), np.ptp(columns)) + 1)
    x, y = (float(each) * _CELL + 1.5 for each in (column, row))
    size = max(inner * _CELL * _WIDER**0.5, DIAMETERS[0])
    while True:
        yield Place(x, y, size)
        if size * _WIDER**0.5 >= outer * _CELL or size > DIAMETERS[1]:
            return
        size *= _WIDER


def _found(picture: Grey, start: Place, blob: Grey) -> Iterator[tuple[Place, float]]:
    """The ball that is about as large as a start, if there is one that fits what is changed, and how well."""
    near, window = _cut(picture, start, _DIAMETER / start.diameter)
    ball = find_ball(thumbnail(quartered(near)), near)
    if ball is None or ball.support < _OUTLINE[0]:
        return
    place = window.place_of(ball)
    fit = _fit(place, blob)
    if fit >= _FITS[ball.support >= _OUTLINE[1]]:
        yield place, fit * ball.support


def _fit(place: Place, blob: Grey) -> float:
    """How well a ball and what is changed cover each other, 0..1."""
    disc = np.zeros(blob.shape, np.uint8)
    middle = round((place.x - 1.5) / _CELL), round((place.y - 1.5) / _CELL)
    cv2.circle(disc, middle, round(place.diameter / 2 / _CELL), 1, -1)
    return float(np.count_nonzero(disc & blob) / np.count_nonzero(disc | blob))
