"""Which lamp of the panel is lit, and how, by where the hall stands.

Pure. Not responsible for pins. The state is made of durable events only, so no lamp is ahead of the book
(I1); that a hall is for practice changes no lamp.
"""

from collections.abc import Mapping
from enum import Enum, StrEnum
from typing import Final

from hallctl.rules.state import Game, Phase, State

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


def lamps(state: State | None, pictures: bool, refused: bool = False) -> dict[Lamp, Light]:
    """Return how every lamp is lit.

    Args:
        state: Where the hall stands; None where the table is not heard, or the book has stopped it.
        pictures: Whether pictures of the exit come.
        refused: Whether the rules have just refused a press.
    """
    out = dict.fromkeys(Lamp, Light.OUT)
    if state is None:
        return out | {Lamp.FAULT: Light.FAST}
    sees = pictures and not any(fault.device == CAMERA for fault in state.faults)
    fault = Light.FAST if refused else _fault(state)
    camera = Light.STEADY if sees else Light.OUT
    return out | _phase(state.playing) | {Lamp.FAULT: fault, Lamp.CAMERA: camera}


def lit(light: Light, at: float) -> bool:
    """Return whether a lamp is lit at a moment, in monotonic seconds."""
    whole = BLINK_S.get(light)
    return light is Light.STEADY if whole is None else at % whole < whole / 2


def _fault(state: State) -> Light:
    """Slow as long as a cause is there; steady once everything waits for the jefe alone."""
    if any(fault.active for fault in state.faults):
        return Light.SLOW
    return Light.STEADY if state.faults or state.suspended else Light.OUT


def _phase(game: Game | None) -> dict[Lamp, Light]:
    if game is None:
        return {}
    match game.phase:
        case Phase.SALE:
            return {Lamp.SALE: Light.STEADY}
        case Phase.CLOSED:
            return {Lamp.SALE: Light.SLOW}
        case Phase.DRAW:
            waits = game.uncalled is not None or game.doubt is not None
            return {Lamp.DRAW: Light.SLOW if waits else Light.STEADY}
        case Phase.CLAIM:
            good = any(card.good for card in game.verified)
            return {Lamp.CLAIM: Light.STEADY if good else Light.SLOW, Lamp.BEACON: Light.STEADY}
        case _:
            return {}
