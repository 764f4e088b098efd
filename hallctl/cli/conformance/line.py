"""The line to a machine that is tried: bytes with the moment at which they came.

Not responsible for what the bytes mean. A test puts a machine of its own, in time of its own, in its place.
"""

import time
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from drivers.extractor.port import SerialPort

_SCHEDULER: Final = Path("/proc/thread-self/schedstat")


class Line(Protocol):
    """Bytes out and in, and the clock by which both are timed."""

    def now(self) -> float:
        """Return seconds of a clock that never runs backwards."""

    def stolen(self) -> float:
        """Return for how many seconds this program was ready and the computer did not let it run."""

    def send(self, data: bytes) -> None:
        """Put bytes on the line.

        Raises:
            ExtractorError: The other end is gone.
        """

    def read(self, until: float) -> bytes:
        """Return what arrives first, or nothing when the moment has come.

        Raises:
            ExtractorError: The other end is gone.
        """


class SerialLine:
    """A real line in real time.

    Args:
        port: The open port.
    """

    def __init__(self, port: SerialPort) -> None:
        self._port = port

    def now(self) -> float:
        """Return monotonic seconds."""
        return time.monotonic()

    def stolen(self) -> float:
        """Return what the kernel says that this thread waited for a processor; 0 where it does not say."""
        return stolen()

    def send(self, data: bytes) -> None:
        """Put bytes on the line without waiting."""
        self._port.write(data)

    def read(self, until: float) -> bytes:
        """Return what arrives first, or nothing when the moment has come."""
        if self._port.wait(max(0.0, until - time.monotonic())):
            return self._port.read()
        return b""


def stolen() -> float:
    """Return for how many seconds this thread was ready to run and was not let run."""
    with suppress(OSError, ValueError, IndexError):
        return int(_SCHEDULER.read_text("ascii").split()[1]) / 1e9
    return 0.0
