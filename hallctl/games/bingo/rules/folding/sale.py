"""A game announced and its cards sold, folded into the state.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Final

from hallctl.games.bingo.rules.events.programme import Programmed
from hallctl.games.bingo.rules.events.sale import (
    CardsDelivered,
    CardsReturned,
    CardsSold,
    CloseAnnounced,
    GameAnnounced,
    SaleClosed,
    SaleRectified,
    SaleTakenBack,
    SecondSeriesAnnounced,
)
from hallctl.games.bingo.rules.folding.changes import with_brought, with_game
from hallctl.games.bingo.rules.state import Caller, Delivery, Game, Phase, State
from hallctl.rules.folding.changes import Folds, changed, with_item, with_session

MINUTE_MS: Final = 60_000


def _game_announced(state: State, event: GameAnnounced) -> State:
    assert state.session is not None
    announced = Programmed(event.series, event.special, event.rule_set)
    programme = state.session.programme
    left = programme[1:] if programme[:1] == (announced,) else programme
    state = with_session(state, counted=False, games=state.session.games + 1, programme=left)
    named = f"{event.rule_set} {event.version}" if event.rule_set else ""
    game = Game(event.game, event.series, event.face_value, event.first, special=event.special)
    game = replace(game, rule_set=named, approval=event.approval)
    if event.caller:
        # The other hall's drum is filled; this one's stands still.
        game = replace(game, caller=Caller(event.caller, event.caller_volume, event.caller_game), filled=True)
    return changed(state, game=game, games=event.game, rules=state.rules.after(event))


def _cards_sold(state: State, event: CardsSold) -> State:
    return _handed_out(state, Delivery(event.seller, event.sold, desk=True))


def _cards_delivered(state: State, event: CardsDelivered) -> State:
    return _handed_out(state, Delivery(event.seller, event.cards))


def _handed_out(state: State, delivery: Delivery) -> State:
    game, cards = state.game, delivery.cards
    assert game is not None
    state = changed(state, pointers=with_item(state.pointers, cards.series, cards.last))
    return with_game(state, deliveries=(*game.deliveries, delivery))


def _cards_returned(state: State, event: CardsReturned) -> State:
    game, cards = state.game, event.cards
    assert game is not None
    last = game.deliveries[-1]
    kept = replace(last, cards=replace(last.cards, last=cards.first - 1))
    left = (kept,) if kept.cards.count else ()
    state = changed(state, pointers=with_item(state.pointers, cards.series, cards.first - 1))
    return with_game(state, deliveries=(*game.deliveries[:-1], *left))


def _sale_taken_back(state: State, _: SaleTakenBack) -> State:
    return state  # its cards come back by themselves, and its money is counted from the cards


def _second_series_announced(state: State, event: SecondSeriesAnnounced) -> State:
    return with_game(state, second=event.series)


def _sale_closed(state: State, event: SaleClosed) -> State:
    totals = {c.progressive: c.total for c in event.progressives if not c.linked}
    return with_game(
        with_brought(changed(state, progressives={**state.progressives, **totals}), 0),
        phase=Phase.CLOSED,
        collected=event.collected,
        prizes=event.amounts,
        house=event.house,
        contributions=event.progressives,
        carried_in=event.carried,
        root=event.root,
    )


def _close_announced(state: State, event: CloseAnnounced) -> State:
    return with_game(state, closes_at=event.at + event.minutes * MINUTE_MS)


def _sale_rectified(state: State, _: SaleRectified) -> State:
    return state


FOLDS: Final[Folds] = {
    GameAnnounced: _game_announced,
    CardsSold: _cards_sold,
    CardsDelivered: _cards_delivered,
    CardsReturned: _cards_returned,
    SaleTakenBack: _sale_taken_back,
    SecondSeriesAnnounced: _second_series_announced,
    CloseAnnounced: _close_announced,
    SaleClosed: _sale_closed,
    SaleRectified: _sale_rectified,
}
"""The folds of this room."""
