"""The table's day: its shoes, its float, and what its players may not do.

Not responsible for decks (``decks``), nor for what is dealt (``shoe``, ``round``).
"""

from dataclasses import dataclass

from hallctl.games.baccarat.rules.kinds import Breach
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Count, Name, Prose, Short


@dataclass(frozen=True, slots=True)
class RegisterShoe(Command):
    """Put a shoe in the register, with its white cards (BA-04, 05).

    Attributes:
        automatic: Whether it shuffles and deals by itself, and takes the cards back.
        cut_cards: How many white cards go with it.
    """

    maker: Name
    serial: Short
    automatic: bool
    cut_cards: Count


@dataclass(frozen=True, slots=True)
class NoteBreach(Command):
    """Take note of what a player did that the text forbids (BA-55, 58, 59)."""

    breach: Breach
    text: Prose
