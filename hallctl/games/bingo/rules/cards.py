"""Cards of 3 rows by 9 columns, the matrices they are printed from, and the series on sale.

Not responsible for reading files, nor for which cards are sold.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hallctl.rules.card_faults import CardFault

ROWS: Final = 3
COLUMNS: Final = 9
PER_ROW: Final = 5
UNIVERSE: Final = 90


@dataclass(frozen=True, slots=True)
class Card:
    """A card: 27 cells row by row, 0 where a cell is blank (AJ-16)."""

    cells: tuple[int, ...]

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of each row, blanks left out."""
        return tuple(
            tuple(n for n in self.cells[row * COLUMNS : (row + 1) * COLUMNS] if n) for row in range(ROWS)
        )

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of the card."""
        return frozenset(n for n in self.cells if n)


def faults(card: Card) -> tuple[str, ...]:
    """Return every way in which a card breaks AJ-16..18, in Spanish; an empty tuple for a valid card."""
    if len(card.cells) != ROWS * COLUMNS:
        return (CardFault.CELLS.format(count=len(card.cells), cells=ROWS * COLUMNS),)
    strange = [n for n in card.cells if not 0 <= n <= UNIVERSE]
    found = [CardFault.RANGE.format(number=n, universe=UNIVERSE) for n in strange]
    counts = Counter(n for n in card.cells if n)
    repeated = [(n, times) for n, times in sorted(counts.items()) if times > 1]
    found += [CardFault.TWICE.format(number=n, times=times) for n, times in repeated]
    found += [
        CardFault.ROW.format(row=index, count=len(row), wanted=PER_ROW)
        for index, row in enumerate(card.rows, 1)
        if len(row) != PER_ROW
    ]
    found += [
        CardFault.COLUMN.format(column=column + 1)
        for column in range(COLUMNS)
        if not any(card.cells[column::COLUMNS])
    ]
    return tuple(found)


class MatrixError(ValueError):
    """A set of matrix cards has faults; ``problems`` holds a Spanish sentence for each, by card."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


@dataclass(frozen=True)
class Matrix:
    """The matrix cards (cartones-matriz): card n is ``cards[n - 1]`` in every series printed from it."""

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        found = [(n, fault) for n, card in enumerate(self.cards, 1) for fault in faults(card)]
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
    def masks(self) -> tuple[tuple[int, int, int], ...]:
        """The rows of every card, each with bit n for its number n: what counts over many cards is quick."""
        rows = (card.rows for card in self.cards)
        return tuple((mask(top), mask(middle), mask(bottom)) for top, middle, bottom in rows)

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


def called_row(card: Card, called: Iterable[int]) -> int | None:
    """Return which row (1 to 3) of the card is completely called, None if there is none (AJ-89, 91)."""
    numbers = frozenset(called)
    return next((index for index, row in enumerate(card.rows, 1) if numbers.issuperset(row)), None)


def missing(card: Card, called: Iterable[int]) -> tuple[int, ...]:
    """Return the numbers of the card that are not called, in ascending order (AJ-92)."""
    return tuple(sorted(card.numbers.difference(called)))
