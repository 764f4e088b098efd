"""Whether the bank of a table may be opened, filled, credited or counted.

Not responsible for what a game wants before it opens and before it is counted, nor for its refusals: it
hands both in.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from hallctl.games.any_table.rules.commands import CloseTable, CreditTable, FillTable, OpenTable
from hallctl.games.any_table.rules.events import TableClosed, TableCredited, TableFilled, TableOpened
from hallctl.games.any_table.rules.state import TableState
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.deciding.counting import counted_total, there
from hallctl.rules.events.base import Event
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.step import Button, Care, Key, Place, Proof, Step, Steps

S = TypeVar("S", bound=TableState)


@dataclass(frozen=True, slots=True)
class BankRefusals:
    """What a game refuses: each cites its own regulation.

    Attributes:
        open: The table is open already.
        closed: It is closed.
        slip: The slip has no number.
        short: More would be taken than is there.
        day: The day may not end while it is open.
    """

    open: Refusal
    closed: Refusal
    slip: Refusal
    short: Refusal
    day: Refusal


@dataclass(frozen=True, slots=True)
class Bank(Generic[S]):
    """The bank of a game's table.

    Attributes:
        refusals: What it refuses.
        unready: Why the table may not open yet, beside a session.
        unfinished: Why it may not be counted yet.
        returned: What goes back to the players before the count.
    """

    refusals: BankRefusals
    unready: Callable[[S], Refusal | None]
    unfinished: Callable[[S], Refusal | None]
    returned: Callable[[S], tuple[Event, ...]] = lambda _: ()

    def open_table(self, state: S, command: OpenTable, _: Context) -> Answer:
        """Open the table with its float."""
        if state.session is None:
            return refuse("SESSION-NONE")
        if state.table is not None:
            return self.refusals.open
        if (refusal := self.unready(state)) is not None:
            return refusal
        initial = counted_total(state, command.pieces)
        if isinstance(initial, Refusal):
            return initial
        return (TableOpened(initial, there(command.pieces)),)

    def fill_table(self, state: S, command: FillTable, _: Context) -> Answer:
        """Bring chips to the table; a round may be in progress."""
        amount = self._of_slip(state, command)
        if isinstance(amount, Refusal):
            return amount
        return (TableFilled(command.slip.strip(), amount, there(command.pieces)),)

    def credit_table(self, state: S, command: CreditTable, _: Context) -> Answer:
        """Take chips from the table to the cage, where it has as much."""
        amount = self._of_slip(state, command)
        if isinstance(amount, Refusal):
            return amount
        assert state.table is not None
        # Where stakes are not known, what the players lost is there beside what was put in.
        if state.stakes_known and amount > state.table.expected:
            return self.refusals.short
        return (TableCredited(command.slip.strip(), amount, there(command.pieces)),)

    def close_table(self, state: S, command: CloseTable, _: Context) -> Answer:
        """Count the table between rounds; its result is minuted as it is."""
        table = state.table
        if table is None:
            return self.refusals.closed
        if (refusal := self.unfinished(state)) is not None:
            return refusal
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
        return (*self.returned(state), closed)

    def left_open(self, state: S, _: CloseSession) -> Refusal | None:
        """Object to the end of a day whose table is not counted."""
        return None if state.table is None else self.refusals.day

    def steps(self) -> Steps:
        """Return how its commands are decided and taken, all by the jefe de mesa."""
        jefe = (Post.JEFE,)
        return {
            OpenTable: Step("Abrir la mesa", jefe, self.open_table, _COUNTED),
            FillTable: Step("Reponer fichas", jefe, self.fill_table, _SLIP),
            CreditTable: Step("Retirar fichas", jefe, self.credit_table, _SLIP),
            CloseTable: Step("Cerrar la mesa", jefe, self.close_table, _CLOSING),
        }

    def _of_slip(self, state: S, command: FillTable | CreditTable) -> int | Refusal:
        if state.table is None:
            return self.refusals.closed
        if not command.slip.strip():
            return self.refusals.slip
        return counted_total(state, command.pieces)


def money(state: TableState) -> tuple[Any, ...]:
    """Return what the table holds by its slips (I26)."""
    return () if state.table is None else (state.table,)


_COUNTED: Final = Button(Place.IN_ORDER, (), Care.WRITTEN, Proof.SESSION)
_SLIP: Final = Button(Place.SELDOM, (money,), Care.WRITTEN, Proof.PAYMENT)
_CLOSING: Final = Button(Place.SELDOM, (money,), Care.WRITTEN, Proof.SESSION, (Key("Alt+C"),))
