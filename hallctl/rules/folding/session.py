"""The session, its people and its checks, folded into the state.

Not responsible for whether an event may happen.
"""

from typing import Final

from hallctl.rules.commands.base import SEVERAL
from hallctl.rules.events.session import (
    CheckPassed,
    DualPostNoted,
    PlayersCounted,
    SessionClosed,
    SessionOpened,
)
from hallctl.rules.folding.changes import Folds, changed, with_session
from hallctl.rules.state import Session, State


def _session_opened(state: State, event: SessionOpened) -> State:
    posts = {appointment.post: appointment.person for appointment in event.appointments}
    several = {post: tuple(a.person for a in event.appointments if a.post is post) for post in SEVERAL}
    several = {post: held for post, held in several.items() if held}
    session = Session(event.session, posts, several=several, before=state.totals)
    return changed(
        state,
        session=session,
        sessions=event.session,
        last_day=event.day,
        day_proposed=None,
        day_agreed="",
    )


def _check_passed(state: State, event: CheckPassed) -> State:
    assert state.session is not None
    return with_session(state, passed=state.session.passed | {event.item})


def _dual_post_noted(state: State, _: DualPostNoted) -> State:
    return state


def _players_counted(state: State, event: PlayersCounted) -> State:
    return with_session(state, players=event.players)


def _session_closed(state: State, event: SessionClosed) -> State:
    return changed(state, session=None, folios=event.folio + event.sheets - 1)


FOLDS: Final[Folds] = {
    SessionOpened: _session_opened,
    CheckPassed: _check_passed,
    DualPostNoted: _dual_post_noted,
    PlayersCounted: _players_counted,
    SessionClosed: _session_closed,
}
"""The folds of this room."""
