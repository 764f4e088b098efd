"""How probable each end of a round is, by every way in which its cards may come: exact counts, no estimate.

Not responsible for what a table is told of it (``watch``).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import perm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hallctl.games.baccarat.rules.cards import DECK, Card, Rank
from hallctl.games.baccarat.rules.tableau import Result, banker_draws, player_draws

_ANY: Final = 10
"""In a way to deal: a card that the round does not take, whichever it is."""

_CARDS: Final = 6


@dataclass(frozen=True, slots=True)
class End:
    """How a round may end.

    Attributes:
        player: The player's total.
        banker: The banker's total.
        cards: How many cards it took.
    """

    player: int
    banker: int
    cards: int

    @property
    def result(self) -> Result:
        """Who has won."""
        if self.player == self.banker:
            return Result.TIE
        return Result.PLAYER if self.player > self.banker else Result.BANKER


@dataclass(frozen=True)
class _Ways:
    """Every way to deal a round by what its cards count, those of one end together.

    Attributes:
        first: Four values of each beginning.
        first_before: How many of each had come before it in the same beginning.
        orders: In how many orders each beginning comes.
        begin: The beginning of each way.
        thirds: Two more values of each way, `_ANY` for one that is not taken.
        before: How many of each had come before it; of one that is not taken, all.
        begins: At which way each end begins.
        ends: The ends, in that order.
    """

    first: NDArray[np.int64]
    first_before: NDArray[np.int64]
    orders: NDArray[np.int64]
    begin: NDArray[np.int64]
    thirds: NDArray[np.int64]
    before: NDArray[np.int64]
    begins: NDArray[np.int64]
    ends: tuple[End, ...]


@dataclass(frozen=True)
class Chances:
    """How many ordered draws of six cards lead to each end of a round.

    Attributes:
        draws: By end; those that lead to none are left out.
        total: All draws of six.
    """

    draws: Mapping[End, int]
    total: int

    def of(self, result: Result) -> int:
        """Return how many draws lead to a result."""
        return sum(draws for end, draws in self.draws.items() if end.result is result)

    def taking(self, cards: int) -> int:
        """Return how many draws lead to a round of so many cards."""
        return sum(draws for end, draws in self.draws.items() if end.cards == cards)


def by_value(cards: Mapping[Card, int]) -> tuple[int, ...]:
    """Return how many cards count 0, 1, up to 9."""
    return tuple(sum(cards.get(card, 0) for card in DECK if card.value == value) for value in range(10))


def by_rank(cards: Mapping[Card, int]) -> tuple[int, ...]:
    """Return how many cards there are of each rank."""
    return tuple(sum(cards.get(card, 0) for card in DECK if card.rank is rank) for rank in Rank)


def chances(values: Sequence[int]) -> Chances:
    """Return the chances of the next round.

    Args:
        values: How many of the cards that are left count 0, 1, up to 9; six at least, 800 at most.
    """
    ways, cards = _ways(), sum(values)
    left = np.array((*values, cards), dtype=np.int64)
    first = (left[ways.first] - ways.first_before).prod(axis=0) * ways.orders
    third, fourth = (left[taken] - before for taken, before in zip(ways.thirds, ways.before, strict=True))
    draws = first[ways.begin] * third * fourth
    sums = np.add.reduceat(draws, ways.begins).tolist()
    found = {end: count for end, count in zip(ways.ends, sums, strict=True) if count}
    return Chances(found, perm(cards, _CARDS))


@dataclass(frozen=True, slots=True)
class Pairs:
    """How probable pairs are in the next round, by the ranks that are left."""

    one_side: Fraction
    both: Fraction

    @property
    def either(self) -> Fraction:
        """That one side has a pair, or both."""
        return 2 * self.one_side - self.both


def pairs(ranks: Sequence[int]) -> Pairs:
    """Return how probable pairs are, by how many cards of each rank are left; four at least."""
    cards = sum(ranks)
    twice = [perm(count, 2) for count in ranks]
    two_ranks = sum(twice) ** 2 - sum(each**2 for each in twice)
    both = two_ranks + sum(perm(count, 4) for count in ranks)
    return Pairs(Fraction(sum(twice), perm(cards, 2)), Fraction(both, perm(cards, 4)))


@cache
def _ways() -> _Ways:
    two = tuple(combinations_with_replacement(range(10), 2))
    beginnings = tuple((*player, *banker) for player in two for banker in two)
    found: dict[End, list[tuple[int, tuple[int, int]]]] = {}
    for at, cards in enumerate(beginnings):
        for thirds, end in _thirds(cards[:2], cards[2:]):
            found.setdefault(end, []).append((at, thirds))
    every = [each for ways in found.values() for each in ways]
    first = np.array(beginnings, dtype=np.int64).T
    begin = np.array([at for at, _ in every], dtype=np.int64)
    more = np.array([taken for _, taken in every], dtype=np.int64).T
    six = np.concatenate((first[:, begin], more))
    before = _before(six)[4:]
    begins = np.cumsum([0, *map(len, found.values())])[:-1]
    orders = (1 + (first[0] != first[1])) * (1 + (first[2] != first[3]))
    return _Ways(first, _before(first), orders, begin, more, before, begins, tuple(found))


def _before(cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many cards like each came before it in its way; before one that is not taken, all."""
    before = np.array([(cards[:at] == cards[at]).sum(axis=0) for at in range(len(cards))])
    for at, taken in enumerate(cards):
        before[at][taken == _ANY] = at
    return before


def _thirds(player: Sequence[int], banker: Sequence[int]) -> Iterator[tuple[tuple[int, int], End]]:
    """Yield the third cards that may follow, the player's first."""
    one, other = sum(player) % 10, sum(banker) % 10
    for third in range(10) if player_draws(one, other) else (None,):
        mine = one if third is None else (one + third) % 10
        taken = () if third is None else (third,)
        if not banker_draws(one, other, third):
            yield _filled(taken), End(mine, other, 4 + len(taken))
            continue
        for fourth in range(10):
            yield _filled((*taken, fourth)), End(mine, (other + fourth) % 10, 5 + len(taken))


def _filled(taken: tuple[int, ...]) -> tuple[int, int]:
    first, second = (*taken, _ANY, _ANY)[:2]
    return first, second
