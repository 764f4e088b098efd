"""The draw, ball by ball, folded into the state.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Final

from hallctl.games.bingo.rules.events.draw import (
    BallCalled,
    BallCorrected,
    BallDoubted,
    BallDrawn,
    BallEntered,
    DrawStarted,
    DrumFilled,
    ExtractionOrdered,
)
from hallctl.games.bingo.rules.folding.changes import with_game
from hallctl.games.bingo.rules.state import Doubt, Phase, State
from hallctl.rules.folding.changes import Folds, changed, with_item


def _drum_filled(state: State, _: DrumFilled) -> State:
    return with_game(state, filled=True)


def _draw_started(state: State, _: DrawStarted) -> State:
    return with_game(state, phase=Phase.DRAW)


def _extraction_ordered(state: State, event: ExtractionOrdered) -> State:
    assert state.game is not None
    game = changed(state.game, order=event.order, pending=event.serial, ordered_at=event.at)
    return changed(state, serial=event.serial, game=game)


def _ball_drawn(state: State, event: BallDrawn) -> State:
    game = state.game
    assert game is not None
    if event.order == 1 and state.mounted is not None and game.caller is None:
        ball_set = state.ball_sets[state.mounted]
        used = replace(ball_set, games=ball_set.games + 1)
        state = changed(state, ball_sets=with_item(state.ball_sets, used.name, used))
    named = event.reader == "person" and not event.readings
    drawn = (*game.drawn, event.ball)
    caller = None if game.caller is None else replace(game.caller, delay_ms=event.delay_ms)
    unread = {"named": named, "pending": None, "doubt": None, "entered": None}
    return with_game(state, drawn=drawn, caller=caller, **unread)


def _ball_corrected(state: State, event: BallCorrected) -> State:
    assert state.game is not None
    return with_game(state, drawn=(*state.game.drawn[:-1], event.ball))


def _ball_entered(state: State, event: BallEntered) -> State:
    return with_game(state, entered=event.ball)


def _ball_doubted(state: State, event: BallDoubted) -> State:
    return with_game(state, doubt=Doubt(event.candidates, event.reason, event.picture, event.readings))


def _ball_called(state: State, _: BallCalled) -> State:
    assert state.game is not None
    return with_game(state, called=state.game.called + 1)


FOLDS: Final[Folds] = {
    DrumFilled: _drum_filled,
    DrawStarted: _draw_started,
    ExtractionOrdered: _extraction_ordered,
    BallEntered: _ball_entered,
    BallDrawn: _ball_drawn,
    BallCorrected: _ball_corrected,
    BallDoubted: _ball_doubted,
    BallCalled: _ball_called,
}
"""The folds of this room."""
