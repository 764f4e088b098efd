"""Which lamp of the panel is lit, and how, by where the hall stands.

Pure. Not responsible for pins, nor for the lamps that a game lights. The state is made of durable events
only, so no lamp is ahead of the book (I1); that a hall is for practice changes no lamp.
"""

from collections.abc import Callable, Mapping
from enum import Enum, StrEnum
from typing import Final

from hallctl.rules.state import GameState, State

CAMERA: Final = "cámara"
"""The device whose faults put the camera's lamp out."""


class Lamp(StrEnum):
    """The lamps of the panel."""

    SALE = "sale"
    DRAW = "draw"
    CLAIM = "claim"
    FAULT = "fault"
    CAMERA = "camera"
    BEACON = "beacon"


class Light(Enum):
    """How a lamp is lit."""

    OUT = "out"
    STEADY = "steady"
    SLOW = "slow"
    FAST = "fast"


BLINK_S: Final[Mapping[Light, float]] = {Light.SLOW: 1.0, Light.FAST: 0.2}
"""How long a blink is: half of it lit."""


Lights = Callable[[GameState], Mapping[Lamp, Light]]
"""Returns how a game lights its lamps; those that it leaves out are not lit."""


def dark(_: State) -> Mapping[Lamp, Light]:
    """Light no lamp of a game."""
    return {}


def lamps(
    state: State | None, pictures: bool, refused: bool = False, lights: Lights = dark
) -> dict[Lamp, Light]:
    """Return how every lamp is lit.

    Args:
        state: Where the hall stands; None where the table is not heard, or the book has stopped it.
        pictures: Whether pictures of the exit come.
        refused: Whether the rules have just refused a press.
        lights: Which lamps the game lights.
    """
    out = dict.fromkeys(Lamp, Light.OUT)
    if state is None:
        return out | {Lamp.FAULT: Light.FAST}
    sees = pictures and not any(fault.device == CAMERA for fault in state.faults)
    fault = Light.FAST if refused else _fault(state)
    camera = Light.STEADY if sees else Light.OUT
    return out | dict(lights(state)) | {Lamp.FAULT: fault, Lamp.CAMERA: camera}


def lit(light: Light, at: float) -> bool:
    """Return whether a lamp is lit at a moment, in monotonic seconds."""
    whole = BLINK_S.get(light)
    return light is Light.STEADY if whole is None else at % whole < whole / 2


def _fault(state: State) -> Light:
    """Slow as long as a cause is there; steady once everything waits for the jefe alone."""
    if any(fault.active for fault in state.faults):
        return Light.SLOW
    return Light.STEADY if state.faults or state.suspended else Light.OUT
