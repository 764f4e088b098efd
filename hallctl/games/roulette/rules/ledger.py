"""What a roulette table posts in the hall's accounts, and what cash it moves.

Not responsible for deciding an amount, nor for the accounts (``hallctl.rules.ledger``).
"""

from collections.abc import Mapping
from typing import Final

from hallctl.games.any_table.rules.events import TableClosed
from hallctl.games.any_table.rules.ledger import BANK_POSTINGS, LAYOUT, PLAYERS, TABLE, takings_of_count
from hallctl.games.roulette.rules.events.bets import BetsPlaced, StakesSaid
from hallctl.games.roulette.rules.events.people import SpinVoided
from hallctl.games.roulette.rules.events.spin import LosersCollected, WinnersPaid
from hallctl.games.roulette.rules.state import State
from hallctl.rules.events.base import Event
from hallctl.rules.ledger import HOUSE, Posting, Postings
from hallctl.rules.totals import Takings


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
    **BANK_POSTINGS,
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
        case TableClosed():
            return takings_of_count(event, state)
        case _:
            return None
