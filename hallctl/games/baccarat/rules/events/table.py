"""The table's day: its shoes, its float, and what its players did against the text.

Not responsible for decks (``decks``), nor for what is dealt (``shoe``, ``round``).
"""

from dataclasses import dataclass

from hallctl.games.baccarat.rules.kinds import Breach
from hallctl.rules.cash import Pieces
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class ShoeRegistered(Event):
    """A shoe is in the register, with its white cards (BA-04, 05)."""

    maker: str
    serial: str
    automatic: bool
    cut_cards: int


@dataclass(frozen=True, slots=True)
class TableOpened(Event):
    """The table has its float, in cents."""

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


@dataclass(frozen=True, slots=True)
class BreachNoted(Event):
    """A player did what the text forbids (BA-55, 58, 59)."""

    breach: Breach
    text: str
