"""The controller's own comings and goings, and the faults of devices.

Not responsible for detecting a fault or its end: reports arrive as commands.
"""

from typing import Final

from hallctl.rules import shown
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.running import (
    AcknowledgeFault,
    AdoptRules,
    ContinuePlay,
    ReportFault,
    ReportNotice,
    ReportNoticeOver,
    ReportRecovery,
    ReportSettings,
    StartController,
    StopController,
)
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.events.printing import PrintingResumed
from hallctl.rules.events.running import (
    ControllerStarted,
    ControllerStopped,
    DeviceSettled,
    FaultAcknowledged,
    FaultEnded,
    FaultLatched,
    NoticeEnded,
    NoticeRaised,
    PlayContinued,
    RulesAdopted,
)
from hallctl.rules.folios import PRINTING
from hallctl.rules.refusals import refuse
from hallctl.rules.state import Fault, Notice, State
from hallctl.rules.step import IN_ORDER, Button, Care, Key, Place, Proof, Step, Steps


def start_controller(state: State, command: StartController, context: Context) -> Answer:
    """Take note of a start, and of how the controller had ended (I19); never before the opening diligence."""
    if state.book is None or state.boot == command.boot:
        return ()
    return (ControllerStarted(command.boot, command.program, command.ended, context.now),)


def adopt_rules(state: State, _: AdoptRules, __: Context) -> Answer:
    """Adopt another rule set, outside a session only: nobody changes the rules of a night (AJ-117)."""
    rules = state.rules.of_hall
    if state.book is None or state.rule_set_digest == rules.digest:
        return ()
    if state.session is not None:
        return refuse("RULES-SESSION")
    adopted = RulesAdopted(
        rule_set=f"{rules.name} {rules.version}",
        rule_set_digest=rules.digest,
        approval=rules.approval,
        valid_from=rules.valid_from,
        valid_until=rules.valid_until,
    )
    return (adopted,)


def stop_controller(state: State, _: StopController, __: Context) -> Answer:
    """Take note of an orderly end."""
    return () if state.book is None else (ControllerStopped(),)


def continue_play(state: State, _: ContinuePlay, context: Context) -> Answer:
    """Let play go on after a restart (I4)."""
    if not state.suspended:
        return refuse("CONTINUE-NONE")
    return (PlayContinued(context.now),)


def report_fault(state: State, command: ReportFault, _: Context) -> Answer:
    """Latch a fault; one that is there and active says nothing new but another detail.

    Nor does one that two people set aside.
    """
    known = _fault(state, command.device, command.code)
    if known is not None and known.active and known.detail == command.detail:
        return ()
    if state.printing.suspended and (command.device, command.code) == PRINTING:
        return ()
    return (FaultLatched(command.device, command.code, command.detail),)


def report_notice(state: State, command: ReportNotice, _: Context) -> Answer:
    """Take note of what is amiss and does not stop the draw.

    A notice that is up says nothing new but another detail.
    """
    known = _notice(state, command.device, command.code)
    if known is not None and known.detail == command.detail:
        return ()
    return (NoticeRaised(command.device, command.code, command.detail),)


def report_notice_over(state: State, command: ReportNoticeOver, _: Context) -> Answer:
    """Take note that it is no longer so."""
    if _notice(state, command.device, command.code) is None:
        return ()
    if state.printing.suspended and (command.device, command.code) == PRINTING:
        return (PrintingResumed(),)
    return (NoticeEnded(command.device, command.code),)


def report_settings(state: State, command: ReportSettings, _: Context) -> Answer:
    """Take note of a device's settings where they are others than the book's last."""
    if state.book is None or settings_of(state, command.device) == command.settings:
        return ()
    return (DeviceSettled(command.device, command.settings),)


def report_recovery(state: State, command: ReportRecovery, _: Context) -> Answer:
    """Take note that a fault's cause is gone."""
    known = _fault(state, command.device, command.code)
    if known is None or not known.active:
        return ()
    return (FaultEnded(command.device, command.code),)


def acknowledge_fault(state: State, command: AcknowledgeFault, _: Context) -> Answer:
    """Clear a fault whose cause is gone."""
    known = _fault(state, command.device, command.code)
    if known is None:
        return refuse("FAULT-NONE", fault=command.code)
    if known.active:
        return refuse("FAULT-ACTIVE", fault=command.code)
    return (FaultAcknowledged(command.device, command.code),)


def settings_of(state: State, device: str) -> str:
    """The last settings that a device told, empty before the first."""
    return next((each.settings for each in state.settings if each.device == device), "")


def _notice(state: State, device: str, code: str) -> Notice | None:
    return next((n for n in state.notices if (n.device, n.code) == (device, code)), None)


def _fault(state: State, device: str, code: str) -> Fault | None:
    return next((f for f in state.faults if (f.device, f.code) == (device, code)), None)


STEPS: Final[Steps] = {
    StartController: Step("Arranque", (Post.CONTROLLER,), start_controller, None, suspended=True),
    AdoptRules: Step("Adoptar reglas", (Post.CONTROLLER,), adopt_rules, None, suspended=True),
    StopController: Step("Parada", (Post.CONTROLLER,), stop_controller, None, suspended=True),
    ContinuePlay: Step(
        "Continuar",
        (Post.JEFE,),
        continue_play,
        Button(Place.IN_ORDER, (shown.stop,), Care.PRESS, Proof.SESSION, (Key("Alt+G"),)),
        suspended=True,
        late=False,
    ),
    ReportFault: Step("Fallo", (Post.CONTROLLER,), report_fault, None, suspended=True),
    ReportNotice: Step("Aviso", (Post.CONTROLLER,), report_notice, None, suspended=True),
    ReportNoticeOver: Step("Fin del aviso", (Post.CONTROLLER,), report_notice_over, None, suspended=True),
    ReportSettings: Step("Ajustes", (Post.CONTROLLER,), report_settings, None, suspended=True),
    ReportRecovery: Step("Fin del fallo", (Post.CONTROLLER,), report_recovery, None, suspended=True),
    AcknowledgeFault: Step(
        "Reconocer fallo", (Post.JEFE,), acknowledge_fault, IN_ORDER.by("Alt+V"), suspended=True
    ),
}
"""How the commands of this chapter are decided and taken."""
