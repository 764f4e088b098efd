"""What the desk of a roulette table offers, the next step to take first.

Not responsible for whether a step is open: ``outputs.desk`` asks the rules.
"""

from collections.abc import Iterator
from typing import Final

from hallctl.games.any_table.questions import pieces, slip
from hallctl.games.any_table.rules.commands import CloseTable, CreditTable, FillTable, OpenTable
from hallctl.games.roulette.desk.questions import (
    CAUSE,
    NUMBER_REASON,
    direction,
    inspection,
    number,
    sum_of,
)
from hallctl.games.roulette.rules.commands.bets import SayStakes
from hallctl.games.roulette.rules.commands.people import (
    ApproveNumber,
    ApproveVoidSpin,
    ProposeNumber,
    ProposeVoidSpin,
    StopTable,
    WithdrawSpinProposal,
)
from hallctl.games.roulette.rules.commands.spin import (
    CloseBets,
    CollectLosers,
    EnterNumber,
    LaunchBall,
    OpenBets,
    PayWinners,
    PlaceMarker,
)
from hallctl.games.roulette.rules.commands.table import InspectWheel, RegisterWheel
from hallctl.games.roulette.rules.kinds import Cause, Direction, Phase
from hallctl.games.roulette.rules.state import Spin, State
from hallctl.games.roulette.rules.wheel import ZERO
from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.house_steps import between_sessions, copy, interruptions, of_clock, opening
from hallctl.outputs.offer import Candidate, Premises, Question, step
from hallctl.outputs.session_steps import step_of_players, steps_to_answer, steps_to_write
from hallctl.rules.commands.session import CloseSession, PassCheck

_TURNS: Final = {Direction.CLOCKWISE: Direction.COUNTER, Direction.COUNTER: Direction.CLOCKWISE}


def candidates(state: State, premises: Premises, _late: bool) -> Iterator[Candidate]:
    """Yield the steps that belong to where the table stands."""
    if state.book is None:
        yield opening(state, premises)
        return
    yield from interruptions(state)
    spin = state.playing
    if spin is not None:
        yield from _of_spin(state, spin)
        yield from steps_to_answer(state)
        yield from steps_to_write()
    else:
        yield from _between_spins(state, premises)
    yield from of_clock(state)


def _between_spins(state: State, premises: Premises) -> Iterator[Candidate]:
    for wheel in premises.series:
        if isinstance(wheel, RegisterWheel) and wheel.serial not in state.wheels:
            yield step(wheel, _("Registrar ruleta {wheel}", wheel=wheel.serial))
    session = state.session
    if session is None:
        yield from between_sessions(state, premises)
        yield copy(state)
        return
    for item in state.rules.checks:
        if item not in session.passed:
            yield step(PassCheck(item), _("Funciona: {item}", item=Sentence(item)))
    if state.table is not None:
        yield step(OpenBets())
        yield from _of_money(state)
    else:
        yield from _of_closed_table(state)
    yield from steps_to_answer(state)
    if state.table is not None or state.played is not None:
        yield _inspect(state)
    yield step_of_players(session)
    yield from steps_to_write()
    yield copy(state)


def _of_closed_table(state: State) -> Iterator[Candidate]:
    """The inspection, the opening float, and the end of the day."""
    if state.played is None:
        yield _inspect(state)
    if state.played is not None:
        yield step(OpenTable(state.rules.blank_count), "", pieces(_("Fondo de la mesa")))
    yield step(CloseSession())


def _inspect(state: State) -> Candidate:
    played = state.played
    wheel = played.wheel if played is not None else next(iter(state.wheels), "")
    ball = "" if played is None else played.ball
    return step(InspectWheel(wheel, ball, ""), "", *inspection(state))


def _of_money(state: State) -> Iterator[Candidate]:
    blank = state.rules.blank_count
    yield step(FillTable("", blank), "", *slip())
    yield step(CreditTable("", blank), "", *slip())
    yield step(CloseTable(blank), "", pieces(_("Todo lo que hay en la mesa y en su caja")))


def _of_spin(state: State, spin: Spin) -> Iterator[Candidate]:
    yield from _of_proposal(spin)
    match spin.phase:
        case Phase.BETS:
            turned = _TURNS.get(state.direction, Direction.CLOCKWISE)
            yield step(LaunchBall(turned), "", direction())
        case Phase.LAUNCHED:
            yield step(CloseBets())
        case Phase.CLOSED:
            if not spin.entered:
                yield step(EnterNumber(ZERO), "", number(state))
        case Phase.DISPUTED:
            if spin.proposal is None:
                yield step(ProposeNumber(ZERO, ""), "", number(state), NUMBER_REASON)
        case Phase.NUMBER:
            yield step(PlaceMarker())
        case Phase.MARKED:
            yield step(CollectLosers(), "", *sum_of(state, "collected", _("Recogido")))
        case Phase.COLLECTED:
            yield step(PayWinners(), "", *sum_of(state, "paid", _("Pagado en premios")))
        case _:
            pass
    if state.rules.stakes == "totals" and spin.phase in (Phase.CLOSED, Phase.NUMBER, Phase.MARKED):
        yield step(SayStakes(spin.stakes))
    yield from _of_void(spin)
    if state.table is not None:
        yield step(FillTable("", state.rules.blank_count), "", *slip())


def _of_proposal(spin: Spin) -> Iterator[Candidate]:
    """What one person said of the spin, which another agrees to before anything else."""
    proposal = spin.proposal
    if proposal is None:
        return
    if proposal.pocket:
        said = _("{person} dice que es el {pocket}", person=proposal.person, pocket=proposal.pocket)
        yield step(ApproveNumber()).noticed(said)
    else:
        yield step(ApproveVoidSpin())
    yield step(WithdrawSpinProposal())


def _of_void(spin: Spin) -> Iterator[Candidate]:
    if spin.phase not in (Phase.BETS, Phase.LAUNCHED, Phase.CLOSED, Phase.DISPUTED):
        return
    if spin.phase is not Phase.DISPUTED:
        silent = spin.phase is Phase.CLOSED and spin.entered and not spin.sensed
        if silent:
            yield step(StopTable(Cause.NO_NUMBER), _("Detener: el sensor no dice el número"))
        yield step(StopTable(Cause.INTERRUPTED)).by("" if silent else "Alt+D")
    if spin.proposal is None:
        cause = spin.cause or Cause.INTERRUPTED
        yield step(ProposeVoidSpin(cause, ""), "", CAUSE, Question("reason", _("Qué ocurrió"), "text"))
