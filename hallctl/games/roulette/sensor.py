"""What a table makes of its wheel's sensor: one of two witnesses (DR11).

Not responsible for the wire (``hallctl.devices.wheel``), nor for what the steps lead to (``rules.deciding``).
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from hallctl.games.roulette.rules.commands.spin import (
    ReportIrregularity,
    ReportLaunch,
    ReportNoMoreBets,
    ReportNumber,
    ReportPicture,
    ReportSilence,
)
from hallctl.games.roulette.rules.kinds import Cause, Direction, Phase
from hallctl.games.roulette.rules.state import State
from hallctl.readings.wheel import (
    Fixed,
    Irregular,
    Launched,
    NoMore,
    NoNumber,
    Turn,
    Warned,
    WheelNews,
    WheelUse,
)
from hallctl.rules.commands.base import Command

_TURNS: Final = {
    Turn.CLOCKWISE: Direction.CLOCKWISE,
    Turn.ANTICLOCKWISE: Direction.COUNTER,
    Turn.UNKNOWN: Direction.UNKNOWN,
}
_CAUSES: Final = {
    Irregular.BALL_REMOVED: Cause.BALL_OUT,
    Irregular.SAME_DIRECTION: Cause.SAME_DIRECTION,
    Irregular.LAUNCH: Cause.FEW_TURNS,
}
_RUNNING: Final = (Phase.LAUNCHED, Phase.CLOSED)


def step_of(news: WheelNews) -> Command:
    """Return the step of the controller that the sensor's news are; the rules leave out what is not new."""
    match news:
        case Launched(game, turn, speed, line):
            return ReportLaunch(game, _TURNS[turn], speed, line)
        case NoMore(game, line):
            return ReportNoMoreBets(game, line)
        case Fixed(game, pocket, line, picture):
            return ReportNumber(game, pocket, line, picture)
        case Warned(game, irregular, line):
            return ReportIrregularity(game, _CAUSES[irregular], line)
        case NoNumber(line):
            return ReportSilence(line)


def running(state: State) -> bool:
    """Return whether the ball runs and its number is awaited."""
    spin = state.playing
    return spin is not None and spin.phase in _RUNNING and not spin.sensed


def unpictured(state: State) -> Callable[[str], Command] | None:
    """Return what makes the step with the picture of a spin that lacks one."""
    spin = state.spin
    return None if spin is None or not spin.unpictured else partial(ReportPicture, spin.number)


WHEEL_USE: Final = WheelUse(step_of, running, unpictured, watched=True)
"""What the game has to do with a wheel's sensor, and with the camera above the wheel."""
