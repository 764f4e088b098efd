"""The hall's own pictures on a wall: fetched by their digests, compared with them, decoded beside the game.

What does not come, or is not what its digest says, is not shown; nothing waits for it. Not responsible for
where they stand, nor for which there are: the signed views name them.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from io import BytesIO
from types import MappingProxyType
from typing import Final, TypeVar

import pygame

from displays.cctv import DEPTH
from displays.clips import Clip, is_clip
from displays.line import read_address, to_stderr

MOST: Final = 12  # pictures that are held; a hall has fewer
LARGEST: Final = 8_000_000
WIDEST: Final = (1920, 1080)  # what is larger is held at this size
RETRY_S: Final = 10.0
_PATIENCE_S: Final = 3.0
_Kind = TypeVar("_Kind")


class HallPictures:
    """Fetches what is wanted in a thread of its own, which lives while something is missing."""

    def __init__(
        self,
        hall: str,
        wake: Callable[[], None] = lambda: None,
        retry_s: float = RETRY_S,
        log: Callable[[str], None] = to_stderr,
    ) -> None:
        """Prepare; nothing is opened yet.

        Args:
            hall: Where the feed is, e.g. "http://127.0.0.1:8001".
            wake: Called in the thread when a picture has come.
            retry_s: Seconds until what did not come is asked for again.
            log: Takes what goes wrong, a sentence each.

        Raises:
            ValueError: If the address is not an http one.
        """
        self._address = read_address(hall)
        self._wake = wake
        self._retry_s = retry_s
        self._log = log
        self._wanted: tuple[str, ...] = ()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self.held: Mapping[str, pygame.Surface] = MappingProxyType({})
        """The pictures that have come, by their digests: another value each time one comes."""
        self.clips: Mapping[str, Clip] = MappingProxyType({})
        """The clips that have come, by their digests."""

    def want(self, digests: Sequence[str]) -> None:
        """Ask for the pictures of a view; returns at once."""
        missing = tuple(each for each in digests if not self._has(each))
        if not missing or self._stopping.is_set():
            return
        self._wanted = tuple(digests)
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._fetch_all, name="hall-pictures", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Fetch nothing any more, and wait for the thread to end."""
        self._stopping.set()
        for clip in self.clips.values():
            clip.stop()
        if self._thread is not None:
            self._thread.join(_PATIENCE_S + 1)

    def _fetch_all(self) -> None:
        while not self._stopping.is_set():
            wanted = self._wanted
            for digest in wanted:
                if not self._has(digest) and not self._stopping.is_set():
                    self._fetch(digest)
            if all(map(self._has, self._wanted)):
                return
            self._stopping.wait(self._retry_s)

    def _has(self, digest: str) -> bool:
        return digest in self.held or digest in self.clips

    def _fetch(self, digest: str) -> None:
        try:
            with closing(HTTPConnection(*self._address, timeout=_PATIENCE_S)) as connection:
                connection.request("GET", f"/face/{digest}")
                with closing(connection.getresponse()) as answer:
                    data = answer.read(LARGEST + 1) if answer.status == 200 else b""
            if sha256(data).hexdigest() != digest:
                raise ValueError("it is not the picture of that name")
            come = Clip(data) if is_clip(data) else _decoded(data)
        except (OSError, HTTPException, ValueError, pygame.error) as error:
            self._log(f"a picture of the hall is not shown ({error}); trying again")
            return
        if isinstance(come, Clip):
            self.clips = self._kept(self.clips, digest, come)
        else:
            self.held = self._kept(self.held, digest, come)
        self._wake()

    def _kept(self, before: Mapping[str, _Kind], digest: str, come: _Kind) -> Mapping[str, _Kind]:
        """Return what has come, without what is no longer wanted."""
        kept = [each for each in before if each in self._wanted][: MOST - 1]
        return MappingProxyType({each: before[each] for each in kept} | {digest: come})


def _decoded(data: bytes) -> pygame.Surface:
    """Return a picture in the depth of a window, no larger than a wall needs.

    Raises:
        pygame.error: If it is none.
    """
    picture = pygame.image.load(BytesIO(data))
    width, height = picture.get_size()
    scale = min(1.0, WIDEST[0] / width, WIDEST[1] / height)
    clear = bool(picture.get_flags() & pygame.SRCALPHA) or picture.get_colorkey() is not None
    even = picture.convert_alpha() if clear else picture.convert(DEPTH)
    if scale == 1:
        return even
    return pygame.transform.smoothscale(even, (max(1, round(width * scale)), max(1, round(height * scale))))
