"""After the draw: pay, take the cards back, sign; or void the game and refund.

Not responsible for complaints after the pay-out.
"""

from collections.abc import Mapping
from typing import Final

from hallctl.games.bingo.rules import shown
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    CountCash,
    PayPrize,
    PayPrizes,
    PayRefunds,
    ProposeVoid,
    SignGame,
    WithdrawProposal,
)
from hallctl.games.bingo.rules.events.closing import (
    CardsCollected,
    CashCounted,
    GameSigned,
    GameVoided,
    PrizePaid,
    ProposalWithdrawn,
    RefundsPaid,
    VoidProposed,
)
from hallctl.games.bingo.rules.missing import absent, awaited, number, owable
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.proposals import open_proposals
from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.deciding.counting import counted_total, there
from hallctl.rules.deciding.till import not_own_shift
from hallctl.rules.events.base import Event
from hallctl.rules.folios import CLOSING, first_folio, granted
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Button, Care, Key, Place, Proof, Step, Steps

_SPOKEN: Final[Mapping[str, str]] = {Claim.LINE: "línea", Claim.BINGO: "bingo"}
_OVER = (Phase.FINISHED, Phase.VOID)


def pay_prize(state: State, command: PayPrize, context: Context) -> Answer:
    """Pay one award, once, after the game is over (AJ-99, I8)."""
    game = playing(state)
    if game is None or game.phase not in _OVER:
        return refuse("PAY-PHASE")
    wanted = (command.claim, command.series, command.card, command.progressive)
    award = next((award for award in game.awards if award.key == wanted), None)
    if award is None:
        return refuse("PAY-NONE", claim=_spoken(state, command.claim), card=command.card)
    if award.paid:
        return refuse("PAY-TWICE", claim=_spoken(state, command.claim), card=command.card)
    if command.progressive and not (command.winner.strip() and command.document.strip()):
        return refuse("PAY-WINNER")
    refusal = not_own_shift(state, context.actor.person)
    if refusal is not None:
        return refusal
    paid = PrizePaid(
        claim=command.claim,
        series=command.series,
        card=command.card,
        amount=award.prize.amount,
        progressive=command.progressive,
        winner=command.winner,
        document=command.document,
        phone=command.phone,
    )
    return (paid,)


def _spoken(state: State, key: str) -> str:
    prize = state.rules.prize(key)
    return _SPOKEN.get(key, key if prize is None else f"«{prize.es}»")


def pay_prizes(state: State, _: PayPrizes, context: Context) -> Answer:
    """Pay what is due at once, each prize as if it were paid alone; nothing is, nothing follows."""
    game = playing(state)
    if game is None or game.phase not in _OVER:
        return refuse("PAY-PHASE")
    paid: list[Event] = []
    for prize in (award.prize for award in game.awards if not award.paid and not award.prize.progressive):
        answer = pay_prize(state, PayPrize(prize.claim, prize.series, prize.card), context)
        if isinstance(answer, Refusal):
            return answer
        paid += answer
    return tuple(paid)


def collect_cards(state: State, command: CollectCards, _: Context) -> Answer:
    """Take every played card back (AJ-75, 76), but for exactly those that were declared missing.

    Those of a void game come back against their price (AJ-111): what is left then is owed by number.
    """
    game = playing(state)
    if game is None or game.phase not in _OVER:
        return refuse("COLLECT-PHASE")
    if game.cards_collected:
        return refuse("COLLECT-TWICE")
    if awaited(game):
        return refuse("COLLECT-REFUNDS", due=awaited(game))
    back = game.cards - number(absent(game))
    if command.count != back:
        return refuse("COLLECT-COUNT", count=command.count, sold=back)
    return (CardsCollected(command.count, absent(game), owable(game)),)


def sign_game(state: State, command: SignGame, _: Context) -> Answer:
    """Sign the closing diligence; the act takes the next folio (AJ-52).

    Every card is back by then (AJ-75), but for those that two people declared missing: what a void game owes
    for these outlives it (AJ-111).
    """
    game = playing(state)
    if game is None or game.phase not in _OVER:
        return refuse("SIGN-PHASE")
    unpaid = [str(award.prize.card) for award in game.awards if not award.paid]
    if unpaid:
        return refuse("SIGN-UNPAID", cards=", ".join(unpaid))
    if awaited(game):
        return refuse("SIGN-REFUNDS", due=awaited(game))
    if game.undecided:
        return refuse("SIGN-JACKPOT", progressive=game.undecided)
    if not game.cards_collected:
        return refuse("SIGN-UNCOLLECTED")
    if state.incidents:
        return refuse("SIGN-INCIDENT", numbers=", ".join(map(str, state.incidents)))
    sheets = granted(state, command.sheets, CLOSING + 1)
    if sheets < 1:
        return refuse("BOOK-FULL")
    return (GameSigned(game.number, first_folio(state), sheets),)


def propose_void(state: State, command: ProposeVoid, context: Context) -> Answer:
    """Propose to void the game: the first of two people (AJ-54, 110)."""
    game = playing(state)
    if game is None or game.phase in _OVER:
        return refuse("VOID-PHASE")
    if not command.reason.strip():
        return refuse("VOID-REASON")
    if game.void_reason is not None:
        return refuse("VOID-PROPOSED")
    return (VoidProposed(command.reason, context.actor.person),)


