"""The hall's accounts in double entry: every event that moves money posts amounts that add up to zero.

Not responsible for deciding an amount. Debits are positive: what the till holds, and what the house has put
in; credits are negative: what is owed to players, progressives and the house.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from hallctl.rules import events as ev
from hallctl.rules.commands import Claim
from hallctl.rules.state import State

TILL: Final = "caja"
HOUSE: Final = "sala"
ROUNDING: Final = "redondeo"
PRIZES_DUE: Final = "premios por pagar"
CARRIED: Final = "acarreo"
FLOAT: Final = "fondo de caja"
REFUNDS_DUE: Final = "devoluciones"

Postings = tuple[tuple[str, int], ...]


def fund(claim: Claim) -> str:
    """Return the account of a game's ordinary prize."""
    return "premio de línea" if claim is Claim.LINE else "premio de bingo"


def pot(progressive: str) -> str:
    """Return the account of a progressive."""
    return f"pozo {progressive}"


def postings(event: ev.Event, state: State) -> Postings:
    """Return what an event posts; ``state`` is the state before it."""
    post = _POSTS.get(type(event))
    return post(event, state) if post is not None else ()


def posted(ledger: Mapping[str, int], entries: Postings) -> dict[str, int]:
    """Return the balances after the postings."""
    balances = dict(ledger)
    for account, amount in entries:
        balances[account] = balances.get(account, 0) + amount
    return balances


def _seeded(event: ev.ProgressiveSeeded, _: State) -> Postings:
    return ((HOUSE, event.amount), (pot(event.progressive), -event.amount))


def _collected(event: ev.SaleClosed, _: State) -> Postings:
    pots = tuple((pot(c.progressive), -c.amount) for c in event.progressives)
    funds = ((fund(Claim.LINE), -event.line), (fund(Claim.BINGO), -event.bingo))
    return ((TILL, event.collected), (CARRIED, event.carried), *funds, *pots, (HOUSE, -event.house))


def _awarded(event: ev.PrizeAwarded, _: State) -> Postings:
    source = pot(event.progressive) if event.progressive else fund(event.claim)
    return ((source, event.amount), (PRIZES_DUE, -event.amount))


def _remainder(event: ev.RemainderBooked, _: State) -> Postings:
    source = pot(event.source) if event.source else fund(event.claim)
    account = pot(event.account) if event.account else ROUNDING
    return ((source, event.amount), (account, -event.amount))


def _carried(event: ev.BingoCarried, state: State) -> Postings:
    """Empty the funds that nobody won into what the next game takes over."""
    funds = tuple((fund(claim), -state.ledger.get(fund(claim), 0)) for claim in Claim)
    return (*funds, (CARRIED, -event.amount))


def _paid(event: ev.PrizePaid, _: State) -> Postings:
    return ((PRIZES_DUE, event.amount), (TILL, -event.amount))


def _voided(event: ev.GameVoided, state: State) -> Postings:
    """Give every fund of the game back and owe the refunds; a sale not closed yet is cashed first."""
    game = state.game
    assert game is not None
    cash = game.cards * game.face_value - game.collected
    funds = tuple((fund(claim), -state.ledger.get(fund(claim), 0)) for claim in Claim)
    pots = tuple((pot(c.progressive), c.amount) for c in event.reversed)
    house = ((HOUSE, game.house - event.house), (CARRIED, -game.carried_in))
    return ((TILL, cash), *funds, *pots, *house, (REFUNDS_DUE, -event.refunded))


def _refunded(event: ev.RefundsPaid, _: State) -> Postings:
    return ((REFUNDS_DUE, event.amount), (TILL, -event.amount))


def _float_taken(event: ev.ShiftOpened, _: State) -> Postings:
    return ((TILL, event.initial), (FLOAT, -event.initial))


def _float_given_back(event: ev.ShiftClosed, _: State) -> Postings:
    """Take the float out again; what a count found beside it is minuted, never booked away."""
    return ((FLOAT, event.initial), (TILL, -event.initial))


_POSTS: Final[Mapping[type[ev.Event], Callable[[Any, State], Postings]]] = {
    ev.ProgressiveSeeded: _seeded,
    ev.SaleClosed: _collected,
    ev.PrizeAwarded: _awarded,
    ev.RemainderBooked: _remainder,
    ev.BingoCarried: _carried,
    ev.PrizePaid: _paid,
    ev.GameVoided: _voided,
    ev.RefundsPaid: _refunded,
    ev.ShiftOpened: _float_taken,
    ev.ShiftClosed: _float_given_back,
}
