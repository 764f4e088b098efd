"""What the driver of a wheel's sensor tells its owner: each once, however often the sensor repeats it.

Not responsible for what follows from an event: that is for the owner to decide.
"""

from dataclasses import dataclass
from enum import StrEnum

from drivers.wheel.readings import Direction, Flag


class FaultCode(StrEnum):
    """What is wrong with a sensor or its line."""

    LOST = "lost"
    """The line is cut, or the port cannot be opened."""
    SILENT = "silent"
    """It says nothing any more."""
    FROZEN = "frozen"
    """It says the same for ever, though a spin goes on."""
    GARBLED = "garbled"
    """Too many of its lines cannot be understood."""
    SENSOR = "sensor"
    """It says of itself that it is not well."""


class OddCode(StrEnum):
    """What did not go as a spin goes; it happened, and does not last."""

    GAMES_MISSED = "games-missed"
    """Spins were not heard of."""
    GAME_BACK = "game-back"
    """It counts from an earlier game: it was started again, or repeats itself."""
    GAME_REPEATED = "game-repeated"
    """A game begins again whose number was fixed."""
    STATE_BACK = "state-back"
    """A spin stands where it stood before: the ball was taken out, or the launch repeated."""
    CLOSED_LATE = "closed-late"
    """The number was fixed before the sensor said no more bets (RO-67)."""
    NUMBER_CHANGED = "number-changed"
    """Another number is said of a game whose number was told."""
    NUMBERS_DIFFER = "numbers-differ"
    """The number by itself is not the one of the state."""
    GAVE_UP = "gave-up"
    """The table was closed, or the sensor gave up, while the ball ran."""


@dataclass(frozen=True, slots=True)
class GameBegun:
    """A new game begins, or the same one anew: the ball does not run yet."""

    game: int


@dataclass(frozen=True, slots=True)
class BallLaunched:
    """The ball runs in the rim."""

    game: int
    direction: Direction | None
    speed: int | None
    line: str


@dataclass(frozen=True, slots=True)
class NoMoreBets:
    """The sensor says no more bets."""

    game: int
    line: str


@dataclass(frozen=True, slots=True)
class NumberFixed:
    """The ball of a spin that was followed from its launch lies in a pocket.

    Attributes:
        game: The sensor's own number of the spin.
        number: The pocket.
        flags: What the sensor warned of during this spin.
        closed: Whether it said no more bets before.
        direction: Of the rotor.
        speed: Of the rotor.
        line: What it said, as it came.
    """

    game: int
    number: str
    flags: Flag
    closed: bool
    direction: Direction | None
    speed: int | None
    line: str


@dataclass(frozen=True, slots=True)
class NumberUnseen:
    """A number is said of a spin that nobody followed from its launch: people look where the ball lies."""

    game: int
    number: str
    line: str


@dataclass(frozen=True, slots=True)
class SpinFlagged:
    """The sensor warns of this spin; what warns of the sensor alone is a `Fault`."""

    game: int
    flags: Flag
    line: str


@dataclass(frozen=True, slots=True)
class Odd:
    """Something did not go as a spin goes.

    Attributes:
        code: What.
        game: In which game; None where that is not known.
        line: What was said, as it came.
        before: The game or number that was expected or known before.
    """

    code: OddCode
    game: int | None
    line: str = ""
    before: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something is wrong with the sensor or its line, until a `FaultOver` of the same code.

    Attributes:
        code: What.
        detail: The line, the count, or the system's own words.
    """

    code: FaultCode
    detail: str = ""


@dataclass(frozen=True, slots=True)
class FaultOver:
    """The cause of a fault is gone."""

    code: FaultCode


WheelEvent = (
    GameBegun | BallLaunched | NoMoreBets | NumberFixed | NumberUnseen | SpinFlagged | Odd | Fault | FaultOver
)
