"""Reads the Code 128 bar codes in a picture that comes from elsewhere, e.g. from a tablet.

Not responsible for what a code means, nor for what may be in a picture file (``drivers.camera.pictures``).
"""

from collections.abc import Iterator
from typing import Any, Final

import cv2
import numpy as np
import zxingcpp

from drivers.camera.limits import HealthLimits
from drivers.camera.pictures import decode

WIDEST: Final = 1280
"""The most pixels of a picture, either way: twice what a tablet sends."""

_ANY: Final = HealthLimits(lines=1, pixels=WIDEST * WIDEST, shape=(1 / WIDEST, WIDEST))

_TURNS: Final = (0, 25, -25)
"""By how many degrees a picture is turned until it is read: along lines, no code is read at more than 15."""


def codes_in(picture: bytes) -> tuple[str, ...]:
    """Return what the bar codes in a JPEG or PNG picture say, each once, as they stand from the top down.

    Raises:
        PictureError: If it is no picture, or one that is too large.
    """
    # Not kept: the library names what it still holds at the program's end, among the lines of the log.
    formats = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.Code128])
    grey = cv2.cvtColor(decode(picture, _ANY), cv2.COLOR_BGR2GRAY)
    for seen in _looks(grey):
        found = zxingcpp.read_barcodes(seen, formats=formats, try_invert=False)
        if found:
            return tuple(dict.fromkeys(code.text for code in found))
    return ()


def _looks(picture: Any) -> Iterator[Any]:
    """Yield the picture as it is, then as a thin code, a lens out of focus and a card held askew call for.

    A bar that is smeared over its neighbours is taken back; where that goes too far, the code's own check
    finds it out.
    """
    yield picture
    yield _enlarged(picture)
    mild = _enlarged(_sharpened(picture, 2, 2))
    for degrees in _TURNS:
        yield _turned(mild, degrees)
    yield _enlarged(_sharpened(picture, 1.5, 3))


def _sharpened(picture: Any, blur: float, strength: float) -> Any:
    """Return a picture with what a blur (its deviation in pixels) takes away added to it, so many times."""
    bright = cv2.normalize(picture, np.empty_like(picture), 0, 255, cv2.NORM_MINMAX)
    return cv2.addWeighted(bright, 1 + strength, cv2.GaussianBlur(bright, (0, 0), blur), -strength, 0)


def _enlarged(picture: Any) -> Any:
    """Return a picture of a tablet's size twice as large, so that thin bars are told apart."""
    if max(picture.shape) > WIDEST // 2:
        return picture
    return cv2.resize(picture, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)


def _turned(picture: Any, degrees: int) -> Any:
    """Return the picture turned about its middle."""
    if not degrees:
        return picture
    tall, wide = picture.shape
    turn = cv2.getRotationMatrix2D((wide / 2, tall / 2), degrees, 1)
    return cv2.warpAffine(picture, turn, (wide, tall), borderMode=cv2.BORDER_REPLICATE)
