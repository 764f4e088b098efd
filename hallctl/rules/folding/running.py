"""The controller's comings and goings and the faults of devices, folded into the state.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Final

from hallctl.rules import events as ev
from hallctl.rules.folding.changes import Folds, changed
from hallctl.rules.folios import PRINTING
from hallctl.rules.state import Fault, Notice, Printing, Settings, State


def _controller_started(state: State, event: ev.ControllerStarted) -> State:
    waits = state.suspended or state.playing is not None
    return changed(state, boot=event.boot, in_order=False, suspended=waits)


def _controller_stopped(state: State, _: ev.ControllerStopped) -> State:
    return changed(state, in_order=True)


def _play_continued(state: State, _: ev.PlayContinued) -> State:
    return changed(state, suspended=False)


def _fault_latched(state: State, event: ev.FaultLatched) -> State:
    others = tuple(f for f in state.faults if (f.device, f.code) != (event.device, event.code))
    return changed(state, faults=(*others, Fault(event.device, event.code, event.detail, active=True)))


def _notice_raised(state: State, event: ev.NoticeRaised) -> State:
    raised = Notice(event.device, event.code, event.detail)
    others = tuple(n for n in state.notices if (n.device, n.code) != (event.device, event.code))
    return changed(state, notices=(*others, raised))


def _notice_ended(state: State, event: ev.NoticeEnded) -> State:
    over = (event.device, event.code)
    return changed(state, notices=tuple(n for n in state.notices if (n.device, n.code) != over))


def _device_settled(state: State, event: ev.DeviceSettled) -> State:
    others = tuple(each for each in state.settings if each.device != event.device)
    return changed(state, settings=(*others, Settings(event.device, event.settings)))


def _fault_ended(state: State, event: ev.FaultEnded) -> State:
    ended = (event.device, event.code)
    faults = tuple(replace(f, active=False) if (f.device, f.code) == ended else f for f in state.faults)
    # What was proposed about a failure of printing was about this one.
    return changed(state, faults=faults, printing=Printing() if ended == PRINTING else state.printing)


def _fault_acknowledged(state: State, event: ev.FaultAcknowledged) -> State:
    gone = (event.device, event.code)
    return changed(state, faults=tuple(f for f in state.faults if (f.device, f.code) != gone))


def _rules_adopted(state: State, event: ev.RulesAdopted) -> State:
    return changed(state, rule_set_digest=event.rule_set_digest)


FOLDS: Final[Folds] = {
    ev.RulesAdopted: _rules_adopted,
    ev.ControllerStarted: _controller_started,
    ev.ControllerStopped: _controller_stopped,
    ev.PlayContinued: _play_continued,
    ev.FaultLatched: _fault_latched,
    ev.NoticeRaised: _notice_raised,
    ev.NoticeEnded: _notice_ended,
    ev.DeviceSettled: _device_settled,
    ev.FaultEnded: _fault_ended,
    ev.FaultAcknowledged: _fault_acknowledged,
}
"""The folds of this room."""
