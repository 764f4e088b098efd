"""Finds the one ball in a picture of a learnt exit and cuts it out, or says what stands there instead.

What differs from the empty exit must be one whole disc of the learnt size; the shadows and reflections that
balls usually cast are learnt too. It is NOT responsible for which ball it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.exit import Difference, LearntExit
from drivers.reader.picture import checked
from drivers.recogniser.disc import CELL, NEAR, Disc, distances, placed, refined
from drivers.recogniser.recognition import Reason
from drivers.recogniser.surface import Bgr, cut_ball

_DARK: Final = 6.0  # mean level under which a picture shows nothing
_WIDER: Final = 1.15  # times the radius: what changes beyond it is not the ball
_INNER: Final = 0.9  # of the radius: what does not change within it is not the ball
_USUAL: Final = 0.1  # of balls that change a cell beyond them, it is their shadow or reflection
_ALLOWED: Final = 0.08  # of a ball's area: what may change more than at the calibration
_LESS: Final = 0.8  # of the least that was seen of the outline at the calibration
_SHOWN: Final = 0.5  # of it, where calibration has not said more
_INSIDE: Final = 0.97  # of the outline is in the picture
_SPECK: Final = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A ball in a picture.

    Attributes:
        ball: Cut out, BGR, as `drivers.recogniser.sphere` describes a ball picture.
        disc: Its outline.
        beyond: What changes outside it, of a ball's area.
        covers: How much of its disc is not as in the empty exit, 0..1.
    """

    ball: Bgr
    disc: Disc
    beyond: float
    covers: float


@dataclass(frozen=True, eq=False)
class BallFinder:
    """Finds balls in an exit.

    Attributes:
        exit: The empty exit, with the ball's place.
        usual: Cells that balls usually change beyond themselves, shape (rows, columns).
        beyond: As much at most may change outside a ball, of a ball's area.
        covers: As much at least of a ball's disc changes, 0..1.
        shown: As much at least of its outline is an edge, 0..1.
        roams: Whether balls lie so far from one another that each must be looked for anywhere.
    """

    exit: LearntExit
    usual: npt.NDArray[np.bool_]
    beyond: float = 1.0
    covers: float = 0.0
    shown: float = _SHOWN
    roams: bool = True

    def find(self, picture: Bgr) -> Seen | Reason:
        """Return the ball in a BGR picture, or what there is instead of one whole ball.

        Raises:
            ImageError: It is no picture that the reader takes.
        """
        lines = checked(picture)
        if float(lines[::8, ::8].mean()) < _DARK:
            return Reason.TOO_DARK
        difference = self.exit.differs(lines)
        if difference is None:
            return Reason.OTHER_SHAPE
        if difference.compared.empty and not self._elsewhere(difference.changed):
            return Reason.EMPTY
        seen = self.seen(picture, lines, difference)
        if not _within(seen.disc, lines.shape):
            return Reason.CUT_OFF
        if seen.disc.shown < self.shown or seen.covers < self.covers:
            return Reason.NO_BALL
        return Reason.TWO_BALLS if seen.beyond > self.beyond else seen

    def seen(self, picture: Bgr, lines: Bgr, difference: Difference) -> Seen:
        """Return the likeliest ball in a picture, whatever it is.

        Args:
            picture: BGR, of any size.
            lines: The same at 480 lines.
            difference: What it changes of the exit.
        """
        diameter = _diameter(self.exit)
        disc = self._disc(lines, difference)
        scale = picture.shape[0] / lines.shape[0]
        x, y = (scale * (each + 0.5) - 0.5 for each in (disc.x, disc.y))
        ball = cut_ball(picture, x, y, diameter * scale)
        off = distances(disc, difference.changed.shape)
        inner = off < _INNER * disc.radius
        covers = float(difference.changed[inner].mean()) if inner.any() else 0.0
        outside = difference.changed & (off > _WIDER * disc.radius) & ~self.usual
        return Seen(ball, disc, _area(outside) / _disc_area(disc), covers)

    def _disc(self, lines: Bgr, difference: Difference) -> Disc:
        """The outline that shows best: where balls lie in this exit, or else anywhere."""
        place = self.exit.place
        assert place is not None
        usual = refined(lines, place.x, place.y, place.diameter)
        if usual.shown >= self.shown and not self.roams:
            return usual
        return max(usual, placed(lines, difference, place.diameter), key=lambda each: each.shown)

    def again(self, seen: Seen, outside: npt.NDArray[np.bool_]) -> Seen:
        """Return what was seen with what changes outside it counted anew, without the usual.

        Args:
            seen: The ball.
            outside: Cells beyond it that are not as in the empty exit.
        """
        return replace(seen, beyond=_area(outside & ~self.usual) / _disc_area(seen.disc))

    def _elsewhere(self, changed: npt.NDArray[np.bool_]) -> bool:
        """Whether as much as half a ball stands anywhere."""
        return _area(changed & ~self.usual) > np.pi * _diameter(self.exit) ** 2 / 8


def usual_changes(changed: Sequence[npt.NDArray[np.bool_]]) -> npt.NDArray[np.bool_]:
    """Return the cells that pictures of balls usually change, and those beside them."""
    often = np.mean(np.stack(changed), axis=0) > _USUAL
    return np.asarray(cv2.dilate(often.astype(np.uint8), _SPECK) > 0, np.bool_)


def limited(finder: BallFinder, seen: Sequence[Seen]) -> BallFinder:
    """Return a finder that asks for as much as balls at the calibration showed."""
    beyond = float(np.quantile([each.beyond for each in seen], 0.95)) + _ALLOWED
    covers = float(np.quantile([each.covers for each in seen], 0.05)) * _LESS
    shown = float(np.quantile([each.disc.shown for each in seen], 0.05)) * _LESS
    return BallFinder(finder.exit, finder.usual, beyond, covers, shown, _roams(finder.exit, seen))


def _roams(empty: LearntExit, seen: Sequence[Seen]) -> bool:
    """Whether balls lie so far from the place that a circle of the exit could be taken for one."""
    assert empty.place is not None
    off = [np.hypot(each.disc.x - empty.place.x, each.disc.y - empty.place.y) for each in seen]
    return float(np.quantile(off, 0.95)) > NEAR


def _diameter(empty: LearntExit) -> float:
    assert empty.place is not None
    return empty.place.diameter


def _within(disc: Disc, shape: tuple[int, ...]) -> bool:
    reach = disc.radius * _INSIDE
    return reach <= disc.x <= shape[1] - 1 - reach and reach <= disc.y <= shape[0] - 1 - reach


def _area(changed: npt.NDArray[np.bool_]) -> float:
    """Of cells that are no specks, pixels of a 480-line picture."""
    return float(cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, _SPECK).sum()) * CELL**2


def _disc_area(disc: Disc) -> float:
    return float(np.pi) * disc.radius**2
