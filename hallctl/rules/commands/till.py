"""The cashier's shift at the till.

Not responsible for the cash of one game's sale (``closing``).
"""

from dataclasses import dataclass

from hallctl.rules.cash import Pieces
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Count


@dataclass(frozen=True, slots=True)
class OpenShift(Command):
    """Take over the till, with its float counted piece by piece (AJ-11).

    Attributes:
        pieces: How many there are of each note, coin and chip.
        sheets: How many folios the acts to come take with this shift; filled in by the keeper.
    """

    pieces: tuple[Pieces, ...]
    sheets: Count = 1


@dataclass(frozen=True, slots=True)
class CloseShift(Command):
    """Hand over the till, with all that is in it counted piece by piece (AJ-11)."""

    pieces: tuple[Pieces, ...]
