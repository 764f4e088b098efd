"""What the bank of a table posts in the hall's accounts.

Not responsible for bets, nor for the accounts (``hallctl.rules.ledger``).
"""

from collections.abc import Mapping
from typing import Final

from hallctl.games.any_table.rules.events import TableClosed, TableCredited, TableFilled, TableOpened
from hallctl.games.any_table.rules.state import TableState
from hallctl.rules.events.base import Event
from hallctl.rules.ledger import FLOAT, HOUSE, Posting, Postings
from hallctl.rules.totals import Takings

TABLE: Final = "mesa"
"""What is in the table's tray and box, as far as it is known."""
LAYOUT: Final = "apuestas en el tablero"
"""What lies on the layout, where stakes are known."""
PLAYERS: Final = "apuestas de los jugadores"
"""Whose it is until the round is settled."""


def _opened(event: TableOpened, _: TableState) -> Postings:
    return ((TABLE, event.initial), (FLOAT, -event.initial))


def _filled(event: TableFilled, _: TableState) -> Postings:
    return ((TABLE, event.amount), (FLOAT, -event.amount))


def _credited(event: TableCredited, _: TableState) -> Postings:
    return ((FLOAT, event.amount), (TABLE, -event.amount))


def _closed(event: TableClosed, state: TableState) -> Postings:
    """Take what was counted off the table; what it holds beyond what was known is the house's."""
    known = state.ledger.get(TABLE, 0)
    return ((TABLE, -known), (FLOAT, event.counted), (HOUSE, known - event.counted))


BANK_POSTINGS: Final[Mapping[type[Event], Posting]] = {
    TableOpened: _opened,
    TableFilled: _filled,
    TableCredited: _credited,
    TableClosed: _closed,
}
"""What each event of a bank posts."""


def takings_of_count(event: TableClosed, state: TableState) -> Takings | None:
    """Return what a table took by its count, where nothing is known of its stakes; else None."""
    result = event.result
    return None if state.stakes_known else Takings(collected=max(result, 0), paid=max(-result, 0))
