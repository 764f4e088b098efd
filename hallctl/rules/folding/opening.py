"""The session, its people, its checks and its balls, folded into the state.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Final

from hallctl.rules import events as ev
from hallctl.rules.commands import Post
from hallctl.rules.folding.changes import Folds, changed, with_item, with_session
from hallctl.rules.state import BallSet, Session, State


def _series_registered(state: State, event: ev.SeriesRegistered) -> State:
    return replace(
        state,
        series=with_item(state.series, event.series.key, event.series),
        pointers=with_item(state.pointers, event.series.key, 0),
    )


def _ball_set_registered(state: State, event: ev.BallSetRegistered) -> State:
    return changed(state, ball_sets=with_item(state.ball_sets, event.ball_set, BallSet(event.ball_set)))


def _ball_set_mounted(state: State, event: ev.BallSetMounted) -> State:
    state = changed(state, mounted=event.ball_set, folios=event.folio)
    return with_session(state, counted=False, loaded=False) if state.session is not None else state


def _session_opened(state: State, event: ev.SessionOpened) -> State:
    posts = {appointment.post: appointment.person for appointment in event.appointments}
    cashiers = tuple(a.person for a in event.appointments if a.post is Post.CAJERO)
    session = Session(event.session, posts, cashiers=cashiers)
    return changed(
        state,
        session=session,
        sessions=event.session,
        last_day=event.day,
        day_proposed=None,
        day_agreed="",
    )


def _check_passed(state: State, event: ev.CheckPassed) -> State:
    assert state.session is not None
    return with_session(state, passed=state.session.passed | {event.item})


def _balls_counted(state: State, _: ev.BallsCounted) -> State:
    return with_session(state, counted=True, loaded=False)


def _balls_loaded(state: State, _: ev.BallsLoaded) -> State:
    return with_session(state, loaded=True)


def _dual_post_noted(state: State, _: ev.DualPostNoted) -> State:
    return state


def _ball_set_retired(state: State, event: ev.BallSetRetired) -> State:
    retired = replace(state.ball_sets[event.ball_set], retired=True)
    state = changed(
        state,
        ball_sets=with_item(state.ball_sets, retired.name, retired),
        folios=event.folio + event.sheets - 1,
    )
    return changed(state, mounted=None) if state.mounted == retired.name else state


def _minimum_declared(state: State, event: ev.MinimumDeclared) -> State:
    return with_session(state, minimum=event.cards)


def _players_counted(state: State, event: ev.PlayersCounted) -> State:
    return with_session(state, players=event.players)


def _last_game_announced(state: State, event: ev.LastGameAnnounced) -> State:
    return with_session(state, last_game=event.game)


def _session_closed(state: State, event: ev.SessionClosed) -> State:
    return changed(state, session=None, game=None, folios=event.folio + event.sheets - 1)


FOLDS: Final[Folds] = {
    ev.SeriesRegistered: _series_registered,
    ev.BallSetRegistered: _ball_set_registered,
    ev.BallSetMounted: _ball_set_mounted,
    ev.SessionOpened: _session_opened,
    ev.CheckPassed: _check_passed,
    ev.BallsCounted: _balls_counted,
    ev.BallsLoaded: _balls_loaded,
    ev.SessionClosed: _session_closed,
    ev.DualPostNoted: _dual_post_noted,
    ev.BallSetRetired: _ball_set_retired,
    ev.MinimumDeclared: _minimum_declared,
    ev.PlayersCounted: _players_counted,
    ev.LastGameAnnounced: _last_game_announced,
}
"""The folds of this room."""
