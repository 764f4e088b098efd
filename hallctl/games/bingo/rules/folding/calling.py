"""One caller for many halls, folded into the state.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Final

from hallctl.games.bingo.rules.events.calling import (
    CallerAccepted,
    CallerHeard,
    CallerLost,
    CallerProposed,
    HallStood,
    WithoutHallProposed,
)
from hallctl.games.bingo.rules.folding.changes import with_game
from hallctl.games.bingo.rules.folding.wrong_calls import proposed, withdrawn
from hallctl.games.bingo.rules.proposals import WITHOUT_HALL
from hallctl.games.bingo.rules.state import State
from hallctl.rules.calls import Stage
from hallctl.rules.folding.changes import Folds, with_item, with_session


def _proposed(state: State, event: CallerProposed) -> State:
    return with_session(state, caller_proposed=(event.hall, event.person))


def _accepted(state: State, event: CallerAccepted) -> State:
    return with_session(state, caller=event.hall, caller_proposed=None, caller_heard=None)


def _heard(state: State, event: CallerHeard) -> State:
    return with_session(state, caller_heard=(event.hall, event.volume, event.game) if event.game else None)


def _lost(state: State, event: CallerLost) -> State:
    assert state.game is not None
    assert state.game.caller is not None
    return with_game(state, caller=replace(state.game.caller, lost=event.why))


def _stood(state: State, event: HallStood) -> State:
    assert state.game is not None
    if event.hall == state.game.without:
        state = withdrawn(state, WITHOUT_HALL)  # it was proposed of where the hall stood before
    assert state.game is not None
    stopped = state.game.stopped
    if event.stage is Stage.CLAIM:
        stopped = with_item(stopped, event.hall, stopped.get(event.hall, 0) + 1)
    return with_game(state, halls=with_item(state.game.halls, event.hall, event.stage), stopped=stopped)


def _without_hall_proposed(state: State, event: WithoutHallProposed) -> State:
    return with_game(proposed(state, WITHOUT_HALL, event.proposer, event.reason), without=event.hall)


FOLDS: Final[Folds] = {
    CallerProposed: _proposed,
    CallerAccepted: _accepted,
    CallerHeard: _heard,
    CallerLost: _lost,
    HallStood: _stood,
    WithoutHallProposed: _without_hall_proposed,
}
"""The folds of this room."""
