"""The feed of views: bytes in, events out, and whether what came last may still be shown.

A feed is a stream of server-sent events: lines ``event: view``, ``id: N``, ``data: …``, and a blank line; a
line that begins with ``:`` is a comment. The controller sends an event twice a second at least. Pure: not
responsible for sockets, threads or clocks, nor for whether an event may be believed (``displays.seal``).
"""

from dataclasses import dataclass, field
from typing import Final

from displays.views import View

SILENCE: Final = 1.75
"""After how many seconds without a good view it is SIN SEÑAL: the screen has to show that within 2 s."""

LONGEST_EVENT: Final = 1 << 20


class FeedError(ValueError):
    """The stream is no feed: an event goes on beyond every measure."""


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """One event of the feed.

    Attributes:
        name: What it is, e.g. "view".
        id: Its number as the controller gave it; empty where it gave none.
        data: Its content, undecoded.
    """

    name: str
    id: str
    data: bytes


@dataclass(frozen=True, slots=True)
class FeedChunk:
    """What some bytes of the feed brought.

    Attributes:
        lines: How many whole lines ended in them, keep-alive lines included.
        events: The events that were completed in them, in order.
    """

    lines: int
    events: tuple[FeedEvent, ...]


@dataclass(slots=True)
class FeedParser:
    """Turns the bytes of a feed into events, wherever the network cut them."""

    _buffer: bytearray = field(default_factory=bytearray)
    _after_cr: bool = False
    _name: str = ""
    _id: str = ""
    _data: list[bytes] = field(default_factory=list)
    _size: int = 0

    def feed(self, chunk: bytes) -> FeedChunk:
        """Take the next bytes and return what they completed.

        Raises:
            FeedError: If an event grows beyond ``LONGEST_EVENT`` bytes.
        """
        lines = self._lines(chunk)
        events = [event for line in lines if (event := self._line(line)) is not None]
        return FeedChunk(len(lines), tuple(events))

    def _lines(self, chunk: bytes) -> list[bytes]:
        """Return the lines that these bytes end; a line ends with LF, CR or both."""
        if self._after_cr and chunk:
            chunk = chunk.removeprefix(b"\n")
            self._after_cr = False
        self._after_cr = self._after_cr or chunk.endswith(b"\r")
        self._buffer += chunk
        *whole, rest = bytes(self._buffer).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._buffer = bytearray(rest)
        self._check(len(rest) + self._size)
        return whole

    def _line(self, line: bytes) -> FeedEvent | None:
        """Take one line; return the event that a blank line completes."""
        if not line:
            return self._complete()
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._size += len(value)
            self._check(self._size)
            self._data.append(value)
        elif name == b"event":
            self._name = value.decode(errors="replace")
        elif name == b"id":
            self._id = value.decode(errors="replace")
        return None

    def _complete(self) -> FeedEvent | None:
        """Return the event collected so far, if it has any data, and begin the next."""
        event = FeedEvent(self._name or "message", self._id, b"\n".join(self._data)) if self._data else None
        self._name, self._data, self._size = "", [], 0
        return event

    def _check(self, size: int) -> None:
        """Refuse to collect without end."""
        if size > LONGEST_EVENT:
            raise FeedError(f"an event of the feed is longer than {LONGEST_EVENT} bytes")


class Signal:
    """Decides what a screen may show: the newest good view, for ``SILENCE`` seconds. Times are monotonic."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._last = 0.0

    def view(self, view: View, now: float) -> None:
        """Note a good view."""
        self._view, self._last = view, now

    def showing(self, now: float) -> View | None:
        """Return the view to show; None is SIN SEÑAL, from ``SILENCE`` seconds without a good view."""
        return self._view if now - self._last < SILENCE else None
