"""A spin and what people decide of it, folded into the state.

Not responsible for whether an event may happen.
"""

from typing import Any, Final

from hallctl.games.roulette.rules.events.bets import BetsPlaced, StakesSaid
from hallctl.games.roulette.rules.events.people import (
    NumberApproved,
    NumberProposed,
    ProposalWithdrawn,
    SpinVoided,
    SpinVoidProposed,
)
from hallctl.games.roulette.rules.events.spin import (
    BallLaunched,
    BetsClosed,
    BetsOpened,
    DirectionRepeated,
    LosersCollected,
    MarkerPlaced,
    NumberEntered,
    NumberEstablished,
    NumberSensed,
    PictureKept,
    TableStopped,
    WinnersPaid,
)
from hallctl.games.roulette.rules.kinds import Direction, Phase
from hallctl.games.roulette.rules.money import bets_of
from hallctl.games.roulette.rules.state import LAST, PlayersBets, Proposal, Spin, State
from hallctl.rules.events.base import Event
from hallctl.rules.events.running import ControllerStarted
from hallctl.rules.folding.changes import Folds, changed, with_session


def _with_spin(state: State, **changes: Any) -> State:
    assert state.spin is not None
    return changed(state, spin=changed(state.spin, **changes))


def _won(state: State, amount: int) -> State:
    assert state.table is not None
    return changed(state, table=changed(state.table, won=state.table.won + amount))


def _bets_opened(state: State, event: BetsOpened) -> State:
    session = state.session
    assert session is not None
    spin = Spin(event.spin, opened_at=event.at, closes_at=event.closes_at, croupier=event.croupier)
    state = changed(state, spin=spin, games=event.spin)
    return with_session(state, games=session.games + 1)


def _ball_launched(state: State, event: BallLaunched) -> State:
    known = event.direction is not Direction.UNKNOWN
    state = changed(state, direction=event.direction if known else state.direction)
    said = {"croupier": event.croupier, "direction": event.direction, "game": event.sensor}
    return _with_spin(state, phase=Phase.LAUNCHED, **said)


def _bets_closed(state: State, _: BetsClosed) -> State:
    return _with_spin(state, phase=Phase.CLOSED, closes_at=None)


def _number_sensed(state: State, event: NumberSensed) -> State:
    state = changed(state, sensor=event.sensor)
    spin = state.spin
    assert spin is not None
    early = spin.early_picture and not event.picture
    picture = event.picture or spin.picture
    return _with_spin(state, sensed=event.pocket, picture=picture, early_picture=early)


def _picture_kept(state: State, event: PictureKept) -> State:
    return _with_spin(state, picture=event.picture, early_picture=event.stopped)


def _number_entered(state: State, event: NumberEntered) -> State:
    return _with_spin(state, entered=event.pocket)


def _table_stopped(state: State, event: TableStopped) -> State:
    return _with_spin(state, phase=Phase.DISPUTED, dispute=event.dispute, cause=event.cause, closes_at=None)


def _number_established(state: State, event: NumberEstablished) -> State:
    numbers = (event.pocket, *state.numbers)[:LAST]
    state = _with_spin(state, phase=Phase.NUMBER, pocket=event.pocket, dispute=None, proposal=None)
    return changed(state, numbers=numbers)


def _marker_placed(state: State, _: MarkerPlaced) -> State:
    return _with_spin(state, phase=Phase.MARKED)


def _losers_collected(state: State, event: LosersCollected) -> State:
    state = _with_spin(state, phase=Phase.COLLECTED, collected=event.collected)
    return _won(state, event.collected)


def _winners_paid(state: State, event: WinnersPaid) -> State:
    return _won(_with_spin(state, phase=Phase.PAID, paid=event.paid, kept=event.kept), -event.paid)


def _number_proposed(state: State, event: NumberProposed) -> State:
    return _with_spin(state, proposal=Proposal(event.person, event.reason, event.pocket))


def _void_proposed(state: State, event: SpinVoidProposed) -> State:
    return _with_spin(state, proposal=Proposal(event.person, event.reason, "", event.cause))


def _spin_voided(state: State, event: SpinVoided) -> State:
    return _with_spin(state, phase=Phase.VOID, void=event.cause, dispute=None, proposal=None, closes_at=None)


def _withdrawn(state: State, _: ProposalWithdrawn) -> State:
    return _with_spin(state, proposal=None)


def _bets_placed(state: State, event: BetsPlaced) -> State:
    spin = state.spin
    assert spin is not None
    mine = PlayersBets(event.player, (*bets_of(spin, event.player), *event.bets))
    others = tuple(each for each in spin.bets if each.player != event.player)
    return _with_spin(state, bets=(*others, mine))


def _stakes_said(state: State, event: StakesSaid) -> State:
    return _with_spin(state, stakes=event.stakes)


def _controller_started(state: State, _: ControllerStarted) -> State:
    """Forget the betting time of another boot: the croupier closes the bets of a spin that was begun."""
    return state if state.spin is None else _with_spin(state, closes_at=None)


def _nothing(state: State, _: Event) -> State:
    return state


FOLDS: Final[Folds] = {
    BetsOpened: _bets_opened,
    BallLaunched: _ball_launched,
    DirectionRepeated: _nothing,
    BetsClosed: _bets_closed,
    NumberSensed: _number_sensed,
    NumberEntered: _number_entered,
    PictureKept: _picture_kept,
    TableStopped: _table_stopped,
    NumberEstablished: _number_established,
    MarkerPlaced: _marker_placed,
    LosersCollected: _losers_collected,
    WinnersPaid: _winners_paid,
    NumberProposed: _number_proposed,
    NumberApproved: _nothing,
    SpinVoidProposed: _void_proposed,
    SpinVoided: _spin_voided,
    ProposalWithdrawn: _withdrawn,
    BetsPlaced: _bets_placed,
    StakesSaid: _stakes_said,
    ControllerStarted: _controller_started,
}
"""The folds of this room."""
