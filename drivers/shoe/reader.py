"""A shoe on a serial port: opened, read, and opened again by itself when the cable was out.

Not responsible for a thread: whoever owns it calls ``poll`` again and again. Nothing is ever written to the
shoe.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from drivers.extractor.port import PortError, SerialPort
from drivers.shoe.events import ShoeEvent
from drivers.shoe.profiles import Profile
from drivers.shoe.tracker import Tracker

RETRY_S: Final = 0.5
"""Between two tries to open the port."""


class ShoeError(PortError):
    """The shoe cannot be used; the message names the port and what to check."""


@dataclass(frozen=True)
class Line:
    """How a serial line is set.

    Attributes:
        baudrate: Bits per second.
        parity: "N" none, "E" even or "O" odd.
        stop_bits: 1 or 2.
    """

    baudrate: int = 4800
    parity: str = "N"
    stop_bits: int = 1


class ShoeReader:
    """One shoe, through cut cables and restarts of its own.

    Args:
        port: Path of the tty.
        profile: How it writes.
        tracker: What follows its messages.
        line: How the serial line is set.
        clock: Monotonic seconds.

    Attributes:
        tracker: What is known of the shoe.
    """

    def __init__(
        self,
        port: str,
        profile: Profile,
        tracker: Tracker,
        line: Line = Line(),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = port
        self._line = line
        self._clock = clock
        self._port: SerialPort | None = None
        self._splitter = profile.splitter()
        self.tracker = tracker
        self._tried: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether the port is open now."""
        return self._port is not None

    def poll(self) -> list[ShoeEvent]:
        """Return what happened since; waits a few hundredths of a second at most."""
        if self._port is None:
            return self._open()
        try:
            data = self._port.read()
        except PortError as error:
            self.close()
            return self.tracker.lost(str(error))
        now = self._clock()
        found = [event for line in self._splitter.feed(data) for event in self.tracker.take(line, now)]
        return [*found, *self.tracker.tick(now)]

    def close(self) -> None:
        """Let go of the port."""
        if self._port is not None:
            with suppress(OSError):
                self._port.close()
        self._port = None

    def _open(self) -> list[ShoeEvent]:
        now = self._clock()
        if self._tried is not None and now - self._tried < RETRY_S:
            return []
        self._tried, line = now, self._line
        try:
            self._port = SerialPort(
                self._path, line.baudrate, line.parity, line.stop_bits, "lector del distribuidor", ShoeError
            )
        except PortError as error:
            return self.tracker.lost(str(error))
        self._splitter.forget()
        return self.tracker.connected(now)
