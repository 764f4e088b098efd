"""Announcing a game and selling its cards.

Not responsible for the draw.
"""

from dataclasses import dataclass

from hallctl.rules.commands.base import Command


@dataclass(frozen=True, slots=True)
class AnnounceGame(Command):
    """Announce the series on sale, its size and its face value (AJ-65)."""

    series: str


@dataclass(frozen=True, slots=True)
class SellCards(Command):
    """Sell the next cards of the series, in correlative order (AJ-66, 67)."""

    count: int


@dataclass(frozen=True, slots=True)
class CloseSale(Command):
    """Close the sale for good and announce cards and prizes (AJ-77, 82..84)."""
