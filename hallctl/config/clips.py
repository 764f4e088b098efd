"""A sponsor's clip: a short film without sound, which a wall plays between games.

Not responsible for playing it (``displays.clips``).
"""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

import cv2

MEDIA: Final = {".mp4": "video/mp4", ".webm": "video/webm"}
MOST_BYTES: Final = 8_000_000
MOST_S: Final = 8.0
"""What a sponsor's turn lasts (``displays.parts.TURN``): a longer clip would be cut."""
MOST_FPS: Final = 30.5
SIDES: Final = (320, 1920)

_SIGNATURES: Final = {"video/mp4": (4, b"ftyp"), "video/webm": (0, b"\x1a\x45\xdf\xa3")}


def clip_problem(name: str, media: str, data: bytes) -> str:
    """Return why a clip cannot be played, for the technician; "" where it can."""
    place, signature = _SIGNATURES[media]
    if data[place : place + len(signature)] != signature:
        return f"{name}: no es un vídeo {Path(name).suffix[1:].upper()}"
    with NamedTemporaryFile(suffix=Path(name).suffix) as file:
        file.write(data)
        file.flush()
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # as drivers.camera.source: FFmpeg asks once
        film = cv2.VideoCapture(file.name)
        try:
            good, first = film.read()
            pace, frames = film.get(cv2.CAP_PROP_FPS), film.get(cv2.CAP_PROP_FRAME_COUNT)
        finally:
            film.release()
    if not good or not pace > 0 or not frames > 0:
        return f"{name}: el vídeo no se puede abrir"
    height, width = first.shape[:2]
    if not SIDES[0] <= max(height, width) <= SIDES[1]:
        return f"{name}: mide {width}x{height} píxeles; su lado mayor debe ir de {SIDES[0]} a {SIDES[1]}"
    if pace > MOST_FPS:
        return f"{name}: tiene {pace:.0f} imágenes por segundo; caben {MOST_FPS:.0f}"
    if frames / pace > MOST_S:
        return f"{name}: dura {frames / pace:.0f} s; caben {MOST_S:.0f}"
    return ""
