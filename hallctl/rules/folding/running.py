"""The controller's comings and goings and the faults of devices, folded into the state.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Final

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
from hallctl.rules.folding.changes import Folds, changed
from hallctl.rules.folios import PRINTING
from hallctl.rules.state import Fault, Notice, Printing, Settings, State


def _controller_started(state: State, event: ControllerStarted) -> State:
    waits = state.suspended or state.playing is not None
    return changed(state, boot=event.boot, in_order=False, suspended=waits)


def _controller_stopped(state: State, _: ControllerStopped) -> State:
    return changed(state, in_order=True)


def _play_continued(state: State, _: PlayContinued) -> State:
    return changed(state, suspended=False)


def _fault_latched(state: State, event: FaultLatched) -> State:
    others = tuple(f for f in state.faults if (f.device, f.code) != (event.device, event.code))
    return changed(state, faults=(*others, Fault(event.device, event.code, event.detail, active=True)))


def _notice_raised(state: State, event: NoticeRaised) -> State:
    raised = Notice(event.device, event.code, event.detail)
    others = tuple(n for n in state.notices if (n.device, n.code) != (event.device, event.code))
    return changed(state, notices=(*others, raised))


def _notice_ended(state: State, event: NoticeEnded) -> State:
    over = (event.device, event.code)
    return changed(state, notices=tuple(n for n in state.notices if (n.device, n.code) != over))


def _device_settled(state: State, event: DeviceSettled) -> State:
    others = tuple(each for each in state.settings if each.device != event.device)
    return changed(state, settings=(*others, Settings(event.device, event.settings)))


def _fault_ended(state: State, event: FaultEnded) -> State:
    ended = (event.device, event.code)
    faults = tuple(replace(f, active=False) if (f.device, f.code) == ended else f for f in state.faults)
    # What was proposed about a failure of printing was about this one.
    return changed(state, faults=faults, printing=Printing() if ended == PRINTING else state.printing)


def _fault_acknowledged(state: State, event: FaultAcknowledged) -> State:
    gone = (event.device, event.code)
    return changed(state, faults=tuple(f for f in state.faults if (f.device, f.code) != gone))


def _rules_adopted(state: State, event: RulesAdopted) -> State:
    return changed(state, rule_set_digest=event.rule_set_digest)


FOLDS: Final[Folds] = {
    RulesAdopted: _rules_adopted,
    ControllerStarted: _controller_started,
    ControllerStopped: _controller_stopped,
    PlayContinued: _play_continued,
    FaultLatched: _fault_latched,
    NoticeRaised: _notice_raised,
    NoticeEnded: _notice_ended,
    DeviceSettled: _device_settled,
    FaultEnded: _fault_ended,
    FaultAcknowledged: _fault_acknowledged,
}
"""The folds of this room."""
