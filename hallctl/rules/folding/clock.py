"""What two people agreed about time, folded into the state.

Not responsible for whether an event may happen, nor for the times of entries: the keeper folds those.
"""

from typing import Final

from hallctl.rules.events.clock import (
    ClockJumped,
    ClockReferenceProposed,
    ClockReferenceSet,
    SessionDayAgreed,
    SessionDayProposed,
)
from hallctl.rules.folding.changes import Folds, changed
from hallctl.rules.state import State


def _reference_proposed(state: State, event: ClockReferenceProposed) -> State:
    return changed(state, reference=event)


def _reference_set(state: State, _: ClockReferenceSet) -> State:
    return changed(state, reference=None)


def _clock_jumped(state: State, _: ClockJumped) -> State:
    return state


def _day_proposed(state: State, event: SessionDayProposed) -> State:
    return changed(state, day_proposed=event)


def _day_agreed(state: State, event: SessionDayAgreed) -> State:
    return changed(state, day_proposed=None, day_agreed=event.day)


FOLDS: Final[Folds] = {
    ClockReferenceProposed: _reference_proposed,
    ClockReferenceSet: _reference_set,
    ClockJumped: _clock_jumped,
    SessionDayProposed: _day_proposed,
    SessionDayAgreed: _day_agreed,
}
"""The folds of this room."""
