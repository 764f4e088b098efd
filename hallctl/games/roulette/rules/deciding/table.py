"""The table's day: wheels, inspection, float, fills and credits, the count at the end (DR17).

Not responsible for the session around it, which is the house's.
"""

from typing import Final

from hallctl.games.any_table.rules.deciding import Bank, BankRefusals
from hallctl.games.roulette.rules.commands.table import InspectWheel, RegisterWheel
from hallctl.games.roulette.rules.events.table import WheelInspected, WheelRegistered
from hallctl.games.roulette.rules.refusals import refuse
from hallctl.games.roulette.rules.state import State
from hallctl.games.roulette.rules.wheel import DOUBLE_ZERO, Wheel
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context
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


def _unready(state: State) -> Refusal | None:
    return refuse("WHEEL-NONE") if state.played is None else None


def _unfinished(state: State) -> Refusal | None:
    return None if state.playing is None else refuse("TABLE-SPIN", spin=state.playing.number)


_AWAITED: Final = Button(Place.AWAITED, (), Care.WRITTEN, Proof.SESSION, (Key("Alt+N"),))

BANK: Final[Bank[State]] = Bank(
    BankRefusals(
        open=refuse("TABLE-OPEN"),
        closed=refuse("TABLE-CLOSED"),
        slip=refuse("TABLE-SLIP"),
        short=refuse("TABLE-SHORT"),
        day=refuse("SESSION-TABLE"),
    ),
    unready=_unready,
    unfinished=_unfinished,
)
"""The bank of the table."""

STEPS: Final[Steps] = {
    RegisterWheel: Step("Registrar ruleta", (Post.JEFE, Post.DIRECTOR), register_wheel, IN_ORDER),
    InspectWheel: Step("Inspeccionar ruleta y bola", (Post.JEFE,), inspect_wheel, _AWAITED),
    **BANK.steps(),
}
"""How the commands of this chapter are decided and taken."""
