"""Reads picture files, and says what is wrong with one instead of taking what is left of it.

The size is read from the file's head before anything is decoded, so that a small file cannot ask for a
gigabyte. It is NOT responsible for what a picture shows.
"""

import struct
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from drivers.camera.limits import HealthLimits
from drivers.camera.quality import Image

SUFFIXES: Final = (".jpg", ".jpeg", ".png")
_MOST_BYTES: Final = 64_000_000
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_PNG_END: Final = b"IEND\xaeB`\x82"
_JPEG: Final = b"\xff\xd8"
_JPEG_END: Final = b"\xff\xd9"
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_BARE: Final = frozenset({0x01, *range(0xD0, 0xD8)})


class PictureError(ValueError):
    """A file is no picture that can be used; the message names the file and says why."""


def load_picture(path: Path, limits: HealthLimits | None = None) -> Image:
    """Read a JPEG or PNG file as BGR.

    Raises:
        PictureError: It is neither, is cut off, is damaged, or has a size that cannot be used.
        OSError: It cannot be read.
    """
    if path.stat().st_size > _MOST_BYTES:
        raise PictureError(f"{path}: es demasiado grande para ser una imagen ({path.stat().st_size} bytes)")
    try:
        return decode(path.read_bytes(), limits)
    except PictureError as error:
        raise PictureError(f"{path}: {error}") from error


def decode(data: bytes, limits: HealthLimits | None = None) -> Image:
    """Decode the bytes of a JPEG or PNG file as BGR.

    Raises:
        PictureError: They are neither, are cut off, are damaged, or the size cannot be used.
    """
    width, height = size(data)
    misfit = (limits or HealthLimits()).misfit(width, height)
    if misfit:
        raise PictureError(misfit)
    if not _complete(data):
        raise PictureError("el archivo está cortado: falta el final de la imagen")
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise PictureError("el archivo está dañado: no se puede decodificar")
    return np.asarray(image, np.uint8)


def size(data: bytes) -> tuple[int, int]:
    """Return width and height in pixels as in the head of a JPEG or PNG file.

    Raises:
        PictureError: The bytes are neither, or the head is cut off.
    """
    try:
        if data.startswith(_PNG):
            width, height = struct.unpack_from(">II", data, 16)
            return width, height
        if data.startswith(_JPEG):
            return _jpeg_size(data)
    except (struct.error, IndexError) as error:
        raise PictureError("el archivo está cortado: falta el comienzo de la imagen") from error
    raise PictureError("no es una imagen JPEG ni PNG")


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at = 2
    while True:
        if data[at] != 0xFF:
            raise PictureError("el archivo está dañado: no es un JPEG bien formado")
        marker = data[at + 1]
        if marker == 0xFF or marker in _BARE:
            at += 1 if marker == 0xFF else 2
            continue
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        (length,) = struct.unpack_from(">H", data, at + 2)
        at += 2 + max(2, length)


def _complete(data: bytes) -> bool:
    if data.startswith(_PNG):
        return data.endswith(_PNG_END)
    return data.rstrip(b"\0").endswith(_JPEG_END)
