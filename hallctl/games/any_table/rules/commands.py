"""The bank of a table: its float, its fills and credits, its count (DR17, DB13).

Not responsible for what is played.
"""

from dataclasses import dataclass

from hallctl.rules.cash import Pieces
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Short


@dataclass(frozen=True, slots=True)
class OpenTable(Command):
    """Open the table with its float, counted piece by piece."""

    pieces: tuple[Pieces, ...]


@dataclass(frozen=True, slots=True)
class FillTable(Command):
    """Bring chips to the table, by the number of the slip."""

    slip: Short
    pieces: tuple[Pieces, ...]


@dataclass(frozen=True, slots=True)
class CreditTable(Command):
    """Take chips from the table to the cage, by the number of the slip."""

    slip: Short
    pieces: tuple[Pieces, ...]


@dataclass(frozen=True, slots=True)
class CloseTable(Command):
    """Close the table, all that is on it and in its box counted piece by piece."""

    pieces: tuple[Pieces, ...]
