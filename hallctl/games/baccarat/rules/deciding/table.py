"""The table's day: its shoes, its float, fills and credits, the count at the end.

Not responsible for the session around it, which is the house's.
"""

from typing import Final

from hallctl.games.any_table.rules.deciding import Bank, BankRefusals
from hallctl.games.baccarat.rules.commands.table import NoteBreach, RegisterShoe
from hallctl.games.baccarat.rules.events.bets import BetsReturned
from hallctl.games.baccarat.rules.events.table import BreachNoted, ShoeRegistered
from hallctl.games.baccarat.rules.kinds import Stage
from hallctl.games.baccarat.rules.refusals import refuse
from hallctl.games.baccarat.rules.state import State
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.session import OpenSession
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.events.base import Event
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import IN_ORDER, SELDOM, Step, Steps


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


def _unready(_: State) -> Refusal | None:
    """Open whenever there is a session."""
    return None


def _unfinished(state: State) -> Refusal | None:
    if state.playing is not None:
        return refuse("SHOE-ROUND", round=state.playing.number)
    if state.shoe is not None and state.shoe.stage is not Stage.SIGNED:
        return refuse("BANK-SHOE", shoe=state.shoe.number)
    return None


def _given_back(state: State) -> tuple[Event, ...]:
    """Give back what stands after a tie."""
    last = state.round
    standing = last.staked if last is not None and last.stands else 0
    return (BetsReturned(last.number, standing),) if last is not None and standing else ()


def note_breach(state: State, command: NoteBreach, _: Context) -> Answer:
    """Take note of what a player may not do; nothing stops by it (BA-55, 58, 59)."""
    if state.table is None:
        return refuse("BANK-CLOSED")
    if not command.text.strip():
        return refuse("BREACH-TEXT")
    return (BreachNoted(command.breach, command.text.strip()),)


def option_early(state: State, command: OpenSession) -> Refusal | None:
    """Object to a day before the first day of an option (BA-64, 65)."""
    early = state.rules.early(command.day.strip())
    return None if early is None else refuse("OPTION-EARLY", option=early.option.value, day=early.adopted)


BANK: Final[Bank[State]] = Bank(
    BankRefusals(
        open=refuse("BANK-OPEN"),
        closed=refuse("BANK-CLOSED"),
        slip=refuse("BANK-SLIP"),
        short=refuse("BANK-SHORT"),
        day=refuse("SESSION-BANK"),
    ),
    unready=_unready,
    unfinished=_unfinished,
    returned=_given_back,
)
"""The bank of the table."""

STEPS: Final[Steps] = {
    RegisterShoe: Step("Registrar distribuidor", (Post.JEFE, Post.DIRECTOR), register_shoe, IN_ORDER),
    **BANK.steps(),
    NoteBreach: Step(
        "Anotar lo que hizo un jugador", (Post.CROUPIER, Post.JEFE), note_breach, SELDOM, suspended=True
    ),
}
"""How the commands of this chapter are decided and taken."""
