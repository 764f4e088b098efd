"""The cashiers' shifts, folded into the state: what came in and went out while one was open is its own.

Not responsible for whether an event may happen.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from hallctl.rules.events.base import Event
from hallctl.rules.events.till import ShiftClosed, ShiftOpened
from hallctl.rules.folding.changes import Folds, with_session
from hallctl.rules.ledger import FLOAT, TILL, Posting, Postings
from hallctl.rules.state import Shift, State
from hallctl.rules.totals import Takings


def of_shift(state: State, takings: Takings) -> Shift | None:
    """Return the open shift after an event moved cash, None where no shift is open.

    Args:
        state: The state before the event.
        takings: What the event moved.
    """
    shift = None if state.session is None else state.session.shift
    if shift is None:
        return None
    return replace(
        shift,
        income=shift.income + takings.collected,
        prizes=shift.prizes + takings.paid,
        refunds=shift.refunds + takings.refunded,
    )


def _shift_opened(state: State, event: ShiftOpened) -> State:
    shift = Shift(event.shift, event.cashier, event.initial)
    return with_session(state, shift=shift, shifts=event.shift)


def _shift_closed(state: State, event: ShiftClosed) -> State:
    return with_session(state, shift=None, left=event.counted)


def _float_taken(event: ShiftOpened, _: State) -> Postings:
    return ((TILL, event.initial), (FLOAT, -event.initial))


def _float_given_back(event: ShiftClosed, _: State) -> Postings:
    """Take the float out again; what a count found beside it is minuted, never booked away."""
    return ((FLOAT, event.initial), (TILL, -event.initial))


FOLDS: Final[Folds] = {ShiftOpened: _shift_opened, ShiftClosed: _shift_closed}
"""The folds of this room."""

POSTINGS: Final[Mapping[type[Event], Posting]] = {ShiftOpened: _float_taken, ShiftClosed: _float_given_back}
"""What the events of this chapter post in the ledger."""
