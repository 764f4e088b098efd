"""What a roulette table posts in the hall's accounts, and what cash it moves.

Not responsible for deciding an amount, nor for the accounts (``hallctl.rules.ledger``).
"""

from collections.abc import Mapping
from typing import Final

from hallctl.games.roulette.rules.events.bets import BetsPlaced, StakesSaid
from hallctl.games.roulette.rules.events.people import SpinVoided
from hallctl.games.roulette.rules.events.spin import LosersCollected, WinnersPaid
from hallctl.games.roulette.rules.events.table import TableClosed, TableCredited, TableFilled, TableOpened
from hallctl.games.roulette.rules.state import State
from hallctl.rules.events.base import Event
from hallctl.rules.ledger import FLOAT, HOUSE, Posting, Postings
from hallctl.rules.totals import Takings

TABLE: Final = "mesa"
"""What is in the table's tray and box, as far as it is known."""
LAYOUT: Final = "apuestas en el tablero"
"""What lies on the layout, where stakes are known."""
PLAYERS: Final = "apuestas de los jugadores"
"""Whose it is until the spin is settled."""


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


def _placed(event: BetsPlaced, _: State) -> Postings:
    return ((LAYOUT, event.amount), (PLAYERS, -event.amount))


def _said(event: StakesSaid, state: State) -> Postings:
    """Put what is said in the place of what was said before."""
    more = event.amount - (0 if state.spin is None else state.spin.staked)
    return ((LAYOUT, more), (PLAYERS, -more))


def _collected(event: LosersCollected, _: State) -> Postings:
    gone = event.collected
    return ((LAYOUT, -gone), (PLAYERS, gone), (TABLE, gone), (HOUSE, -gone))


def _paid(event: WinnersPaid, _: State) -> Postings:
    return ((LAYOUT, -event.kept), (PLAYERS, event.kept), (TABLE, -event.paid), (HOUSE, event.paid))


def _voided(event: SpinVoided, _: State) -> Postings:
    return ((LAYOUT, -event.returned), (PLAYERS, event.returned))


POSTINGS: Final[Mapping[type[Event], Posting]] = {
    TableOpened: _opened,
    TableFilled: _filled,
    TableCredited: _credited,
    TableClosed: _closed,
    BetsPlaced: _placed,
    StakesSaid: _said,
    LosersCollected: _collected,
    WinnersPaid: _paid,
    SpinVoided: _voided,
}
"""What each event posts."""


def takings(event: Event, state: State) -> Takings | None:
    """Return what cash an event moved, None where it moved none.

    Where stakes are not known a table's takings are what its count says at its end.
    """
    match event:
        case LosersCollected(collected=collected):
            return Takings(collected=collected) if collected else None
        case WinnersPaid(paid=paid):
            return Takings(paid=paid) if paid else None
        case SpinVoided():
            return Takings(voids=1)
        case TableClosed(result=result) if state.rules.stakes == "none":
            return Takings(collected=max(result, 0), paid=max(-result, 0))
        case _:
            return None
