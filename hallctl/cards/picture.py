"""Reads the bar codes of cards in a picture that comes from elsewhere.

Not responsible for what a code means (``code``), nor for where the picture comes from: it may be anything,
and nothing is decoded before its own header has said how large it is.
"""

from collections.abc import Iterator
from typing import Any, Final

import cv2
import numpy as np
import zxingcpp

from hallctl.sentences import Sentence, _

WIDEST: Final = 1280
"""The most pixels of a picture, either way: twice what a tablet sends."""

_FORMATS: Final = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.Code128])

_TURNS: Final = (0, 25, -25)
"""By how many degrees a picture is turned until it is read: along lines, no code is read at more than 15."""

_START: Final = b"\xff\xd8"
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers whose segment says the size."""

_BARE: Final = frozenset({0x01, *range(0xD0, 0xD8)})
"""The markers without a segment."""

_PIXELS: Final = 0xDA
"""The marker before the picture itself."""


class PictureError(ValueError):
    """A picture cannot be read; its ``sentence`` is for the person who sent it."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def codes_in(jpeg: bytes) -> tuple[str, ...]:
    """Return what the Code 128 bar codes in a picture say, each once, as they stand from the top down.

    Raises:
        PictureError: If it is no picture, or one that is too large.
    """
    if not jpeg:
        raise PictureError(_("No llegó ninguna imagen."))
    width, height = _size(jpeg)
    if max(width, height) > WIDEST:
        raise PictureError(
            _(
                "La imagen es demasiado grande: {width} × {height}; caben {most} × {most}.",
                **{"width": width, "height": height, "most": WIDEST},
            )
        )
    picture = _decoded(jpeg)
    if picture is None:
        raise PictureError(_("La imagen no se puede leer."))
    for seen in _looks(picture):
        found = zxingcpp.read_barcodes(seen, formats=_FORMATS, try_invert=False)
        if found:
            return tuple(dict.fromkeys(code.text for code in found))
    return ()


def _looks(picture: Any) -> Iterator[Any]:
    """Yield the picture as it is, then as a lens out of focus and a card held askew call for.

    A bar that is smeared over its neighbours is taken back; where that goes too far, the code's own check
    finds it out.
    """
    yield picture
    bright = cv2.normalize(picture, np.empty_like(picture), 0, 255, cv2.NORM_MINMAX)
    sharp = cv2.addWeighted(bright, 3, cv2.GaussianBlur(bright, (0, 0), 2), -2, 0)
    for degrees in _TURNS:
        yield _turned(sharp, degrees)


def _turned(picture: Any, degrees: int) -> Any:
    """Return the picture turned about its middle."""
    if not degrees:
        return picture
    tall, wide = picture.shape
    turn = cv2.getRotationMatrix2D((wide / 2, tall / 2), degrees, 1)
    return cv2.warpAffine(picture, turn, (wide, tall), borderMode=cv2.BORDER_REPLICATE)


def _decoded(jpeg: bytes) -> Any:
    """Return the picture in grey, None where it cannot be read."""
    try:
        return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    except cv2.error:
        return None


def _size(jpeg: bytes) -> tuple[int, int]:
    """Return width and height of a JPEG, as its header says."""
    for marker, segment in _segments(jpeg):
        if marker in _FRAMES and len(segment) >= 5:
            height, width = int.from_bytes(segment[1:3]), int.from_bytes(segment[3:5])
            if width and height:
                return width, height
    raise PictureError(_("Lo que llegó no es una imagen JPEG."))


def _segments(jpeg: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the segments before the picture itself, with their markers; nothing more where one is amiss."""
    at = len(_START)
    if not jpeg.startswith(_START):
        return
    while at + 4 <= len(jpeg) and jpeg[at] == 0xFF:
        marker = jpeg[at + 1]
        if marker in _BARE or marker == 0xFF:
            at += 1 if marker == 0xFF else 2
            continue
        length = int.from_bytes(jpeg[at + 2 : at + 4])
        if marker == _PIXELS or length < 2:
            return
        yield marker, jpeg[at + 4 : at + 2 + length]
        at += 2 + length
