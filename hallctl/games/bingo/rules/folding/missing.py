"""Missing cards, folded into the state.

Not responsible for whether an event may happen, nor for what is owed once the cards are taken (``closing``).
"""

from dataclasses import replace
from typing import Final

from hallctl.games.bingo.rules.events.missing import CardsMissing, MissingFound, MissingRefunded
from hallctl.games.bingo.rules.folding.changes import with_game
from hallctl.games.bingo.rules.missing import without
from hallctl.games.bingo.rules.state import State
from hallctl.rules.folding.changes import Folds, changed


def _cards_missing(state: State, event: CardsMissing) -> State:
    game = state.game
    assert game is not None
    if event.paid:
        return with_game(state, lost=(*game.lost, *event.cards))
    return with_game(state, missing=(*game.missing, *event.cards))


def _missing_found(state: State, event: MissingFound) -> State:
    game, card = state.game, (event.series, event.card)
    assert game is not None
    return with_game(state, missing=without(game.missing, card), lost=without(game.lost, card))


def _missing_refunded(state: State, event: MissingRefunded) -> State:
    card = (event.series, event.card)
    owed = (
        replace(each, cards=without(each.cards, card)) if each.game == event.game else each
        for each in state.owed
    )
    return changed(state, owed=tuple(each for each in owed if each.cards))


FOLDS: Final[Folds] = {
    CardsMissing: _cards_missing,
    MissingFound: _missing_found,
    MissingRefunded: _missing_refunded,
}
"""The folds of this room."""
