"""What a game of bingo posts in the hall's accounts, and what cash it moves.

Not responsible for deciding an amount, nor for the accounts (``hallctl.rules.ledger``).
"""

from collections.abc import Mapping
from typing import Final

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.events.claims import PrizeAwarded, ProgressiveSeeded, RemainderBooked
from hallctl.games.bingo.rules.events.closing import GameVoided, PrizePaid, RefundsPaid
from hallctl.games.bingo.rules.events.sale import SaleClosed
from hallctl.games.bingo.rules.events.wrong_calls import BingoCarried
from hallctl.games.bingo.rules.state import State
from hallctl.rules.events.base import Event
from hallctl.rules.ledger import HOUSE, PRIZES_DUE, REFUNDS_DUE, TILL, Posting, Postings
from hallctl.rules.totals import Takings

ROUNDING: Final = "redondeo"
CARRIED: Final = "acarreo"


def fund(claim: Claim) -> str:
    """Return the account of a game's ordinary prize."""
    return "premio de línea" if claim is Claim.LINE else "premio de bingo"


def pot(progressive: str) -> str:
    """Return the account of a progressive."""
    return f"pozo {progressive}"


def _seeded(event: ProgressiveSeeded, _: State) -> Postings:
    return ((HOUSE, event.amount), (pot(event.progressive), -event.amount))


def _collected(event: SaleClosed, _: State) -> Postings:
    pots = tuple((pot(c.progressive), -c.amount) for c in event.progressives)
    funds = ((fund(Claim.LINE), -event.line), (fund(Claim.BINGO), -event.bingo))
    return ((TILL, event.collected), (CARRIED, event.carried), *funds, *pots, (HOUSE, -event.house))


def _awarded(event: PrizeAwarded, _: State) -> Postings:
    source = pot(event.progressive) if event.progressive else fund(event.claim)
    return ((source, event.amount), (PRIZES_DUE, -event.amount))


def _remainder(event: RemainderBooked, _: State) -> Postings:
    source = pot(event.source) if event.source else fund(event.claim)
    account = pot(event.account) if event.account else ROUNDING
    return ((source, event.amount), (account, -event.amount))


def _carried(event: BingoCarried, state: State) -> Postings:
    """Empty the funds that nobody won into what the next game takes over."""
    funds = tuple((fund(claim), -state.ledger.get(fund(claim), 0)) for claim in Claim)
    return (*funds, (CARRIED, -event.amount))


def _paid(event: PrizePaid, _: State) -> Postings:
    return ((PRIZES_DUE, event.amount), (TILL, -event.amount))


def _voided(event: GameVoided, state: State) -> Postings:
    """Give every fund of the game back and owe the refunds; a sale not closed yet is cashed first."""
    game = state.game
    assert game is not None
    cash = game.cards * game.face_value - game.collected
    funds = tuple((fund(claim), -state.ledger.get(fund(claim), 0)) for claim in Claim)
    pots = tuple((pot(c.progressive), c.amount) for c in event.reversed)
    house = ((HOUSE, game.house - event.house), (CARRIED, -game.carried_in))
    return ((TILL, cash), *funds, *pots, *house, (REFUNDS_DUE, -event.refunded))


def _refunded(event: RefundsPaid, _: State) -> Postings:
    return ((REFUNDS_DUE, event.amount), (TILL, -event.amount))


POSTINGS: Final[Mapping[type[Event], Posting]] = {
    ProgressiveSeeded: _seeded,
    SaleClosed: _collected,
    PrizeAwarded: _awarded,
    RemainderBooked: _remainder,
    BingoCarried: _carried,
    PrizePaid: _paid,
    GameVoided: _voided,
    RefundsPaid: _refunded,
}
"""What each event posts."""


def takings(event: Event, state: State) -> Takings | None:
    """Return what cash an event moved, None where it moved none; ``state`` is the state before it."""
    match event:
        case SaleClosed(collected=collected):
            return Takings(collected=collected)
        case PrizePaid(amount=amount):
            return Takings(paid=amount)
        case RefundsPaid(amount=amount):
            return Takings(refunded=amount)
        case GameVoided(refunded=refunded):
            game = state.game
            assert game is not None
            # A game that is void before its sale closed has collected what was sold up to then.
            sold = game.cards * game.face_value - game.collected
            return Takings(collected=sold, owed=refunded, voids=1)
        case _:
            return None
