"""The scan of the sold cards for what the room may sing: rows are counted, other lines are looked up by cell.

Not responsible for verdicts.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np

from hallctl.games.bingo.rules.cards import Card
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.scan.bits import Ids
from hallctl.games.bingo.scan.cells import CellScan
from hallctl.games.bingo.scan.scan import Scan
from hallctl.games.bingo.variants.aj import AJ_90, AJ_LINE


class GameScan(Protocol):
    """Which of some cards hold a prize."""

    @property
    def called(self) -> tuple[int, ...]:
        """The called balls, in their order."""

    def replay(self, balls: Iterable[int]) -> None:
        """Forget every call and call these balls instead."""

    def winners(self, prize: str) -> Ids:
        """Return the ids of the cards that hold a prize, by its key."""


class _ByRow:
    def __init__(self, cards: Sequence[Card]) -> None:
        self._scan = Scan.of(cards)

    @property
    def called(self) -> tuple[int, ...]:
        return self._scan.called

    def replay(self, balls: Iterable[int]) -> None:
        self._scan.replay(balls)

    def winners(self, prize: str) -> Ids:
        return self._scan.lines() if prize == Claim.LINE else self._scan.bingos()


class _ByCell:
    def __init__(self, rules: RuleSet, cards: Sequence[Card]) -> None:
        cells = np.array([card.cells for card in cards], np.uint8).reshape(-1, rules.variant.cells)
        self._place = {prize.key: at for at, prize in enumerate(rules.sung)}
        self._scan = CellScan(rules.variant, [prize.combination for prize in rules.sung], cells)

    @property
    def called(self) -> tuple[int, ...]:
        return self._scan.called

    def replay(self, balls: Iterable[int]) -> None:
        self._scan.replay(balls)

    def winners(self, prize: str) -> Ids:
        return self._scan.winners(self._place[prize])


def scan_of(rules: RuleSet, cards: Sequence[Card]) -> GameScan:
    """Return the scan of some cards by a rule set; a card's id is its place among them."""
    if (rules.variant, rules.line, rules.prizes) == (AJ_90, AJ_LINE, ()):
        return _ByRow(cards)  # its cards may have any number in any column, which `CellScan` refuses
    return _ByCell(rules, cards)
