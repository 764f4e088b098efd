"""The table's day: its shoes, its float, fills and credits, the count at the end.

Not responsible for the session around it, which is the house's.
"""

from typing import Final

from hallctl.games.baccarat.rules import shown
from hallctl.games.baccarat.rules.commands.table import (
    CloseTable,
    CreditTable,
    FillTable,
    NoteBreach,
    OpenTable,
    RegisterShoe,
)
from hallctl.games.baccarat.rules.events.bets import BetsReturned
from hallctl.games.baccarat.rules.events.table import (
    BreachNoted,
    ShoeRegistered,
    TableClosed,
    TableCredited,
    TableFilled,
    TableOpened,
)
from hallctl.games.baccarat.rules.kinds import Stage
from hallctl.games.baccarat.rules.refusals import refuse
from hallctl.games.baccarat.rules.state import State, Table
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.session import CloseSession, OpenSession
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.deciding.counting import counted_total, there
from hallctl.rules.events.base import Event
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import IN_ORDER, SELDOM, Button, Care, Key, Place, Proof, Step, Steps


def register_shoe(state: State, command: RegisterShoe, _: Context) -> Answer:
    """Put a shoe in the register: of the kind that the rule set asks for (BA-04, 05)."""
    maker, serial = command.maker.strip(), command.serial.strip()
    if not (maker and serial):
        return refuse("DEVICE-NAME")
    if serial in state.devices:
        return refuse("DEVICE-KNOWN", shoe=serial)
    if command.automatic is not (state.rules.dealing == "automatic"):
        return refuse("DEVICE-KIND")
    if command.cut_cards < (0 if command.automatic else 1):
        return refuse("DEVICE-CUT")
    return (ShoeRegistered(maker, serial, command.automatic, command.cut_cards),)


def open_table(state: State, command: OpenTable, _: Context) -> Answer:
    """Open the table with its float."""
    if state.session is None:
        return refuse("SESSION-NONE")
    if state.table is not None:
        return refuse("BANK-OPEN")
    initial = counted_total(state, command.pieces)
    if isinstance(initial, Refusal):
        return initial
    return (TableOpened(initial, there(command.pieces)),)


def fill_table(state: State, command: FillTable, _: Context) -> Answer:
    """Bring chips to the table; a round may be in progress."""
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
        return refuse("BANK-SHORT")
    return (TableCredited(command.slip.strip(), amount, there(command.pieces)),)


def _of_slip(state: State, command: FillTable | CreditTable) -> int | Refusal:
    if state.table is None:
        return refuse("BANK-CLOSED")
    if not command.slip.strip():
        return refuse("BANK-SLIP")
    return counted_total(state, command.pieces)


def close_table(state: State, command: CloseTable, _: Context) -> Answer:
    """Count the table once its shoe is signed; what stands after a tie goes back."""
    table = state.table
    if table is None:
        return refuse("BANK-CLOSED")
    if state.playing is not None:
        return refuse("SHOE-ROUND", round=state.playing.number)
    if state.shoe is not None and state.shoe.stage is not Stage.SIGNED:
        return refuse("BANK-SHOE", shoe=state.shoe.number)
    counted = counted_total(state, command.pieces)
    if isinstance(counted, Refusal):
        return counted
    return (*_given_back(state), _closed(table, counted, command))


def _given_back(state: State) -> tuple[Event, ...]:
    last = state.round
    standing = last.staked if last is not None and last.stands else 0
    return (BetsReturned(last.number, standing),) if last is not None and standing else ()


def _closed(table: Table, counted: int, command: CloseTable) -> TableClosed:
    return TableClosed(
        initial=table.initial,
        fills=table.fills,
        credits=table.credits,
        won=table.won,
        counted=counted,
        result=counted + table.credits - table.initial - table.fills,
        pieces=there(command.pieces),
    )


def note_breach(state: State, command: NoteBreach, _: Context) -> Answer:
    """Take note of what a player may not do; nothing stops by it (BA-55, 58, 59)."""
    if state.table is None:
        return refuse("BANK-CLOSED")
    if not command.text.strip():
        return refuse("BREACH-TEXT")
    return (BreachNoted(command.breach, command.text.strip()),)


def table_open(state: State, _: CloseSession) -> Refusal | None:
    """Object to the end of a day whose table is not counted."""
    return None if state.table is None else refuse("SESSION-BANK")


def option_early(state: State, command: OpenSession) -> Refusal | None:
    """Object to a day before the first day of an option (BA-64, 65)."""
    early = state.rules.early(command.day.strip())
    return None if early is None else refuse("OPTION-EARLY", option=early.option.value, day=early.adopted)


_COUNTED: Final = Button(Place.IN_ORDER, (), Care.WRITTEN, Proof.SESSION)
_SLIP: Final = Button(Place.SELDOM, (shown.money,), Care.WRITTEN, Proof.PAYMENT)

STEPS: Final[Steps] = {
    RegisterShoe: Step("Registrar distribuidor", (Post.JEFE, Post.DIRECTOR), register_shoe, IN_ORDER),
    OpenTable: Step("Abrir la mesa", (Post.JEFE,), open_table, _COUNTED),
    FillTable: Step("Reponer fichas", (Post.JEFE,), fill_table, _SLIP),
    CreditTable: Step("Retirar fichas", (Post.JEFE,), credit_table, _SLIP),
    CloseTable: Step(
        "Cerrar la mesa",
        (Post.JEFE,),
        close_table,
        Button(Place.SELDOM, (shown.money,), Care.WRITTEN, Proof.SESSION, (Key("Alt+C"),)),
    ),
    NoteBreach: Step(
        "Anotar lo que hizo un jugador", (Post.CROUPIER, Post.JEFE), note_breach, SELDOM, suspended=True
    ),
}
"""How the commands of this chapter are decided and taken."""
