"""Prizes paid, cards back, games signed or void, folded into the state.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Final

from hallctl.rules import events as ev
from hallctl.rules.folding.changes import Folds, with_game
from hallctl.rules.state import Phase, State


def _prize_paid(state: State, event: ev.PrizePaid) -> State:
    assert state.game is not None
    paid = (event.claim, event.series, event.card, event.progressive)
    awards = tuple(replace(a, paid=True) if a.key == paid else a for a in state.game.awards)
    return with_game(state, awards=awards)


def _cards_collected(state: State, _: ev.CardsCollected) -> State:
    return with_game(state, cards_collected=True)


def _void_proposed(state: State, event: ev.VoidProposed) -> State:
    return with_game(state, void_reason=event.reason, void_proposer=event.proposer)


def _game_voided(state: State, event: ev.GameVoided) -> State:
    # A game voided before its sale closed has collected what was sold up to then.
    assert state.game is not None
    money = {
        "collected": state.game.cards * state.game.face_value,
        "line": state.game.kept + state.game.rounding,
        "bingo": 0,
        "house": event.house,
        "refunded": event.refunded,
        "contributions": tuple(c for c in state.game.contributions if c not in event.reversed),
    }
    held = dict(state.progressives)
    for contribution in event.reversed:
        held[contribution.progressive] -= contribution.amount
    # What was carried into the void game waits for the next one.
    state = replace(state, progressives=held, carried=state.carried + state.game.carried_in)
    lost = {"wrong_call": None, "carried_in": 0, "stop": None, "asked": None, "pending": None, "doubt": None}
    return with_game(replace(state, suspended=False), phase=Phase.VOID, **money, **lost)


def _game_signed(state: State, event: ev.GameSigned) -> State:
    return with_game(replace(state, folios=event.folio), phase=Phase.SIGNED)


FOLDS: Final[Folds] = {
    ev.PrizePaid: _prize_paid,
    ev.CardsCollected: _cards_collected,
    ev.VoidProposed: _void_proposed,
    ev.GameVoided: _game_voided,
    ev.GameSigned: _game_signed,
}
"""The folds of this room."""
