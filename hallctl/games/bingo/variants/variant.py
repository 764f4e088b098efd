"""What the cards of a variant look like: 3 × 9 of 90 balls, 5 × 5 of 75, and so on (PT-55..68).

Not responsible for which combinations win on them (``combination``) nor for making cards (``generator``).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from hallctl.rules.codec import SPARSE

MOST_BALLS: Final = 90
MOST_ROWS: Final = 9
MOST_COLUMNS: Final = 9
SYMBOLS: Final = 30
"""For so many balls there are symbols."""


class VariantError(ValueError):
    """A variant contradicts itself; the text says every way, in Spanish."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a card.

    Attributes:
        first: The lowest number that it may hold.
        last: The highest.
        letter: The letter that is called before its numbers (PT-60, PT-65); empty without one.
        colour: The name of its colour (PT-58); empty where columns have none.
    """

    first: int
    last: int
    letter: str = ""
    colour: str = ""

    @property
    def before(self) -> str:
        """What comes before a number of the column as it is called, e.g. "B-" (PT-65)."""
        return f"{self.letter}-" if self.letter else ""

    @property
    def numbers(self) -> range:
        """The numbers that the column may hold."""
        return range(self.first, self.last + 1)


@dataclass(frozen=True)
class Variant:
    """The cards and balls of a variant.

    Attributes:
        key: What it is called in configurations, e.g. "pt-bingo-75".
        source: Which text it follows.
        universe: How many balls a set has.
        rows: The rows of a card.
        columns: The columns of a card, from the left.
        per_row: How many numbers a row has, free cells among them; less than columns where cells stay blank.
        free: The cells without a number that count as filled (PT-61), counted from 0 row by row.
        ascending: Whether the numbers of a column ascend downwards; otherwise any order makes another card.
        symbols: Whether ``fonts.symbols`` stand for its numbers on balls, cards and walls (PT-67).
        any_column: Whether cards from elsewhere may have any number in any column and order (AJ-17, D13).
    """

    key: str
    source: str
    universe: int
    rows: int
    columns: tuple[Column, ...]
    per_row: int
    free: tuple[int, ...] = ()
    ascending: bool = False
    any_column: bool = False
    symbols: bool = field(default=False, metadata=SPARSE)

    def __post_init__(self) -> None:
        found = [*self._faults()]
        if found:
            raise VariantError(f"{self.key}: {'; '.join(found)}")

    def _faults(self) -> Iterator[str]:
        if not 1 <= self.universe <= MOST_BALLS:
            yield f"universe va de 1 a {MOST_BALLS}"
        if not (1 <= self.rows <= MOST_ROWS and 1 <= len(self.columns) <= MOST_COLUMNS):
            yield f"un cartón tiene de 1 a {MOST_ROWS} filas y de 1 a {MOST_COLUMNS} columnas"
        if not 1 <= self.per_row <= len(self.columns):
            yield f"per_row va de 1 a las {len(self.columns)} columnas"
        held = [number for column in self.columns for number in column.numbers]
        if held != list(range(1, self.universe + 1)):
            yield f"las columnas no reparten del 1 al {self.universe}, cada número una vez y en orden"
        letters = [column.letter for column in self.columns if column.letter]
        if len(set(letters)) != len(letters) or len(letters) not in {0, len(self.columns)}:
            yield "cada columna tiene su letra, o ninguna la tiene"
        if self.symbols and self.universe != SYMBOLS:
            yield f"hay símbolos para {SYMBOLS} bolas, no para {self.universe} (PT-67)"
        if self.free and (self.has_blanks or not {*self.free} < {*range(self.cells)}):
            yield "free nombra casillas de un cartón sin blancos"
        if not self.has_blanks and any(len(c.numbers) < self.rows for c in self.columns):
            yield f"una columna tiene menos de {self.rows} números para sus filas"

    @property
    def cells(self) -> int:
        """How many cells a card has."""
        return self.rows * len(self.columns)

    @property
    def has_blanks(self) -> bool:
        """Whether some cells stay blank, elsewhere on each card."""
        return self.per_row < len(self.columns)

    @property
    def numbers(self) -> int:
        """How many numbers a card has."""
        return self.rows * self.per_row - len(self.free)

    @cached_property
    def numbered(self) -> int:
        """The cells that hold a number, with bit n for cell n; of a card with blanks, one card's for all.

        How likely a combination is hangs on how many numbers each row has, not on where blanks are.
        """
        width = len(self.columns)
        held = {row * width + column for row in range(self.rows) for column in range(self.per_row)}
        return sum(1 << cell for cell in held.difference(self.free))

    def column_name(self, index: int) -> str:
        """Return what a column is called by people: its letter, or its place counted from 1."""
        return self.columns[index].letter or str(index + 1)

    @property
    def is_marked(self) -> bool:
        """Whether its columns have letters or colours."""
        return any(column.letter or column.colour for column in self.columns)

    @cached_property
    def balls(self) -> tuple[str, ...]:
        """What each ball of a set says; sets that say the same serve the same games."""
        mark = "símbolo " if self.symbols else ""
        return tuple(f"{mark}{self.call(number)}" for number in range(1, self.universe + 1))

    @property
    def layout(self) -> tuple[object, ...]:
        """What a card has to be like to be played with, whatever its columns may hold."""
        return self.balls, self.rows, len(self.columns), self.per_row, self.free

    def call(self, number: int) -> str:
        """Return how a number is called and written, "B-7" where columns have letters (PT-65).

        One that the set does not have is called as it is: a person may have said it.
        """
        return f"{self.column_of(number).before}{number}" if 1 <= number <= self.universe else str(number)

    def column_of(self, number: int) -> Column:
        """Return the column that may hold a number of the set."""
        return next(column for column in self.columns if number in column.numbers)
