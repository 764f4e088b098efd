"""What a baccarat table posts in the hall's accounts, and what cash it moves.

Not responsible for deciding an amount, nor for the accounts (``hallctl.rules.ledger``).
"""

from collections.abc import Mapping
from typing import Final

from hallctl.games.baccarat.rules.events.bets import BetsChanged, BetsPlaced, BetsReturned, StakesSaid
from hallctl.games.baccarat.rules.events.people import RoundVoided
from hallctl.games.baccarat.rules.events.round import LosersCollected, WinnersPaid
from hallctl.games.baccarat.rules.events.shoe import CommissionCollected
from hallctl.games.baccarat.rules.events.table import TableClosed, TableCredited, TableFilled, TableOpened
from hallctl.games.baccarat.rules.state import State
from hallctl.rules.events.base import Event
from hallctl.rules.ledger import FLOAT, HOUSE, Posting, Postings
from hallctl.rules.totals import Takings

TABLE: Final = "mesa"
"""What is in the table's tray and box, as far as it is known."""
LAYOUT: Final = "apuestas en el tablero"
"""What lies on the layout, where stakes are known."""
PLAYERS: Final = "apuestas de los jugadores"
"""Whose it is until the round is settled."""
COMMISSION: Final = "comisión"
"""5 % of the banker bets' winnings, to the cent (BA-63)."""
OWED: Final = "comisión por cobrar"
"""What players owe of it until the end of the shoe (DB11)."""
ROUNDING: Final = "redondeo de la comisión"
"""What of it no chip was small enough for (DB11)."""


def _opened(event: TableOpened, _: State) -> Postings:
    return ((TABLE, event.initial), (FLOAT, -event.initial))


def _filled(event: TableFilled, _: State) -> Postings:
    return ((TABLE, event.amount), (FLOAT, -event.amount))


def _credited(event: TableCredited, _: State) -> Postings:
    return ((FLOAT, event.amount), (TABLE, -event.amount))


def _closed(event: TableClosed, state: State) -> Postings:
    """Take what was counted off the table; what it holds beyond what was known is the house's."""
    known = state.ledger.get(TABLE, 0)
    return ((TABLE, -known), (FLOAT, event.counted), (HOUSE, known - event.counted))


def _placed(event: BetsPlaced | BetsChanged, _: State) -> Postings:
    return ((LAYOUT, event.amount), (PLAYERS, -event.amount))


def _said(event: StakesSaid, state: State) -> Postings:
    """Put what is said in the place of what was said before, or stood there after a tie."""
    more = event.amount - (0 if state.round is None else state.round.staked)
    return ((LAYOUT, more), (PLAYERS, -more))


def _collected(event: LosersCollected, _: State) -> Postings:
    gone = event.collected
    return ((LAYOUT, -gone), (PLAYERS, gone), (TABLE, gone), (HOUSE, -gone))


def _paid(event: WinnersPaid, _: State) -> Postings:
    net = event.prizes - event.commission
    owed = sum(each.amount for each in event.owed)
    later = ((OWED, owed),) if owed else ()
    return (
        (LAYOUT, -event.kept),
        (PLAYERS, event.kept),
        (TABLE, -net),
        (HOUSE, event.prizes),
        (COMMISSION, -event.commission - event.rest - owed),
        (ROUNDING, event.rest),
        *later,
    )


def _commission(event: CommissionCollected, _: State) -> Postings:
    return ((TABLE, event.taken), (ROUNDING, event.rest), (OWED, -event.taken - event.rest))


def _given_back(event: RoundVoided | BetsReturned, _: State) -> Postings:
    amount = event.returned if isinstance(event, RoundVoided) else event.amount
    return ((LAYOUT, -amount), (PLAYERS, amount))


POSTINGS: Final[Mapping[type[Event], Posting]] = {
    TableOpened: _opened,
    TableFilled: _filled,
    TableCredited: _credited,
    TableClosed: _closed,
    BetsPlaced: _placed,
    BetsChanged: _placed,
    StakesSaid: _said,
    LosersCollected: _collected,
    WinnersPaid: _paid,
    CommissionCollected: _commission,
    RoundVoided: _given_back,
    BetsReturned: _given_back,
}
"""What each event posts."""


def takings(event: Event, state: State) -> Takings | None:
    """Return what cash an event moved, None where it moved none.

    Where stakes are not known a table's takings are what its count says at its end.
    """
    match event:
        case LosersCollected(collected=collected):
            return Takings(collected=collected) if collected else None
        case WinnersPaid(prizes=prizes, commission=commission):
            return Takings(paid=prizes - commission) if prizes else None
        case CommissionCollected(taken=taken):
            return Takings(collected=taken)
        case RoundVoided():
            return Takings(voids=1)
        case TableClosed(result=result) if state.rules.stakes == "none":
            return Takings(collected=max(result, 0), paid=max(-result, 0))
        case _:
            return None
