"""The bank of a table, amounts in minor units (DR17, DB13).

Not responsible for what is played.
"""

from dataclasses import dataclass
from typing import TypeAlias

from hallctl.rules.cash import Pieces
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class TableOpened(Event):
    """The table has its float."""

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
        initial: The opening float.
        fills: What was brought since.
        credits: What was taken since.
        won: What the rounds brought, where stakes are known; negative where they lost.
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


BankEvent: TypeAlias = TableOpened | TableFilled | TableCredited | TableClosed
"""Every event of a bank."""
