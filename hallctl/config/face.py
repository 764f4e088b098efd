"""The hall's own pictures: its logo and its sponsors', read once and named by what is in them.

A picture goes to the walls by its SHA-256, which the signed views name: nobody can put another in its place.
Not responsible for where they stand (``displays.parts``).
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from displays.theme import Colour, contrast, written
from hallctl.config import clips
from hallctl.config.hall import Setting
from hallctl.config.theme import theme_of

MOST_SPONSORS: Final = 8
"""More would fill a wall's memory."""

_MEDIA: Final = {".png": "image/png", ".webp": "image/webp", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}
_SIGNATURES: Final = {"image/png": b"\x89PNG", "image/webp": b"RIFF", "image/jpeg": b"\xff\xd8"}
_MOST_BYTES: Final = 2_000_000
_LOGO_SIDES: Final = (80, 2000)
_SPONSOR_SIDES: Final = (320, 4096)
_READABLE: Final = 3.0  # what WCAG 2 asks of graphics (1.4.11)
_SHARE: Final = 0.5  # of a logo's ink that must be seen


class PictureError(ValueError):
    """A picture cannot be shown; the message says why, for the technician."""


@dataclass(frozen=True, slots=True)
class HallPicture:
    """A picture of the hall.

    Attributes:
        digest: The SHA-256 of its bytes, in hexadecimal.
        media: Its media type, e.g. "image/png".
        data: The file's bytes.
    """

    digest: str
    media: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Face:
    """The hall's pictures.

    Attributes:
        logo: Its own; None where it has none that can be shown.
        sponsors: Its sponsors', in the order of their names; those that cannot be shown are left out.
    """

    logo: HallPicture | None
    sponsors: tuple[HallPicture, ...]

    @property
    def pictures(self) -> dict[str, HallPicture]:
        """All of them by their digests."""
        return {each.digest: each for each in (self.logo, *self.sponsors) if each is not None}


def face_of(setting: Setting) -> Face:
    """Return the hall's pictures, as far as they can be shown: no picture keeps a wall from its game."""
    logo, sponsors = None, []
    for path, wanted in _files(setting):
        try:
            picture = _read(path, wanted)[0] if wanted is _LOGO_SIDES else _sponsor(path)
        except PictureError:
            continue
        if wanted is _LOGO_SIDES:
            logo = picture
        else:
            sponsors.append(picture)
    return Face(logo, tuple(sponsors[:MOST_SPONSORS]))


def face_and_problems(setting: Setting) -> tuple[Face, tuple[str, ...]]:
    """Return the hall's pictures, and what is wrong with those that are left out."""
    return face_of(setting), (*logo_problems(setting), *sponsor_problems(setting))


def logo_problems(setting: Setting) -> Iterator[str]:
    """Yield why the logo cannot be shown or seen, a sentence each."""
    for path, wanted in _files(setting):
        if wanted is not _LOGO_SIDES:
            continue
        try:
            _, pixels = _read(path, wanted)
        except PictureError as error:
            yield f"{setting.path}: [hall] logo: {error}"
            continue
        theme = theme_of(setting.config.hall)
        for name, ground in (("calm", theme.calm), ("ground", theme.ground)):
            seen = _seen(pixels, ground)
            if seen < _SHARE:
                yield (
                    f"{setting.path}: [hall] logo: {path.name}: sobre {name} {written(ground)} solo se ve el "
                    f"{seen:.0%} del dibujo (contraste {_READABLE:g}:1); use una versión clara y transparente"
                )


def sponsor_problems(setting: Setting) -> Iterator[str]:
    """Yield which of the sponsors' pictures are not shown and why: the hall opens without them."""
    folder = setting.config.hall.sponsors
    files = [path for path, wanted in _files(setting) if wanted is _SPONSOR_SIDES]
    if folder is not None and not files:
        yield f"{setting.beside(folder)}: no hay ninguna imagen ni vídeo"
    for path in files:
        try:
            _sponsor(path)
        except PictureError as error:
            yield str(error)
    if len(files) > MOST_SPONSORS:
        yield f"hay {len(files)} imágenes; se muestran {MOST_SPONSORS}, por orden de nombre"


