"""The channels of a picture, of any part of it: where colours are told apart from black, white and light.

It is NOT responsible for what stands in the picture.
"""

from functools import reduce

import cv2
import numpy as np
import numpy.typing as npt

Grey = npt.NDArray[np.uint8]
"""A picture of 8 bits, of one channel or of three."""

_PAINT = 0.8  # of these pixels is ink or paint


def brightest(picture: Grey) -> Grey:
    """The brightest channel of each pixel: paint of any colour is bright, ink of any is darker."""
    return np.asarray(reduce(np.maximum, _channels(picture)), np.uint8)


def darkest(picture: Grey) -> Grey:
    """The darkest channel of each pixel: only what is white is bright."""
    return np.asarray(reduce(np.minimum, _channels(picture)), np.uint8)


def smooth(level: Grey) -> Grey:
    """A picture without its grain: the mean of each pixel and its neighbours."""
    return np.asarray(cv2.blur(level, (3, 3)), np.uint8)


def paint_of(levels: Grey, unlit: float = _PAINT) -> int:
    """How bright the paint of a print is: four in five of its pixels are ink or paint, the rest are lit.

    Args:
        levels: The darkest channel of each pixel.
        unlit: Another part than those four in five, 0..1.
    """
    most = int(unlit * levels.size)
    return int(np.partition(levels, most, axis=None)[most])


def _channels(picture: Grey) -> list[Grey]:
    """Each channel by itself, in arrays made beforehand: OpenCV takes ten times as long to make them."""
    if picture.ndim == 2:
        return [picture]
    channels = list(np.empty((picture.shape[2], *picture.shape[:2]), np.uint8))
    cv2.split(picture, channels)
    return channels
