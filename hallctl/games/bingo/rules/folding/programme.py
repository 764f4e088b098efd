"""The programme of a session, folded into the state.

Not responsible for whether an event may happen.
"""

from typing import Final

from hallctl.games.bingo.rules.events.programme import GameProgrammed, ProgrammedGameDropped
from hallctl.games.bingo.rules.state import State
from hallctl.rules.folding.changes import Folds, with_session


def _programmed(state: State, event: GameProgrammed) -> State:
    assert state.session is not None
    return with_session(state, programme=(*state.session.programme, event.programmed))


def _dropped(state: State, event: ProgrammedGameDropped) -> State:
    assert state.session is not None
    left = list(state.session.programme)
    del left[event.place - 1]
    return with_session(state, programme=tuple(left))


FOLDS: Final[Folds] = {GameProgrammed: _programmed, ProgrammedGameDropped: _dropped}
"""The folds of this room."""
