"""What a game of bingo posts in the hall's accounts, and what cash it moves.

Not responsible for deciding an amount, nor for the accounts (``hallctl.rules.ledger``).
"""

from collections.abc import Mapping
from typing import Final

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.events.claims import PrizeAwarded, ProgressiveSeeded, RemainderBooked
from hallctl.games.bingo.rules.events.closing import CardsCollected, GameVoided, PrizePaid, RefundsPaid
from hallctl.games.bingo.rules.events.linked import LinkedJackpotLapsed, LinkedJackpotReserved
from hallctl.games.bingo.rules.events.missing import MissingRefunded
from hallctl.games.bingo.rules.events.sale import Contribution, SaleClosed
from hallctl.games.bingo.rules.events.wrong_calls import BingoCarried
from hallctl.games.bingo.rules.missing import number
from hallctl.games.bingo.rules.state import State
from hallctl.rules.events.base import Event
from hallctl.rules.ledger import HOUSE, PRIZES_DUE, REFUNDS_DUE, TILL, Posting, Postings
from hallctl.rules.totals import Takings

ROUNDING: Final = "redondeo"
CARRIED: Final = "acarreo"


_FUNDS: Final[Mapping[str, str]] = {Claim.LINE: "premio de línea", Claim.BINGO: "premio de bingo"}


def fund(prize: str) -> str:
    """Return the account of a game's ordinary prize."""
    return _FUNDS.get(prize, f"premio {prize}")


def pot(progressive: str) -> str:
    """Return the account of a progressive."""
    return f"pozo {progressive}"


def chain(jackpot: str) -> str:
    """Return the account of what this hall owes a linked jackpot, less what it paid out of it."""
    return f"cadena {jackpot}"


def _kept(contribution: Contribution) -> str:
    """Return the account that a contribution goes to."""
    return chain(contribution.linked) if contribution.linked else pot(contribution.progressive)


def _of_chain(event: LinkedJackpotReserved, state: State) -> Postings:
    return ((chain(event.jackpot), event.amount), (pot(_linked(event.jackpot, state)), -event.amount))


def _of_house(event: LinkedJackpotLapsed, state: State) -> Postings:
    return ((HOUSE, event.amount), (pot(_linked(event.jackpot, state)), -event.amount))


def _linked(jackpot: str, state: State) -> str:
    assert state.game is not None
    return next(each.progressive for each in state.game.linked if each.jackpot == jackpot)


def _seeded(event: ProgressiveSeeded, _: State) -> Postings:
    return ((HOUSE, event.amount), (pot(event.progressive), -event.amount))


def _collected(event: SaleClosed, _: State) -> Postings:
    pots = tuple((_kept(c), -c.amount) for c in event.progressives)
    funds = tuple((fund(each.prize), -each.amount) for each in event.amounts)
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
    return (*_emptied(state), (CARRIED, -event.amount))


def _emptied(state: State) -> Postings:
    """Return what takes everything that is left out of the prizes of the game."""
    offered = () if state.game is None else state.game.prizes
    keys = [each.prize for each in offered] or [prize.key for prize in state.rules.listed]
    accounts = [fund(key) for key in keys]
    return tuple((account, -state.ledger.get(account, 0)) for account in accounts)


def _paid(event: PrizePaid, _: State) -> Postings:
    return ((PRIZES_DUE, event.amount), (TILL, -event.amount))


def _voided(event: GameVoided, state: State) -> Postings:
    """Give every fund of the game back and owe the refunds; a sale not closed yet is cashed first."""
    game = state.game
    assert game is not None
    cash = game.cards * game.face_value - game.collected
    funds = _emptied(state)
    pots = tuple((_kept(c), c.amount) for c in event.reversed)
    house = ((HOUSE, game.house - event.house), (CARRIED, -game.carried_in))
    return ((TILL, cash), *funds, *pots, *house, (REFUNDS_DUE, -event.refunded))


def _refunded(event: RefundsPaid | MissingRefunded, _: State) -> Postings:
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
    MissingRefunded: _refunded,
    LinkedJackpotReserved: _of_chain,
    LinkedJackpotLapsed: _of_house,
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
        case CardsCollected(owed=cards) if cards:
            assert state.game is not None
            # Nobody has it back yet: what comes late counts when it comes.
            return Takings(owed=-number(cards) * state.game.face_value)
        case MissingRefunded(amount=amount):
            return Takings(owed=amount, refunded=amount)
        case GameVoided(refunded=refunded):
            game = state.game
            assert game is not None
            # A game that is void before its sale closed has collected what was sold up to then.
            sold = game.cards * game.face_value - game.collected
            return Takings(collected=sold, owed=refunded, voids=1)
        case _:
            return None
