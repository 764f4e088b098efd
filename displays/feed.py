"""The feed of views: bytes in, events out, and whether what came last may still be shown.

A feed is a stream of server-sent events: lines ``event: board``, ``id: N``, ``data: {json}``, and a blank
line; a line that begins with ``:`` only says that the other side lives. The controller sends at least one
line a second. Pure: not responsible for sockets, threads or clocks.
"""

import json
from dataclasses import dataclass, field
from typing import Final

from displays.views import BoardView, ViewError

SILENCE: Final = 2.0
LONGEST_EVENT: Final = 1 << 20


class FeedError(ValueError):
    """The stream is no feed: an event goes on beyond every measure."""


@dataclass(frozen=True, slots=True)
class FeedEvent:
    """One event of the feed.

    Attributes:
        name: What it is, e.g. "board".
        id: Its number as the controller gave it; empty where it gave none.
        data: Its content, undecoded.
    """

    name: str
    id: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Heard:
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

    def feed(self, chunk: bytes) -> Heard:
        """Take the next bytes and return what they completed.

        Raises:
            FeedError: If an event grows beyond ``LONGEST_EVENT`` bytes.
        """
        lines = self._lines(chunk)
        events = [event for line in lines if (event := self._line(line)) is not None]
        return Heard(len(lines), tuple(events))

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


def read_view(event: FeedEvent) -> BoardView:
    """Return the view that an event carries.

    Raises:
        ViewError: If it is no view that these screens know.
    """
    if event.name != "board":
        raise ViewError(f"unknown view {event.name!r}")
    try:
        return BoardView.from_json(json.loads(event.data))
    except (ValueError, RecursionError) as error:
        raise ViewError(str(error)) from error


@dataclass(slots=True)
class Signal:
    """Decides what a screen may show: the newest view, as long as its feed is heard.

    Times are monotonic seconds. A view stays good while lines keep coming on the connection that brought it;
    a new connection, or a view that cannot be read, makes it doubtful until the next good one.
    """

    _view: BoardView | None = None
    _last: float = 0.0
    _sure: bool = False

    def connected(self) -> None:
        """Note a new connection: what was shown before is no longer confirmed by it."""
        self._sure = False

    def unreadable(self) -> None:
        """Note that something came which cannot be shown: what is shown may be out of date."""
        self._sure = False

    def line(self, now: float) -> None:
        """Note that the other side lives."""
        if self._sure:
            self._last = now

    def view(self, view: BoardView, now: float) -> None:
        """Note a good view."""
        self._view, self._last, self._sure = view, now, True

    def showing(self, now: float) -> BoardView | None:
        """Return the view to show; None is SIN SEÑAL, from ``SILENCE`` seconds without a line."""
        return self._view if now - self._last < SILENCE else None
