"""A ball's surface as a picture that a reader of printed numbers takes: dark ink on even paint.

The exit's light is gone from it, light ink is dark, and what a lamp hides is bare paint. It is NOT
responsible for reading it.
"""

from typing import Final

import cv2
import numpy as np

from drivers.recogniser.surface import DISC, Bgr, Surface

_PAINT: Final = 190.0  # of 255: a disc of lighter paint is brighter


def developed(surface: Surface, *, light_ink: bool) -> Bgr:
    """Return a BGR picture whose inscribed circle is the ball's outline, black beyond it.

    Args:
        surface: What the ball shows.
        light_ink: Whether the numbers are lighter than the ball.
    """
    level = 1 + surface.ink
    tone = 1 / np.maximum(level, _PAINT / 255) if light_ink else level
    grey = np.where(DISC, np.clip(tone * _PAINT, 0, 255), 0).astype(np.uint8)
    return np.asarray(cv2.merge([grey] * 3), np.uint8)
