"""Which sold cards hold which prize of a simulated game, by the scan that its cards have.

Not responsible for what their players do about it.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from hallctl.games.bingo.rules.cards import UNIVERSE, Card
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.scan.bits import Ids
from hallctl.games.bingo.scan.cells import CellScan
from hallctl.games.bingo.scan.scan import Scan


class Holders(Protocol):
    """The sold cards of a game, by their places, from 0.

    Attributes:
        size: How many there are.
        prizes: The keys of the prizes that may be sung, the last of which ends the game.
    """

    size: int
    prizes: tuple[str, ...]

    def call(self, ball: int) -> None:
        """Mark a called ball."""

    def count(self, prize: str) -> int:
        """Return how many cards hold a prize."""

    def places(self, prize: str) -> Ids:
        """Return which cards do, ascending."""


class _OfRows:
    """Cards of the line and the bingo of 90 balls, whose rows are counted."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self._scan = Scan(np.array([card.rows for card in cards], np.uint8))
        self.size = self._scan.size
        self.prizes: tuple[str, ...] = (Claim.LINE.value, Claim.BINGO.value)

    def call(self, ball: int) -> None:
        self._scan.call(ball)

    def count(self, prize: str) -> int:
        return self._scan.lines_count if prize == Claim.LINE else self._scan.bingos_count

    def places(self, prize: str) -> Ids:
        return self._scan.lines() if prize == Claim.LINE else self._scan.bingos()


class _OfCells:
    """Cards of any variant and any list of prizes."""

    def __init__(self, rules: RuleSet, cards: Sequence[Card]) -> None:
        numbers = np.array([card.cells for card in cards], np.uint8)
        self._scan = CellScan(rules.variant, [prize.combination for prize in rules.sung], numbers)
        self.size = self._scan.size
        self.prizes: tuple[str, ...] = tuple(prize.key for prize in rules.sung)

    def call(self, ball: int) -> None:
        self._scan.call(ball)

    def count(self, prize: str) -> int:
        return self._scan.count(self.prizes.index(prize))

    def places(self, prize: str) -> Ids:
        return self._scan.winners(self.prizes.index(prize))


def holders_of(rules: RuleSet, cards: Sequence[Card]) -> Holders:
    """Return the sold cards of a game under a rule set."""
    if not rules.prizes and rules.universe == UNIVERSE:
        return _OfRows(cards)
    return _OfCells(rules, cards)
