"""The controller that tries a PLC: it writes and reads registers, and times what changes.

Not responsible for what is tried (``plc_cases``), nor for where a register stands (``drivers.plc.layout``).
"""

import time
from collections.abc import Callable
from typing import Final, Protocol

from drivers.extractor import wire
from drivers.plc import layout as plc
from drivers.plc.bus import Bus, Line, NoAnswer
from drivers.plc.layout import EventKind, Layout, Read, Report, Write, number_after
from hallctl.cli.conformance import plc_rules as rules
from hallctl.cli.conformance.line import stolen
from hallctl.cli.conformance.player import Limits, Player, ReceivedMessage
from hallctl.cli.conformance.trial import End

POLL_S: Final = 0.02
"""How long the line rests between two questions."""

TRIES: Final = 4
"""How often a question is asked, and for how many of its times a command may remain untaken."""


class Registers(Protocol):
    """A PLC's registers, and the clock by which its changes are timed."""

    def now(self) -> float:
        """Return seconds of a clock that never runs backwards."""

    def stolen(self) -> float:
        """Return for how many seconds this program was ready and the computer did not let it run."""

    def read(self, wanted: Read) -> list[int]:
        """Return what stands there.

        Raises:
            NoAnswer: It may be asked again.
            ExtractorError: The line is gone, or the device refuses.
        """

    def write(self, wanted: Write) -> None:
        """Put values there; raises as ``read``."""

    def wait_until(self, until: float) -> None:
        """Wait for a moment."""


class BusRegisters:
    """A PLC on a real line in real time."""

    def __init__(self, path: str, line: Line, unit: int, answer_s: float) -> None:
        self._bus = Bus(path, line, unit, answer_s)

    def now(self) -> float:
        """Return monotonic seconds."""
        return time.monotonic()

    def stolen(self) -> float:
        """Return what the kernel says that this thread waited for a processor."""
        return stolen()

    def read(self, wanted: Read) -> list[int]:
        """Return what stands there."""
        return self._bus.read(wanted)

    def write(self, wanted: Write) -> None:
        """Put values there."""
        self._bus.write(wanted)

    def wait_until(self, until: float) -> None:
        """Wait for a moment."""
        time.sleep(max(0.0, until - time.monotonic()))

    def close(self) -> None:
        """Let go of the port."""
        self._bus.close()


