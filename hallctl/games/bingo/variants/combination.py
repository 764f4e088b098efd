"""What wins on a card: lines, corners, a shape or the whole card, as the cells that have to be filled.

Not responsible for prizes, for what they pay, nor for whose turn it is to win.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from math import comb
from typing import Final

from hallctl.games.bingo.variants.shapes import Shape
from hallctl.games.bingo.variants.variant import Variant

MOST_CHOICES: Final = 500
"""In how many ways several lines may be chosen at most."""


class Way(StrEnum):
    """Something that wins on any card of its variant."""

    ROWS = "rows"
    COLUMNS = "columns"
    DIAGONALS = "diagonals"
    CORNERS = "corners"
    FULL = "full"


LINES: Final = (Way.ROWS, Way.COLUMNS, Way.DIAGONALS)
"""The kinds of line; a hall may restrict them (PT-37, PT-59)."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a card.

    Attributes:
        way: Its kind: one of `LINES`.
        place: Which of its kind, from 1: rows from above, columns from the left.
        cells: Its cells, counted from 0 row by row.
    """

    way: Way
    place: int
    cells: tuple[int, ...]

    def numbers(self, card: Sequence[int]) -> tuple[int, ...]:
        """Return its numbers on a card, of which 0 is none."""
        return tuple(number for cell in self.cells if (number := card[cell]))


@dataclass(frozen=True, slots=True)
class Form:
    """What else wins: some lines together, corners, a shape in one of its positions, the whole card.

    Attributes:
        cells: Its cells, counted from 0 row by row.
    """

    cells: tuple[int, ...]

    def numbers(self, card: Sequence[int]) -> tuple[int, ...]:
        """Return its numbers on a card, of which 0 is none."""
        return tuple(number for cell in self.cells if (number := card[cell]))


class CombinationError(ValueError):
    """A combination cannot win on the cards of a variant; the text says why, in Spanish."""


@dataclass(frozen=True, slots=True)
class Combination:
    """A combination of numbers that has a prize: any of some ways, or a shape.

    Attributes:
        ways: What wins, e.g. rows and columns.
        lines: How many different lines are needed; they may cross (D20).
        shapes: What else wins, fixed before the sale (PT-62).
    """

    ways: tuple[Way, ...] = ()
    lines: int = 1
    shapes: tuple[Shape, ...] = ()

    def __post_init__(self) -> None:
        if not (self.ways or self.shapes):
            raise CombinationError("una combinación dice qué gana")
        if self.lines < 1 or (self.lines > 1 and not {*self.ways} <= {*LINES}):
            raise CombinationError("lines es el número de líneas, y solo de líneas")

    def forms(self, variant: Variant) -> tuple[int, ...]:
        """Return the sets of cells that win, each with bit n for cell n, free and blank cells among them.

        Raises:
            CombinationError: It has no meaning on these cards, or too many choices of lines.
            ShapeError: A shape of it is none of these cards.
        """
        lines = [line for way in LINES if way in self.ways for line in _lines(variant, way)]
        if len(lines) < self.lines and any(way in LINES for way in self.ways):
            raise CombinationError(f"{variant.key}: un cartón no tiene {self.lines} de esas líneas")
        if lines and comb(len(lines), self.lines) > MOST_CHOICES:
            raise CombinationError(f"{variant.key}: {self.lines} líneas se eligen de demasiados modos")
        found = [_union(chosen) for chosen in combinations(lines, self.lines)] if lines else []
        found += [_corners(variant)] if Way.CORNERS in self.ways else []
        found += [(1 << variant.cells) - 1] if Way.FULL in self.ways else []
        found += [form for shape in self.shapes for form in shape.forms(variant)]
        return tuple(sorted({*found}))

    def needed(self, variant: Variant) -> tuple[int, ...]:
        """Return the sets of numbered cells that win, without those that hold another such set."""
        sets = {form & variant.numbered for form in self.forms(variant)}
        return tuple(sorted(s for s in sets if not any(o != s and o & s == o for o in sets)))

    def least(self, variant: Variant) -> int:
        """Return how few numbers may win, by which prizes are ordered (PT-41, D19)."""
        return min(cells.bit_count() for cells in self.needed(variant))


def forms_of(variant: Variant, combination: Combination) -> tuple[Line | Form, ...]:
    """Return what wins, each by itself: lines by kind and place where one is enough, else sets of cells.

    Raises:
        CombinationError: It has no meaning on these cards.
        ShapeError: A shape of it is none of these cards.
    """
    if combination.lines == 1 and not combination.shapes and {*combination.ways} <= {*LINES}:
        return lines_of(variant, combination.ways)
    cells = range(variant.cells)
    return tuple(Form(tuple(c for c in cells if form >> c & 1)) for form in combination.forms(variant))


def lines_of(variant: Variant, ways: Iterable[Way]) -> tuple[Line, ...]:
    """Return the lines of some kinds: rows, then columns, then diagonals.

    Raises:
        CombinationError: Cards of the variant have no such lines.
    """
    return tuple(
        Line(way, place, tuple(cell for cell in range(variant.cells) if form >> cell & 1))
        for way in LINES
        if way in {*ways}
        for place, form in enumerate(_lines(variant, way), 1)
    )


def winning(variant: Variant, combination: Combination, card: Sequence[int]) -> tuple[int, ...]:
    """Return the sets of numbers that win on a card, each with bit n for number n.

    Args:
        variant: The variant.
        combination: What wins.
        card: The cells row by row, 0 where there is no number.
    """
    sets = {_numbers(card, form) for form in combination.forms(variant)}
    return tuple(sorted(sets))


def _numbers(card: Sequence[int], form: int) -> int:
    return sum(1 << number for cell, number in enumerate(card) if number and form >> cell & 1)


def _lines(variant: Variant, way: Way) -> Iterator[int]:
    width, height = len(variant.columns), variant.rows
    if way is not Way.ROWS and variant.has_blanks:
        raise CombinationError(f"{variant.key}: solo las filas tienen los mismos números en cada cartón")
    if way is Way.ROWS:
        yield from (_bits(range(row * width, (row + 1) * width)) for row in range(height))
    elif way is Way.COLUMNS:
        yield from (_bits(range(column, variant.cells, width)) for column in range(width))
    elif width != height:
        raise CombinationError(f"{variant.key}: un cartón que no es cuadrado no tiene diagonales")
    else:
        yield _bits(range(0, variant.cells, width + 1))
        yield _bits(range(width - 1, variant.cells - 1, width - 1))


def _corners(variant: Variant) -> int:
    width = len(variant.columns)
    if variant.has_blanks:
        raise CombinationError(f"{variant.key}: las esquinas de un cartón pueden estar en blanco")
    return _bits({0, width - 1, variant.cells - width, variant.cells - 1})


def _bits(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def _union(forms: Iterable[int]) -> int:
    whole = 0
    for form in forms:
        whole |= form
    return whole
