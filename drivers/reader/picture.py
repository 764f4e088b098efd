"""Which pictures the reader takes, and the size at which it looks at them.

It is NOT responsible for what they show.
"""

from enum import StrEnum

import cv2
import numpy as np
import numpy.typing as npt

_HEIGHT = 480
_PIXELS = 24_000_000  # of the largest picture that is taken


class Unusable(StrEnum):
    """Why a picture is not taken."""

    FORM = "It is no 8-bit BGR picture."
    SHAPE = "The picture is too small, or too long and thin, to show a ball: use 640×480 or more."
    SIZE = f"The picture is too large: at most {_PIXELS // 1_000_000} million pixels."


class ImageError(ValueError):
    """What was handed to the reader is no picture that it can take.

    Args:
        why: What is wrong; who shows it to people has the words.
        detail: What it is, for the engineer.
    """

    def __init__(self, why: Unusable, detail: str) -> None:
        super().__init__(f"{why} ({detail})")
        self.why = why


def checked(image: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """A picture at 480 lines.

    Raises:
        ImageError: The array is no colour picture of at least 120 lines and at most 24 million pixels, or
            is too long and thin.
    """
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3:
        raise ImageError(Unusable.FORM, f"{image.dtype} of shape {image.shape}")
    height, width = image.shape[:2]
    if height < 120 or not 0.75 <= width / height <= 3:
        raise ImageError(Unusable.SHAPE, f"{width}×{height}")
    if height * width > _PIXELS:
        raise ImageError(Unusable.SIZE, f"{width}×{height}")
    if height == _HEIGHT:
        return image
    size = round(width * _HEIGHT / height), _HEIGHT
    smaller = cv2.INTER_AREA if height > _HEIGHT else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=smaller), np.uint8)