def clip_problems(setting: Setting) -> Iterator[str]:
    """Yield which of the sponsors' clips cannot be played and why; ``hallctl check`` refuses them."""
    for path, wanted in _files(setting):
        if wanted is _SPONSOR_SIDES and path.suffix.lower() in clips.MEDIA:
            try:
                _sponsor(path)
            except PictureError as error:
                yield f"{setting.path}: [hall] sponsors: {error}"


def stamp_of(setting: Setting) -> tuple[tuple[str, int, int], ...]:
    """Return the name, the time of change and the size of each file of the hall's face."""
    found = []
    for path, _ in _files(setting):
        with suppress(OSError):
            about = path.stat()
            found.append((path.name, about.st_mtime_ns, about.st_size))
    return tuple(found)


def _files(setting: Setting) -> Iterator[tuple[Path, tuple[int, int]]]:
    """Yield each picture's file, with how long its sides may be."""
    hall = setting.config.hall
    if hall.logo is not None:
        yield setting.beside(hall.logo), _LOGO_SIDES
    if hall.sponsors is not None:
        folder = setting.beside(hall.sponsors)
        # Of a folder that is not there doctor says that it has no pictures.
        found = sorted(folder.iterdir()) if folder.is_dir() else []
        yield from ((path, _SPONSOR_SIDES) for path in found if not path.name.startswith("."))


def _sponsor(path: Path) -> HallPicture:
    """Return a sponsor's picture or clip.

    Raises:
        PictureError: If it cannot be shown.
    """
    media = clips.MEDIA.get(path.suffix.lower())
    if media is None:
        return _read(path, _SPONSOR_SIDES)[0]
    data = _bytes(path, clips.MOST_BYTES)
    problem = clips.clip_problem(path.name, media, data)
    if problem:
        raise PictureError(problem)
    return HallPicture(sha256(data).hexdigest(), media, data)


def _bytes(path: Path, most: int) -> bytes:
    """Return what is in a file.

    Raises:
        PictureError: If it cannot be read or is too large.
    """
    try:
        if path.stat().st_size > most:
            raise PictureError(f"{path.name}: ocupa más de {most // 1_000_000} MB")
        return path.read_bytes()
    except OSError as error:
        raise PictureError(f"{path.name}: no se puede leer: {error.strerror}") from error


def _read(path: Path, sides: tuple[int, int]) -> tuple[HallPicture, npt.NDArray[np.uint8]]:
    """Return a picture and its pixels, height x width x BGR or BGRA.

    Raises:
        PictureError: If it cannot be shown.
    """
    media = _MEDIA.get(path.suffix.lower())
    if media is None:
        raise PictureError(f"{path.name}: debe ser PNG, WebP o JPEG")
    data = _bytes(path, _MOST_BYTES)
    pixels = _decoded(data) if data.startswith(_SIGNATURES[media]) else None
    if pixels is None:
        raise PictureError(f"{path.name}: no es una imagen {path.suffix[1:].upper()} que se pueda abrir")
    height, width = pixels.shape[:2]
    if max(height, width) > sides[1] or max(height, width) < sides[0]:
        raise PictureError(
            f"{path.name}: mide {width}x{height} píxeles; su lado mayor debe ir de {sides[0]} a {sides[1]}"
        )
    return HallPicture(sha256(data).hexdigest(), media, data), pixels


def _decoded(data: bytes) -> Any:
    """Return the pixels of an encoded picture; None where it is none."""
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    except cv2.error:
        return None
    if pixels is None or pixels.dtype != np.uint8:
        return None
    return cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR) if pixels.ndim == 2 else pixels


def _seen(pixels: npt.NDArray[np.uint8], ground: Colour) -> float:
    """Return the share of a picture's ink that has enough contrast to the ground it stands on."""
    flat = pixels.reshape(-1, pixels.shape[2])
    ink = flat[flat[:, 3] > 127] if flat.shape[1] == 4 else flat
    # In steps of 16 levels: a few hundred colours instead of a million.
    colours, counts = np.unique(ink[:, 2::-1] // 16 * 16 + 8, axis=0, return_counts=True)
    good = [contrast((int(r), int(g), int(b)), ground) >= _READABLE for r, g, b in colours]
    return float(counts[good].sum() / counts.sum()) if len(ink) else 0.0
