"""Finds the ink on a ball, in groups of dark parts that stand near each other.

It knows ink darker than what it is printed on; light ink on a dark ball gives none. It is NOT responsible for
which group may be a print.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final, Self

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.light import Grey
from drivers.reader.limb import Circle
from drivers.reader.locate import Floats

Mask = npt.NDArray[np.uint8]

DARK: Final = 0.58  # of the paint around it, a pixel this dark is ink
FAINT: Final = 0.76  # the same, in a second look: coloured ink, thin strokes and ink under a highlight
JOIN: Final = 0.145  # of the radius: parts of one print are nearer than this, prints farther apart
TOUCH: Final = 0.05  # the same where a finger or a ring stands near a print
_KERNEL = 0.28  # of the ball's radius: wider than any stroke
_SURROUNDING = 0.035  # of the ball's disc: dark parts at the limb larger than this are no ink
_LIMB = 0.87  # of the radius: what reaches as far out reaches the limb
_RIM = 0.94  # of the radius: ink farther out is the limb
_LEAST_INK = 0.0035  # of the ball's disc
_FOUR = np.ones((2, 2), np.uint8)  # pixels, of which one is kept
_NEIGHBOURS = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class Surface:
    """A ball in a picture's light at half the resolution, and what ink on it is told by.

    Attributes:
        light: The darkest of each four pixels, so that thin strokes keep their blackness.
        paint: How bright the paint is around each.
        across: How far right of the ball's middle each column lies, in radii.
        down: How far below it each row lies.
        off: How far each pixel lies from it, squared.
        radius: The ball's, in these pixels.
    """

    light: Grey
    paint: Grey
    across: Floats
    down: Floats
    off: Floats
    radius: float

    @classmethod
    def of(cls, grey: Grey, ball: Circle) -> Self:
        """The ball in a picture's light."""
        reach = int(ball.radius) + 2
        left, top = max(0, round(ball.x) - reach), max(0, round(ball.y) - reach)
        window = grey[top : round(ball.y) + reach, left : round(ball.x) + reach]
        half = np.ascontiguousarray(cv2.erode(window, _FOUR, anchor=(0, 0))[::2, ::2])
        x = ((np.arange(half.shape[1], dtype=np.float32) * 2 + 0.5) + left - ball.x) / ball.radius
        y = ((np.arange(half.shape[0], dtype=np.float32) * 2 + 0.5) + top - ball.y) / ball.radius
        size = max(3, round(_KERNEL * ball.radius / 2) | 1)
        paint = cv2.morphologyEx(half, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
        off = x[None, :] ** 2 + y[:, None] ** 2
        return cls(np.asarray(half, np.uint8), np.asarray(paint, np.uint8), x, y, off, ball.radius / 2)

    def groups(self, ink: float = DARK, join: float = JOIN, *, over_the_limb: bool = True) -> list[Floats]:
        """The outline of each group's ink as points of the unit sphere, one row each.

        Args:
            ink: A pixel is ink that is darker than this part of the paint around it.
            join: Parts nearer than this to each other, in radii, are one group.
            over_the_limb: Whether what comes in over the limb may be ink, where there is little of it.
        """
        disc = np.pi * self.radius**2
        least = _LEAST_INK * disc
        inked = self._inked(ink)
        if cv2.countNonZero(inked) < least:
            return []
        self._clear_surroundings(inked, _SURROUNDING * disc if over_the_limb else 0.0)
        if cv2.countNonZero(inked) < least:
            return []
        joined = cv2.dilate(inked, spot(max(3, round(join * self.radius))))
        count, labels = cv2.connectedComponents(joined, connectivity=4)
        amounts = np.bincount(labels[inked > 0], minlength=count)
        outline = np.flatnonzero(inked > cv2.erode(inked, _NEIGHBOURS))
        which, points = labels.ravel()[outline], self._on_the_sphere(outline)
        return [points[which == label] for label in range(1, count) if amounts[label] >= least]

    def _inked(self, ink: float) -> Mask:
        """255 where a pixel is much darker than the paint around it, up to the limb."""
        inked = np.asarray(cv2.compare(self.light, cv2.LUT(self.paint, _inks(ink)), cv2.CMP_LT), np.uint8)
        inked[self.off > _RIM**2] = 0
        return inked

    def _clear_surroundings(self, inked: Mask, least: float) -> None:
        """Take away what is too large for ink and reaches the limb: paint around lighter discs, a finger."""
        count, labels = cv2.connectedComponents(inked, connectivity=4)
        at = np.flatnonzero(inked > 0)
        label = labels.ravel()[at]
        taken = np.bincount(label, minlength=count) > least
        taken &= np.bincount(label[self.off.ravel()[at] > _LIMB**2], minlength=count) > 0
        inked.ravel()[at[taken[label]]] = 0

    def _on_the_sphere(self, at: npt.NDArray[np.intp]) -> Floats:
        """Where some of the pixels lie, as unit vectors."""
        rows, columns = np.divmod(at, len(self.across))
        x, y = self.across[columns], self.down[rows]
        return np.stack([x, y, np.sqrt(np.maximum(0, 1 - x * x - y * y))], axis=1)


@cache
def spot(wide: int) -> Mask:
    """A disc of ink, so many pixels wide."""
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)), np.uint8)


@cache
def _inks(least: float) -> Grey:
    """For each brightness of the paint, the least one that is no ink."""
    return np.asarray(np.ceil(np.arange(256) * np.float32(least)), np.uint8)
