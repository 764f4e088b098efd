"""The fold: a state and an event give the next state.

Not responsible for whether an event may happen: events come from ``decide`` or from the book, and are facts.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from hallctl.rules import events as ev
from hallctl.rules.state import Award, BallSet, Doubt, Fault, Game, Phase, Session, State

K = TypeVar("K")
V = TypeVar("V")


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after the event."""
    return _FOLDS[type(event)](state, event)


def fold(state: State, happened: Iterable[ev.Event]) -> State:
    """Return the state after all the events, in their order."""
    for event in happened:
        state = evolve(state, event)
    return state


def _with(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    return {**mapping, key: value}


def _game(state: State, **changes: Any) -> State:
    assert state.game is not None
    return replace(state, game=replace(state.game, **changes))


def _session(state: State, **changes: Any) -> State:
    assert state.session is not None
    return replace(state, session=replace(state.session, **changes))


def _book_opened(state: State, event: ev.BookOpened) -> State:
    return replace(state, book=event)


def _controller_started(state: State, event: ev.ControllerStarted) -> State:
    # Durations of another boot mean nothing here (I22): pace and window begin anew, on the safe side.
    state = replace(state, boot=event.boot, in_order=False)
    if state.playing is None:
        return state
    return _game(replace(state, suspended=True), ordered_at=None, asked_at=event.at)


def _controller_stopped(state: State, _: ev.ControllerStopped) -> State:
    return replace(state, in_order=True)


def _play_continued(state: State, event: ev.PlayContinued) -> State:
    state = replace(state, suspended=False)
    return _game(state, asked_at=event.at) if state.game is not None else state


def _series_registered(state: State, event: ev.SeriesRegistered) -> State:
    return replace(
        state,
        series=_with(state.series, event.series.key, event.series),
        pointers=_with(state.pointers, event.series.key, 0),
    )


def _ball_set_registered(state: State, event: ev.BallSetRegistered) -> State:
    return replace(state, ball_sets=_with(state.ball_sets, event.ball_set, BallSet(event.ball_set)))


def _ball_set_mounted(state: State, event: ev.BallSetMounted) -> State:
    state = replace(state, mounted=event.ball_set)
    return _session(state, counted=False, loaded=False) if state.session is not None else state


def _session_opened(state: State, event: ev.SessionOpened) -> State:
    posts = {appointment.post: appointment.person for appointment in event.appointments}
    return replace(state, session=Session(event.session, posts), sessions=event.session)


def _check_passed(state: State, event: ev.CheckPassed) -> State:
    assert state.session is not None
    return _session(state, passed=state.session.passed | {event.item})


def _balls_counted(state: State, _: ev.BallsCounted) -> State:
    return _session(state, counted=True, loaded=False)


def _balls_loaded(state: State, _: ev.BallsLoaded) -> State:
    return _session(state, loaded=True)


def _game_announced(state: State, event: ev.GameAnnounced) -> State:
    assert state.session is not None
    state = _session(state, counted=False, games=state.session.games + 1)
    game = Game(event.game, event.series, event.face_value, event.first)
    return replace(state, game=game, games=event.game)


def _drum_filled(state: State, _: ev.DrumFilled) -> State:
    return _game(state, filled=True)


def _cards_sold(state: State, event: ev.CardsSold) -> State:
    assert state.game is not None
    ranges = state.game.sold
    sold = event.sold
    if ranges and ranges[-1].series == sold.series and ranges[-1].last + 1 == sold.first:
        ranges, sold = ranges[:-1], replace(ranges[-1], last=sold.last)
    state = replace(state, pointers=_with(state.pointers, sold.series, sold.last))
    return _game(state, sold=(*ranges, sold))


def _sale_closed(state: State, event: ev.SaleClosed) -> State:
    return _game(
        state,
        phase=Phase.CLOSED,
        collected=event.collected,
        line=event.line,
        bingo=event.bingo,
        house=event.house,
    )


def _draw_started(state: State, _: ev.DrawStarted) -> State:
    return _game(state, phase=Phase.DRAW)


def _extraction_ordered(state: State, event: ev.ExtractionOrdered) -> State:
    state = replace(state, serial=event.serial)
    return _game(state, order=event.order, pending=event.serial, ordered_at=event.at)


def _ball_drawn(state: State, event: ev.BallDrawn) -> State:
    game = state.game
    assert game is not None
    if event.order == 1 and state.mounted is not None:
        ball_set = state.ball_sets[state.mounted]
        used = replace(ball_set, games=ball_set.games + 1)
        state = replace(state, ball_sets=_with(state.ball_sets, used.name, used))
    return _game(state, drawn=(*game.drawn, event.ball), pending=None, doubt=None)


def _ball_doubted(state: State, event: ev.BallDoubted) -> State:
    return _game(state, doubt=Doubt(event.candidates, event.reason, event.picture))


def _ball_called(state: State, _: ev.BallCalled) -> State:
    assert state.game is not None
    return _game(state, called=state.game.called + 1)


def _claim_raised(state: State, event: ev.ClaimRaised) -> State:
    return _game(state, phase=Phase.CLAIM, stop=event.claim, verified=(), asked=None)


def _card_verified(state: State, event: ev.CardVerified) -> State:
    assert state.game is not None
    return _game(state, verified=(*state.game.verified, event), claims=(*state.game.claims, event))


def _any_more_asked(state: State, event: ev.AnyMoreAsked) -> State:
    return _game(state, asked=event.claim, asked_at=event.at)


def _prize_awarded(state: State, event: ev.PrizeAwarded) -> State:
    assert state.game is not None
    return _game(state, awards=(*state.game.awards, Award(event)))


def _remainder_booked(state: State, event: ev.RemainderBooked) -> State:
    assert state.game is not None
    return _game(state, rounding=state.game.rounding + event.amount)


def _draw_resumed(state: State, event: ev.DrawResumed) -> State:
    return _game(state, phase=Phase.DRAW, stop=None, verified=(), asked=None, ordered_at=event.at)


def _game_finished(state: State, _: ev.GameFinished) -> State:
    return _game(state, phase=Phase.FINISHED, stop=None, asked=None)


def _prize_paid(state: State, event: ev.PrizePaid) -> State:
    assert state.game is not None
    paid = (event.claim, event.series, event.card)
    awards = tuple(
        replace(award, paid=True)
        if (award.prize.claim, award.prize.series, award.prize.card) == paid
        else award
        for award in state.game.awards
    )
    return _game(state, awards=awards)


def _cards_collected(state: State, _: ev.CardsCollected) -> State:
    return _game(state, cards_collected=True)


def _void_proposed(state: State, event: ev.VoidProposed) -> State:
    return _game(state, void_reason=event.reason, void_proposer=event.proposer)


def _game_voided(state: State, event: ev.GameVoided) -> State:
    # A game voided before its sale closed has collected what was sold up to then.
    assert state.game is not None
    money = {
        "collected": state.game.cards * state.game.face_value,
        "line": sum(award.prize.amount for award in state.game.awards) + state.game.rounding,
        "bingo": 0,
        "house": event.house,
        "refunded": event.refunded,
    }
    lost = {"stop": None, "asked": None, "pending": None, "doubt": None}
    return _game(replace(state, suspended=False), phase=Phase.VOID, **money, **lost)


def _game_signed(state: State, event: ev.GameSigned) -> State:
    return _game(replace(state, folios=event.folio), phase=Phase.SIGNED)


def _session_closed(state: State, _: ev.SessionClosed) -> State:
    return replace(state, session=None, game=None)


def _fault_latched(state: State, event: ev.FaultLatched) -> State:
    others = tuple(f for f in state.faults if (f.device, f.code) != (event.device, event.code))
    return replace(state, faults=(*others, Fault(event.device, event.code, event.detail, active=True)))


def _fault_ended(state: State, event: ev.FaultEnded) -> State:
    ended = (event.device, event.code)
    faults = tuple(replace(f, active=False) if (f.device, f.code) == ended else f for f in state.faults)
    return replace(state, faults=faults)


def _fault_acknowledged(state: State, event: ev.FaultAcknowledged) -> State:
    gone = (event.device, event.code)
    return replace(state, faults=tuple(f for f in state.faults if (f.device, f.code) != gone))


_FOLDS: Final[Mapping[type[ev.Event], Callable[[State, Any], State]]] = {
    ev.BookOpened: _book_opened,
    ev.ControllerStarted: _controller_started,
    ev.ControllerStopped: _controller_stopped,
    ev.PlayContinued: _play_continued,
    ev.SeriesRegistered: _series_registered,
    ev.BallSetRegistered: _ball_set_registered,
    ev.BallSetMounted: _ball_set_mounted,
    ev.SessionOpened: _session_opened,
    ev.CheckPassed: _check_passed,
    ev.BallsCounted: _balls_counted,
    ev.BallsLoaded: _balls_loaded,
    ev.GameAnnounced: _game_announced,
    ev.DrumFilled: _drum_filled,
    ev.CardsSold: _cards_sold,
    ev.SaleClosed: _sale_closed,
    ev.DrawStarted: _draw_started,
    ev.ExtractionOrdered: _extraction_ordered,
    ev.BallDrawn: _ball_drawn,
    ev.BallDoubted: _ball_doubted,
    ev.BallCalled: _ball_called,
    ev.ClaimRaised: _claim_raised,
    ev.CardVerified: _card_verified,
    ev.AnyMoreAsked: _any_more_asked,
    ev.PrizeAwarded: _prize_awarded,
    ev.RemainderBooked: _remainder_booked,
    ev.DrawResumed: _draw_resumed,
    ev.GameFinished: _game_finished,
    ev.PrizePaid: _prize_paid,
    ev.CardsCollected: _cards_collected,
    ev.VoidProposed: _void_proposed,
    ev.GameVoided: _game_voided,
    ev.GameSigned: _game_signed,
    ev.SessionClosed: _session_closed,
    ev.FaultLatched: _fault_latched,
    ev.FaultEnded: _fault_ended,
    ev.FaultAcknowledged: _fault_acknowledged,
}

EVENTS: Final[Mapping[str, type[ev.Event]]] = {kind.__name__: kind for kind in _FOLDS}
"""Every event by its name, which is the kind of its entry."""
