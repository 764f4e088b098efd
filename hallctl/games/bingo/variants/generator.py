"""Cards of a variant without blank cells, every set of numbers equally likely and none twice (PT-22, D22).

Every set of numbers has an index; indices are drawn without replacement, so that a series of 30 balls may
be as long as there are sets. Not responsible for cards with blanks, which are made in strips (``strips``).
"""

from collections.abc import Iterator
from itertools import islice
from math import comb

from hallctl.games.bingo.cards.dice import Dice
from hallctl.games.bingo.variants.counts import count_number_sets
from hallctl.games.bingo.variants.variant import Variant

Cells = tuple[int, ...]
"""The numbers of a card row by row, 0 where there is none."""


class SeriesError(ValueError):
    """So many cards cannot be made of a variant; the text says why, in Spanish."""


def make_cards(variant: Variant, cards: int, seed: int) -> tuple[Cells, ...]:
    """Make the cards of a series; a longer one of the same seed begins with the shorter one.

    Raises:
        SeriesError: There are not as many different cards, or its cards are made in strips.
    """
    if variant.has_blanks:
        raise SeriesError(f"{variant.key}: los cartones con blancos se hacen en tiras")
    most = count_number_sets(variant)
    if not 1 <= cards <= most:
        raise SeriesError(f"{variant.key}: una serie tiene de 1 a {most} cartones, que no se repiten")
    dice = Dice(f"hallctl cards 1 {variant.key} {seed}")
    return tuple(_card(variant, index, dice) for index in islice(_indices(most, dice), cards))


def _indices(most: int, dice: Dice) -> Iterator[int]:
    """Yield 0 to ``most - 1`` in an order drawn uniformly; only what was moved is remembered."""
    moved: dict[int, int] = {}
    for at in range(most):
        other = at + dice.below(most - at)
        here = moved.pop(at, at)
        yield moved.get(other, other) if other != at else here
        if other != at:
            moved[other] = here


def _card(variant: Variant, index: int, dice: Dice) -> Cells:
    """Return a card with a set of numbers; columns that do not ascend are shuffled."""
    width = len(variant.columns)
    cells = [0] * variant.cells
    for at, column in enumerate(variant.columns):
        places = [cell for cell in range(at, variant.cells, width) if cell not in variant.free]
        index, rank = divmod(index, comb(len(column.numbers), len(places)))
        numbers = [column.first + offset for offset in _subset(rank, len(places))]
        for cell, number in zip(places, numbers if variant.ascending else dice.shuffle(numbers), strict=True):
            cells[cell] = number
    return tuple(cells)


def _subset(rank: int, size: int) -> list[int]:
    """Return the subset of 0, 1, 2 … of this rank among those of its size (combinatorial number system)."""
    members = []
    for left in range(size, 0, -1):
        member = left - 1
        while comb(member + 1, left) <= rank:
            member += 1
        rank -= comb(member, left)
        members.append(member)
    return members[::-1]
