"""A ball's surface without the hall's light: how much darker or lighter each place is than the bare ball.

The exit's light is learnt as the median of many balls at the same place, so a lamp's reflection, the shade of
the rim and the fall of the light are the hall's, and leave the picture. It is NOT responsible for prints.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

import cv2
import numpy as np
import numpy.typing as npt

from drivers.recogniser.colours import ALIKE, burnt, colour_of, own_channels
from drivers.recogniser.sphere import SIDE, Floats

Bgr = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]

_BURNT: Final = 250  # from here on a pixel may hide ink where a lamp is reflected
_LAMP: Final = 0.15  # of white: a lamp's reflection that may burn what lies under it
_DARKEST: Final = 0.05  # of the usual light: less shows nothing
_REFLECTION: Final = 61  # pixels: a lamp's reflection is narrower, the fall of the light wider
_SOFTENED: Final = 1.2  # pixels: the camera's grain
_SOFTER: Final = 1.42  # pixels at half size, 3 at the whole one: ink smoothed for a rough comparison
_BESIDE: Final = 3  # pixels around a ball of which some belong to its picture, too
_KNOWN: Final = 0.2  # of what it is softened over is seen, at least
_EVEN: Final = 2.0  # pixels over which the shading is smoothed
_STROKE: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (15, 15))  # wider than strokes, at half size
_STREAK: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))  # a narrower light is no paint
_OUTSIDE: Final = np.float32(-9)  # is below any level
_FLOOR: Final = 0.1  # of the bare ball's level, as the eye: what is darker has no drawing
_LINEAR: Final = ((np.arange(256) / 255) ** 2.2).astype(np.float32)

_ROWS, _COLUMNS = np.mgrid[0:SIDE, 0:SIDE]
_OFF: Final = np.hypot(_COLUMNS - (SIDE - 1) / 2, _ROWS - (SIDE - 1) / 2) / (SIDE / 2)
DISC: Final = _OFF < 0.97
"""Where a ball picture shows the ball: within its outline."""

_SOME: Final = (_OFF < 0.9) & (_ROWS % 4 == 0) & (_COLUMNS % 4 == 0)  # pixels that tell how bright a ball is
_OF_A_BALL: Final = 0.4  # of its pixels at least are bare
_OF_BALLS: Final = 0.25  # at least are bare at a place
_LAMP_ALONE: Final = 0.2  # of the balls at least show bare paint or ink at a place
_FEW: Final = 8  # values whose interval says too little
_ROUNDS: Final = 3
_ENOUGH: Final = 120  # ball pictures from which the light is learnt


PLAINLY: Final = 2.0
"""Times as bright as the bare ball: what dark ink is told beside."""

Ink = Literal[-1, 0, 1]
"""All that is no bare ball (0), or only strokes, darker (-1) or lighter (1) than what is beside them."""


@dataclass(frozen=True, eq=False)
class Surface:
    """What a ball shows.

    Attributes:
        ink: Per pixel of the ball picture: 0 the bare ball (or no stroke), below 0 darker, above lighter.
        seen: 1 where the ball is seen, 0 outside it and in burnt light.
        colour: Red and blue less green, in parts of its level, of what is coloured the most; shape (2,).
    """

    ink: Floats
    seen: Floats
    colour: Floats

    @cached_property
    def inks(self) -> tuple[Floats, Floats]:
        """The ink, and the same smoothed for a rough comparison."""
        half = cv2.resize(self.ink, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        soft = cv2.resize(cv2.GaussianBlur(half, (0, 0), _SOFTER), self.ink.shape[::-1])
        return self.ink, np.asarray(soft, np.float32)


@dataclass(frozen=True, eq=False)
class Shading:
    """The light on a bare ball in this exit, per pixel of the ball picture.

    Attributes:
        light: What paint sends back, 1 the usual of the ball.
        lamp: What lamps add by reflection whatever the paint is, in parts of white. Ink under it stays as
            much darker than the paint beside it as it is, so it is taken away before light is divided out.
        ink: What is compared: on balls whose numbers stand on discs of another paint, the disc would be most
            of what all of them share.
        lightest: Times as bright as the bare ball, from where on all is equally light: where light ink is
            much lighter than the ball, a low one makes its strokes as wide as their blur.
        own_colour: The channels count as the bare ball sends them back, not alike: in red light dark ink on a
            red ball stands out, in all light hardly.
    """

    light: Floats
    lamp: Floats
    ink: Ink = 0
    lightest: float = PLAINLY
    own_colour: bool = False

    @property
    def light_ink(self) -> bool:
        """Whether the numbers are lighter than the balls."""
        return self.lightest > PLAINLY

    def surface(self, ball: Bgr) -> Surface:
        """Return what a ball picture (BGR) shows, without the light."""
        linear = _linear(ball)
        channels = ALIKE
        level, bare = self._level(linear, channels)
        usually = self._lights * np.float32(bare)
        some = self._lamps < usually  # where a lamp adds more than paint sends back, what is left is noise
        lit, usually = (linear.reshape(-1, 3)[self._sampled] - self._lamps[:, None])[some], usually[some]
        if self.own_colour:
            channels = own_channels(lit, usually)
            level, bare = self._level(linear, channels)
        ink = np.sqrt(np.clip(level, 0, self.lightest * bare) / np.float32(bare)) - 1
        shown, known = self._shown, self._known
        hidden = self._burning[burnt(ball.reshape(-1, 3)[self._burning], channels, _BURNT)]
        if hidden.size:
            shown = shown.copy()
            shown.flat[hidden] = 0
            known = _softly(shown)
        # What is hidden beside ink is no bare ball: only what is seen is softened.
        levels = np.asarray(_softly(ink * shown) / np.maximum(known, _KNOWN) * shown, np.float32)
        strokes = _strokes(levels, shown > 0, self.ink) if self.ink else levels
        return Surface(strokes, shown, colour_of(lit, usually))

    def _level(self, linear: Floats, channels: Floats) -> tuple[Floats, float]:
        """How light each place is without the exit's light, and the bare ball."""
        level = (np.asarray(cv2.transform(linear, channels), np.float32) - self.lamp) / self._divisor
        return level, max(float(usual(level[_SOME], 0, _OF_A_BALL)), 0.02)

    @cached_property
    def _sampled(self) -> npt.NDArray[np.intp]:
        """Some pixels of the ball picture, by place: those whose colours are looked at."""
        return np.flatnonzero(_SOME & (self._shown > 0))

    @cached_property
    def _lamps(self) -> Floats:
        """What lamps add there, shape (n,)."""
        return self.lamp.ravel()[self._sampled]

    @cached_property
    def _lights(self) -> Floats:
        """The light there, shape (n,)."""
        return self._divisor.ravel()[self._sampled]

    @cached_property
    def _divisor(self) -> Floats:
        return np.asarray(np.maximum(self.light, 0.02), np.float32)

    @cached_property
    def _shown(self) -> Floats:
        """1 where the ball is seen, where nothing burns."""
        return np.asarray(DISC & (self.light > _DARKEST), np.float32)

    @cached_property
    def _known(self) -> Floats:
        return _softly(self._shown)

    @cached_property
    def _burning(self) -> npt.NDArray[np.intp]:
        """Pixels of the ball picture, by place, at which a lamp may hide ink."""
        return np.flatnonzero(self.lamp > _LAMP)


