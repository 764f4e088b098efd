"""What the extractor, or the camera alone, has to do after an event is durable.

Not responsible for sending it down a wire.
"""

from dataclasses import dataclass

from hallctl.rules.deciding.hand import by_hand
from hallctl.rules.events.base import Event
from hallctl.rules.events.closing import GameVoided
from hallctl.rules.events.draw import ExtractionOrdered
from hallctl.rules.events.opening import BallsLoaded
from hallctl.rules.events.printing import PrintingSuspended
from hallctl.rules.events.running import FaultAcknowledged, FaultLatched, PlayContinued
from hallctl.rules.events.sale import GameAnnounced
from hallctl.rules.events.wrong_calls import MeansChanged
from hallctl.rules.state import Phase, State


@dataclass(frozen=True, slots=True)
class Draw:
    """Bring one ball to the exit; the machine knows the order again by its serial."""

    serial: int


@dataclass(frozen=True, slots=True)
class Reload:
    """Put every ball back into the drum."""


@dataclass(frozen=True, slots=True)
class Halt:
    """Stand still, until a reset."""


@dataclass(frozen=True, slots=True)
class Reset:
    """Clear the latched stop; moves nothing (I13)."""


@dataclass(frozen=True, slots=True)
class WatchExit:
    """Have the camera look at a ball that was taken out by hand; moves nothing."""

    serial: int


Order = Draw | WatchExit | Reload | Halt | Reset


def orders(event: Event, state: State) -> tuple[Order, ...]:
    """Return what the extractor has to do after the event; ``state`` is the state with it."""
    match event:
        case ExtractionOrdered(serial=serial):
            # A ball that was taken out by hand is drawn already, or waits for the camera to agree.
            game = state.game
            if game is None or game.pending != serial:
                return ()
            return (WatchExit(serial),) if by_hand(state, game) else (Draw(serial),)
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
    game = state.playing
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
