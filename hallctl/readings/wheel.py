"""What a wheel's sensor saw, as a game takes it: once, and only what was followed.

Pure. Not responsible for serial lines (``drivers.wheel``), nor for what a game makes of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from hallctl.rules.commands.base import Command
from hallctl.rules.state import GameState


class Turn(StrEnum):
    """Which way the rotor turns, seen from above."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"
    UNKNOWN = "unknown"


class Irregular(StrEnum):
    """What the sensor warns of in a spin."""

    BALL_REMOVED = "ball removed"
    SAME_DIRECTION = "same direction"
    LAUNCH = "launch"
    """Too few turns of the ball."""


@dataclass(frozen=True, slots=True)
class Launched:
    """The ball runs in the rim."""

    game: int
    turn: Turn
    speed: str
    line: str


@dataclass(frozen=True, slots=True)
class NoMore:
    """The sensor says no more bets."""

    game: int
    line: str


@dataclass(frozen=True, slots=True)
class Fixed:
    """The ball of a spin that was followed lies in a pocket.

    Attributes:
        game: The sensor's own number of the spin.
        pocket: Where it lies.
        line: As it came.
        picture: The SHA-256 of the camera's picture, empty where there is none.
    """

    game: int
    pocket: str
    line: str
    picture: str


@dataclass(frozen=True, slots=True)
class Warned:
    """The sensor warns of this spin."""

    game: int
    irregular: Irregular
    line: str


@dataclass(frozen=True, slots=True)
class NoNumber:
    """The sensor will tell no number that can be believed; it may be said again and again.

    Attributes:
        line: The last that it said, or what is wrong with it.
    """

    line: str


WheelNews = Launched | NoMore | Fixed | Warned | NoNumber

WheelMeaning = Callable[[WheelNews], Command | None]
"""Which step of a game the news are; None where they are none of its own."""


def _nothing(_: WheelNews) -> None:
    """Take nothing from a wheel."""


def _never(_: GameState) -> bool:
    """Have no ball that runs."""
    return False


def _no_picture(_: GameState) -> None:
    """Lack no picture."""


@dataclass(frozen=True, slots=True)
class WheelUse:
    """What a game has to do with a wheel's sensor.

    Attributes:
        meaning: Which of its steps the news are.
        running: Whether by its people's word the ball runs: the sensor must see it too.
        unpictured: Returns what makes a step with the digest of a picture, where one is lacking.
        watched: Whether a hall's camera looks at its wheel, and not at the exit of a machine.
    """

    meaning: WheelMeaning = _nothing
    running: Callable[[GameState], bool] = _never
    unpictured: Callable[[GameState], Callable[[str], Command] | None] = _no_picture
    watched: bool = False


NO_WHEEL: Final = WheelUse()
"""Where a game has no wheel."""
