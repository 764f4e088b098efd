"""The table's day: its shoes, its float, and what its players did against the text.

Not responsible for decks (``decks``), nor for what is dealt (``shoe``, ``round``).
"""

from dataclasses import dataclass

from hallctl.games.baccarat.rules.kinds import Breach
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class ShoeRegistered(Event):
    """A shoe is in the register, with its white cards (BA-04, 05)."""

    maker: str
    serial: str
    automatic: bool
    cut_cards: int


@dataclass(frozen=True, slots=True)
class BreachNoted(Event):
    """A player did what the text forbids (BA-55, 58, 59)."""

    breach: Breach
    text: str
