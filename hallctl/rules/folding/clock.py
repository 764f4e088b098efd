"""What two people agreed about time, folded into the state.

Not responsible for whether an event may happen, nor for the times of entries: the keeper folds those.
"""

from typing import Final

from hallctl.rules import events as ev
from hallctl.rules.folding.changes import Folds, changed
from hallctl.rules.state import State


def _reference_proposed(state: State, event: ev.ClockReferenceProposed) -> State:
    return changed(state, reference=event)


def _reference_set(state: State, _: ev.ClockReferenceSet) -> State:
    return changed(state, reference=None)


def _clock_jumped(state: State, _: ev.ClockJumped) -> State:
    return state


def _day_proposed(state: State, event: ev.SessionDayProposed) -> State:
    return changed(state, day_proposed=event)


def _day_agreed(state: State, event: ev.SessionDayAgreed) -> State:
    return changed(state, day_proposed=None, day_agreed=event.day)


FOLDS: Final[Folds] = {
    ev.ClockReferenceProposed: _reference_proposed,
    ev.ClockReferenceSet: _reference_set,
    ev.ClockJumped: _clock_jumped,
    ev.SessionDayProposed: _day_proposed,
    ev.SessionDayAgreed: _day_agreed,
}
"""The folds of this room."""
