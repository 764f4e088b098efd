"""The number of a spin: from its two witnesses, or from two people (RO-68, DR9, DR11).

Nobody is shown a number before it is established. Not responsible for reading the wheel.
"""

from typing import Final

from hallctl.games.roulette.rules import shown
from hallctl.games.roulette.rules.commands.people import ApproveNumber, ProposeNumber, StopTable
from hallctl.games.roulette.rules.commands.spin import (
    EnterNumber,
    ReportIrregularity,
    ReportNumber,
    ReportPicture,
    ReportSilence,
)
from hallctl.games.roulette.rules.deciding.spin import in_phase
from hallctl.games.roulette.rules.events.people import NumberApproved, NumberProposed
from hallctl.games.roulette.rules.events.spin import (
    NumberEntered,
    NumberEstablished,
    NumberSensed,
    PictureKept,
    TableStopped,
)
from hallctl.games.roulette.rules.kinds import Cause, Dispute, Phase, Source
from hallctl.games.roulette.rules.refusals import refuse
from hallctl.games.roulette.rules.state import Spin, State
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.events.base import Event
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Button, Care, Key, Place, Proof, Step, Steps

_RUNNING: Final = (Phase.BETS, Phase.LAUNCHED, Phase.CLOSED)
"""Before there is a number, and not stopped."""


def report_number(state: State, command: ReportNumber, _: Context) -> Answer:
    """Take the sensor's number; of a game that it told already, or outside a spin, it says nothing new."""
    spin = state.playing
    if spin is None or spin.sensed or not _of_spin(state, spin, command.sensor):
        return ()
    if spin.phase not in (Phase.LAUNCHED, Phase.CLOSED, Phase.DISPUTED):
        return ()
    if command.pocket and not _on_wheel(state, command.pocket):
        return refuse("NUMBER-WHEEL", pocket=command.pocket)
    sensed = NumberSensed(spin.number, command.sensor, command.pocket, command.line, command.picture)
    if spin.phase is Phase.DISPUTED:
        return (sensed,)
    picture = command.picture or spin.picture
    return (sensed, *_follows(state, spin, command.pocket, spin.entered, picture, told=True))


def _of_spin(state: State, spin: Spin, game: int) -> bool:
    """Return whether a game of the sensor is this spin's: not one told already, nor another than launched."""
    return game != state.sensor and spin.game in (None, game)


def report_silence(state: State, command: ReportSilence, _: Context) -> Answer:
    """Stop the table for a sensor that tells no number in its time (DR11); it voids nothing by itself."""
    spin = state.playing
    if spin is None or spin.phase is not Phase.CLOSED or spin.sensed or "sensor" not in state.rules.number_by:
        return ()
    return (TableStopped(spin.number, Dispute.SILENT, None, command.line),)


def enter_number(state: State, command: EnterNumber, _: Context) -> Answer:
    """Take the croupier's number, once (DR11)."""
    spin = in_phase(state, refuse("NUMBER-PHASE"), *_RUNNING)
    if isinstance(spin, Refusal):
        return spin
    if spin.phase is Phase.BETS or spin.entered:
        return refuse("NUMBER-PHASE")
    if not _on_wheel(state, command.pocket):
        return refuse("NUMBER-WHEEL", pocket=command.pocket)
    entered = NumberEntered(spin.number, command.pocket)
    return (entered, *_follows(state, spin, spin.sensed, command.pocket, spin.picture))


def _follows(
    state: State, spin: Spin, sensed: str, entered: str, picture: str, *, told: bool = False
) -> tuple[Event, ...]:
    """Return what a new word of a witness leads to: the number, a stopped table, or nothing yet."""
    if spin.phase is not Phase.CLOSED:
        return (TableStopped(spin.number, Dispute.EARLY, Cause.EARLY),)
    if told and not sensed:
        return (TableStopped(spin.number, Dispute.SILENT),)
    if "sensor" not in state.rules.number_by:
        return (
            _established(state, spin, entered, Source.CROUPIER, sensed, entered, picture) if entered else ()
        )
    if not (sensed and entered):
        return ()
    if sensed != entered:
        return (TableStopped(spin.number, Dispute.DISAGREE),)
    return _established(state, spin, entered, Source.SENSOR, sensed, entered, picture)


def _established(
    state: State,
    spin: Spin,
    pocket: str,
    source: Source,
    sensed: str,
    entered: str,
    picture: str,
    reason: str = "",
) -> tuple[Event, ...]:
    wheel = state.wheel
    assert wheel is not None
    colour = wheel.colour(pocket).value
    return (NumberEstablished(spin.number, pocket, colour, source, sensed, entered, picture, reason),)


