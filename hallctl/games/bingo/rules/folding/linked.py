"""Linked jackpots, folded into the state.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Any, Final

from hallctl.games.bingo.rules.events.linked import (
    LinkedJackpotAbsent,
    LinkedJackpotAsked,
    LinkedJackpotClaimed,
    LinkedJackpotLapsed,
    LinkedJackpotReserved,
    LinkedJackpotShown,
)
from hallctl.games.bingo.rules.folding.changes import with_game
from hallctl.games.bingo.rules.state import Linked, LinkedStage, State
from hallctl.rules.folding.changes import Folds


def _asked(state: State, event: LinkedJackpotAsked) -> State:
    assert state.game is not None
    asked = Linked(event.jackpot, event.progressive, LinkedStage.ASKED, event.at)
    return with_game(state, linked=(*state.game.linked, asked))


def _shown(state: State, event: LinkedJackpotShown) -> State:
    return _with(state, event.jackpot, stage=LinkedStage.SHOWN, amount=event.amount, moment=event.moment)


def _absent(state: State, event: LinkedJackpotAbsent) -> State:
    return _with(state, event.jackpot, stage=LinkedStage.ABSENT)


def _claimed(state: State, event: LinkedJackpotClaimed) -> State:
    return _with(state, event.jackpot, stage=LinkedStage.CLAIMED, at=event.at)


def _reserved(state: State, event: LinkedJackpotReserved) -> State:
    return _with(state, event.jackpot, stage=LinkedStage.RESERVED, amount=event.amount, moment=event.moment)


def _lapsed(state: State, event: LinkedJackpotLapsed) -> State:
    return _with(state, event.jackpot, stage=LinkedStage.LAPSED, amount=event.amount)


def _with(state: State, jackpot: str, **changes: Any) -> State:
    assert state.game is not None
    linked = tuple(
        replace(each, **changes) if each.jackpot == jackpot else each for each in state.game.linked
    )
    return with_game(state, linked=linked)


FOLDS: Final[Folds] = {
    LinkedJackpotAsked: _asked,
    LinkedJackpotShown: _shown,
    LinkedJackpotAbsent: _absent,
    LinkedJackpotClaimed: _claimed,
    LinkedJackpotReserved: _reserved,
    LinkedJackpotLapsed: _lapsed,
}
"""The folds of this room."""