def learn_shading(balls: Sequence[Bgr]) -> Shading:
    """Learn the light from ball pictures (BGR) of many balls at the same place.

    What is usual at a place is the bare ball there: prints and discs differ from one ball to the next.
    """
    levels = np.stack([_levels(ball) for ball in balls[:: max(len(balls) // _ENOUGH, 1)]])
    whole = np.ones(levels.shape[1:], np.float32)
    for _ in range(_ROUNDS):
        bare = np.maximum(usual(levels[:, _SOME] / whole[_SOME], 1, _OF_A_BALL), 0.01)[:, None, None]
        usually = usual(levels / bare, 0, _OF_BALLS)
        whole = np.maximum(cv2.GaussianBlur(usually, (0, 0), _EVEN), 0.01).astype(np.float32)
    filled = np.where(_OFF < 0.9, whole, float(whole[DISC].max()))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_REFLECTION, _REFLECTION))
    opened = cv2.morphologyEx(np.minimum(whole, filled).astype(np.float32), cv2.MORPH_OPEN, kernel)
    smooth = cv2.GaussianBlur(opened, (0, 0), _REFLECTION / 8)
    light = np.where(_OFF < 0.85, np.minimum(whole, smooth), whole).astype(np.float32)
    # A white disc is brighter than the paint, too, but hardly ever on so many balls.
    lamp = np.quantile(levels - bare * light, _LAMP_ALONE, axis=0) * (_OFF < 0.85)
    lamp = cv2.GaussianBlur(np.maximum(lamp, 0).astype(np.float32), (0, 0), 1)
    return Shading(light, np.asarray(lamp, np.float32))


def _strokes(levels: Floats, seen: Bools, ink: Ink) -> Floats:
    """Return by how much strokes are darker or lighter than what they are printed on, in parts of that.

    That is what a closing leaves of dark strokes, an opening of light ones (top hats, F. Meyer, 1979), here
    at half the size. Streaks of light are opened before, so that between two of them is no stroke; what is
    outside the ball is taken for ink, so that paint beside it is none.
    """
    paint = np.where(seen, -ink * levels, _OUTSIDE)
    small = cv2.resize(paint, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    small = cv2.morphologyEx(small, cv2.MORPH_OPEN, _STREAK)
    closed = cv2.resize(cv2.morphologyEx(small, cv2.MORPH_CLOSE, _STROKE), levels.shape[::-1])
    beside = -ink * np.maximum(closed, paint)
    return np.asarray(np.where(seen, (levels - beside) / (1 + _FLOOR + beside), 0), np.float32)


def usual(values: npt.NDArray[np.floating], axis: int, part: float) -> Floats:
    """Return the middle of the narrowest interval that holds a part of the values along an axis.

    It is the mode where a median would be drawn aside by the prints (the "shorth", Andrews et al., 1972).
    """
    ordered = np.sort(np.moveaxis(values, axis, 0), axis=0)
    count = max(int(len(ordered) * part), min(len(ordered) // 2, _FEW), 1)
    width = ordered[count:] - ordered[: len(ordered) - count] if len(ordered) > count else ordered[:1] * 0
    first = width.argmin(axis=0)[None]
    ends = (
        np.take_along_axis(ordered, first, 0),
        np.take_along_axis(ordered, np.minimum(first + count, len(ordered) - 1), 0),
    )
    return np.asarray((ends[0] + ends[1])[0] / 2, np.float32)


def cut_ball(picture: Bgr, x: float, y: float, diameter: float) -> Bgr:
    """Cut the ball at a place out of a picture, scaled so that its outline is the inscribed circle."""
    scale, far = SIDE / diameter, round(diameter / 2) + _BESIDE
    left, top = (max(round(each) - far, 0) for each in (x, y))
    # With a fourth channel OpenCV 5 takes less than half of the time.
    part = cv2.cvtColor(picture[top : round(y) + far, left : round(x) + far], cv2.COLOR_BGR2BGRA)
    middle = SIDE / 2 - 0.5
    cut = np.array(
        [[scale, 0, middle - scale * (x - left)], [0, scale, middle - scale * (y - top)]], np.float32
    )
    ball = cv2.warpAffine(part, cut, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
    return np.asarray(cv2.cvtColor(ball, cv2.COLOR_BGRA2BGR), np.uint8)


def _softly(values: Floats) -> Floats:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), _SOFTENED), np.float32)


def _levels(ball: Bgr) -> Floats:
    return np.asarray(cv2.transform(_linear(ball), ALIKE), np.float32)


def _linear(ball: Bgr) -> Floats:
    return np.asarray(cv2.LUT(ball, _LINEAR), np.float32)
