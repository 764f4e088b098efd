"""The controller's own comings and goings, and the faults of devices.

Not responsible for detecting a fault or its end: reports arrive as commands.
"""

from hallctl.rules import commands as cmd
from hallctl.rules import events as ev
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.refusals import refuse
from hallctl.rules.state import Fault, State


def start_controller(state: State, command: cmd.StartController, context: Context) -> Answer:
    """Take note of a start, and of how the controller had ended (I19); never before the opening diligence."""
    if state.book is None or state.boot == command.boot:
        return ()
    return (ev.ControllerStarted(command.boot, command.program, command.ended, context.now),)


def adopt_rules(state: State, _: cmd.AdoptRules, __: Context) -> Answer:
    """Adopt another rule set, outside a session only: nobody changes the rules of a night (AJ-117)."""
    if state.book is None or state.rule_set_digest == state.rules.digest:
        return ()
    if state.session is not None:
        return refuse("RULES-SESSION")
    rules = state.rules
    return (ev.RulesAdopted(f"{rules.name} {rules.version}", rules.digest, rules.approval),)


def stop_controller(state: State, _: cmd.StopController, __: Context) -> Answer:
    """Take note of an orderly end."""
    return () if state.book is None else (ev.ControllerStopped(),)


def continue_play(state: State, _: cmd.ContinuePlay, context: Context) -> Answer:
    """Let play go on after a restart (I4)."""
    return (ev.PlayContinued(context.now),) if state.suspended else refuse("CONTINUE-NONE")


def report_fault(state: State, command: cmd.ReportFault, _: Context) -> Answer:
    """Latch a fault; a fault that is already there and active says nothing new."""
    known = _fault(state, command.device, command.code)
    if known is not None and known.active:
        return ()
    return (ev.FaultLatched(command.device, command.code, command.detail),)


def report_recovery(state: State, command: cmd.ReportRecovery, _: Context) -> Answer:
    """Take note that a fault's cause is gone."""
    known = _fault(state, command.device, command.code)
    if known is None or not known.active:
        return ()
    return (ev.FaultEnded(command.device, command.code),)


def acknowledge_fault(state: State, command: cmd.AcknowledgeFault, _: Context) -> Answer:
    """Clear a fault whose cause is gone."""
    known = _fault(state, command.device, command.code)
    if known is None:
        return refuse("FAULT-NONE", fault=command.code)
    if known.active:
        return refuse("FAULT-ACTIVE", fault=command.code)
    return (ev.FaultAcknowledged(command.device, command.code),)


def _fault(state: State, device: str, code: str) -> Fault | None:
    return next((f for f in state.faults if (f.device, f.code) == (device, code)), None)
