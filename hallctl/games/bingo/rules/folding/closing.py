"""Prizes paid, cards back, games signed or void, folded into the state.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Final

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
from hallctl.games.bingo.rules.events.missing import OpenRefund
from hallctl.games.bingo.rules.folding.changes import with_brought, with_game
from hallctl.games.bingo.rules.folding.wrong_calls import withdrawn
from hallctl.games.bingo.rules.missing import number
from hallctl.games.bingo.rules.proposals import WITHDRAWN
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.rules.folding.changes import Folds, changed, with_item


def _prize_paid(state: State, event: PrizePaid) -> State:
    assert state.game is not None
    paid = (event.claim, event.series, event.card, event.progressive)
    awards = tuple(replace(a, paid=True) if a.key == paid else a for a in state.game.awards)
    return with_game(state, awards=awards)


def _cards_collected(state: State, event: CardsCollected) -> State:
    game = state.game
    assert game is not None
    if event.owed:
        owed = OpenRefund(game.number, game.face_value, event.owed)
        state = changed(state, owed=(*state.owed, owed))
    return with_game(state, cards_collected=True, refunds_due=game.refunds_due - number(event.owed))


def _void_proposed(state: State, event: VoidProposed) -> State:
    return with_game(state, void_reason=event.reason, void_proposer=event.proposer)


def _proposal_withdrawn(state: State, event: ProposalWithdrawn) -> State:
    if event.proposal == "VoidProposed":
        return with_game(state, void_reason=None, void_proposer=None)
    return withdrawn(state, WITHDRAWN[event.proposal])


def _game_voided(state: State, event: GameVoided) -> State:
    # A game voided before its sale closed has collected what was sold up to then.
    game = state.game
    assert game is not None
    money = {
        "collected": game.cards * game.face_value,
        "prizes": tuple(
            each if game.is_settled(each.prize) else replace(each, amount=0) for each in game.prizes
        ),
        "house": event.house,
        "refunded": event.refunded,
        "refunds_due": event.refunded_cards,
        "contributions": tuple(c for c in game.contributions if c not in event.reversed),
    }
    held = dict(state.progressives)
    for contribution in event.reversed:
        if contribution.linked:
            continue
        held[contribution.progressive] -= contribution.amount
    # What was carried into the void game waits for the next one.
    state = with_brought(state, state.brought + game.carried_in)
    state = replace(_without_game_of_balls(state), progressives=held, suspended=False)
    lost = dict.fromkeys(("wrong_call", "stop", "asked", "pending", "doubt", "waiting_since"))
    return with_game(state, phase=Phase.VOID, **money, **lost, carried_in=0)


def _without_game_of_balls(state: State) -> State:
    """Take the void game off its ball set again, where the rule set says that it does not count (D1)."""
    drawn = state.game is not None and state.game.caller is None and state.game.drawn
    if state.rules.void_counts_for_ball_set or not drawn or state.mounted is None:
        return state
    used = state.ball_sets[state.mounted]
    fewer = replace(used, games=used.games - 1)
    return changed(state, ball_sets=with_item(state.ball_sets, used.name, fewer))


def _game_signed(state: State, event: GameSigned) -> State:
    return with_game(changed(state, folios=event.folio + event.sheets - 1), phase=Phase.SIGNED)


def _cash_counted(state: State, event: CashCounted) -> State:
    return with_game(state, cash=event.counted)


def _refunds_paid(state: State, event: RefundsPaid) -> State:
    assert state.game is not None
    return with_game(state, refunds_due=state.game.refunds_due - event.cards)


FOLDS: Final[Folds] = {
    PrizePaid: _prize_paid,
    CardsCollected: _cards_collected,
    VoidProposed: _void_proposed,
    ProposalWithdrawn: _proposal_withdrawn,
    GameVoided: _game_voided,
    GameSigned: _game_signed,
    CashCounted: _cash_counted,
    RefundsPaid: _refunds_paid,
}
"""The folds of this room."""
