"""Sung cards and their prizes, folded into the state.

Not responsible for whether an event may happen.
"""

from typing import Final

from hallctl.games.bingo.rules.events.claims import (
    AnyMoreAsked,
    CardVerified,
    ClaimRaised,
    DrawResumed,
    GameFinished,
    PrizeAwarded,
    ProgressiveSeeded,
    RemainderBooked,
)
from hallctl.games.bingo.rules.folding.changes import with_game
from hallctl.games.bingo.rules.state import Award, Phase, State
from hallctl.rules.folding.changes import Folds, changed, with_item


def _claim_raised(state: State, event: ClaimRaised) -> State:
    return with_game(state, phase=Phase.CLAIM, stop=event.claim, verified=(), asked=None)


def _card_verified(state: State, event: CardVerified) -> State:
    assert state.game is not None
    return with_game(state, verified=(*state.game.verified, event), claims=(*state.game.claims, event))


def _any_more_asked(state: State, event: AnyMoreAsked) -> State:
    return with_game(state, asked=event.claim, asked_at=event.at)


def _prize_awarded(state: State, event: PrizeAwarded) -> State:
    game = state.game
    assert game is not None
    # A linked progressive's money is at the head office: what was reserved is awarded whole.
    if event.progressive and game.linked_of(event.progressive) is None:
        left = state.progressives[event.progressive] - event.amount
        state = changed(state, progressives=with_item(state.progressives, event.progressive, left))
    return with_game(state, awards=(*game.awards, Award(event)))


def _remainder_booked(state: State, event: RemainderBooked) -> State:
    game = state.game
    assert game is not None
    held = dict(state.progressives)
    if event.source and game.linked_of(event.source) is None:
        held[event.source] -= event.amount
    if event.account:
        held[event.account] += event.amount
    state = changed(state, progressives=held)
    if event.source:
        return state
    # A prize nobody has is whole in the remainder: it was to be paid in the place of a progressive.
    unpaid = () if game.is_awarded(event.claim) else (event.claim,)
    return with_game(state, rounding=game.rounding + event.amount, unpaid=(*game.unpaid, *unpaid))


def _progressive_seeded(state: State, event: ProgressiveSeeded) -> State:
    held = state.progressives.get(event.progressive, 0) + event.amount
    return changed(state, progressives=with_item(state.progressives, event.progressive, held))


def _draw_resumed(state: State, event: DrawResumed) -> State:
    return with_game(state, phase=Phase.DRAW, stop=None, verified=(), asked=None, ordered_at=event.at)


def _game_finished(state: State, _: GameFinished) -> State:
    return with_game(with_unwon(state), phase=Phase.FINISHED, stop=None, asked=None)


def with_unwon(state: State) -> State:
    """Count a game that is over for each progressive whose balls grow; one that was won begins again."""
    game = state.game
    assert game is not None
    grown = [each.progressive for each in game.contributions if each.balls]
    won = {*(award.prize.progressive for award in game.awards), *game.claimed}
    counted = {name: 0 if name in won else state.unwon.get(name, 0) + 1 for name in grown}
    return changed(state, unwon={**state.unwon, **counted}) if counted else state


FOLDS: Final[Folds] = {
    ClaimRaised: _claim_raised,
    CardVerified: _card_verified,
    AnyMoreAsked: _any_more_asked,
    PrizeAwarded: _prize_awarded,
    RemainderBooked: _remainder_booked,
    ProgressiveSeeded: _progressive_seeded,
    DrawResumed: _draw_resumed,
    GameFinished: _game_finished,
}
"""The folds of this room."""
