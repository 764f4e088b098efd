"""The cashiers' shifts: one till, held by one cashier at a time, from one count to the next (AJ-11).

Not responsible for the money that moves meanwhile: the fold adds it to the open shift.
"""

from typing import Final

from hallctl.rules.commands.base import Post
from hallctl.rules.commands.till import CloseShift, OpenShift
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.deciding.counting import counted_total, there
from hallctl.rules.events.till import ShiftClosed, ShiftOpened
from hallctl.rules.folios import FOR_ACTS, folios_left
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.state import State
from hallctl.rules.step import SELDOM, Button, Care, Key, Place, Proof, Step, Steps


def open_shift(state: State, command: OpenShift, context: Context) -> Answer:
    """Take over the till, where the game has nothing against it."""
    session = state.session
    if session is None:
        return refuse("SESSION-NONE")
    if session.shift is not None:
        return refuse("SHIFT-OPEN", cashier=session.shift.cashier)
    objection = context.objection(state, command)
    if objection is not None:
        return objection
    initial = counted_total(state, command.pieces)
    if isinstance(initial, Refusal):
        return initial
    if command.sheets > folios_left(state) - FOR_ACTS:
        return refuse("BOOK-FULL")
    pieces = there(command.pieces)
    return (ShiftOpened(session.shifts + 1, context.actor.person, initial, pieces, session.left),)


def close_shift(state: State, command: CloseShift, _: Context) -> Answer:
    """Hand over the till between games, so that a game's money is one cashier's; a difference stays as it is.

    The relief may count it: whose shift it was stands in the event, who counted in its entry (I21).
    """
    session = state.session
    if session is None:
        return refuse("SESSION-NONE")
    shift = session.shift
    if shift is None:
        return refuse("SHIFT-NONE")
    if state.playing is not None:
        return refuse("SHIFT-GAME", game=state.playing.number)
    counted = counted_total(state, command.pieces)
    if isinstance(counted, Refusal):
        return counted
    moved = (shift.initial, shift.income, shift.prizes, shift.refunds, shift.expected)
    return (ShiftClosed(shift.number, shift.cashier, *moved, counted, there(command.pieces)),)


def not_own_shift(state: State, person: str) -> Refusal | None:
    """Say why a cashier does not pay or count now: the till is another's, or nobody's where it must be."""
    shift = None if state.session is None else state.session.shift
    if shift is not None and shift.cashier != person:
        return refuse("SHIFT-OTHER", cashier=shift.cashier)
    return no_shift(state)


def no_shift(state: State) -> Refusal | None:
    """Say that no shift is open where the rule set asks for one."""
    shift = None if state.session is None else state.session.shift
    return refuse("SHIFT-NONE") if state.rules.shifts and shift is None else None


STEPS: Final[Steps] = {
    OpenShift: Step(
        "Abrir turno de caja",
        (Post.CAJERO,),
        open_shift,
        Button(Place.AWAITED, (), Care.PRESS, Proof.SESSION, (Key("Alt+H"),)),
    ),
    CloseShift: Step("Cerrar turno de caja", (Post.CAJERO,), close_shift, SELDOM),
}
"""How the commands of this chapter are decided and taken."""