def _on_wheel(state: State, pocket: str) -> bool:
    return state.wheel is not None and pocket in state.wheel.pockets


def report_picture(state: State, command: ReportPicture, _: Context) -> Answer:
    """Keep the camera's picture of a spin that lacks one; of another spin it says nothing."""
    spin = state.spin
    if spin is None or spin.number != command.spin or not spin.unpictured:
        return ()
    return (PictureKept(spin.number, command.picture, not spin.pocket),)


def report_irregularity(state: State, command: ReportIrregularity, _: Context) -> Answer:
    """Stop the table for what the sensor saw; it voids nothing by itself (DR10)."""
    spin = state.playing
    if spin is None or spin.phase not in _RUNNING or not _of_spin(state, spin, command.sensor):
        return ()
    return (TableStopped(spin.number, Dispute.IRREGULAR, command.cause, command.line),)


def stop_table(state: State, command: StopTable, _: Context) -> Answer:
    """Stop the table for what a person saw, or for a witness that says no number (DR10, DR11)."""
    spin = in_phase(state, refuse("STOP-PHASE"), *_RUNNING)
    if isinstance(spin, Refusal):
        return spin
    dispute = Dispute.SILENT if command.cause is Cause.NO_NUMBER else Dispute.IRREGULAR
    return (TableStopped(spin.number, dispute, command.cause),)


def propose_number(state: State, command: ProposeNumber, context: Context) -> Answer:
    """Say in which pocket the ball lies: the first of two people, at a stopped table (RO-68)."""
    spin = state.playing
    if spin is None:
        return refuse("SPIN-NONE")
    if spin.phase is not Phase.DISPUTED:
        return refuse("NUMBER-STANDS", pocket=spin.pocket) if spin.pocket else refuse("NUMBER-PHASE")
    if not _on_wheel(state, command.pocket):
        return refuse("NUMBER-WHEEL", pocket=command.pocket)
    if not command.reason.strip():
        return refuse("NUMBER-REASON")
    if spin.proposal is not None:
        return refuse("SPIN-PROPOSED")
    return (NumberProposed(spin.number, command.pocket, command.reason.strip(), context.actor.person),)


def approve_number(state: State, _: ApproveNumber, context: Context) -> Answer:
    """Establish that number: the second person (I16)."""
    spin = state.playing
    if spin is None:
        return refuse("SPIN-NONE")
    proposal = spin.proposal
    if spin.phase is not Phase.DISPUTED or proposal is None or not proposal.pocket:
        return refuse("NUMBER-NONE")
    if proposal.person == context.actor.person:
        return refuse("SPIN-SAME")
    approved = NumberApproved(spin.number, proposal.pocket, context.actor.person)
    said = (spin.sensed, spin.entered, spin.picture, proposal.reason)
    return (approved, *_established(state, spin, proposal.pocket, Source.PEOPLE, *said))


STEPS: Final[Steps] = {
    EnterNumber: Step(
        "Número",
        (Post.CROUPIER, Post.JEFE),
        enter_number,
        Button(Place.IN_ORDER, (), Care.WRITTEN, Proof.SESSION, (Key("F6"),)),
    ),
    StopTable: Step(
        "Detener la mesa",
        (Post.CROUPIER, Post.JEFE),
        stop_table,
        Button(Place.STOP, (), Care.PRESS, Proof.SESSION, (Key("Alt+D"),)),
        suspended=True,
    ),
    ProposeNumber: Step(
        "Decir el número",
        (Post.JEFE,),
        propose_number,
        Button(Place.IN_ORDER, (shown.proposal,), Care.WRITTEN, Proof.KEY),
        suspended=True,
    ),
    ApproveNumber: Step(
        "Conformar el número",
        (Post.DIRECTOR,),
        approve_number,
        Button(Place.IN_ORDER, (shown.proposal,), Care.HELD, Proof.KEY),
        suspended=True,
    ),
    ReportNumber: Step("Número leído", (Post.CONTROLLER,), report_number, None, suspended=True),
    ReportSilence: Step("Aparato sin número", (Post.CONTROLLER,), report_silence, None, suspended=True),
    ReportPicture: Step("Imagen guardada", (Post.CONTROLLER,), report_picture, None, suspended=True),
    ReportIrregularity: Step("Irregularidad", (Post.CONTROLLER,), report_irregularity, None, suspended=True),
}
"""How the commands of this chapter are decided and taken."""
