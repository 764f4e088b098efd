"""An extractor that is a PLC, as the hall drives it: the same calls and events as any other.

Not responsible for deciding anything (`drivers.extractor.calls` has what it never does), nor for what travels
(`connection`).
"""

import time
from collections.abc import Callable

from drivers.extractor.calls import Calls
from drivers.extractor.events import ExtractorEvent
from drivers.extractor.wire import MachineState
from drivers.plc.bus import Bus, Line
from drivers.plc.connection import Connection, Timeouts
from drivers.plc.layout import Layout

__all__ = ["Layout", "Line", "PlcExtractor", "Timeouts"]


class PlcExtractor(Calls[Connection]):
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
        super().__init__(port)
        self._on_event = on_event
        self._layout = layout
        self._line = line
        self._timeouts = timeouts
        self._clock = clock

    def _connect(self) -> Connection:
        bus = Bus(self._path, self._line, self._layout.unit, self._timeouts.answer_s)
        return Connection(self._path, bus, self._layout, self._on_event, self._timeouts, self._clock)

    def _unfit(self, state: MachineState) -> str:
        """As of any machine; it has no session that would stop what moves for somebody else."""
        moving = "todavía se mueve; sin permiso se detendrá por sí mismo"
        return moving if state.moving else super()._unfit(state)
