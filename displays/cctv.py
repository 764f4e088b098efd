"""The live pictures of exit and desk: the newest one wins, and one that is old is none.

It is not signed: whoever can put bytes on the network can show another picture. What was called is on the
views, which are. Not responsible for drawing.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO
from typing import Final

import pygame

from displays.line import Line, LineError, to_stderr

STALE: Final = 1.0
"""After how many seconds without a picture the screen shows that it has none."""

DEPTH: Final = 32
"""The bits of a pixel, as of a window."""

LONGEST: Final = 8 << 20
_HEAD_END: Final = b"\r\n\r\n"
_LONGEST_HEAD: Final = 4096


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture as it came.

    Attributes:
        number: Counts the pictures that came.
        surface: The picture; nobody draws on it.
    """

    number: int
    surface: pygame.Surface


class Camera(StrEnum):
    """A camera of the hall, by where the feed has its picture."""

    EXIT = "/cctv.mjpeg"
    DESK = "/desk.mjpeg"


class PictureParser:
    """Turns the bytes of a multipart stream into pictures, wherever the network cut them."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, chunk: bytes) -> list[bytes]:
        """Take the next bytes and return the pictures that they completed.

        Raises:
            LineError: If a part does not state its length, or goes on beyond every measure.
        """
        self._buffer += chunk
        found: list[bytes] = []
        while (end := self._buffer.find(_HEAD_END)) >= 0:
            start = end + len(_HEAD_END)
            length = _length(bytes(self._buffer[:end]))
            if len(self._buffer) < start + length:
                return found
            found.append(bytes(self._buffer[start : start + length]))
            del self._buffer[: start + length]
        if len(self._buffer) > _LONGEST_HEAD:
            raise LineError("the stream is no MJPEG")
        return found


class CctvReader(Line):
    """Follows the MJPEG of the feed in its own thread, and reconnects by itself until it is stopped."""

    MEDIA = "multipart/x-mixed-replace"

    def __init__(
        self,
        hall: str,
        wake: Callable[[], None] = lambda: None,
        camera: Camera = Camera.EXIT,
        clock: Callable[[], float] = time.monotonic,
        log: Callable[[str], None] = to_stderr,
    ) -> None:
        """Prepare to listen; nothing is opened yet.

        Args:
            hall: Where the feed is, e.g. "http://127.0.0.1:8001".
            wake: Called in the reader's thread when a picture has come.
            camera: Whose picture.
            clock: Monotonic seconds.
            log: Takes what goes wrong, a sentence each.

        Raises:
            ValueError: If the address is not an http one.
        """
        super().__init__(hall, "cctv-feed", clock, log)
        self._wake = wake
        self._path = camera.value
        self._parser = PictureParser()
        self._newest: tuple[Picture, float] | None = None

    def newest(self) -> Picture | None:
        """Return the newest picture; None is "sin imagen"."""
        held = self._newest
        return held[0] if held is not None and self._clock() - held[1] < STALE else None

    def _begin(self) -> str:
        self._parser = PictureParser()
        return self._path

    def _take(self, chunk: bytes) -> bool:
        pictures = self._parser.feed(chunk)
        if not pictures:
            return False
        # Here and not where it is drawn: decoding takes longer than drawing, and must not hold up a ball.
        try:
            # In the window's own depth: it is then scaled and drawn in half the time.
            surface = pygame.image.load(BytesIO(pictures[-1]), "picture.jpg").convert(DEPTH)
        except pygame.error:
            self._say("a picture was not shown: what came is no JPEG")
            return False
        number = 1 if self._newest is None else self._newest[0].number + 1
        self._newest = (Picture(number, surface), self._clock())
        self._said = ""
        self._wake()
        return True


def _length(head: bytes) -> int:
    """Return how long the part under this head is."""
    for line in head.lower().split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name == b"content-length" and value.strip().isdigit() and int(value) <= LONGEST:
            return int(value)
    raise LineError("a picture does not say its length, or is too long")
