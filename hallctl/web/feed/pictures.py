"""The exit's picture for whoever watches: one encoded picture, handed to every viewer.

Not responsible for encoding. A slow viewer misses pictures and holds up nobody.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final

MEDIA: Final = "multipart/x-mixed-replace; boundary=frame"
_POLL_S: Final = 0.25
_BOUNDARY: Final = b"--frame\r\n"


class Pictures:
    """Carries pictures from the thread that encodes them into the server's event loop."""

    def __init__(self) -> None:
        self._wanted = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._news = asyncio.Event()
        self._newest = b""
        self.viewers = 0

    def wanted(self, seconds: float) -> bool:
        """Wait until somebody watches, at most so long; from any thread."""
        return self._wanted.wait(seconds)

    def publish(self, jpeg: bytes) -> None:
        """Make this the newest picture; from any thread."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(self._tell, jpeg)

    async def watch(self, ended: Callable[[], bool]) -> AsyncIterator[bytes]:
        """Yield the stream to one viewer until it has ended."""
        self._loop = asyncio.get_running_loop()
        self.viewers += 1
        self._wanted.set()
        try:
            yield _BOUNDARY
            seen = self._newest
            while not ended():
                news = self._news
                if self._newest is seen:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(_POLL_S):
                            await news.wait()
                    continue
                seen = self._newest
                yield seen
        finally:
            self.viewers -= 1
            if not self.viewers:
                self._wanted.clear()

    def _tell(self, jpeg: bytes) -> None:
        head = f"Content-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n".encode()
        # The boundary ends the picture: a browser shows it without waiting for the next.
        self._newest = head + jpeg + b"\r\n" + _BOUNDARY
        news, self._news = self._news, asyncio.Event()
        news.set()
