"""Matrix cards made in strips of six that hold 1 to 90 once each: every possible strip is equally likely.

A strip is built from counts that are exact integers, so nothing is approximate and nothing is thrown away:

1. ``Fillings`` counts in how many ways the numbers that are left in the nine columns can fill the cards that
   are left. A card takes one, two or three numbers of each column, fifteen in all; for those counts there are
   a known number of layouts in rows of five, and a binomial number of choices in each column.
2. Each card's counts are drawn in proportion to the number of strips they lead to, then its layout uniformly
   among those with these counts, and its numbers uniformly among those left in each column.

A strip that would repeat the fifteen numbers of a card made before is drawn again (AJ-72), so the matrix is
uniform among those without equal cards. Not responsible for files nor paper.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import accumulate, islice, product
from math import comb, factorial
from typing import Final, NamedTuple

from hallctl.games.bingo.cards.dice import Dice
from hallctl.games.bingo.rules.cards import COLUMNS, PER_ROW, ROWS, Card, Matrix
from hallctl.games.bingo.variants.aj import AJ_90
from hallctl.games.bingo.variants.variant import Variant

STRIP: Final = 6
"""The cards of a strip."""

DECADES: Final = tuple(column.numbers for column in AJ_90.columns)
"""The numbers of each column (PT-55)."""

Strip = tuple[Card, ...]


class StripError(ValueError):
    """A matrix cannot be made of whole strips."""


def make_matrix(
    cards: int, seed: int, told: Callable[[int], None] = lambda _done: None, variant: Variant = AJ_90
) -> Matrix:
    """Make a matrix of whole strips: cards 1 to 6 are the first strip, 7 to 12 the second.

    Args:
        cards: How many cards, a multiple of six.
        seed: The same seed gives the same strips on any machine; a larger matrix begins with the smaller one.
        told: Called with the number of cards made so far, after each strip.
        variant: A variant of these columns and rows.

    Raises:
        StripError: If ``cards`` is not a positive multiple of six.
    """
    if cards <= 0 or cards % STRIP:
        raise StripError(
            f"una matriz se hace de tiras de {STRIP} cartones: {cards} no es un múltiplo de {STRIP}"
        )
    made: list[Card] = []
    for strip in islice(without_equals(strips(seed)), cards // STRIP):
        made += strip
        told(len(made))
    return Matrix(tuple(made), variant)


def strips(seed: int) -> Iterator[Strip]:
    """Yield strips without end, each drawn uniformly among all there are."""
    dice, fillings = Dice(f"hallctl strips 1 {seed}"), _fillings()
    while True:
        yield _deal(fillings.draw(dice), dice)


def without_equals(made: Iterable[Strip]) -> Iterator[Strip]:
    """Yield the strips none of whose cards has the numbers of a card yielded before (AJ-72)."""
    seen: set[frozenset[int]] = set()
    for strip in made:
        numbers = {card.numbers for card in strip}
        if seen.isdisjoint(numbers):
            seen |= numbers
            yield strip


def count_strips() -> int:
    """Return how many different strips there are, the order of their six cards included."""
    return _fillings().ways(STRIP, tuple(len(decade) for decade in DECADES))


@cache
def _layouts(threes: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the layouts of a card with this many columns of three numbers, first in the order 1, 2, 3.

    With none, one, two and three of those there are 1710, 639, 240 and 90. A layout is, for each column,
    the rows that have a number. Fifteen numbers in nine columns leave ``6 - 2 * threes`` columns of two.
    """
    ones = [(row,) for row in range(ROWS)]
    twos = [(0, 1), (0, 2), (1, 2)]
    pairs = 6 - 2 * threes
    columns = [ones] * (COLUMNS - pairs - threes) + [twos] * pairs + [[(0, 1, 2)]] * threes
    even = dict.fromkeys(range(ROWS), PER_ROW)
    return tuple(
        layout for layout in product(*columns) if Counter(row for rows in layout for row in rows) == even
    )


class _Share(NamedTuple):
    """What a card takes of a group of columns that have as many numbers left: how many give 1, 2 and 3."""

    ones: int
    twos: int
    threes: int

    @property
    def beyond(self) -> int:
        """The numbers taken beyond one a column; a card takes six in all."""
        return self.twos + 2 * self.threes

    def ways(self, left: int) -> int:
        """Count the choices of which columns give how many, and of their numbers."""
        columns = factorial(sum(self)) // (
            factorial(self.ones) * factorial(self.twos) * factorial(self.threes)
        )
        numbers: int = left**self.ones * comb(left, 2) ** self.twos * comb(left, 3) ** self.threes
        return columns * numbers


