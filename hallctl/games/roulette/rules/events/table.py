"""The table's day: its wheels, their inspection, its float (DR17).

Not responsible for spins.
"""

from dataclasses import dataclass

from hallctl.rules.cash import Pieces
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class WheelRegistered(Event):
    """A wheel is in the register, with its pockets clockwise and those that are red (RO-15, DR1)."""

    maker: str
    serial: str
    pockets: tuple[str, ...]
    red: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WheelInspected(Event):
    """Wheel and ball were inspected; with findings the wheel is not played on (DR17)."""

    wheel: str
    ball: str
    level: str
    findings: str
    person: str


@dataclass(frozen=True, slots=True)
class TableOpened(Event):
    """The table has its float, in cents (DR17)."""

    initial: int
    pieces: tuple[Pieces, ...]


@dataclass(frozen=True, slots=True)
class TableFilled(Event):
    """Chips were brought to the table."""

    slip: str
    amount: int
    pieces: tuple[Pieces, ...]


@dataclass(frozen=True, slots=True)
class TableCredited(Event):
    """Chips were taken from the table to the cage."""

    slip: str
    amount: int
    pieces: tuple[Pieces, ...]


@dataclass(frozen=True, slots=True)
class TableClosed(Event):
    """The table was counted and closed; what it won or lost is what is there beyond what was put in.

    Attributes:
        initial: The opening float, in cents.
        fills: What was brought since.
        credits: What was taken since.
        won: What the spins brought, where stakes are known; negative where they lost.
        counted: What is there now.
        result: What is there and was taken, less the float and the fills.
    """

    initial: int
    fills: int
    credits: int
    won: int
    counted: int
    result: int
    pieces: tuple[Pieces, ...]
