"""The thread that listens to a feed of views, for ever, and keeps the newest good one.

The one writer of its ``Signal``; the window only asks. Not responsible for what the bytes mean
(``displays.feed``) nor for drawing.
"""

import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Final
from urllib.parse import urlsplit

from displays.feed import FeedError, FeedParser, Heard, Signal, read_view
from displays.views import BoardView, ViewError

RETRY: Final = 0.5
PATIENCE: Final = 3.0
CHUNK: Final = 1 << 16


def to_stderr(message: str) -> None:
    """Write a message for whoever keeps the screens running."""
    print(message, file=sys.stderr, flush=True)


class FeedReader:
    """Listens to one feed in its own thread and reconnects by itself until it is stopped."""

    def __init__(
        self,
        url: str,
        clock: Callable[[], float] = time.monotonic,
        log: Callable[[str], None] = to_stderr,
    ) -> None:
        """Prepare to listen; nothing is opened yet.

        Args:
            url: Where the feed is, e.g. "http://127.0.0.1:8000/feed".
            clock: Monotonic seconds.
            log: Takes what goes wrong, a sentence each.

        Raises:
            ValueError: If the address is not an http one.
        """
        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname:
            raise ValueError(f"the feed must be an address like http://host:port/path, not {url!r}")
        self._address = (parts.hostname, parts.port or 80)
        self._path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self._clock = clock
        self._log = log
        self._said = ""
        self._signal = Signal()
        self._lock = threading.Lock()
        self._news = threading.Event()
        self._stopping = threading.Event()
        self._socket: socket.socket | None = None
        self._thread = threading.Thread(target=self._run, name="feed", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Stop listening and wait for the thread to end, at most a little longer than a connection takes."""
        self._stopping.set()
        with self._lock:
            if self._socket is not None:
                _hang_up(self._socket)
        self._thread.join(PATIENCE + RETRY)

    def showing(self) -> BoardView | None:
        """Return the view to show now; None is SIN SEÑAL."""
        with self._lock:
            return self._signal.showing(self._clock())

    def wait(self, seconds: float) -> None:
        """Wait until a view comes, at most so long."""
        if self._news.wait(seconds):
            self._news.clear()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen()
            except (OSError, HTTPException, ValueError) as error:  # a broken chunk is a plain ValueError
                if not self._stopping.is_set():
                    self._say(f"no feed from {self._address[0]}:{self._address[1]} ({error}); trying again")
            self._stopping.wait(RETRY)

    def _listen(self) -> None:
        """Follow one connection to its end."""
        with closing(HTTPConnection(*self._address, timeout=PATIENCE)) as connection:
            connection.connect()
            with self._lock:
                self._socket = connection.sock
                if self._stopping.is_set():
                    return
            connection.request("GET", self._path, headers={"Accept": "text/event-stream"})
            with closing(connection.getresponse()) as response:
                self._follow(response)

    def _follow(self, response: HTTPResponse) -> None:
        """Take what one answer brings.

        Raises:
            FeedError: If it is not a feed, or when it ends.
        """
        if response.status != 200 or response.headers.get_content_type() != "text/event-stream":
            raise FeedError(
                f"the answer is not a feed: {response.status} {response.headers.get_content_type()}"
            )
        with self._lock:
            self._signal.connected()
        parser = FeedParser()
        while chunk := response.read1(CHUNK):
            self._take(parser.feed(chunk))
        raise FeedError("the feed ended")

    def _take(self, heard: Heard) -> None:
        """Note what some bytes brought; only the newest good view counts."""
        with self._lock:
            if heard.lines:
                self._signal.line(self._clock())
            for event in heard.events:
                try:
                    self._signal.view(read_view(event), self._clock())
                    self._said = ""
                except ViewError as error:
                    self._signal.unreadable()
                    self._say(f"a view was not shown: {error}")
        if heard.events:
            self._news.set()

    def _say(self, message: str) -> None:
        """Log a message, once while it stays the same."""
        if message != self._said:
            self._log(message)
            self._said = message


def _hang_up(line: socket.socket) -> None:
    """End a connection from another thread, so that whoever reads from it wakes up."""
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it has ended already, which is what was wanted
