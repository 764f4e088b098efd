"""The layout: every position on which one may bet, found from where the numbers lie beside each other.

Not responsible for how much may be bet there, nor for drawing it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import combinations, pairwise
from typing import Final

from hallctl.games.roulette.rules.wheel import DOUBLE_ZERO, NUMBERS, ZERO, Wheel

COLUMNS: Final = 3
ROWS: Final = 12
_WIDE: Final = 2
"""A column is two units wide: with two zeros, their border is in the middle of the middle column."""


class Chance(StrEnum):
    """The kinds of bet (RO-24..38); the simple ones have each its own."""

    STRAIGHT = "pleno"
    SPLIT = "cavalo"
    STREET = "rua"
    CORNER = "quadro"
    SIX_LINE = "linha"
    DOZEN = "duzia"
    COLUMN = "coluna"
    TWO_DOZENS = "cavalo-duzia"
    TWO_COLUMNS = "cavalo-coluna"
    EVEN = "par"
    ODD = "impar"
    LOW = "menor"
    HIGH = "maior"
    RED = "encarnado"
    BLACK = "preto"


SIMPLE: Final = (Chance.EVEN, Chance.ODD, Chance.LOW, Chance.HIGH, Chance.RED, Chance.BLACK)
"""The simple chances, of 18 numbers each (RO-53, RO-66)."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the regulation says of a chance.

    Attributes:
        numbers: How many numbers each of its positions has.
        pays: What is paid for so many units staked, e.g. 35 for 1, or 1 for 2.
        units: For how many.
        most: The most that may be bet there, in times its own minimum.
        limit: The check of that limit.
        prize: The check of what it pays.
    """

    numbers: int
    pays: int
    units: int
    most: int
    limit: str
    prize: str


TERMS: Final[Mapping[Chance, Terms]] = {
    Chance.STRAIGHT: Terms(1, 35, 1, 30, "RO-44", "RO-57"),
    Chance.SPLIT: Terms(2, 17, 1, 60, "RO-45", "RO-58"),
    Chance.STREET: Terms(3, 11, 1, 90, "RO-46", "RO-59"),
    Chance.CORNER: Terms(4, 8, 1, 120, "RO-47", "RO-60"),
    Chance.SIX_LINE: Terms(6, 5, 1, 180, "RO-48", "RO-61"),
    Chance.DOZEN: Terms(12, 2, 1, 360, "RO-49", "RO-62"),
    Chance.COLUMN: Terms(12, 2, 1, 360, "RO-50", "RO-63"),
    Chance.TWO_DOZENS: Terms(24, 1, 2, 720, "RO-51", "RO-64"),
    Chance.TWO_COLUMNS: Terms(24, 1, 2, 720, "RO-52", "RO-65"),
    **dict.fromkeys(SIMPLE, Terms(18, 1, 1, 540, "RO-53", "RO-66")),
}
"""Every chance, in the order of the text."""


@dataclass(frozen=True, slots=True)
class Position:
    """A place for a bet.

    Attributes:
        chance: Of which kind.
        numbers: On which pockets it wins.
    """

    chance: Chance
    numbers: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Cell:
    """The rectangle of a number: from and to, across and down."""

    left: int
    right: int
    top: int
    bottom: int

    def borders(self, other: "_Cell") -> bool:
        """Return whether they share more than a point of an edge."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return min(across, down) == 0 and max(across, down) > 0

    def touches(self, across: int, down: int) -> bool:
        """Return whether a point lies in it or on its edge."""
        return self.left <= across <= self.right and self.top <= down <= self.bottom


@cache
def positions(wheel: Wheel, *, any_two: bool = False) -> tuple[Position, ...]:
    """Return every position of the layout of a wheel, found from its rectangles (RO-20, RO-41).

    Args:
        wheel: Whose numbers and colours the layout has.
        any_two: Whether any two dozens or columns are a bet, not only those side by side (DR6).
    """
    cells = _cells(with_double=DOUBLE_ZERO in wheel.pockets)
    return (*_inside(cells), *_outside(any_two), *_simple(frozenset(wheel.red)))


def _cells(*, with_double: bool) -> dict[str, _Cell]:
    """Return where each number lies: the zeros above, three columns of twelve below (RO-20)."""
    whole = COLUMNS * _WIDE
    cells = {ZERO: _Cell(0, whole, -1, 0)}
    if with_double:
        cells = {ZERO: _Cell(0, whole // 2, -1, 0), DOUBLE_ZERO: _Cell(whole // 2, whole, -1, 0)}
    for at, number in enumerate(NUMBERS):
        row, column = divmod(at, COLUMNS)
        cells[number] = _Cell(column * _WIDE, (column + 1) * _WIDE, row, row + 1)
    return cells


def _inside(cells: Mapping[str, _Cell]) -> Iterator[Position]:
    for number in cells:
        yield Position(Chance.STRAIGHT, frozenset((number,)))
    for one, other in combinations(cells, 2):
        if cells[one].borders(cells[other]):
            yield Position(Chance.SPLIT, frozenset((one, other)))
    rows = [frozenset(NUMBERS[at : at + COLUMNS]) for at in range(0, len(NUMBERS), COLUMNS)]
    yield from (Position(Chance.STREET, row) for row in rows)
    yield from _at_corners(cells)
    yield from (Position(Chance.SIX_LINE, one | other) for one, other in pairwise(rows))
    # At the end of the line between the zeros and the first row. With 00 that holds five numbers, a bet
    # that the text does not have (DR5).
    first = rows[0] | {number for number in cells if number not in NUMBERS}
    if len(first) == TERMS[Chance.CORNER].numbers:
        yield Position(Chance.CORNER, first)


def _at_corners(cells: Mapping[str, _Cell]) -> Iterator[Position]:
    """Yield what a chip on a corner holds: four numbers, or three where a zero is as wide as two."""
    kinds = {3: Chance.STREET, 4: Chance.CORNER}
    points = {
        (across, down)
        for cell in cells.values()
        for across in (cell.left, cell.right)
        for down in (cell.top, cell.bottom)
    }
    for across, down in sorted(points):
        held = frozenset(number for number, cell in cells.items() if cell.touches(across, down))
        if len(held) in kinds:
            yield Position(kinds[len(held)], held)


def _outside(any_two: bool) -> Iterator[Position]:
    dozens = [frozenset(NUMBERS[at : at + ROWS]) for at in range(0, len(NUMBERS), ROWS)]
    columns = [frozenset(NUMBERS[at::COLUMNS]) for at in range(COLUMNS)]
    for single, double, parts in (
        (Chance.DOZEN, Chance.TWO_DOZENS, dozens),
        (Chance.COLUMN, Chance.TWO_COLUMNS, columns),
    ):
        yield from (Position(single, part) for part in parts)
        pairs = combinations(parts, 2) if any_two else pairwise(parts)
        yield from (Position(double, one | other) for one, other in pairs)


def _simple(red: frozenset[str]) -> Iterator[Position]:
    half = len(NUMBERS) // 2
    yield Position(Chance.EVEN, frozenset(NUMBERS[1::2]))
    yield Position(Chance.ODD, frozenset(NUMBERS[::2]))
    yield Position(Chance.LOW, frozenset(NUMBERS[:half]))
    yield Position(Chance.HIGH, frozenset(NUMBERS[half:]))
    yield Position(Chance.RED, red)
    yield Position(Chance.BLACK, frozenset(NUMBERS) - red)
