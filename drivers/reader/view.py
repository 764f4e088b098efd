"""A ball in a picture, as the reader's steps share it: each thing about it is found out once, when asked for.

It is NOT responsible for finding the ball, nor for what is printed on it.
"""

from dataclasses import replace
from functools import cached_property
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.crossing import crossed
from drivers.reader.ink import Surface
from drivers.reader.light import Grey, brightest, darkest, smooth
from drivers.reader.limb import Circle
from drivers.reader.locate import Floats
from drivers.reader.place import WHOLE, Window

_BESIDE = 6  # pixels of its surroundings
_WINDOW = 0.68  # of the radius: no corner of the window holds the limb
_STREAKED = 0.3  # the lesser of the gradients along two axes, as part of the greater, when a ball moves
_EDGES = np.ones((11, 11), np.uint8)  # so far around an edge that crosses the ball its gradients lie
_SOFT = 0.46  # of the sharpest gradients across a motion, those along it


class View:
    """One ball in one picture.

    Args:
        picture: BGR.
        ball: Where the ball is.
        closely: Whether what is lit but faintly is looked at again too, for which no draw has the time.
        window: How the picture was cut out of the camera's.
    """

    def __init__(
        self,
        picture: npt.NDArray[np.uint8],
        ball: Circle,
        *,
        closely: bool = False,
        window: Window = WHOLE,
    ) -> None:
        self.picture: Final = picture
        self.ball: Final = ball
        self.closely: Final = closely
        self.window: Final = window

    def in_a_mirror(self) -> "View":
        """The same ball as a mirror beside the camera shows it."""
        picture = np.ascontiguousarray(self.picture[:, ::-1])
        ball = replace(self.ball, x=picture.shape[1] - 1 - self.ball.x)
        return View(picture, ball, closely=self.closely)

    @cached_property
    def grey(self) -> Grey:
        """The mean of the picture's brightest channel and its luminance where the ball is, and 0 elsewhere.

        Coloured paint is bright in the one, coloured ink is dark in the other; the mean keeps them apart.
        """
        light = np.zeros(self.picture.shape[:2], np.uint8)
        around = self._within(int(self.ball.radius) + _BESIDE)
        window = self.picture[around]
        luminance = cv2.cvtColor(window, cv2.COLOR_BGR2GRAY)
        light[around] = cv2.addWeighted(brightest(window), 0.5, luminance, 0.5, 0)
        return light

    @cached_property
    def surface(self) -> Surface:
        """Where ink is looked for."""
        return Surface.of(self.grey, self.ball)

    @cached_property
    def crossed(self) -> Grey | None:
        """Where the bright edge of a plexiglass runs across the ball, if one does."""
        return crossed(self.picture, self.ball)

    @cached_property
    def brightest(self) -> int:
        """How bright what is white is where it is brightest: the darkest channel of all but a thousandth."""
        return int(np.partition(self._level, -self._level.size // 1000, axis=None)[-self._level.size // 1000])

    @cached_property
    def middling(self) -> int:
        """How bright what is white is where half of the ball is brighter and half darker."""
        return int(np.partition(self._level, self._level.size // 2, axis=None)[self._level.size // 2])

    @cached_property
    def moves(self) -> bool:
        """Whether the ball's gradients lie nearly all along one axis, as motion blur leaves them.

        So do those of the edge of a plexiglass that runs across it, which says nothing of the ball.
        """
        around = self._within(int(self.ball.radius * _WINDOW))
        window = cv2.GaussianBlur(self.grey[around], (0, 0), 1.5)
        gx, gy = (np.asarray(cv2.Sobel(window, cv2.CV_32F, *way), np.float32) for way in ((1, 0), (0, 1)))
        streaked = _is_streaked(gx, gy)
        if not streaked or self.crossed is None:
            return streaked
        clear = cv2.dilate(self.crossed[around], _EDGES) == 0
        return _is_streaked(gx * clear, gy * clear)

    @cached_property
    def _level(self) -> Grey:
        """The darkest channel of the ball, but for its limb."""
        return smooth(darkest(self.picture[self._within(int(self.ball.radius * _WINDOW))]))

    def _within(self, reach: int) -> tuple[slice, slice]:
        """Rows and columns of the picture that are so near to the ball's middle."""
        x, y = round(self.ball.x), round(self.ball.y)
        return np.s_[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]


def _is_streaked(gx: Floats, gy: Floats) -> bool:
    """Whether gradients, right and down, lie nearly all along one axis.

    So do those of an 11; but its strokes have ends, as sharp as their sides.
    """
    a, b, c = (float((p * q).mean()) for p, q in ((gx, gx), (gx, gy), (gy, gy)))
    spread = np.hypot(a - c, 2 * b)
    if a + c < 1 or (a + c - spread) / (a + c + spread) > _STREAKED:
        return False
    across = np.arctan2(2 * b, a - c) / 2
    sides = _sharpest(gx * np.cos(across) + gy * np.sin(across))
    ends = _sharpest(gy * np.cos(across) - gx * np.sin(across))
    return ends < _SOFT * sides


def _sharpest(gradients: npt.NDArray[np.float32]) -> float:
    """What but one in a thousand stay below."""
    at = gradients.size - 1 - gradients.size // 1000
    return float(np.partition(np.abs(gradients), at, axis=None)[at])
