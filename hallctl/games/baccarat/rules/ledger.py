"""What a baccarat table posts in the hall's accounts, and what cash it moves.

Not responsible for deciding an amount, nor for the accounts (``hallctl.rules.ledger``).
"""

from collections.abc import Mapping
from typing import Final

from hallctl.games.any_table.rules.events import TableClosed
from hallctl.games.any_table.rules.ledger import BANK_POSTINGS, LAYOUT, PLAYERS, TABLE, takings_of_count
from hallctl.games.baccarat.rules.events.bets import BetsChanged, BetsPlaced, BetsReturned, StakesSaid
from hallctl.games.baccarat.rules.events.people import RoundVoided
from hallctl.games.baccarat.rules.events.round import LosersCollected, WinnersPaid
from hallctl.games.baccarat.rules.events.shoe import CommissionCollected
from hallctl.games.baccarat.rules.state import State
from hallctl.rules.events.base import Event
from hallctl.rules.ledger import HOUSE, Posting, Postings
from hallctl.rules.totals import Takings

COMMISSION: Final = "comisión"
"""5 % of the banker bets' winnings, to the cent (BA-63)."""
OWED: Final = "comisión por cobrar"
"""What players owe of it until the end of the shoe (DB11)."""
ROUNDING: Final = "redondeo de la comisión"
"""What of it no chip was small enough for (DB11)."""


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
    **BANK_POSTINGS,
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
        case TableClosed():
            return takings_of_count(event, state)
        case _:
            return None
