"""A spin: bets open, launched, bets closed, number, marker, losers, winners (RO-10).

Not responsible for the bets themselves, nor for what two people decide (``people``).
"""

from dataclasses import dataclass

from hallctl.games.roulette.rules.kinds import Cause, Direction, Line, Picture, Pocket
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Amount, Numbered, Short


@dataclass(frozen=True, slots=True)
class OpenBets(Command):
    """Open a spin: "façam as vossas apostas" (RO-74)."""


@dataclass(frozen=True, slots=True)
class LaunchBall(Command):
    """Say that the ball is launched, and which way the rotor turns."""

    direction: Direction = Direction.UNKNOWN


@dataclass(frozen=True, slots=True)
class CloseBets(Command):
    """Close the bets: "jogo feito, nada mais" (RO-67, RO-74)."""


@dataclass(frozen=True, slots=True)
class EnterNumber(Command):
    """Say the number on which the ball lies, as the croupier sees it (DR11)."""

    pocket: Pocket


@dataclass(frozen=True, slots=True)
class PlaceMarker(Command):
    """Confirm that the marker stands on the number (RO-76)."""


@dataclass(frozen=True, slots=True)
class CollectLosers(Command):
    """Confirm that the losing bets are collected (RO-77).

    Attributes:
        collected: What they come to, where a person says it; 0 where nobody counts or the rules do.
    """

    collected: Amount = 0


@dataclass(frozen=True, slots=True)
class PayWinners(Command):
    """Confirm that the winning bets are paid: "pago" (RO-77).

    Attributes:
        paid: What the prizes come to, where a person says it; 0 where nobody counts or the rules do.
    """

    paid: Amount = 0


@dataclass(frozen=True, slots=True)
class ReportLaunch(Command):
    """Take note that the wheel's sensor saw the ball launched.

    Attributes:
        sensor: The sensor's own number of its game; what it repeats of the same game says nothing new.
        speed: Of the rotor, as the sensor says it; empty where it does not.
        line: What came down the wire.
    """

    sensor: Numbered
    direction: Direction
    speed: Short
    line: Line


@dataclass(frozen=True, slots=True)
class ReportNoMoreBets(Command):
    """Take note that the wheel's sensor says "no more bets" (DR9)."""

    sensor: Numbered
    line: Line


@dataclass(frozen=True, slots=True)
class ReportNumber(Command):
    """Take note of the number that the wheel's sensor tells; the camera's picture is kept (DR11).

    Attributes:
        pocket: The number; empty where the sensor told that it cannot say one.
        picture: Of the ball in its pocket.
    """

    sensor: Numbered
    pocket: Pocket
    line: Line
    picture: Picture = ""


@dataclass(frozen=True, slots=True)
class ReportSilence(Command):
    """Take note that the sensor told no number in its time (DR11).

    Attributes:
        line: The last that came down the wire, or what is wrong with it.
    """

    line: Line


@dataclass(frozen=True, slots=True)
class ReportPicture(Command):
    """Take note of the picture that the camera above the wheel took of a spin (DR11)."""

    spin: Numbered
    picture: Picture


@dataclass(frozen=True, slots=True)
class ReportIrregularity(Command):
    """Take note that the sensor saw what may make a spin void (DR10)."""

    sensor: Numbered
    cause: Cause
    line: Line


@dataclass(frozen=True, slots=True)
class EndBettingTime(Command):
    """Close the bets of a ball that runs: the betting time is over (RO-67, RO-73)."""
