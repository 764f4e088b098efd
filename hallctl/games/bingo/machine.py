"""What the extractor, or the camera alone, has to do after an event of bingo is durable, and what it brings.

Not responsible for sending it down a wire.
"""

from typing import Final

from hallctl.games.bingo.rules.events.closing import GameVoided
from hallctl.games.bingo.rules.events.draw import ExtractionOrdered
from hallctl.games.bingo.rules.events.opening import BallsLoaded
from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.games.bingo.rules.events.wrong_calls import MeansChanged
from hallctl.games.bingo.rules.hand import by_hand, required
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.outputs.machine import Draw, Expected, Halt, MachineUse, Order, Reload, Reset, WatchExit
from hallctl.rules.events.base import Event
from hallctl.rules.events.printing import PrintingSuspended
from hallctl.rules.events.running import FaultAcknowledged, FaultLatched, PlayContinued


def orders(event: Event, state: State) -> tuple[Order, ...]:
    """Return what the extractor has to do after the event; ``state`` is the state with it."""
    match event:
        case ExtractionOrdered(serial=serial):
            # A ball that was taken out by hand is drawn already, or waits for the camera to agree.
            game = state.game
            if game is None or game.pending != serial:
                return ()
            return (WatchExit(serial),) if by_hand(state, game) else (Draw(serial),)
        case GameAnnounced() if state.game is not None and state.game.caller is not None:
            return ()
        case BallsLoaded() | GameAnnounced():
            return () if state.faults else (Reset(), Reload())
        case FaultLatched() | GameVoided() | MeansChanged():
            return (Halt(),)
        case PlayContinued() | FaultAcknowledged() | PrintingSuspended():
            return pursue(state)
        case _:
            return ()


def pursue(state: State) -> tuple[Order, ...]:
    """Return what is still owed by the extractor when play goes on after a stop.

    The same order again moves no second ball: the machine answers with the ball it brought for it.
    """
    game = playing(state)
    if game is None or state.suspended:
        return ()
    if game.pending is not None and by_hand(state, game):
        # No fault takes the ball out of the locutor's hand: what the camera makes of it ends in a number.
        return (WatchExit(game.pending),) if game.doubt is None else ()
    if state.faults:
        return ()
    if game.pending is not None and game.doubt is None:
        return (Reset(), Draw(game.pending))
    unfilled = game.phase in {Phase.SALE, Phase.CLOSED} and not game.filled
    return (Reset(), Reload()) if unfilled else (Reset(),)


def expected(state: State) -> Expected | None:
    """Return which ball the game awaits, and who must agree on it; None without a game."""
    game = state.game
    if game is None:
        return None
    return Expected(
        serial=game.pending if game.open and game.doubt is None else None,
        ball_set=state.mounted or "",
        playing=game.phase in {Phase.DRAW, Phase.CLAIM},
        filled=game.open and game.filled,
        drawn=frozenset(game.drawn),
        witnesses=required(state, game),
        entered=game.entered,
    )


BINGO_MACHINE: Final = MachineUse(orders, pursue, expected)
"""How bingo uses the extractor and the camera on its exit."""
