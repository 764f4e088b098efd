"""A wheel's sensor on a serial port: opened, read, and opened again by itself when the cable was out.

Not responsible for a thread: whoever owns it calls ``poll`` again and again. Nothing is ever written to the
sensor.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from drivers.extractor.port import PortError, SerialPort
from drivers.lines import LineSplitter
from drivers.wheel.events import WheelEvent
from drivers.wheel.health import Limits
from drivers.wheel.profiles import Profile
from drivers.wheel.tracker import Tracker, Trust

RETRY_S: Final = 0.5
"""Between two tries to open the port."""


class WheelError(PortError):
    """The sensor cannot be used; the message names the port and what to check."""


@dataclass(frozen=True)
class Line:
    """How a serial line is set.

    Attributes:
        baudrate: Bits per second.
        parity: "N" none, "E" even or "O" odd.
        stop_bits: 1 or 2.
    """

    baudrate: int = 9600
    parity: str = "N"
    stop_bits: int = 1


class WheelSensor:
    """One sensor, through cut cables and restarts of its own.

    Args:
        port: Path of the tty.
        profile: How it writes.
        line: How the serial line is set.
        trust: How often it must say a thing.
        limits: When it counts as not well.
        clock: Monotonic seconds.
    """

    def __init__(
        self,
        port: str,
        profile: Profile,
        *,
        line: Line = Line(),
        trust: Trust = Trust(),  # noqa: B008 (frozen)
        limits: Limits = Limits(),  # noqa: B008 (frozen)
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = port
        self._line = line
        self._clock = clock
        self._port: SerialPort | None = None
        self._lines = LineSplitter(profile.start)
        self._tracker = Tracker(profile, trust, limits)
        self._launched = threading.Event()
        self._tried: float | None = None

    @property
    def tracker(self) -> Tracker:
        """What is known of the wheel; for the thread that polls."""
        return self._tracker

    @property
    def is_open(self) -> bool:
        """Whether the port is open now."""
        return self._port is not None

    def poll(self) -> list[WheelEvent]:
        """Return what happened since; waits a few hundredths of a second at most."""
        if self._port is None:
            return self._open()
        now = self._clock()
        if self._launched.is_set():
            self._launched.clear()
            self._tracker.launched(now)
        try:
            data = self._port.read()
        except PortError as error:
            self.close()
            return self._tracker.lost(str(error))
        now = self._clock()
        found = [event for line in self._lines.feed(data) for event in self._tracker.take(line, now)]
        return [*found, *self._tracker.tick(now)]

    def launched(self) -> None:
        """Take note that a person launched the ball; from any thread."""
        self._launched.set()

    def close(self) -> None:
        """Let go of the port."""
        if self._port is not None:
            with suppress(OSError):
                self._port.close()
        self._port = None

    def _open(self) -> list[WheelEvent]:
        now = self._clock()
        if self._tried is not None and now - self._tried < RETRY_S:
            return []
        self._tried = now
        try:
            self._port = SerialPort(
                self._path,
                self._line.baudrate,
                self._line.parity,
                self._line.stop_bits,
                "sensor de la ruleta",
                WheelError,
            )
        except PortError as error:
            return self._tracker.lost(str(error))
        self._lines.forget()
        return self._tracker.connected(now)
