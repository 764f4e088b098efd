"""The wait for the first ball, and what another boot means to a game, folded into the state.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Final

from hallctl.games.bingo.rules.events.waiting import WaitBegan, WaitEnded
from hallctl.games.bingo.rules.folding.changes import with_game
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.state import State
from hallctl.rules.events.running import ControllerStarted, PlayContinued
from hallctl.rules.folding.changes import Folds


def _controller_started(state: State, event: ControllerStarted) -> State:
    # Durations of another boot mean nothing here (I22): pace and window begin anew, on the safe side.
    game = playing(state)
    if game is None:
        return state
    linked = tuple(replace(each, at=event.at) for each in game.linked)
    return with_game(state, ordered_at=None, asked_at=event.at, closes_at=None, linked=linked)


def _play_continued(state: State, event: PlayContinued) -> State:
    return state if state.game is None else with_game(state, asked_at=event.at)


def _wait_began(state: State, event: WaitBegan) -> State:
    return with_game(state, waiting_since=event.at)


def _wait_ended(state: State, _: WaitEnded) -> State:
    return with_game(state, waiting_since=None)


FOLDS: Final[Folds] = {
    ControllerStarted: _controller_started,
    PlayContinued: _play_continued,
    WaitBegan: _wait_began,
    WaitEnded: _wait_ended,
}
"""The folds of this room."""
