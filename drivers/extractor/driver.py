"""The extractor as the hall drives it: orders go out at once, and what happens comes back as events.

Not responsible for deciding anything: it renews no permission by itself, acknowledges no event that its owner
has not committed, repeats no order that the machine refused, and cannot know a ball's number.
"""

import contextlib
import time
from collections.abc import Callable

from drivers.extractor import wire
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


class Extractor:
    """One extractor on one serial port.

    One thread, the owner's deciding loop, calls the methods; `open` and `query` alone make it wait. A reader
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
        self._path = port
        self._on_event = on_event
        self._baudrate = baudrate
        self._timeouts = timeouts
        self._clock = clock
        self._connection: Connection | None = None

    def open(self) -> Identity:
        """Take the port, ask who is there and how it stands; waits 2 s at most with the default timeouts.

        A machine that was moving for somebody else stops and latches. `state` holds what it found.

        Raises:
            ExtractorError: No port, no answer, a protocol of another version, or a ball standing in the tube.
        """
        if self._connection is not None:
            raise self._connection.error("ya está abierto; ciérrelo antes de volver a abrirlo")
        port = SerialPort(self._path, self._baudrate)
        connection = Connection(self._path, port, self._on_event, self._timeouts, self._clock)
        with contextlib.ExitStack() as undo:
            undo.callback(connection.close)
            identity = connection.greet()
            if connection.state.tube_occupied:
                raise connection.error("hay una bola en el tubo; retírela y devuélvala al bombo")
            connection.start()
            undo.pop_all()
        self._connection = connection
        return identity

    @property
    def state(self) -> MachineState:
        """How the machine stood when it last said so; each `permit` refreshes it. Never waits.

        Raises:
            ExtractorError: It is not open.
        """
        return self._opened().state

    def query(self) -> MachineState:
        """Ask the machine how it stands; waits 0.4 s at most with the default timeouts, mostly about 1 ms.

        Raises:
            ExtractorError: It is not open, the link is lost, or the machine does not answer.
        """
        return self._opened().query()

    def draw(self, order: int) -> None:
        """Order a ball; returns at once. `BallArrived` or `CommandFailed` follows.

        The machine brings out one ball for one order: the last order again only reports its ball again, or
        finishes it if it was interrupted.

        Args:
            order: From 1, greater than every order since the last reload, or the last one again.

        Raises:
            ExtractorError: It is not open, or the link is lost.
            ValueError: The order is not between 1 and 2**32 - 1.
        """
        if not 0 < order < 1 << 32:
            raise ValueError(f"order {order} is not between 1 and 2**32 - 1")
        self._opened().order(wire.Draw(order))

    def reload(self) -> None:
        """Order every ball back into the drum; returns at once. `DrumLoaded` or `CommandFailed` follows.

        Orders begin again at 1 afterwards.

        Raises:
            ExtractorError: It is not open, or the link is lost.
        """
        self._opened().order(wire.Reload())

    def stop(self) -> None:
        """Order the machine to stand still and latch; returns at once.

        Orders that are not yet answered are given up, each with a `CommandFailed`.

        Raises:
            ExtractorError: It is not open, or the link is lost.
        """
        self._opened().order(wire.Stop())

    def reset(self) -> None:
        """Undo the latch, after a person acknowledged it; returns at once. Moves nothing.

        Raises:
            ExtractorError: It is not open, or the link is lost.
        """
        self._opened().order(wire.Reset())

    def permit(self) -> bool:
        """Let the machine move for another 150 ms; to be called every 50 ms. Returns at once, never raises.

        Returns:
            False when there is no link: it is not open, or `LinkLost` comes or has come.
        """
        return self._connection is not None and self._connection.permit()

    def acknowledge(self, event: int) -> None:
        """Let the machine forget an event, now that it is durable; returns at once, never raises.

        An event that this connection has not handed on is left alone: it will be handed on again.
        """
        if self._connection is not None:
            self._connection.acknowledge(event)

    def close(self) -> None:
        """Let go of the port; waits for the reader thread, about 20 ms. Not to be called from `on_event`.

        Says nothing to the machine: without permission it stops by itself. No event comes afterwards.
        """
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _opened(self) -> Connection:
        if self._connection is None:
            raise ExtractorError(f"extractor en {self._path}: no está abierto; ábralo antes")
        return self._connection
