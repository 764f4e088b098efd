"""The cashiers' shifts, folded into the state: what came in and went out while one was open is its own.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Final

from hallctl.rules.events.till import ShiftClosed, ShiftOpened
from hallctl.rules.folding.changes import Folds, with_session
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


FOLDS: Final[Folds] = {ShiftOpened: _shift_opened, ShiftClosed: _shift_closed}
"""The folds of this room."""
