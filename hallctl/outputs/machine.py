"""What the extractor has to do after an event is durable.

Not responsible for sending it down a wire.
"""

from dataclasses import dataclass

from hallctl.rules import events as ev
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


Order = Draw | Reload | Halt | Reset


def orders(event: ev.Event, state: State) -> tuple[Order, ...]:
    """Return what the extractor has to do after the event; ``state`` is the state with it."""
    match event:
        case ev.ExtractionOrdered(serial=serial):
            # A ball that was taken out by hand is drawn already: nobody asks the machine for it.
            waits = state.game is not None and state.game.pending == serial
            return (Draw(serial),) if waits else ()
        case ev.BallsLoaded() | ev.GameAnnounced():
            return () if state.faults else (Reset(), Reload())
        case ev.FaultLatched() | ev.GameVoided() | ev.MeansChanged():
            return (Halt(),)
        case ev.PlayContinued() | ev.FaultAcknowledged():
            return pursue(state)
        case _:
            return ()


def pursue(state: State) -> tuple[Order, ...]:
    """Return what is still owed by the extractor when play goes on after a stop.

    The same order again moves no second ball: the machine answers with the ball it brought for it.
    """
    game = state.playing
    if game is None or state.faults or state.suspended:
        return ()
    if game.pending is not None and game.doubt is None:
        return (Reset(), Draw(game.pending))
    unfilled = game.phase in {Phase.SALE, Phase.CLOSED} and not game.filled
    return (Reset(), Reload()) if unfilled else (Reset(),)
