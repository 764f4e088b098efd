"""Series, ball sets and counts, folded into the state.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Final

from hallctl.games.bingo.rules.allotted import before_first
from hallctl.games.bingo.rules.cards import series_key
from hallctl.games.bingo.rules.carried import Carried
from hallctl.games.bingo.rules.events.opening import (
    BallsCounted,
    BallSetMounted,
    BallSetRegistered,
    BallSetRetired,
    BallsLoaded,
    LastGameAnnounced,
    MinimumDeclared,
    SeriesRegistered,
)
from hallctl.games.bingo.rules.state import BallSet, Session, State
from hallctl.rules.events.papers import PaperAdopted
from hallctl.rules.events.session import SessionClosed, SessionOpened
from hallctl.rules.events.volumes import BookOpened
from hallctl.rules.folding.changes import Folds, changed, with_item, with_session


def _series_registered(state: State, event: SeriesRegistered) -> State:
    key = event.series.key
    return replace(
        state,
        series=with_item(state.series, key, event.series),
        pointers=with_item(state.pointers, key, before_first(state, key)),
    )


def _paper_adopted(state: State, _: PaperAdopted) -> State:
    """Go on at the first card that is the hall's, where the pointer is before it; it never goes back."""
    pointers = {key: max(sold, before_first(state, key)) for key, sold in state.pointers.items()}
    return changed(state, pointers=pointers)


def _ball_set_registered(state: State, event: BallSetRegistered) -> State:
    fresh = BallSet(event.ball_set, rule_set=event.rule_set)
    return changed(state, ball_sets=with_item(state.ball_sets, event.ball_set, fresh))


def _ball_set_mounted(state: State, event: BallSetMounted) -> State:
    state = changed(state, mounted=event.ball_set, folios=event.folio)
    return with_session(state, counted=False, loaded=False) if state.session is not None else state


def _balls_counted(state: State, _: BallsCounted) -> State:
    return with_session(state, counted=True, loaded=False)


def _balls_loaded(state: State, _: BallsLoaded) -> State:
    return with_session(state, loaded=True)


def _ball_set_retired(state: State, event: BallSetRetired) -> State:
    retired = replace(state.ball_sets[event.ball_set], retired=True)
    state = changed(
        state,
        ball_sets=with_item(state.ball_sets, retired.name, retired),
        folios=event.folio + event.sheets - 1,
    )
    return changed(state, mounted=None) if state.mounted == retired.name else state


def _minimum_declared(state: State, event: MinimumDeclared) -> State:
    return with_session(state, minimum=event.cards)


def _last_game_announced(state: State, event: LastGameAnnounced) -> State:
    return with_session(state, last_game=event.game)


def _session_opened(state: State, _: SessionOpened) -> State:
    """Make a session with balls of the house's."""
    assert state.session is not None
    return changed(state, session=Session(**vars(state.session)))


def _session_closed(state: State, _: SessionClosed) -> State:
    # What the hall does between sessions it does by its own rules.
    own = state.rules.of_hall if state.rules.label else state.rules
    return changed(state, game=None, rules=own)


def _book_opened(state: State, event: BookOpened) -> State:
    """Take over what the volume before hands on."""
    carried = event.carried
    assert isinstance(carried, Carried)
    return changed(
        state,
        series={series_key(s.letter, s.identification): s for s in carried.series},
        pointers={pointer.name: pointer.amount for pointer in carried.pointers},
        ball_sets={s.name: BallSet(s.name, s.games, s.retired, s.rule_set) for s in carried.ball_sets},
        mounted=carried.mounted or None,
        progressives={held.name: held.amount for held in carried.progressives},
        carried=carried.carried,
        carried_of={each.name: each.amount for each in carried.carried_of},
        serial=carried.serial,
        unwon={each.name: each.amount for each in carried.unwon},
        owed=carried.owed,
    )


FOLDS: Final[Folds] = {
    BookOpened: _book_opened,
    SeriesRegistered: _series_registered,
    BallSetRegistered: _ball_set_registered,
    BallSetMounted: _ball_set_mounted,
    BallsCounted: _balls_counted,
    BallsLoaded: _balls_loaded,
    BallSetRetired: _ball_set_retired,
    MinimumDeclared: _minimum_declared,
    LastGameAnnounced: _last_game_announced,
    SessionOpened: _session_opened,
    SessionClosed: _session_closed,
    PaperAdopted: _paper_adopted,
}
"""The folds of this room."""
