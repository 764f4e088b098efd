"""A line to the hall that is kept open for ever: its own thread, and a new try whenever it ends.

Not responsible for what comes over it: a subclass takes the bytes.
"""

import socket
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPResponse
from typing import Final
from urllib.parse import urlsplit

RETRY: Final = 0.25
LONGEST_RETRY: Final = 4.0
PATIENCE: Final = 3.0
CHUNK: Final = 1 << 16


class LineError(ValueError):
    """What answers is not what was asked for, or it ended."""


def to_stderr(message: str) -> None:
    """Write a message for whoever keeps the screens running."""
    print(message, file=sys.stderr, flush=True)


class Line(ABC):
    """Follows one address until it is stopped; each failure in a row waits twice as long, 4 s at most."""

    MEDIA = ""
    """The media type that is expected."""

    def __init__(self, hall: str, name: str, clock: Callable[[], float], log: Callable[[str], None]) -> None:
        """Prepare to listen; nothing is opened yet.

        Args:
            hall: Where the hall is, e.g. "http://127.0.0.1:8001".
            name: The name of the thread.
            clock: Monotonic seconds.
            log: Takes what goes wrong, a sentence each.

        Raises:
            ValueError: If the address is not such a one.
        """
        self._address = read_address(hall)
        self._clock = clock
        self._log = log
        self._said = ""
        self._hold = threading.Lock()
        self._stopping = threading.Event()
        self._was_good = False
        self._socket: socket.socket | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def leave(self) -> None:
        """Stop listening and return at once; the thread ends by itself once its connection is settled."""
        self._stopping.set()
        with self._hold:
            if self._socket is not None:
                _hang_up(self._socket)

    def stop(self) -> None:
        """Stop listening and wait for the thread to end, at most a little longer than a connection takes."""
        self.leave()
        self._thread.join(PATIENCE + RETRY)

    @abstractmethod
    def _begin(self) -> str:
        """Begin a connection and return the path to ask for."""

    @abstractmethod
    def _take(self, chunk: bytes) -> bool:
        """Take some bytes and return whether they brought something good.

        Raises:
            LineError: If they cannot go on.
        """

    def _run(self) -> None:
        pause = RETRY
        while not self._stopping.is_set():
            try:
                self._listen()
            except (OSError, HTTPException, ValueError) as error:  # a broken chunk is a plain ValueError
                if not self._stopping.is_set():
                    self._say(f"nothing from {self._address[0]}:{self._address[1]} ({error}); trying again")
            pause = RETRY if self._was_good else min(2 * pause, LONGEST_RETRY)
            self._stopping.wait(pause)

    def _listen(self) -> None:
        """Follow one connection to its end."""
        self._was_good = False
        with closing(HTTPConnection(*self._address, timeout=PATIENCE)) as connection:
            connection.connect()
            with self._hold:
                self._socket = connection.sock
                if self._stopping.is_set():
                    return
            connection.request("GET", self._begin(), headers={"Accept": self.MEDIA})
            with closing(connection.getresponse()) as response:
                self._follow(response)

    def _follow(self, response: HTTPResponse) -> None:
        """Take what one answer brings.

        Raises:
            LineError: If it is something else, or when it ends.
        """
        if response.status != 200 or response.headers.get_content_type() != self.MEDIA:
            raise LineError(
                f"the answer is not a feed: {response.status} {response.headers.get_content_type()}"
            )
        while chunk := response.read1(CHUNK):
            self._was_good = self._take(chunk) or self._was_good
        raise LineError("the feed ended")

    def _say(self, message: str) -> None:
        """Log a message, once while it stays the same."""
        if message != self._said:
            self._log(message)
            self._said = message


def read_address(hall: str) -> tuple[str, int]:
    """Return host and port of an address like "http://host:port".

    Raises:
        ValueError: If it is none.
    """
    parts = urlsplit(hall)
    if parts.scheme != "http" or not parts.hostname or parts.path not in {"", "/"} or parts.query:
        raise ValueError(f"the hall must be an address like http://host:port, not {hall!r}")
    return parts.hostname, parts.port or 80


def _hang_up(line: socket.socket) -> None:
    """End a connection from another thread, so that whoever reads from it wakes up."""
    try:
        line.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it has ended already, which is what was wanted
