"""The wait for the first ball: what keeps a game from it may last so long and no longer (D8).

Not responsible for what keeps it: a latched fault, or a restart that waits for "continue".
"""

from collections.abc import Mapping
from typing import Final

from hallctl.games.bingo.rules.events.waiting import WaitBegan, WaitEnded
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.rules.events.base import Event
from hallctl.rules.events.printing import PrintingSuspended
from hallctl.rules.events.running import ControllerStarted, FaultAcknowledged, FaultLatched, PlayContinued
from hallctl.rules.folios import PRINTING
from hallctl.rules.game_rules import Consequence
from hallctl.rules.refusals import Refusal

_MINUTE_MS = 60_000


def wait_begins(state: State, now: int, *, again: bool = False) -> tuple[Event, ...]:
    """Return the beginning of the wait, where a game stands between its start and its first ball.

    Args:
        state: Where the hall stands.
        now: Monotonic milliseconds of this boot.
        again: Whether the controller started: what another boot had counted means nothing to its clock (I22).
    """
    game = playing(state)
    if game is None or game.phase not in {Phase.DRAW, Phase.CLAIM} or game.drawn:
        return ()
    if game.waiting_since is not None and not again:
        return ()
    return (WaitBegan(game.number, state.rules.wait_before_first_ball_ms, again, now),)


def wait_over(state: State, now: int) -> tuple[Event, ...]:
    """Return the end of a wait that was not too long; one that was never ends but by voiding."""
    game = playing(state)
    if game is None or game.waiting_since is None or waited_too_long(state, now):
        return ()
    return (WaitEnded(game.number),)


def waited_too_long(state: State, now: int) -> bool:
    """Return whether the game has waited for its first ball as long as it may."""
    game = playing(state)
    if game is None or game.waiting_since is None:
        return False
    return now - game.waiting_since >= state.rules.wait_before_first_ball_ms


def minutes(state: State) -> int:
    """Return how many minutes a game waits at most, as people count them."""
    return state.rules.wait_before_first_ball_ms // _MINUTE_MS


def too_late(state: State, now: int) -> Refusal | None:
    """Say that the game has waited too long for its first ball for any step that plays on (D8)."""
    return refuse("WAIT-OVER", minutes=minutes(state)) if waited_too_long(state, now) else None


def _started(state: State, _: ControllerStarted, now: int) -> tuple[Event, ...]:
    return wait_begins(state, now, again=True)


def _latched(state: State, _: FaultLatched, now: int) -> tuple[Event, ...]:
    return wait_begins(state, now)


def _continued(state: State, _: PlayContinued, now: int) -> tuple[Event, ...]:
    return () if state.faults else wait_over(state, now)


def _acknowledged(state: State, event: FaultAcknowledged, now: int) -> tuple[Event, ...]:
    return _without((event.device, event.code), state, now)


def _printing_suspended(state: State, _: PrintingSuspended, now: int) -> tuple[Event, ...]:
    return _without(PRINTING, state, now)


def _without(gone: tuple[str, str], state: State, now: int) -> tuple[Event, ...]:
    """Return the end of the wait where nothing but the fault that is gone kept the game from its ball."""
    others = state.suspended or any((fault.device, fault.code) != gone for fault in state.faults)
    return () if others else wait_over(state, now)


CONSEQUENCES: Final[Mapping[type[Event], Consequence]] = {
    ControllerStarted: _started,
    FaultLatched: _latched,
    PlayContinued: _continued,
    FaultAcknowledged: _acknowledged,
    PrintingSuspended: _printing_suspended,
}
"""Where the wait begins and ends with what happens to the controller and its devices."""