class _Options(NamedTuple):
    """How the next card may share the columns, and the running total of the strips each leads to."""

    totals: list[int]
    shares: list[tuple[_Share, ...]]


class Fillings:
    """In how many ways the numbers left can fill the cards left: columns with as many left are alike."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], _Options] = {}

    def ways(self, cards: int, left: tuple[int, ...]) -> int:
        """Count the ways to fill this many cards with the numbers left in each column."""
        if not cards:
            return int(not any(left))
        if min(left) < cards or max(left) > ROWS * cards:
            return 0
        totals = self._options(cards, tuple(sorted(left))).totals
        return totals[-1] if totals else 0

    def draw(self, dice: Dice) -> list[list[int]]:
        """Draw how many numbers each card takes of each column."""
        left = [len(decade) for decade in DECADES]
        counts = []
        for cards in range(STRIP, 0, -1):
            options = self._options(cards, tuple(sorted(left)))
            share = options.shares[bisect_right(options.totals, dice.below(options.totals[-1]))]
            taken = [0] * COLUMNS
            for (value, _), (ones, twos, threes) in zip(_groups(left), share, strict=True):
                columns = [column for column in range(COLUMNS) if left[column] == value]
                for column, n in zip(
                    columns, dice.shuffle([1] * ones + [2] * twos + [3] * threes), strict=True
                ):
                    taken[column] = n
            left = [had - n for had, n in zip(left, taken, strict=True)]
            counts.append(taken)
        return counts

    def _options(self, cards: int, left: tuple[int, ...]) -> _Options:
        # The numbers left tell how many cards are left: fifteen a card.
        known = self._known.get(left)
        if known is None:
            groups = _groups(left)
            weighed = [(share, self._weight(cards, groups, share)) for share in _shares(groups)]
            weighed = [(share, weight) for share, weight in weighed if weight]
            totals = list(accumulate(weight for _, weight in weighed))
            known = self._known[left] = _Options(totals, [share for share, _ in weighed])
        return known

    def _weight(self, cards: int, groups: list[tuple[int, int]], share: tuple[_Share, ...]) -> int:
        rest: list[int] = []
        for (value, _), part in zip(groups, share, strict=True):
            rest += [value - 1] * part.ones + [value - 2] * part.twos + [value - 3] * part.threes
        weight = self.ways(cards - 1, tuple(rest)) * len(_layouts(sum(part.threes for part in share)))
        for (value, _), part in zip(groups, share, strict=True):
            weight *= part.ways(value)
        return weight


@cache
def _fillings() -> Fillings:
    """The counts, which are the same for every seed: made once a process, in about a third of a second."""
    return Fillings()


def _groups(left: Iterable[int]) -> list[tuple[int, int]]:
    """Return each number of numbers left with how many columns have it, in ascending order."""
    return sorted(Counter(left).items())


def _shares(groups: list[tuple[int, int]]) -> Iterator[tuple[_Share, ...]]:
    """Yield every way for a card to take one to three of each column, fifteen in all."""
    beyond = ROWS * PER_ROW - COLUMNS
    each = [
        [
            _Share(size - twos - threes, twos, threes)
            for threes in range(min(size, beyond // 2) + 1)
            for twos in range(min(size - threes, beyond - 2 * threes) + 1)
        ]
        for _, size in groups
    ]
    return (shares for shares in product(*each) if sum(share.beyond for share in shares) == beyond)


def _deal(counts: list[list[int]], dice: Dice) -> Strip:
    """Give each card a layout with these counts and its numbers of each column, ascending (D13)."""
    stacks = [dice.shuffle(list(decade)) for decade in DECADES]
    return tuple(_card(taken, stacks, dice) for taken in counts)


def _card(taken: list[int], stacks: list[list[int]], dice: Dice) -> Card:
    layouts = _layouts(taken.count(3))
    order = sorted(range(COLUMNS), key=taken.__getitem__)
    cells = [0] * (ROWS * COLUMNS)
    for column, rows in zip(order, layouts[dice.below(len(layouts))], strict=True):
        numbers = sorted(stacks[column].pop() for _ in rows)
        for row, number in zip(rows, numbers, strict=True):
            cells[row * COLUMNS + column] = number
    return Card(tuple(cells))
