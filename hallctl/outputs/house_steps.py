"""The house's own steps: the opening of the book, what interrupts, sessions, folios, the clock.

Not responsible for whether one is open (``desk`` asks the rules), nor for its place among those of a game.
"""

from collections.abc import Iterator
from dataclasses import replace

from hallctl.i18n.sentences import _
from hallctl.outputs.offer import Candidate, Premises, Question, step
from hallctl.outputs.papers import steps_of_papers
from hallctl.rules.commands.clock import (
    ApproveClockReference,
    ApproveSessionDay,
    ProposeClockReference,
    ProposeSessionDay,
)
from hallctl.rules.commands.printing import (
    ConfirmPrinted,
    PrintPending,
    ProposePrintingSuspension,
    SuspendPrinting,
)
from hallctl.rules.commands.running import AcknowledgeFault, ContinuePlay
from hallctl.rules.commands.session import OpenSession
from hallctl.rules.commands.volumes import CloseBook, ProposeClosing, ReprintFolio
from hallctl.rules.deciding.clock import clock_notice
from hallctl.rules.folios import PENDING, PRINTING, RESERVE, folios_left, unprinted
from hallctl.rules.state import State


def opening(state: State, premises: Premises) -> Candidate:
    """The opening diligence of the next volume."""
    return step(replace(premises.opening, volume=state.volume + 1))


def interruptions(state: State) -> Iterator[Candidate]:
    """What a restart, a fault or the printer asks for before anything else."""
    if state.suspended:
        yield step(ContinuePlay())
    for fault in state.faults:
        yield step(AcknowledgeFault(fault.device, fault.code), _("Reconocer {code}", code=fault.code))
    yield from _of_printing(state)


def _of_printing(state: State) -> Iterator[Candidate]:
    """Folios that a queue did not print; and a failure of printing, which two people may set aside."""
    if any((notice.device, notice.code) == PENDING for notice in state.notices):
        yield step(PrintPending())
        yield step(ConfirmPrinted())
    if not any(fault.active and (fault.device, fault.code) == PRINTING for fault in state.faults):
        return
    if state.printing.proposer:
        yield step(SuspendPrinting())
    else:
        yield step(ProposePrintingSuspension(""), "", Question("reason", _("Motivo"), "text"))


def of_clock(state: State) -> Iterator[Candidate]:
    """What two people settle about a clock that jumped or is behind the book (I25)."""
    if state.reference is not None:
        yield step(ApproveClockReference())
    elif clock_notice(state) is not None:
        yield step(ProposeClockReference(""), "", Question("reason", _("Motivo"), "text"))


def copy(state: State) -> Candidate:
    """A folio printed again, as a copy that is minuted."""
    return step(ReprintFolio(state.folios), "", Question("folio", _("Folio"), "number"))


def between_sessions(state: State, premises: Premises) -> Iterator[Candidate]:
    """The next session; or the end of the volume, which comes first once its folios run out."""
    label = _("Diligencia de cierre (quedan folios sin imprimir)") if unprinted(state) else ""
    close = step(CloseBook(), label) if state.closing else step(ProposeClosing())
    if folios_left(state) < RESERVE or state.closing:
        yield close
    day, asked = premises.day, Question("day", _("Fecha"), "text")
    yield step(OpenSession(premises.appointments, state.day_agreed or day, None, day), "", asked)
    if not state.closing:
        yield close
    if state.day_proposed is not None:
        label = _("Conformar la fecha {day}", day=state.day_proposed.day)
        yield step(ApproveSessionDay(), label)
    yield from steps_of_papers(state)
    yield step(ProposeSessionDay(day, ""), "", asked, Question("reason", _("Motivo"), "text"))
