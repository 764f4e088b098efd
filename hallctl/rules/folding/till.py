"""The cashiers' shifts, folded into the state: what came in and went out while one was open is its own.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Final

from hallctl.rules import events as ev
from hallctl.rules.folding.changes import Folds, with_session
from hallctl.rules.state import Shift, State


def of_shift(event: ev.Event, state: State) -> Shift | None:
    """Return the open shift after an event moved its money, None where it moved none.

    Args:
        event: What happened.
        state: The state before it.
    """
    shift = None if state.session is None else state.session.shift
    if shift is None:
        return None
    match event:
        case ev.SaleClosed(collected=collected):
            return replace(shift, income=shift.income + collected)
        case ev.GameVoided():
            game = state.game
            assert game is not None
            # A game that is void before its sale closed has collected what was sold up to then.
            return replace(shift, income=shift.income + game.cards * game.face_value - game.collected)
        case ev.PrizePaid(amount=amount):
            return replace(shift, prizes=shift.prizes + amount)
        case ev.RefundsPaid(amount=amount):
            return replace(shift, refunds=shift.refunds + amount)
        case _:
            return None


def _shift_opened(state: State, event: ev.ShiftOpened) -> State:
    shift = Shift(event.shift, event.cashier, event.initial)
    return with_session(state, shift=shift, shifts=event.shift)


def _shift_closed(state: State, event: ev.ShiftClosed) -> State:
    return with_session(state, shift=None, left=event.counted)


FOLDS: Final[Folds] = {ev.ShiftOpened: _shift_opened, ev.ShiftClosed: _shift_closed}
"""The folds of this room."""
