"""The cadence, folded into the state.

Not responsible for what ends it.
"""

from dataclasses import replace
from typing import Final

from hallctl.games.bingo.rules.events.cadence import CadenceStarted, CadenceStopped
from hallctl.games.bingo.rules.folding.changes import with_game
from hallctl.games.bingo.rules.state import Cadence, State
from hallctl.rules.folding.changes import Folds


def _started(state: State, event: CadenceStarted) -> State:
    assert state.game is not None
    begun = Cadence(event.seconds, event.person, state.game.order)
    return with_game(state, cadences=(*state.game.cadences, begun))


def _stopped(state: State, event: CadenceStopped) -> State:
    assert state.game is not None
    *before, last = state.game.cadences
    ended = replace(last, balls=event.balls, ended=event.why, stopper=event.person)
    return with_game(state, cadences=(*before, ended))


FOLDS: Final[Folds] = {CadenceStarted: _started, CadenceStopped: _stopped}
"""The folds of this room."""