def withdraw_proposal(state: State, command: WithdrawProposal, context: Context) -> Answer:
    """Withdraw what the same person proposed, before another approves it; the game goes on as it stands."""
    proposer = open_proposals(playing(state)).get(command.proposal)
    if proposer is None:
        return refuse("WITHDRAW-NONE")
    if context.actor.person != proposer:
        return refuse("WITHDRAW-OTHER", person=proposer)
    return (ProposalWithdrawn(command.proposal, proposer),)


def approve_void(state: State, _: ApproveVoid, context: Context) -> Answer:
    """Void the game: the second person; all cards without a prize are refunded (AJ-111, D6, I16)."""
    game = playing(state)
    if game is None or game.phase in _OVER:
        return refuse("VOID-PHASE")
    if game.void_reason is None:
        return refuse("VOID-NONE")
    if context.actor.person == game.void_proposer:
        return refuse("VOID-SAME")
    winners = {(award.prize.series, award.prize.card) for award in game.awards}
    cards = game.cards - len(winners)
    refunded = cards * game.face_value
    won = {*(award.prize.progressive for award in game.awards), *game.claimed}
    given_back = tuple(c for c in game.contributions if c.progressive not in won)
    staying = sum(c.amount for c in game.contributions) - sum(c.amount for c in given_back)
    house = game.cards * game.face_value - refunded - game.kept - game.rounding - staying
    return (GameVoided(game.number, game.void_reason, cards, refunded, house, given_back),)


def count_cash(state: State, command: CountCash, context: Context) -> Answer:
    """Count the cash once the sale is closed; a difference is minuted as it is (AJ-11, 46)."""
    game = playing(state)
    if game is None or game.phase is Phase.SALE:
        return refuse("CASH-PHASE")
    refusal = not_own_shift(state, context.actor.person)
    if refusal is not None:
        return refusal
    counted = _amount(state, command)
    if isinstance(counted, Refusal):
        return counted
    pieces = there(command.pieces)
    return (CashCounted(context.actor.person, game.collected, counted, pieces),)


def _amount(state: State, command: CountCash) -> int | Refusal:
    """Return what was counted: the sum of its pieces, or the amount that was said where none were named."""
    if command.pieces:
        return refuse("CASH-SAID") if command.counted is not None else counted_total(state, command.pieces)
    if command.counted is None:
        return refuse("CASH-NONE")
    return command.counted if command.counted >= 0 else refuse("CASH-NEGATIVE")


def pay_refunds(state: State, command: PayRefunds, context: Context) -> Answer:
    """Refund cards of a void game at their face value, never more than are awaited (AJ-81, 111)."""
    game = playing(state)
    if game is None or game.phase is not Phase.VOID:
        return refuse("REFUND-PHASE")
    if not 1 <= command.cards <= awaited(game):
        return refuse("REFUND-MANY", due=awaited(game))
    refusal = not_own_shift(state, context.actor.person)
    if refusal is not None:
        return refusal
    return (RefundsPaid(command.cards, command.cards * game.face_value),)


STEPS: Final[Steps] = {
    PayPrize: Step(
        "Pagar premio",
        (Post.CAJERO,),
        pay_prize,
        Button(Place.IN_ORDER, (), Care.PRESS, Proof.PAYMENT, (Key("Alt+P"),)),
    ),
    # Only what the cashier has seen as due is paid by it.
    PayPrizes: Step(
        "Pagar todos los premios",
        (Post.CAJERO,),
        pay_prizes,
        Button(Place.IN_ORDER, (shown.money,), Care.PRESS, Proof.PAYMENT, (Key("Alt+W"),)),
    ),
    CollectCards: Step(
        "Retirar cartones",
        (Post.CAJERO, Post.VENDEDOR, Post.AUXILIAR),
        collect_cards,
        Button(Place.IN_ORDER, (), Care.WRITTEN, Proof.SESSION, (Key("Alt+R"),)),
    ),
    CountCash: Step(
        "Contar efectivo",
        (Post.CAJERO,),
        count_cash,
        Button(Place.SELDOM, (), Care.WRITTEN, Proof.SESSION, (Key("Alt+M"),)),
    ),
    PayRefunds: Step(
        "Devolver cartones anulados",
        (Post.CAJERO,),
        pay_refunds,
        Button(Place.IN_ORDER, (), Care.WRITTEN, Proof.PAYMENT),
    ),
    ProposeVoid: Step(
        "Proponer anulación",
        (Post.JEFE,),
        propose_void,
        Button(Place.VOIDING, (), Care.HELD, Proof.KEY),
        suspended=True,
    ),
    ApproveVoid: Step(
        "Conformar anulación",
        (Post.DIRECTOR,),
        approve_void,
        Button(Place.VOIDING, (shown.proposals,), Care.HELD, Proof.KEY),
        suspended=True,
    ),
    WithdrawProposal: Step(
        "Retirar lo propuesto",
        (Post.JEFE,),
        withdraw_proposal,
        Button(Place.SELDOM, (shown.proposals,), Care.PRESS, Proof.SESSION),
        suspended=True,
    ),
    SignGame: Step(
        "Firmar la partida",
        (Post.JEFE,),
        sign_game,
        Button(Place.IN_ORDER, (shown.verdicts, shown.money), Care.PRESS, Proof.SESSION, (Key("F10"),)),
    ),
}
"""How the commands of this chapter are decided and taken."""
