"""The thread that listens to a feed of views, for ever, and keeps the newest good one.

The one writer of its ``Signal``; the window only asks. Not responsible for what may be believed
(``displays.seal``) nor for drawing.
"""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Final
from urllib.parse import quote, urlencode

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from displays.event_stream import FeedEvent, FeedParser, Signal
from displays.line import Line, read_address, to_stderr
from displays.seal import Gate
from displays.views import View, ViewError, read

ALIVE_S: Final = 1.0
_ANSWER_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class ShownView:
    """What is on the glass.

    Attributes:
        sequence: The number of its envelope; 0 is SIN SEÑAL.
        late_ms: How long after the envelope came it was there, in milliseconds.
    """

    sequence: int
    late_ms: int


class FeedReader(Line):
    """Listens to one screen's feed in its own thread and reconnects by itself until it is stopped."""

    MEDIA = "text/event-stream"

    def __init__(
        self,
        hall: str,
        screen: str = "auto",
        key: Ed25519PublicKey | None = None,
        name: str = "",
        clock: Callable[[], float] = time.monotonic,
        log: Callable[[str], None] = to_stderr,
    ) -> None:
        """Prepare to listen; nothing is opened yet.

        Args:
            hall: Where the feed is, e.g. "http://127.0.0.1:8001".
            screen: What to show, as the feed names it.
            key: The controller's; None believes the feed unsigned.
            name: The name by which the controller knows this screen; empty for none.
            clock: Monotonic seconds.
            log: Takes what goes wrong, a sentence each.

        Raises:
            ValueError: If the address is not an http one.
        """
        super().__init__(hall, "feed", clock, log)
        self._screen = screen
        self._name = name
        self._gate = Gate(key, screen)
        self._parser = FeedParser()
        self._signal = Signal()
        self._lock = threading.Lock()
        self._news = threading.Event()
        self._came = (0, 0.0)
        self._looked = (0, 0.0)
        self.glass = ShownView(0, 0)

    def showing(self) -> View | None:
        """Return the view to show now; None is SIN SEÑAL."""
        with self._lock:
            view = self._signal.showing(self._clock())
            self._looked = (0, 0.0) if view is None else self._came
            return view

    def drawn(self) -> None:
        """Note that what was asked for last is on the glass."""
        sequence, came = self._looked
        if sequence != self.glass.sequence:
            self.glass = ShownView(sequence, round((self._clock() - came) * 1000) if sequence else 0)

    @property
    def sequence(self) -> int:
        """The number of the newest view that may be shown; 0 before the first."""
        return self._came[0]

    def wake(self) -> None:
        """End the wait that is on, from any thread: there is something else to be shown."""
        self._news.set()

    def wait(self, seconds: float) -> None:
        """Wait until a view comes, or something else to be shown, at most so long."""
        if self._news.wait(seconds):
            self._news.clear()

    def _begin(self) -> str:
        self._parser = FeedParser()
        nonce = secrets.token_hex(16)
        self._gate.ask(nonce, self._clock())
        asked = urlencode({"nonce": nonce} | ({"name": self._name} if self._name else {}))
        return f"/views/{quote(self._screen, safe='')}?{asked}"

    def _take(self, chunk: bytes) -> bool:
        """Note what some bytes brought; only the newest good view counts."""
        heard, good = self._parser.feed(chunk), False
        for event in heard.events:
            try:
                good = self._open(event) or good
            except ValueError as error:  # of the seal or of the view
                self._say(f"a view was not shown: {error}")
        if heard.events:
            self._news.set()
        return good

    def _open(self, event: FeedEvent) -> bool:
        if event.name == "hello":
            self._gate.hello(event.data)
            return False
        if event.name != "view":
            raise ViewError(f"unknown event {event.name!r:.40}")
        now = self._clock()
        view = read(self._gate.view(event.data, now))
        with self._lock:
            self._signal.view(view, now)
            self._came = (self._gate.sequence, now)
        self._said = ""
        return True


class Reporter:
    """Reports once a second what the screen shows (AJ-31); a hall that is away is no error."""

    def __init__(self, hall: str, name: str, glass: Callable[[], ShownView]) -> None:
        """Prepare to report.

        Args:
            hall: Where the feed is.
            name: The name of the screen, as the configuration has it.
            glass: What is on it.

        Raises:
            ValueError: If the address is not an http one.
        """
        self._address = read_address(hall)
        self._name = name
        self._glass = glass
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="alive", daemon=True)

    def start(self) -> None:
        """Begin to report."""
        self._thread.start()

    def stop(self) -> None:
        """Report no more."""
        self._stopping.set()
        self._thread.join(_ANSWER_S + 1)

    def _run(self) -> None:
        while not self._stopping.wait(ALIVE_S):
            glass = self._glass()
            asked = urlencode({"sequence": glass.sequence, "shown_ms": glass.late_ms})
            connection = HTTPConnection(*self._address, timeout=_ANSWER_S)
            try:
                connection.request("GET", f"/alive/{quote(self._name, safe='')}?{asked}")
                connection.getresponse().read()
            except (OSError, HTTPException):
                continue  # the window shows SIN SEÑAL, and the log of the feed has the reason
            finally:
                connection.close()
