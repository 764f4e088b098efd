"""A spin, step by step (RO-10).

Not responsible for what two people decide (``people``).
"""

from dataclasses import dataclass

from hallctl.games.roulette.rules.kinds import Cause, Direction, Dispute, Source
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class BetsOpened(Event):
    """Bets are open: "façam as vossas apostas" (RO-74).

    Attributes:
        spin: Its order number in the volume.
        croupier: Who opened them.
        at: Monotonic milliseconds of this boot.
        closes_at: When the betting time is over; likewise (RO-73).
    """

    spin: int
    croupier: str
    at: int
    closes_at: int


@dataclass(frozen=True, slots=True)
class BallLaunched(Event):
    """The ball runs.

    Attributes:
        croupier: Who launched it.
        direction: Of the rotor.
        sensor: The sensor's number of its game, None where the sensor did not say it.
        speed: Of the rotor, as the sensor said it.
        line: The sensor's line.
    """

    spin: int
    croupier: str
    direction: Direction
    source: Source
    sensor: int | None = None
    speed: str = ""
    line: str = ""


@dataclass(frozen=True, slots=True)
class DirectionRepeated(Event):
    """The rotor turned the same way as in the spin before, where it should alternate (DR16)."""

    spin: int
    direction: Direction


@dataclass(frozen=True, slots=True)
class BetsClosed(Event):
    """No more bets: "jogo feito, nada mais" (RO-67, RO-74)."""

    spin: int
    source: Source
    line: str = ""


@dataclass(frozen=True, slots=True)
class NumberSensed(Event):
    """The sensor told a number, which nobody is shown before the croupier's agrees (DR11)."""

    spin: int
    sensor: int
    pocket: str
    line: str
    picture: str


@dataclass(frozen=True, slots=True)
class NumberEntered(Event):
    """The croupier entered a number, which nobody is shown before the sensor's agrees (DR11)."""

    spin: int
    pocket: str


@dataclass(frozen=True, slots=True)
class TableStopped(Event):
    """The table is stopped and waits for two people (DR9, DR10, DR11)."""

    spin: int
    dispute: Dispute
    cause: Cause | None = None
    line: str = ""


@dataclass(frozen=True, slots=True)
class NumberEstablished(Event):
    """The number of the spin, for all and every screen at once (RO-14, RO-68).

    Attributes:
        source: The sensor and the croupier together are "sensor"; the croupier alone is "croupier".
        sensed: What the sensor said, empty where nothing.
        entered: What the croupier said, empty where nothing.
        reason: By what two people said it.
    """

    spin: int
    pocket: str
    colour: str
    source: Source
    sensed: str
    entered: str
    picture: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PictureKept(Event):
    """The camera's picture is kept of a spin for which no sensor brought one (DR11).

    Attributes:
        picture: Its SHA-256, in hex.
        stopped: Whether the table was stopped then: the ball may not have lain in its pocket yet.
    """

    spin: int
    picture: str
    stopped: bool


@dataclass(frozen=True, slots=True)
class MarkerPlaced(Event):
    """The marker stands on the number (RO-76)."""

    spin: int
    pocket: str


@dataclass(frozen=True, slots=True)
class LosersCollected(Event):
    """The losing bets are collected (RO-77).

    Attributes:
        collected: What they came to, in cents; 0 where stakes are not known.
    """

    spin: int
    collected: int


@dataclass(frozen=True, slots=True)
class WinnersPaid(Event):
    """The winning bets are paid; their stakes stay their players' (RO-56, RO-77).

    Attributes:
        paid: The prizes, in cents; 0 where stakes are not known.
        kept: The stakes of the winners.
    """

    spin: int
    paid: int
    kept: int
