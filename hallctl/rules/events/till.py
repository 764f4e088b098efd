"""The cashiers' shifts at the till.

Not responsible for the count of one game's cash (``closing``).
"""

from dataclasses import dataclass

from hallctl.rules.cash import Pieces
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class ShiftOpened(Event):
    """A cashier took over the till with its float, in minor units (AJ-11).

    Attributes:
        shift: Its order number in the session.
        cashier: Who.
        initial: What the float comes to.
        pieces: The pieces that it was made of.
        left: What the shift before was counted to at its end, None in the first of a session.
    """

    shift: int
    cashier: str
    initial: int
    pieces: tuple[Pieces, ...]
    left: int | None


@dataclass(frozen=True, slots=True)
class ShiftClosed(Event):
    """A cashier handed over the till; a difference stays as it is (AJ-11).

    Attributes:
        shift: Its order number in the session.
        cashier: Who.
        initial: The float that it began with, in minor units.
        income: What the sales of its games brought.
        prizes: What it paid in prizes.
        refunds: What it gave back for void games.
        expected: The float and the income, less what was paid and given back.
        counted: What was there.
        pieces: The pieces that it was made of.
    """

    shift: int
    cashier: str
    initial: int
    income: int
    prizes: int
    refunds: int
    expected: int
    counted: int
    pieces: tuple[Pieces, ...]
