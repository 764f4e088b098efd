"""Tells a live picture from one that stands still, though a clock goes on in a corner of it.

A sensor's noise changes a live picture nearly everywhere, from each frame to the next, and never brings the
same again. So a picture is compared tile by tile with those of the last seconds: a hung camera, an encoder
that repeats its last pictures in turn, and either of them under a clock are told. What encodes one picture
anew, each time a little otherwise, cannot be told from noise.

An encoder of variable quality leaves out what hardly changes, noise too, and shows it only in its key frames:
such a camera lives at a pace of its own (`drivers.camera.pace`), and is frozen where it misses that. A source
that froze before such an encoder is encoded ever more alike, and found once its key frames are the same.

Pure. It is NOT responsible for what follows from it, nor for silence.
"""

from collections import deque
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from drivers.camera.quality import Image

TILES: Final = (12, 16)
"""Rows and columns of tiles; one of 640×480 is 40 pixels square."""

PART: Final = 0.2
"""Of the tiles at least are new in a live picture; a line with date and time covers a ninth at most."""

_REMEMBERED: Final = 64  # pictures, some 2.5 s
_SPAN: Final = 3.5  # times the pace: a window that holds three key frames, and two where they come late
_KEYS: Final = 3
_WORD: Final = 8  # bytes

_Sums = npt.NDArray[np.uint64]


class Stillness:
    """Follows the pictures of one camera.

    Args:
        pictures: So many with no more than one live picture among them are frozen; as many live ones end it.
        pace: The most seconds from one live picture to the next while nothing moves; 0 where each is one.
            With a pace the window is as long as it takes, and three live pictures in it end the fault.

    Attributes:
        frozen: Whether the picture stands still.
        lives: Whether the newest picture is a live one.
        new: The part of the newest picture that is new, 0..1.
    """

    def __init__(self, pictures: int, pace: float = 0.0) -> None:
        self._pictures = pictures
        self._pace = pace
        self._weights: _Sums = np.zeros((0, 0), np.uint64)
        self._known: deque[tuple[float, _Sums]] = deque()
        self._lately: deque[tuple[float, bool]] = deque()
        self.frozen = False
        self.lives = True
        self.new = 1.0

    @property
    def window(self) -> int:
        """How many pictures it is judged by."""
        return len(self._lately)

    def see(self, image: Image, at: float) -> None:
        """Take one more BGR picture, of a time in seconds."""
        sums, span = self._sums(image), _SPAN * self._pace
        if self._known and self._known[-1][1].shape != sums.shape:
            self._known.clear()
        known = (
            np.any([each == sums for _, each in self._known], axis=0) if self._known else np.zeros(1, bool)
        )
        self.new = 1.0 - float(known.mean())
        self._known.append((at, sums))
        _forget(self._known, _REMEMBERED, at - span)
        self.lives = self.new >= PART
        self._lately.append((at, self.lives))
        _forget(self._lately, self._pictures, at - span)
        if len(self._lately) >= self._pictures and self._lately[0][0] <= at - span:
            lives = sum(lives for _, lives in self._lately)
            enough = _KEYS if self._pace else len(self._lately)
            # What is sent anew now and then is encoded otherwise each time, and no life.
            self.frozen = lives <= 1 or (self.frozen and lives < enough)

    def forget(self) -> None:
        """Begin anew: what comes next is of another connection."""
        self._known.clear()
        self._lately.clear()
        self.frozen, self.lives, self.new = False, True, 1.0

    def _sums(self, image: Image) -> _Sums:
        """A checksum of every tile: of every second line, which is enough, and takes 0.2 ms."""
        rows, columns = TILES
        lines = image[::2]
        high = len(lines) // rows * rows
        wide = lines[0].size // (columns * _WORD) * columns * _WORD
        words = np.ascontiguousarray(lines[:high].reshape(high, -1)[:, :wide]).view(np.uint64)
        if self._weights.shape != words.shape:
            drawn = np.random.default_rng(words.shape).integers(0, 1 << 63, words.shape, np.uint64)
            self._weights = 2 * drawn + np.uint64(1)  # odd, so that no single change is lost
        weighed = (words * self._weights).reshape(rows, high // rows, columns, -1)
        return np.asarray(weighed.sum(axis=(1, 3), dtype=np.uint64))


def _forget(seen: deque[tuple[float, Any]], most: int, since: float) -> None:
    """Drop the oldest of what was seen, but for so many, and but for what reaches back to a time."""
    while len(seen) > most and seen[1][0] <= since:
        seen.popleft()
