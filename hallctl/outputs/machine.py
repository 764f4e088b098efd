"""What a machine that brings one result at a time may be ordered, and what a game says of it.

Not responsible for sending anything down a wire, nor for when a game orders what.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hallctl.rules.events.base import Event
from hallctl.rules.state import GameState
from hallctl.rules.witnesses import Witness


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


@dataclass(frozen=True, slots=True)
class Expected:
    """What a game expects of the machine.

    Attributes:
        serial: The order whose ball is awaited; None where there is none, or a person settles its number.
        ball_set: The set that is mounted.
        playing: Whether the game is where balls come out.
        filled: Whether every ball was back in the drum before the draw.
        drawn: The balls that are out, and cannot come again.
        witnesses: Who must agree on a ball (I15).
        entered: What the caller said of the ball; None before.
    """

    serial: int | None
    ball_set: str
    playing: bool
    filled: bool
    drawn: frozenset[int]
    witnesses: frozenset[Witness]
    entered: int | None


@dataclass(frozen=True, slots=True)
class MachineUse:
    """How a game uses the machine: pure functions.

    Attributes:
        orders: Returns what the machine has to do after an event; the state is that with it.
        pursue: Returns what the machine still has to do when play goes on after a stop.
        expected: Returns what the game expects of the machine; None without a game.
    """

    orders: Callable[[Event, GameState], tuple[Order, ...]]
    pursue: Callable[[GameState], tuple[Order, ...]]
    expected: Callable[[GameState], Expected | None]


NO_MACHINE: Final = MachineUse(lambda *_: (), lambda _: (), lambda _: None)
"""Of a game that orders nothing of any machine."""
