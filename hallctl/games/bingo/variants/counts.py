"""How many different cards a variant has, exactly.

Not responsible for how many a series has.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb, factorial

from hallctl.games.bingo.variants.variant import Column, Variant

Left = tuple[int, ...]
"""How many numbers each row still lacks."""


def count_cards(variant: Variant) -> int:
    """Return how many different cards there are; in columns that do not ascend their order counts."""
    ways: Counter[Left] = Counter({_whole(variant): 1})
    for index, column in enumerate(variant.columns):
        after: Counter[Left] = Counter()
        for left, count in ways.items():
            for rows in _fillings(variant, index, left):
                after[_taken(left, rows)] += count * _choices(variant, column, len(rows))
        ways = after
    return ways[_whole(variant, lacking=False)]


def count_number_sets(variant: Variant) -> int:
    """Return how many cards no two of which have the same numbers there are (PT-22)."""
    # Which layouts there still are for the counts of the columns so far decides whether they make a card.
    ways: Counter[frozenset[Left]] = Counter({frozenset({_whole(variant)}): 1})
    for index, column in enumerate(variant.columns):
        after: Counter[frozenset[Left]] = Counter()
        for lefts, count in ways.items():
            by_size: dict[int, set[Left]] = {}
            for left in lefts:
                for rows in _fillings(variant, index, left):
                    by_size.setdefault(len(rows), set()).add(_taken(left, rows))
            for size, reached in by_size.items():
                after[frozenset(reached)] += count * comb(len(column.numbers), size)
        ways = after
    done = _whole(variant, lacking=False)
    return sum(count for lefts, count in ways.items() if done in lefts)


def _whole(variant: Variant, *, lacking: bool = True) -> Left:
    """Return what each row lacks of an empty card, or of a full one."""
    free = Counter(cell // len(variant.columns) for cell in variant.free)
    return tuple(variant.per_row - free[row] if lacking else 0 for row in range(variant.rows))


def _fillings(variant: Variant, column: int, left: Left) -> Iterator[tuple[int, ...]]:
    """Yield which rows of a column may have a number: one at least, or all where no cell stays blank."""
    if not variant.has_blanks:
        cells = ((row, row * len(variant.columns) + column) for row in range(variant.rows))
        yield tuple(row for row, cell in cells if cell not in variant.free)
        return
    open_rows = [row for row in range(variant.rows) if left[row]]
    for size in range(1, len(open_rows) + 1):
        yield from combinations(open_rows, size)


def _taken(left: Left, rows: tuple[int, ...]) -> Left:
    return tuple(count - (row in rows) for row, count in enumerate(left))


def _choices(variant: Variant, column: Column, size: int) -> int:
    return comb(len(column.numbers), size) * (1 if variant.ascending else factorial(size))
