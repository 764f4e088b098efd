"""The table's day: wheels, inspection, float, fills and credits, the count at the end (DR17).

Not responsible for the session around it, which is the house's.
"""

from typing import Final

from hallctl.games.roulette.rules import shown
from hallctl.games.roulette.rules.commands.table import (
    CloseTable,
    CreditTable,
    FillTable,
    InspectWheel,
    OpenTable,
    RegisterWheel,
)
from hallctl.games.roulette.rules.events.table import (
    TableClosed,
    TableCredited,
    TableFilled,
    TableOpened,
    WheelInspected,
    WheelRegistered,
)
from hallctl.games.roulette.rules.refusals import refuse
from hallctl.games.roulette.rules.state import State
from hallctl.games.roulette.rules.wheel import DOUBLE_ZERO, Wheel
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.deciding.counting import counted_total, there
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import IN_ORDER, Button, Care, Key, Place, Proof, Step, Steps


def register_wheel(state: State, command: RegisterWheel, _: Context) -> Answer:
    """Put a wheel in the register: exactly the regulation's, as its rule set has it (RO-15..19)."""
    maker, serial = command.maker.strip(), command.serial.strip()
    if not (maker and serial):
        return refuse("WHEEL-NAME")
    if serial in state.wheels:
        return refuse("WHEEL-KNOWN", wheel=serial)
    wheel = Wheel(maker, serial, command.pockets, command.red)
    pockets = len(wheel.pockets)
    if pockets != state.rules.pockets:
        return refuse("WHEEL-POCKETS", wanted=state.rules.pockets, pockets=pockets)
    if not wheel.ordered:
        return refuse("WHEEL-ORDER-DOUBLE") if DOUBLE_ZERO in wheel.pockets else refuse("WHEEL-ORDER")
    if not wheel.coloured:
        return refuse("WHEEL-COLOURS")
    return (WheelRegistered(maker, serial, wheel.pockets, wheel.red),)


def inspect_wheel(state: State, command: InspectWheel, context: Context) -> Answer:
    """Take note of an inspection; what it found keeps the wheel from play (DR17)."""
    if state.session is None:
        return refuse("SESSION-NONE")
    if state.playing is not None:
        return refuse("TABLE-SPIN", spin=state.playing.number)
    said = [text.strip() for text in (command.wheel, command.ball, command.level)]
    if not all(said):
        return refuse("WHEEL-WHAT")
    wheel, ball, level = said
    if wheel not in state.wheels:
        return refuse("WHEEL-UNKNOWN", wheel=wheel)
    pockets = len(state.wheels[wheel].pockets)
    if pockets != state.rules.pockets:
        return refuse("WHEEL-POCKETS", wanted=state.rules.pockets, pockets=pockets)
    return (WheelInspected(wheel, ball, level, command.findings.strip(), context.actor.person),)


def open_table(state: State, command: OpenTable, _: Context) -> Answer:
    """Open the table with its float, on a wheel that is fit for play."""
    if state.session is None:
        return refuse("SESSION-NONE")
    if state.table is not None:
        return refuse("TABLE-OPEN")
    if state.played is None:
        return refuse("WHEEL-NONE")
    initial = counted_total(state, command.pieces)
    if isinstance(initial, Refusal):
        return initial
    return (TableOpened(initial, there(command.pieces)),)


def fill_table(state: State, command: FillTable, _: Context) -> Answer:
    """Bring chips to the table; a spin may be in progress."""
    amount = _of_slip(state, command)
    if isinstance(amount, Refusal):
        return amount
    return (TableFilled(command.slip.strip(), amount, there(command.pieces)),)


def credit_table(state: State, command: CreditTable, _: Context) -> Answer:
    """Take chips from the table to the cage, where it has as much."""
    amount = _of_slip(state, command)
    if isinstance(amount, Refusal):
        return amount
    assert state.table is not None
    # Where stakes are not known, what the players lost is there beside what was put in.
    if state.rules.stakes != "none" and amount > state.table.expected:
        return refuse("TABLE-SHORT")
    return (TableCredited(command.slip.strip(), amount, there(command.pieces)),)


def _of_slip(state: State, command: FillTable | CreditTable) -> int | Refusal:
    if state.table is None:
        return refuse("TABLE-CLOSED")
    if not command.slip.strip():
        return refuse("TABLE-SLIP")
    return counted_total(state, command.pieces)


def close_table(state: State, command: CloseTable, _: Context) -> Answer:
    """Count the table between spins; its result is minuted as it is."""
    table = state.table
    if table is None:
        return refuse("TABLE-CLOSED")
    if state.playing is not None:
        return refuse("TABLE-SPIN", spin=state.playing.number)
    counted = counted_total(state, command.pieces)
    if isinstance(counted, Refusal):
        return counted
    closed = TableClosed(
        initial=table.initial,
        fills=table.fills,
        credits=table.credits,
        won=table.won,
        counted=counted,
        result=counted + table.credits - table.initial - table.fills,
        pieces=there(command.pieces),
    )
    return (closed,)


def table_open(state: State, _: CloseSession) -> Refusal | None:
    """Object to the end of a day whose table is not counted."""
    return None if state.table is None else refuse("SESSION-TABLE")


_COUNTED: Final = Button(Place.IN_ORDER, (), Care.WRITTEN, Proof.SESSION)
_AWAITED: Final = Button(Place.AWAITED, (), Care.WRITTEN, Proof.SESSION, (Key("Alt+N"),))
_SLIP: Final = Button(Place.SELDOM, (shown.money,), Care.WRITTEN, Proof.PAYMENT)

STEPS: Final[Steps] = {
    RegisterWheel: Step("Registrar ruleta", (Post.JEFE, Post.DIRECTOR), register_wheel, IN_ORDER),
    InspectWheel: Step("Inspeccionar ruleta y bola", (Post.JEFE,), inspect_wheel, _AWAITED),
    OpenTable: Step("Abrir la mesa", (Post.JEFE,), open_table, _COUNTED),
    FillTable: Step("Reponer fichas", (Post.JEFE,), fill_table, _SLIP),
    CreditTable: Step("Retirar fichas", (Post.JEFE,), credit_table, _SLIP),
    CloseTable: Step(
        "Cerrar la mesa",
        (Post.JEFE,),
        close_table,
        Button(Place.SELDOM, (shown.money,), Care.WRITTEN, Proof.SESSION, (Key("Alt+C"),)),
    ),
}
"""How the commands of this chapter are decided and taken."""
