"""The extractor as the hall drives it: orders go out at once, and what happens comes back as events.

Not responsible for deciding anything (`calls` has what it never does), nor for the bytes (`connection`).
"""

import time
from collections.abc import Callable

from drivers.extractor.calls import Calls
from drivers.extractor.connection import Connection, Timeouts
from drivers.extractor.events import (
    BallArrived,
    CommandFailed,
    DrumLoaded,
    ExtractorEvent,
    LinkLost,
    MachineFault,
    describe_fault,
    describe_refusal,
)
from drivers.extractor.port import ExtractorError, SerialPort
from drivers.extractor.wire import FaultCode, Identity, MachineState, NakReason

__all__ = [
    "BallArrived",
    "CommandFailed",
    "DrumLoaded",
    "Extractor",
    "ExtractorError",
    "ExtractorEvent",
    "FaultCode",
    "Identity",
    "LinkLost",
    "MachineFault",
    "MachineState",
    "NakReason",
    "Timeouts",
    "describe_fault",
    "describe_refusal",
]


class Extractor(Calls[Connection]):
    """One extractor on one serial port.

    One thread, the owner's deciding loop, calls the methods; `open` (2 s at most with the default timeouts)
    and `query` alone make it wait. A machine that was moving for somebody else stops and latches. A reader
    thread decodes, says unanswered orders again, and calls `on_event`; it never renews the permission.

    An event of the machine is handed on once in a connection, however often the machine repeats it before
    `acknowledge`. The next connection hands on again what is not acknowledged, and the last order given
    again reports its ball again: the owner must recognise an order that it has already committed. `LinkLost`
    comes at most once in a connection and is its last event; then `close` and `open`, on this one or another.

    Args:
        port: Path of the tty.
        on_event: Called from the reader thread; may only put the event away.
        baudrate: Bits per second.
        timeouts: How long to wait for answers.
        clock: Monotonic seconds.
    """

    def __init__(
        self,
        port: str,
        on_event: Callable[[ExtractorEvent], None],
        *,
        baudrate: int = 115200,
        timeouts: Timeouts = Timeouts(),  # noqa: B008 (frozen)
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(port)
        self._on_event = on_event
        self._baudrate = baudrate
        self._timeouts = timeouts
        self._clock = clock

    def _connect(self) -> Connection:
        port = SerialPort(self._path, self._baudrate)
        return Connection(self._path, port, self._on_event, self._timeouts, self._clock)

    def query(self) -> MachineState:
        """Ask the machine how it stands; waits 0.4 s at most with the default timeouts, mostly about 1 ms.

        Raises:
            ExtractorError: It is not open, the link is lost, or the machine does not answer.
        """
        return self._opened().query()
