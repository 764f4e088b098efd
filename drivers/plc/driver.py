"""An extractor that is a PLC, as the hall drives it: the same calls and events as any other.

Not responsible for deciding anything: it renews no permission by itself, acknowledges no event that its owner
has not committed, repeats no command that the PLC refused, and cannot know a ball's number.
"""

import contextlib
import time
from collections.abc import Callable

from drivers.extractor import wire
from drivers.extractor.events import ExtractorEvent
from drivers.extractor.port import ExtractorError
from drivers.extractor.wire import Identity, MachineState
from drivers.plc.bus import Bus, Line
from drivers.plc.connection import Connection, Timeouts
from drivers.plc.layout import Layout

__all__ = ["Layout", "Line", "PlcExtractor", "Timeouts"]


class PlcExtractor:
    """One PLC on one Modbus RTU line; `drivers/extractor/interface.py` says what each call promises.

    One thread, the owner's deciding loop, calls the methods; `open` alone makes it wait. A thread of its own
    asks the PLC how it stands, says commands again, and calls `on_event`. Modbus knows no unasked word, so it
    also carries each permission: at most one write for one `permit`, and none for one that is 40 ms old.

    The events come as from the other driver: one is handed on once in a connection; the next connection hands
    on again what the PLC has not seen acknowledged.

    Args:
        port: Path of the tty.
        on_event: Called from the thread; may only put the event away.
        layout: The map of the machine.
        line: How the line is set.
        timeouts: How long to wait for answers.
        clock: Monotonic seconds.
    """

    def __init__(
        self,
        port: str,
        on_event: Callable[[ExtractorEvent], None],
        *,
        layout: Layout,
        line: Line = Line(),  # noqa: B008 (frozen)
        timeouts: Timeouts = Timeouts(),  # noqa: B008 (frozen)
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = port
        self._on_event = on_event
        self._layout = layout
        self._line = line
        self._timeouts = timeouts
        self._clock = clock
        self._connection: Connection | None = None

    def open(self) -> Identity:
        """Take the port, ask who is there and how it stands; writes nothing.

        Raises:
            ExtractorError: No port, no answer, another map, a machine that still moves for somebody else, or
                a ball standing in the tube.
        """
        if self._connection is not None:
            raise self._connection.error("ya está abierto; ciérrelo antes de volver a abrirlo")
        bus = Bus(self._path, self._line, self._layout.unit, self._timeouts.answer_s)
        connection = Connection(self._path, bus, self._layout, self._on_event, self._timeouts, self._clock)
        with contextlib.ExitStack() as undo:
            undo.callback(connection.close)
            identity = connection.greet()
            if connection.state.moving:
                raise connection.error("todavía se mueve; sin permiso se detendrá por sí mismo")
            if connection.state.tube_occupied:
                raise connection.error("hay una bola en el tubo; retírela y devuélvala al bombo")
            connection.start()
            undo.pop_all()
        self._connection = connection
        return identity

    @property
    def state(self) -> MachineState:
        """How the machine stood when it last said so; the thread asks some thirty times a second.

        Raises:
            ExtractorError: It is not open.
        """
        return self._opened().state

    def draw(self, order: int) -> None:
        """Order a ball; returns at once. `BallArrived` or `CommandFailed` follows.

        Raises:
            ExtractorError: It is not open, or the link is lost.
            ValueError: The order is not between 1 and 2**32 - 1.
        """
        if not 0 < order < 1 << 32:
            raise ValueError(f"order {order} is not between 1 and 2**32 - 1")
        self._opened().order(wire.Draw(order))

    def reload(self) -> None:
        """Order every ball back into the drum; returns at once. `DrumLoaded` or `CommandFailed` follows.

        Raises:
            ExtractorError: It is not open, or the link is lost.
        """
        self._opened().order(wire.Reload())

    def stop(self) -> None:
        """Order the machine to stand still and latch; returns at once.

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
        """Let the machine move a little longer; to be called every 50 ms. Returns at once, never raises.

        Returns:
            False when there is no link: it is not open, or `LinkLost` comes or has come.
        """
        return self._connection is not None and self._connection.permit()

    def acknowledge(self, event: int) -> None:
        """Let the PLC forget an event, now that it is durable; returns at once, never raises."""
        if self._connection is not None:
            self._connection.acknowledge(event)

    def close(self) -> None:
        """Let go of the port; waits for the thread. Says nothing: without permission the machine stops."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _opened(self) -> Connection:
        if self._connection is None:
            raise ExtractorError(f"extractor en {self._path}: no está abierto; ábralo antes")
        return self._connection
