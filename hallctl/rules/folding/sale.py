"""A game announced and its cards sold, folded into the state.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Final

from hallctl.rules import events as ev
from hallctl.rules.folding.changes import Folds, with_game, with_item, with_session
from hallctl.rules.state import Game, Phase, State


def _game_announced(state: State, event: ev.GameAnnounced) -> State:
    assert state.session is not None
    state = with_session(state, counted=False, games=state.session.games + 1)
    game = Game(event.game, event.series, event.face_value, event.first)
    return replace(state, game=game, games=event.game)


def _cards_sold(state: State, event: ev.CardsSold) -> State:
    assert state.game is not None
    ranges = state.game.sold
    sold = event.sold
    if ranges and ranges[-1].series == sold.series and ranges[-1].last + 1 == sold.first:
        ranges, sold = ranges[:-1], replace(ranges[-1], last=sold.last)
    state = replace(state, pointers=with_item(state.pointers, sold.series, sold.last))
    return with_game(state, sold=(*ranges, sold))


def _sale_closed(state: State, event: ev.SaleClosed) -> State:
    totals = {c.progressive: c.total for c in event.progressives}
    return with_game(
        replace(state, progressives={**state.progressives, **totals}),
        phase=Phase.CLOSED,
        collected=event.collected,
        line=event.line,
        bingo=event.bingo,
        house=event.house,
        contributions=event.progressives,
    )


FOLDS: Final[Folds] = {
    ev.GameAnnounced: _game_announced,
    ev.CardsSold: _cards_sold,
    ev.SaleClosed: _sale_closed,
}
"""The folds of this room."""
