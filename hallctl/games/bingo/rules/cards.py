"""Cards of a variant, the matrices they are printed from, and the series on sale.

Not responsible for reading files, nor for which cards are sold.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hallctl.games.bingo.variants.aj import AJ_90
from hallctl.games.bingo.variants.combination import Form, Line
from hallctl.games.bingo.variants.variant import Variant
from hallctl.rules.card_faults import CardFault

ROWS: Final = AJ_90.rows
COLUMNS: Final = len(AJ_90.columns)
PER_ROW: Final = AJ_90.per_row
UNIVERSE: Final = AJ_90.universe


@dataclass(frozen=True, slots=True)
class Card:
    """A card.

    Attributes:
        cells: Its cells row by row, 0 where one has no number (AJ-16).
        width: How many cells a row has.
    """

    cells: tuple[int, ...]
    width: int = COLUMNS

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of each row, blanks left out."""
        starts = range(0, len(self.cells), self.width)
        return tuple(tuple(n for n in self.cells[at : at + self.width] if n) for at in starts)

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of the card."""
        return frozenset(n for n in self.cells if n)


def faults(card: Card, variant: Variant = AJ_90) -> tuple[str, ...]:
    """Return every way in which a card is none of its variant (AJ-16..18, PT-55..66), in Spanish.

    A valid card has an empty tuple.
    """
    if len(card.cells) != variant.cells or card.width != len(variant.columns):
        return (CardFault.CELLS.format(count=len(card.cells), cells=variant.cells),)
    strange = [n for n in card.cells if not 0 <= n <= variant.universe]
    found = [CardFault.RANGE.format(number=n, universe=variant.universe) for n in strange]
    counts = Counter(n for n in card.cells if n)
    repeated = [(n, times) for n, times in sorted(counts.items()) if times > 1]
    found += [CardFault.TWICE.format(number=n, times=times) for n, times in repeated]
    found += _uneven(card, variant) if variant.has_blanks else _unfilled(card, variant)
    if not variant.any_column:
        found += _misplaced(card, variant)
    return tuple(found)


def _uneven(card: Card, variant: Variant) -> Iterator[str]:
    """Yield which rows have too many or too few numbers, and which columns have none."""
    for index, row in enumerate(card.rows, 1):
        if len(row) != variant.per_row:
            yield CardFault.ROW.format(row=index, count=len(row), wanted=variant.per_row)
    for column in range(card.width):
        if not any(card.cells[column :: card.width]):
            yield CardFault.COLUMN.format(column=column + 1)


def _unfilled(card: Card, variant: Variant) -> Iterator[str]:
    """Yield which cells lack their number, and which free ones have one (PT-61)."""
    for cell, number in enumerate(card.cells):
        row, column = divmod(cell, card.width)
        if cell in variant.free and number:
            yield CardFault.FREE.format(row=row + 1, column=variant.column_name(column), number=number)
        elif not number and cell not in variant.free:
            yield CardFault.BLANK.format(row=row + 1, column=variant.column_name(column))


def _misplaced(card: Card, variant: Variant) -> Iterator[str]:
    """Yield which numbers are not of their column, and which columns do not ascend."""
    for index, column in enumerate(variant.columns):
        held = [n for n in card.cells[index :: card.width] if n]
        for number in held:
            if number not in column.numbers and number <= variant.universe:
                yield CardFault.PLACE.format(
                    number=number, column=variant.column_name(index), first=column.first, last=column.last
                )
        if variant.ascending and held != sorted(held):
            yield CardFault.ASCENDING.format(column=variant.column_name(index))


class MatrixError(ValueError):
    """A set of matrix cards has faults; ``problems`` holds a Spanish sentence for each, by card."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


@dataclass(frozen=True)
class Matrix:
    """The matrix cards (cartones-matriz): card n is ``cards[n - 1]`` in every series printed from it.

    Attributes:
        cards: The cards, no two with the same numbers (AJ-72, PT-22).
        variant: What each of them is a card of.
    """

    cards: tuple[Card, ...]
    variant: Variant = AJ_90

    def __post_init__(self) -> None:
        found = [(n, fault) for n, card in enumerate(self.cards, 1) for fault in faults(card, self.variant)]
        first: dict[frozenset[int], int] = {}
        for n, card in enumerate(self.cards, 1):
            other = first.setdefault(card.numbers, n)
            if other != n:
                found.append((n, CardFault.EQUAL.format(other=other)))
        problems = [CardFault.OF_CARD.format(card=n, fault=fault) for n, fault in found]
        if not self.cards:
            problems.append(CardFault.NONE)
        if problems:
            raise MatrixError(problems)

    def card(self, number: int) -> Card:
        """Return the card of this number, counted from 1."""
        return self.cards[number - 1]

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """Every card with bit n for its number n: what counts over many cards is quick."""
        return tuple(mask(card.numbers) for card in self.cards)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 in hex that identifies the matrix: its cards line by line, cells joined by commas."""
        lines = "".join(",".join(map(str, card.cells)) + "\n" for card in self.cards)
        return hashlib.sha256(lines.encode("ascii")).hexdigest()


def series_key(letter: str, identification: int) -> str:
    """Return how people name a series: letter and identification number, e.g. "A-1042" (AJ-83)."""
    return f"{letter}-{identification}"


@dataclass(frozen=True, slots=True)
class Series:
    """A printed series as registered in the book (AJ-20).

    Attributes:
        letter: The series letter.
        identification: The identification number of the series.
        size: The number of cards of the series.
        face_value: The face value of each card, in minor units.
        matrix: The digest of the matrix it is printed from.
    """

    letter: str
    identification: int
    size: int
    face_value: int
    matrix: str

    @property
    def key(self) -> str:
        """How people name the series."""
        return series_key(self.letter, self.identification)


def mask(numbers: Iterable[int]) -> int:
    """Return some numbers as an integer with bit n set for each number n."""
    return sum({1 << number for number in numbers})


def full_line(card: Card, lines: Sequence[Line | Form], called: Iterable[int]) -> int | None:
    """Return which of these forms is completely called on a card, counted from 1, or None (AJ-89, 91)."""
    numbers = frozenset(called)
    full = (at for at, line in enumerate(lines, 1) if numbers.issuperset(line.numbers(card.cells)))
    return next(full, None)


def missing(card: Card, called: Iterable[int]) -> tuple[int, ...]:
    """Return the numbers of the card that are not called, in ascending order (AJ-92)."""
    return tuple(sorted(card.numbers.difference(called)))
