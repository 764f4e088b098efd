"""A sponsor's clip on a wall: decoded and made fit in a thread of its own, in the clip's own pace.

A wall that is late shows a later frame; nothing waits for one. Not responsible for whose turn it is, nor for
drawing.
"""

import os
import threading
import time
from importlib import import_module
from tempfile import NamedTemporaryFile
from typing import Any, Final

import pygame

from displays.cctv import DEPTH

MOST_FPS: Final = 30.0
_HEADS: Final = ((4, b"ftyp"), (0, b"\x1a\x45\xdf\xa3"))


def is_clip(data: bytes) -> bool:
    """Return whether a file is an MP4 or WebM film."""
    return any(data[place : place + len(head)] == head for place, head in _HEADS)


class Clip:
    """Plays from its beginning each time it is started; at its end the last frame stays."""

    def __init__(self, data: bytes) -> None:
        """Take a film.

        Raises:
            ValueError: If it is none that can be played.
        """
        self._data, film = data, _opened(data)
        good, pixels = film.read()
        self._pace = film.get(_cv2().CAP_PROP_FPS)
        film.release()
        if not good or not self._pace > 0:
            raise ValueError("it is no film that can be played")
        height, width = pixels.shape[:2]
        self.still = _surface(pixels, (width, height))
        """The first frame, as large as it came."""
        self._newest: pygame.Surface | None = None
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def playing(self) -> bool:
        """Whether it was started and not stopped."""
        return self._thread is not None

    def start(self, box: tuple[int, int]) -> None:
        """Play, as large as fits into a place of this width and height; returns at once."""
        self.stop()
        wide, high = self.still.get_size()
        scale = min(box[0] / wide, box[1] / high)
        size = max(1, round(wide * scale)), max(1, round(high * scale))
        self._newest, self._stopping = None, threading.Event()
        self._thread = threading.Thread(
            target=self._play, args=(size, self._stopping), name="clip", daemon=True
        )
        self._thread.start()

    def newest(self) -> pygame.Surface | None:
        """Return the frame of this moment; None before the first."""
        return self._newest

    def stop(self) -> None:
        """Play no further; the thread ends by itself with the frame it is at."""
        self._stopping.set()
        self._thread = None

    def _play(self, size: tuple[int, int], stopping: threading.Event) -> None:
        film, pace = _opened(self._data), min(self._pace, MOST_FPS)
        began, number = time.monotonic(), 0
        while not stopping.wait(max(0.0, began + number / pace - time.monotonic())):
            late = time.monotonic() - began > (number + 1) / pace
            good, pixels = (film.grab(), None) if late else film.read()
            if not good:
                break
            number += 1
            if pixels is not None:
                self._newest = _surface(pixels, size)
        film.release()


def _cv2() -> Any:
    """Return what decodes films: much of a wall's memory, so only a hall that has a clip loads it.

    A clip that cannot be played is not shown, and needs no lines of FFmpeg's, which asks once in a process.
    """
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    return import_module("cv2")


def _opened(data: bytes) -> Any:
    """Return a film as what is read frame by frame; its file is gone once it is open."""
    with NamedTemporaryFile(suffix=".film") as file:
        file.write(data)
        file.flush()
        return _cv2().VideoCapture(file.name)


def _surface(pixels: Any, size: tuple[int, int]) -> pygame.Surface:
    """Return a frame as a surface of this size, in the depth of a window."""
    if pixels.shape[1::-1] != size:
        pixels = _cv2().resize(pixels, size, interpolation=_cv2().INTER_AREA)
    return pygame.image.frombuffer(pixels.tobytes(), size, "BGR").convert(DEPTH)
