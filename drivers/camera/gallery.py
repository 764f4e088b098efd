"""Keeps pictures as evidence: the full frame under the SHA-256 of its bytes, and the ball cut out of it.

The digest of the full frame is what the book has. The cut is for people: its name carries the digest of the
frame it belongs to and its own. Not responsible for where digests are written down, nor for when old pictures
are swept out.
"""

import hashlib
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import cv2

QUALITY: Final = 92
MARGIN: Final = 0.12
"""What a cut shows around the ball, as a part of the ball's width."""

Box = tuple[int, int, int, int]
"""Left, top, width and height in pixels."""

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_OURS: Final = re.compile(r"[0-9a-f]{64}(\.[0-9a-f]{64})?\.(jpg|new)")


class GalleryError(OSError):
    """A picture cannot be encoded or stored."""


def _nowhere(_: Any) -> Box | None:
    return None


class Gallery:
    """A folder of JPEG pictures named by their digests.

    Args:
        folder: Where they are; made if it is not there.
        ball: Finds the ball in a picture, to cut it out; None where there is none to be found.
    """

    def __init__(self, folder: Path, ball: Callable[[Any], Box | None] = _nowhere) -> None:
        self._folder = folder
        self._ball = ball
        folder.mkdir(0o700, parents=True, exist_ok=True)

    def keep(self, image: Any) -> str:
        """Store a BGR picture and the ball in it durably, and return the full picture's SHA-256 in hex.

        Raises:
            GalleryError: If it cannot be encoded or written.
        """
        frame = _jpeg(image)
        digest = hashlib.sha256(frame).hexdigest()
        box = self._ball(image)
        try:
            if box is not None:
                cut = _jpeg(_cut(image, box))
                self._write(f"{digest}.{hashlib.sha256(cut).hexdigest()}.jpg", cut)
            self._write(f"{digest}.jpg", frame)
            self._settle()
        except OSError as error:
            raise GalleryError(
                f"no se puede guardar la imagen en {self._folder}: {error.strerror}"
            ) from error
        return digest

    def picture(self, digest: str) -> bytes | None:
        """Return the full frame with this digest as JPEG, None if it is not here."""
        path = self._folder / f"{digest}.jpg"
        if _DIGEST.fullmatch(digest) is None or not path.is_file():
            return None
        return path.read_bytes()

    def crop(self, digest: str) -> bytes | None:
        """Return the ball cut out of the frame with this digest as JPEG, None if it is not here."""
        if _DIGEST.fullmatch(digest) is None:
            return None
        found = sorted(self._folder.glob(f"{digest}.*.jpg"))
        return found[0].read_bytes() if found else None

    def sweep(self, now: float, keep_s: float) -> int:
        """Delete pictures that are older than ``keep_s``, and return how many; digests in the book stay.

        Only files that this class names are touched, by the time they were written. Time runs to the newest
        picture at most: a clock that jumps ahead deletes nothing that a session has just made (I22).

        Args:
            now: The wall clock, in seconds since 1970.
            keep_s: Seconds to keep a picture.

        Raises:
            GalleryError: If a picture cannot be deleted.
        """
        try:
            written = {path: path.stat().st_mtime for path in self._ours()}
            end = min(now, max(written.values(), default=now))
            old = [path for path, at in written.items() if end - at > keep_s]
            for path in old:
                path.unlink(missing_ok=True)
        except OSError as error:
            raise GalleryError(
                f"no se pueden borrar imágenes viejas de {self._folder}: {error.strerror}"
            ) from error
        return len(old)

    def _ours(self) -> Iterator[Path]:
        return (
            path
            for path in self._folder.iterdir()
            if _OURS.fullmatch(path.name) and path.is_file() and not path.is_symlink()
        )

    def _write(self, name: str, content: bytes) -> None:
        """Write beside its place and move it there, so that a digest never names half a picture."""
        path = self._folder / name
        draft = path.with_suffix(".new")
        with open(draft, "wb", opener=_private) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)

    def _settle(self) -> None:
        """Make the names durable too."""
        folder = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _jpeg(image: Any) -> bytes:
    encoded, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not encoded:
        raise GalleryError("la imagen no se puede codificar como JPEG")
    return data.tobytes()


def _cut(image: Any, box: Box) -> Any:
    left, top, width, height = box
    margin = round(MARGIN * width)
    bottom, right = top + height + margin, left + width + margin
    return image[max(0, top - margin) : bottom, max(0, left - margin) : right]
