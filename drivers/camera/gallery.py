"""Keeps pictures as evidence, each under the SHA-256 of its bytes.

Not responsible for how long they are kept, nor for where their digests are written down.
"""

import hashlib
import os
import re
from pathlib import Path
from typing import Any, Final

import cv2

QUALITY: Final = 92
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


class GalleryError(OSError):
    """A picture cannot be encoded or stored."""


class Gallery:
    """A folder of JPEG pictures named by their digests."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def keep(self, image: Any) -> str:
        """Store a BGR picture durably and return its SHA-256 in hex.

        Raises:
            GalleryError: If it cannot be encoded or written.
        """
        encoded, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not encoded:
            raise GalleryError("la imagen no se puede codificar como JPEG")
        content = data.tobytes()
        digest = hashlib.sha256(content).hexdigest()
        try:
            self._write(self._folder / f"{digest}.jpg", content)
        except OSError as error:
            raise GalleryError(
                f"no se puede guardar la imagen en {self._folder}: {error.strerror}"
            ) from error
        return digest

    def picture(self, digest: str) -> bytes | None:
        """Return the JPEG with this digest, None if it is not here."""
        path = self._folder / f"{digest}.jpg"
        if _DIGEST.fullmatch(digest) is None or not path.is_file():
            return None
        return path.read_bytes()

    def _write(self, path: Path, content: bytes) -> None:
        """Write beside its place and move it there, so that a digest never names half a picture."""
        draft = path.with_suffix(".new")
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        folder = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
