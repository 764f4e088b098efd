"""Measures how often a camera shows that it lives while nothing moves before it.

Most show it with each picture, by the noise of their sensor. A film of variable quality shows it only in its
key frames: what is derived from it is how long such a camera may stand still (`drivers.camera.stillness`).

Pure. It is NOT responsible for judging a camera at work, nor for saying anything to anybody.
"""

from typing import Final

from drivers.camera.quality import Image
from drivers.camera.stillness import Stillness

MOST: Final = 2.5
"""Seconds: a camera that shows no life for longer than this cannot be told from one that froze."""

FOUND: Final = 12
"""By so many key frames a source that froze before an encoder is found (`python -m tools.camera_streams`)."""

LATE: Final = 1.7
"""Times the pace at most that a key frame may take and the camera is not yet frozen."""

_ALWAYS: Final = 0.8  # of the pictures live where each does, but for one that a bridge doubles
_LEAST: Final = 30  # pictures
_WATCHED: Final = 3 * MOST  # seconds, for whoever lives seldom


class PaceMeter:
    """Watches one camera from which nothing moves; it is `known` after 30 pictures, or 7.5 s.

    Attributes:
        known: Whether it has seen enough.
    """

    def __init__(self) -> None:
        self._stillness = Stillness(_LEAST)
        self._seen = self._lives = 0
        self._began = self._lived = self._newest = 0.0
        self._longest = 0.0
        self.known = False

    @property
    def seconds(self) -> float:
        """The most from one live picture to the next, as `Stillness` takes it; 0 where each is one."""
        if self._lives >= _ALWAYS * self._seen:
            return 0.0
        return max(self._longest, self._newest - self._lived)

    @property
    def shows_freezing(self) -> bool:
        """Whether a camera that lives so can be told from one that froze."""
        return self.seconds <= MOST

    def see(self, image: Image, at: float) -> None:
        """Take one more BGR picture, of a time in seconds."""
        self._stillness.see(image, at)
        if not self._seen:
            self._began = self._lived = at
        self._seen += 1
        self._newest = at
        if self._stillness.lives:
            self._lives += 1
            self._longest = max(self._longest, at - self._lived)
            self._lived = at
        always = self._seen >= _LEAST and self._lives >= _ALWAYS * self._seen
        self.known = self.known or always or at - self._began >= _WATCHED