class PlcPlayer(Player):
    """One controller of one PLC.

    Args:
        registers: The PLC.
        layout: Its map.
        limits: How long it may take; `answer_s` for one answer on the line.
    """

    rules = rules.MOTION
    rarely_s = 0.1

    def __init__(self, registers: Registers, layout: Layout, limits: Limits) -> None:
        super().__init__(limits)
        self._registers = registers
        self._layout = layout
        self._beats = 0
        self._number = 0
        self._last: Report | None = None
        self._boot: int | None = None

    @property
    def layout(self) -> Layout:
        """The map of the PLC."""
        return self._layout

    @property
    def taken_s(self) -> float:
        """For how long a command may remain untaken: as long as the hall says it again."""
        return TRIES * 3 * self.limits.answer_s

    def now(self) -> float:
        """Return seconds of the line's clock."""
        return self._registers.now()

    def stolen(self) -> float:
        """Return for how many seconds this program was kept from running."""
        return self._registers.stolen()

    def means(self, fault: int, code: wire.FaultCode) -> bool:
        """Return whether a fault's number says this to the hall; one that no map names may be anything."""
        return fault != 0 and self._layout.faults.get(fault, code) == code

    def resume(self) -> None:
        """Go on: a PLC knows no sessions."""

    def started_anew(self) -> None:
        """Expect a program that started again: another boot number, and events from 1."""
        self._boot = self._last = None

    def write(self, wanted: Write) -> None:
        """Put values into the PLC, said again where the line was disturbed."""
        self._asked(lambda: self._registers.write(wanted))

    def _asked(self, question: Callable[[], None]) -> None:
        for _ in range(TRIES):
            began, robbed = self.now(), self.stolen()
            try:
                question()
            except NoAnswer:
                self.figures.noise += 1
                continue
            self.note_delay()
            took = self.now() - began - (self.stolen() - robbed)
            self.figures.answers_s.append(took)
            self.slack_s = max(self.slack_s, 2 * min(took, self.limits.answer_s) + POLL_S)
            return
        raise End("no contesta; revise el cable, la velocidad, la paridad y la dirección del autómata")

    def permit(self) -> None:
        """Change the heartbeat, once."""
        self._beats = number_after(self._beats)
        self.permitted_at = self.now()
        self.write(plc.heartbeat(self._layout, self._beats))

    def repeat_heartbeat(self) -> None:
        """Write the heartbeat that stands there already."""
        self.write(plc.heartbeat(self._layout, self._beats))

    def acknowledge(self, event: int) -> None:
        """Say that an event is durable."""
        self.write(plc.acknowledgement(self._layout, event))

    def next_seq(self) -> int:
        """Return the next number of a command."""
        self._number = number_after(self._number)
        return self._number

    def listen(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Ask how it stands, again and again, and keep the permission up where that is wanted."""
        end = self.now() + seconds
        while not until():
            if self.permitting and self.now() >= self.permitted_at + wire.PERMIT_PERIOD_S:
                self.permit()
            if self.now() >= end:
                return False
            self.report()
            self._registers.wait_until(min(end, self.now() + POLL_S))
        return True

    def report(self) -> Report:
        """Read everything that it says, once."""
        answers: list[list[int]] = []

        def question() -> None:
            answers[:] = [self._registers.read(each) for each in plc.reads(self._layout)]

        self._asked(question)
        report = plc.report(self._layout, answers)
        self.log.append(ReceivedMessage(self.now(), self.stolen(), report.state, report.done))
        before, self._last = self._last, report
        self._audit(before, report)
        return report

    def state(self) -> wire.MachineState:
        """Ask how it stands."""
        return self.report().state

    def order(self, command: wire.Order, seq: int | None = None) -> int:
        """Give a command and return its answer."""
        number = self.next_seq() if seq is None else seq
        self._number = number
        return self.command_by(plc.command(self._layout, command, number), number, type(command).__name__)

    def command_by(self, writes: tuple[Write, ...], number: int, name: str) -> int:
        """Write a command and return its answer.

        Args:
            writes: Its registers, the number last.
            number: Its number.
            name: Its name.
        """
        for each in writes:
            self.write(each)
        if not self.listen(self.taken_s, lambda: self._latest.done == number):
            self.complain(rules.RUNS, self._untaken(name, number))
            raise End("el programa del autómata no corre")
        first = self._latest
        self.listen(POLL_S)
        later = self.report()
        changed = later.done == number and later.answer != first.answer
        seen = f"puso {number} en done con la respuesta {first.answer}, y después la cambió a {later.answer}"
        if changed:
            self.complain(rules.ANSWERED, seen)
        return later.answer

    def _untaken(self, name: str, number: int) -> str:
        seen = f"Modbus contesta, y en {self.taken_s:g} s el programa no puso en done el {number} ({name})"
        return f"{seen}: ¿está en RUN?"

    @property
    def _latest(self) -> Report:
        return self._last or self.report()

    def identity(self) -> wire.Identity:
        """Return who it is; its next command has a number of its own."""
        report = self.report()
        self._number = report.done
        return plc.identity(self._layout, report)

    # What every report has to keep.

    def _audit(self, before: Report | None, report: Report) -> None:
        state = report.state
        if self._boot is None:
            self._boot = state.boot
        elif state.boot != self._boot:
            self.complain(rules.BOOT, f"boot era {self._boot} y ahora es {state.boot}, sin corte")
        if before is None:
            if report.waiting and self.acknowledging:
                self.acknowledge(report.event)
            return
        if report.event == before.event:
            if (report.event, report.kind) != (before.event, before.kind):
                seen = f"contó el suceso {report.event} con kind {before.kind}, y después dijo {report.kind}"
                self.complain(rules.KIND_FIRST, seen)
            return
        self._take_event(before, report)

    def _take_event(self, before: Report, report: Report) -> None:
        event = _event(report)
        if event is not None:
            self.events.append(event)
            self.log.append(ReceivedMessage(self.now(), self.stolen(), event, report.event))
        if self.acknowledging:
            self.acknowledge(report.event)
        if report.event != number_after(before.event):
            self.complain(rules.COUNTED, f"tras el suceso {before.event} dijo el {report.event}")
        if before.waiting:
            self.complain(rules.WAITS, f"dijo el suceso {report.event} con el {before.event} a la espera")
        if event is None:
            self.complain(rules.KIND_FIRST, f"contó el suceso {report.event} con kind {report.kind}")


def _event(report: Report) -> wire.Event | None:
    match report.kind:
        case EventKind.BALL:
            return wire.Ball(report.event, report.state.order)
        case EventKind.LOADED:
            return wire.Loaded(report.event)
        case EventKind.FAULT:
            return wire.Fault(report.event, report.state.fault)
        case _:
            return None
