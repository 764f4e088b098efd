"""The wait for the first ball: what keeps a game from it may last so long and no longer (D8).

Not responsible for what keeps it: a latched fault, or a restart that waits for "continue".
"""

from hallctl.rules import events as ev
from hallctl.rules.state import Phase, State

_MINUTE_MS = 60_000


def wait_begins(state: State, now: int, *, again: bool = False) -> tuple[ev.Event, ...]:
    """Return the beginning of the wait, where a game stands between its start and its first ball.

    Args:
        state: Where the hall stands.
        now: Monotonic milliseconds of this boot.
        again: Whether the controller started: what another boot had counted means nothing to its clock (I22).
    """
    game = state.playing
    if game is None or game.phase not in {Phase.DRAW, Phase.CLAIM} or game.drawn:
        return ()
    if game.waiting_since is not None and not again:
        return ()
    return (ev.WaitBegan(game.number, state.rules.wait_before_first_ball_ms, again, now),)


def wait_over(state: State, now: int) -> tuple[ev.Event, ...]:
    """Return the end of a wait that was not too long; one that was never ends but by voiding."""
    game = state.playing
    if game is None or game.waiting_since is None or waited_too_long(state, now):
        return ()
    return (ev.WaitEnded(game.number),)


def waited_too_long(state: State, now: int) -> bool:
    """Return whether the game has waited for its first ball as long as it may."""
    game = state.playing
    if game is None or game.waiting_since is None:
        return False
    return now - game.waiting_since >= state.rules.wait_before_first_ball_ms


def minutes(state: State) -> int:
    """Return how many minutes a game waits at most, as people count them."""
    return state.rules.wait_before_first_ball_ms // _MINUTE_MS
