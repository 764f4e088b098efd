"""Missing cards, folded into the state.

Not responsible for whether an event may happen, nor for what a signature leaves owed (``closing``).
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from hallctl.games.bingo.rules.events.missing import CardsMissing, MissingRefunded, OpenRefund
from hallctl.games.bingo.rules.events.sale import SoldRange
from hallctl.games.bingo.rules.folding.changes import with_game
from hallctl.games.bingo.rules.state import State
from hallctl.rules.folding.changes import Folds, changed


def _cards_missing(state: State, event: CardsMissing) -> State:
    assert state.game is not None
    return with_game(state, missing=(*state.game.missing, *event.cards))


def _missing_refunded(state: State, event: MissingRefunded) -> State:
    owed = (_less(each, event) if each.game == event.game else each for each in state.owed)
    return changed(state, owed=tuple(each for each in owed if each.due))


def _less(owed: OpenRefund, event: MissingRefunded) -> OpenRefund:
    cards = tuple(left for each in owed.cards for left in _without(each, event.series, event.card))
    return replace(owed, due=owed.due - 1, cards=cards)


def _without(cards: SoldRange, series: str, card: int) -> Iterator[SoldRange]:
    """Yield what is left of a range without a card: itself, or what is on either side of it."""
    if not cards.holds(series, card):
        yield cards
        return
    if cards.first < card:
        yield SoldRange(series, cards.first, card - 1)
    if card < cards.last:
        yield SoldRange(series, card + 1, cards.last)


FOLDS: Final[Folds] = {CardsMissing: _cards_missing, MissingRefunded: _missing_refunded}
"""The folds of this room."""
