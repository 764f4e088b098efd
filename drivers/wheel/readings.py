"""What a line of a wheel's sensor says, as typed values.

Not responsible for what follows from a line (``tracker``), nor for its form (``profiles``).
"""

from dataclasses import dataclass
from enum import IntEnum, IntFlag, StrEnum
from typing import Final

ZERO: Final = "0"
DOUBLE_ZERO: Final = "00"

POCKETS: Final = {
    37: frozenset(map(str, range(37))),
    38: frozenset((*map(str, range(37)), DOUBLE_ZERO)),
}
"""The numbers of a wheel, by how many pockets it has."""


class State(IntEnum):
    """Where a spin stands, as the sensor counts it."""

    START = 1
    BETS = 2
    BALL = 3
    """The ball runs in the rim."""
    CLOSED = 4
    """No more bets."""
    NUMBER = 5
    """The ball lies in a pocket: the only state whose number is that of this game."""
    IDLE = 6
    """The table is closed, or the sensor gave up."""


class Flag(IntFlag):
    """What the sensor warns of; several add up."""

    NONE = 0
    BALL_REMOVED = 1
    SAME_DIRECTION = 2
    """Ball and rotor turn the same way."""
    SENSOR = 4
    """The sensor itself is not well."""
    LAUNCH = 8
    """The launch failed: too few turns of the ball."""


class Direction(StrEnum):
    """Which way the rotor turns, seen from above."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


@dataclass(frozen=True, slots=True)
class Reading:
    """A line that says how a spin stands.

    Attributes:
        state: Where it stands.
        game: The sensor's own number of the spin; it begins again at some number.
        number: The pocket, in the state that fixes it; None in all others, where a sensor says an older one.
        flags: What it warns of.
        speed: Of the rotor, in the sensor's unit; None where it does not say.
        direction: Of the rotor; None where it does not say.
        line: As it came.
    """

    state: State
    game: int
    number: str | None
    flags: Flag
    speed: int | None
    direction: Direction | None
    line: str


@dataclass(frozen=True, slots=True)
class BareNumber:
    """A line that is a number and nothing else: it belongs to the spin that is running.

    Attributes:
        number: The pocket.
        line: As it came.
    """

    number: str
    line: str
