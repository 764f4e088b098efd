"""One connection to a PLC, from the greeting to the loss of the line.

Not responsible for opening the port, nor for any permission: its thread carries what was just given, once.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from drivers.extractor import wire
from drivers.extractor.connection import UNANSWERED_ORDERS
from drivers.extractor.events import (
    OTHER_FAULT,
    BallArrived,
    CommandFailed,
    DrumLoaded,
    ExtractorEvent,
    LinkLost,
    MachineFault,
    describe_fault,
    describe_refusal,
    overtaken,
)
from drivers.extractor.orders import OrderQueue
from drivers.extractor.port import ExtractorError
from drivers.plc import layout as plc
from drivers.plc.bus import Bus, NoAnswer
from drivers.plc.layout import EventKind, Layout, Report, number_after

FRESH_S: Final = 0.04
"""How old a permission may be when it is carried: with the PLC's 150 ms it stands within 200 (I13)."""

POLL_S: Final = 0.02
"""How long the line rests between two questions when there is nothing to say."""

_NO_ANSWER = (
    "no contesta; revise el cable, la corriente, la velocidad, la paridad y la dirección del autómata"
)
_RESTARTED = "el autómata se reinició; compruebe la mesa y vuelva a conectar"
_UNANSWERED = "el autómata no tomó la orden; quizá la cumplió: compruebe la mesa"
_HUNG = "el autómata contesta, y su programa no toma las órdenes: ¿está en RUN?; vuelva a conectar"


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long a connection waits.

    Attributes:
        answer_s: For the answer to one question, in seconds.
        resends: How often a question of the greeting, or a command, is said again.
    """

    answer_s: float = 0.1
    resends: int = 3

    @property
    def taken_s(self) -> float:
        """For the echo of a command, before it is said again."""
        return 3 * self.answer_s

    @property
    def silence_s(self) -> float:
        """For any answer at all, before the line counts as lost."""
        return 10 * self.answer_s


class Connection:
    """An open line, the thread that asks on it, and what is to be said.

    Args:
        name: The port's path, for messages.
        bus: The open line; this connection closes it.
        layout: The map of the machine.
        on_event: Called from the thread, without any lock held.
        timeouts: How long to wait.
        clock: Monotonic seconds.
    """

    def __init__(
        self,
        name: str,
        bus: Bus,
        layout: Layout,
        on_event: Callable[[ExtractorEvent], None],
        timeouts: Timeouts,
        clock: Callable[[], float],
    ) -> None:
        self._name = name
        self._bus = bus
        self._layout = layout
        self._on_event = on_event
        self._timeouts = timeouts
        self._clock = clock
        self._changed = threading.Condition()
        self._urgent = False
        self._permitted: float | None = None
        self._beats = 0
        self._orders = OrderQueue(timeouts.taken_s, timeouts.resends)
        self._number = 0
        self._failed: list[CommandFailed] = []
        self._unanswered = 0
        self._handed: int | None = None
        self._acknowledged: int | None = None
        self._said_acknowledged = float("-inf")
        self._lost: str | None = None
        self._closing = False
        self._report: Report | None = None
        self._thread = threading.Thread(target=self._run, name=f"plc {name}")

    @property
    def state(self) -> wire.MachineState:
        """How the machine stood when it last said so."""
        return self._latest.state

    @property
    def _latest(self) -> Report:
        if self._report is None:
            raise self.error("todavía no dijo su estado")
        return self._report

    def greet(self) -> wire.Identity:
        """Ask who is there and how it stands, before the thread starts; writes nothing.

        Raises:
            ExtractorError: No answer, or registers that are not those of this map.
        """
        for _ in range(self._timeouts.resends + 1):
            try:
                self._report = self._ask()
                break
            except NoAnswer:
                continue
        else:
            raise self.error(_NO_ANSWER)
        if self._latest.version != plc.PROTOCOL_VERSION:
            found = f"dice la versión {self._latest.version} del protocolo, no la {plc.PROTOCOL_VERSION}"
            raise self.error(
                f"{found}; corrija las direcciones de [extractor.modbus] o el programa del autómata"
            )
        self._number = self._latest.done
        return plc.identity(self._layout, self._latest)

    def start(self) -> None:
        """Begin to ask."""
        self._thread.start()

    def close(self) -> None:
        """Stop asking and close the port. No event comes afterwards."""
        with self._changed:
            self._closing = True
            self._hurry()
        if self._thread.is_alive():
            self._thread.join()
        self._bus.close()

    def order(self, order: wire.Order) -> None:
        """Give a command; a stop overtakes and ends those on their way."""
        with self._changed:
            if self._lost is not None:
                raise ExtractorError(self._lost)
            if isinstance(order, wire.Stop):
                self._failed += [overtaken(other) for other in self._orders.clear()]
            self._number = number_after(self._number)
            self._orders.add(order, self._number)
            self._hurry()

    def permit(self) -> bool:
        """Leave one permission for the thread to carry; False when nobody does any more."""
        with self._changed:
            self._permitted = self._clock()
            self._hurry()
            return self._lost is None and self._thread.is_alive()

    def acknowledge(self, event: int) -> None:
        """Let the PLC forget the event that this connection has handed on."""
        with self._changed:
            if event == self._handed:
                self._acknowledged = event
                self._said_acknowledged = float("-inf")
                self._hurry()

    def error(self, text: str) -> ExtractorError:
        """An error that names the port."""
        return ExtractorError(f"extractor en {self._name}: {text}")

    def _hurry(self) -> None:
        self._urgent = True
        self._changed.notify_all()

    def _lose(self, text: str) -> None:
        self._lost = str(self.error(text))

    def _ask(self) -> Report:
        return plc.report(self._layout, [self._bus.read(each) for each in plc.reads(self._layout)])

    def _run(self) -> None:
        """The thread: until the line is lost, which it then reports once, or closed."""
        self._hand_on(self._understand(self._latest))
        heard_at = self._clock()
        while self._lost is None and not self._closing:
            try:
                self._speak()
                report = self._ask()
                heard_at = self._clock()
                self._hand_on(self._understand(report))
            except NoAnswer:
                if self._clock() - heard_at > self._timeouts.silence_s:
                    self._lose(_NO_ANSWER)
            except ExtractorError as error:
                self._lost = str(error)
            self._hand_on(self._give_up())
            with self._changed:
                self._changed.wait_for(lambda: self._urgent, POLL_S)
                self._urgent = False
        if self._lost is not None and not self._closing:
            self._on_event(LinkLost(self._lost))

    def _hand_on(self, events: list[ExtractorEvent]) -> None:
        for event in events:
            self._on_event(event)

    def _speak(self) -> None:
        """Send what is to be sent, the permission before and between everything else."""
        self._renew()
        with self._changed:
            # Both at one moment: no command goes before the acknowledgement that was given before it.
            event = self._unheard_acknowledgement()
            due = None if self._held_back() else self._orders.due(self._clock())
        if event is not None:
            self._bus.write(plc.acknowledgement(self._layout, event))
            self._renew()
        for write in plc.command(self._layout, *due) if due is not None else ():
            self._bus.write(write)
            self._renew()

    def _held_back(self) -> bool:
        """Whether the next command moves a ball while an event waits: a PLC holds one event at a time."""
        match self._orders.first:
            case wire.Draw(order):
                return self._latest.waiting and order != self._latest.state.order
            case wire.Reload():
                return self._latest.waiting
            case _:
                return False

    def _renew(self) -> None:
        """Carry the last permission unless it is old: a slow line must not help a loop that hangs."""
        with self._changed:
            given, self._permitted = self._permitted, None
        if given is not None and self._clock() - given <= FRESH_S:
            self._beats = number_after(self._beats)
            self._bus.write(plc.heartbeat(self._layout, self._beats))

    def _unheard_acknowledgement(self) -> int | None:
        """The acknowledged event, where the PLC's echo has not shown it for a while."""
        now = self._clock()
        unheard = self._acknowledged is not None and self._latest.acknowledged != self._acknowledged
        if not unheard or now - self._said_acknowledged < self._timeouts.taken_s:
            return None
        self._said_acknowledged = now
        return self._acknowledged

    def _give_up(self) -> list[ExtractorEvent]:
        with self._changed:
            expired = self._orders.expired(self._clock())
            if expired is not None:
                self._failed.append(CommandFailed(expired, None, _UNANSWERED))
                self._unanswered += 1
                if isinstance(expired, wire.Stop) or self._unanswered >= UNANSWERED_ORDERS:
                    self._lose(_HUNG)
            failed, self._failed = self._failed, []
            return list(failed)

    def _understand(self, report: Report) -> list[ExtractorEvent]:
        with self._changed:
            restarted = report.state.boot != self.state.boot
            self._report = report
            if restarted:
                self._lose(_RESTARTED)
                return []
            found: list[ExtractorEvent] = []
            order = self._orders.settle(report.done)
            if order is not None:
                self._unanswered = 0
            if order is not None and report.answer:
                found.append(CommandFailed(order, report.answer, describe_refusal(report.answer)))
            return found + self._next_event(report)

    def _next_event(self, report: Report) -> list[ExtractorEvent]:
        """The PLC's event, once; at first the one that it has not seen acknowledged, by whomever."""
        last, self._handed = self._handed, report.event
        if report.event == last:
            return []
        if last is None:
            return self._event(report, again=True) if report.waiting else []
        if report.event == number_after(last):
            return self._event(report)
        self._lose(f"tras el suceso {last} dice el {report.event}; compruebe la mesa")
        return []

    def _event(self, report: Report, *, again: bool = False) -> list[ExtractorEvent]:
        match report.kind:
            case EventKind.BALL:
                return [BallArrived(report.event, report.state.order, again)]
            case EventKind.LOADED:
                return [DrumLoaded(report.event, again)]
            case EventKind.FAULT:
                return [self._fault(report.event, report.state.fault)]
            case _:
                self._lose(f"dice un suceso de clase {report.kind}, que no existe; corrija su programa")
                return []

    def _fault(self, event: int, number: int) -> MachineFault:
        known = self._layout.faults.get(number)
        if known is None:
            return MachineFault(event, OTHER_FAULT, f"fallo {number} del autómata; consulte su manual")
        return MachineFault(event, known, f"{describe_fault(known)} (fallo {number} del autómata)")
