"""The words of a roulette table that stand in its book: phases, directions, causes, who said what.

Not responsible for the words people read.
"""

from enum import StrEnum
from typing import Annotated

from hallctl.rules.fields import Words

Pocket = Annotated[str, Words(2)]
"""A number of the wheel, "0", "00", "1" to "36"; empty where none was told."""

Picture = Annotated[str, Words(64)]
"""The SHA-256 of the camera's picture, in hex; empty where there is none."""

Line = Annotated[str, Words(200)]
"""A line of the sensor as it came down the wire."""


class Phase(StrEnum):
    """Where a spin stands, in the order of the text (RO-10)."""

    BETS = "bets"
    """Bets are open, the ball is not launched."""
    LAUNCHED = "launched"
    """The ball runs and bets are still open."""
    CLOSED = "closed"
    """No more bets; the number is awaited from its witnesses."""
    DISPUTED = "disputed"
    """The table is stopped: two people say the number, or void the spin (DR9, DR10, DR11)."""
    NUMBER = "number"
    """The number is established and shown; the croupier's marker is awaited (RO-76)."""
    MARKED = "marked"
    """The marker stands on the number; the losers are collected (RO-77)."""
    COLLECTED = "collected"
    """The losers are collected; the winners are paid."""
    PAID = "paid"
    """It is over, and bets may open again."""
    VOID = "void"
    """Two people voided it; all bets go back (RO-72)."""


OVER = (Phase.PAID, Phase.VOID)
"""The phases of a spin that is over."""


class Direction(StrEnum):
    """Which way the rotor turns, seen from above."""

    CLOCKWISE = "clockwise"
    COUNTER = "counterclockwise"
    UNKNOWN = "unknown"


class Source(StrEnum):
    """Who or what said it."""

    CROUPIER = "croupier"
    SENSOR = "sensor"
    TIME = "time"
    """The betting time of the rule set is over."""
    PEOPLE = "people"
    """Two people, with the camera's picture."""


class Cause(StrEnum):
    """Why a spin may be void (DR10)."""

    BALL_OUT = "ball out"
    BALL_ELSEWHERE = "ball elsewhere"
    OBJECT = "object"
    ROTOR = "rotor"
    SAME_DIRECTION = "same direction"
    FEW_TURNS = "few turns"
    INTERRUPTED = "interrupted"
    EARLY = "early"
    """The number was there before bets were closed (DR9)."""
    NO_NUMBER = "no number"
    """Nobody can say any more in which pocket the ball lay."""


class Dispute(StrEnum):
    """Why a table is stopped and waits for two people."""

    DISAGREE = "disagree"
    """The sensor and the croupier say different numbers (DR11)."""
    SILENT = "silent"
    """One of the witnesses says no number (DR11)."""
    EARLY = "early"
    """A number was told before bets were closed (DR9)."""
    IRREGULAR = "irregular"
    """The sensor or a person saw what may make the spin void (DR10)."""
