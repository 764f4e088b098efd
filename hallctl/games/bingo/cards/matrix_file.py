"""Matrices as CSV: a header, then a line a card: its number and its cells row by row, blank or a number.

A file with any fault is refused whole, and every fault is told by card. Not responsible for what makes a card
valid (``rules.cards``): strips are not asked of a matrix that comes from elsewhere (D13).
"""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hallctl.games.bingo.rules.cards import Card, Matrix, MatrixError, faults
from hallctl.games.bingo.variants.aj import AJ_90
from hallctl.games.bingo.variants.variant import Variant
from hallctl.rules.card_faults import CardFault
from hallctl.rules.file_faults import FileFault

MOST_CARDS: Final = 100_000
"""The cards of the largest matrix that is read; a longer file is no matrix, and is not read to its end."""
MOST_BYTES: Final = 16 * 1024 * 1024
_LONGEST: Final = 2000
"""A line of a card is never as long as this."""

_NUMBER: Final = re.compile(r"0{0,3}[1-9][0-9]{0,5}", re.ASCII)
"""Spreadsheets write zeros before a number where its cells are formatted so; they mean nothing."""

_SEPARATORS: Final = (",", ";", "\t", "|")
"""What parts the cells, by the language of the spreadsheet; whole numbers have none of them inside."""

_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


class SeriesFileError(MatrixError):
    """A file of matrix cards has faults; ``problems`` holds a Spanish sentence for each."""


def header(variant: Variant) -> tuple[str, ...]:
    """Return the names of a file's columns: "card", then each cell by row and column, "r1c1"."""
    rows, columns = range(1, variant.rows + 1), range(1, len(variant.columns) + 1)
    return ("card", *(f"r{row}c{column}" for row in rows for column in columns))


def export_csv(matrix: Matrix) -> str:
    """Return a matrix as CSV; importing it as cards of its variant gives the same matrix."""
    lines = [",".join(header(matrix.variant))]
    for number, card in enumerate(matrix.cards, 1):
        lines.append(",".join([str(number), *(str(cell or "") for cell in card.cells)]))
    return "\n".join(lines) + "\n"


def import_csv(text: str, variant: Variant = AJ_90) -> Matrix:
    """Read a matrix of a variant's cards from CSV, as any spreadsheet writes one.

    A byte order mark, the line ends of other systems, quotes, a first line ``sep=``, another separator, zeros
    before a number and empty rows at the end make no difference.

    Raises:
        SeriesFileError: With every fault, those of a card by its number and those of a line by the line's.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    while lines and not lines[-1].strip(' \t,;|"'):
        lines.pop()
    if not lines:
        raise SeriesFileError([FileFault.EMPTY])
    if len(lines) > MOST_CARDS + 2:
        raise SeriesFileError([FileFault.LINES.format(lines=len(lines), most=MOST_CARDS)])
    first = 1 if lines[0].strip().lower().startswith("sep=") else 0
    separator = _separator(lines[first] if first < len(lines) else "")
    reading = _Reading(separator, variant)
    for number, line in enumerate(lines[first:], first + 1):
        if number > first + 1 or not reading.is_header(number, line):
            reading.line(number, line)
    reading.close()
    if reading.problems:
        raise SeriesFileError(reading.problems)
    return Matrix(tuple(reading.cards.values()), variant)


def _separator(header: str) -> str:
    """Return what parts the cells of a line: the mark that there is most of."""
    return max(_SEPARATORS, key=header.count)


def read_csv(path: Path, variant: Variant = AJ_90) -> Matrix:
    """Read a matrix of a variant's cards from a CSV file in UTF-8, or in UTF-16 with its mark.

    Raises:
        SeriesFileError: With every fault of the file.
        OSError: If the file cannot be read.
    """
    with path.open("rb") as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise SeriesFileError([FileFault.BYTES.format(most=MOST_BYTES // 2**20)])
    try:
        return import_csv(raw.decode("utf-16" if raw.startswith(_UTF_16) else "utf-8"), variant)
    except UnicodeDecodeError as error:
        raise SeriesFileError([FileFault.ENCODING.format(byte=error.start)]) from error


class _Reading:
    """What has been read of a file so far: the cards that could be read, and all that is wrong."""

    def __init__(self, separator: str, variant: Variant) -> None:
        self._separator = separator
        self._variant = variant
        self._header = header(variant)
        self.cards: dict[int, Card] = {}
        self.problems: list[str] = []
        self._lines: dict[int, int] = {}
        self._equals: dict[frozenset[int], int] = {}

    def is_header(self, at: int, line: str) -> bool:
        """Return whether the first line is no card; one that is not the header either is a fault."""
        cells = self._cells(line)
        if tuple(cells) == self._header:
            return True
        shown = f"{self._header[0]},{self._header[1]},…,{self._header[-1]}"
        self.problems.append(FileFault.HEADER.format(line=at, header=shown))
        return _NUMBER.fullmatch(cells[0] if cells else "") is None

    def _cells(self, line: str) -> list[str]:
        """Return the cells of a line; none of one that is too long to be a card's."""
        if len(line) >= _LONGEST:
            return []
        return [cell.strip() for cell in next(csv.reader([line], delimiter=self._separator), [])]

    def line(self, at: int, line: str) -> None:
        """Read the line of a card."""
        cells = self._cells(line)
        if not any(cells):
            what = FileFault.NO_CARD if line.strip(' \t,;|"') else FileFault.BLANK
            self.problems.append(what.format(line=at))
        elif _NUMBER.fullmatch(cells[0]) is None:
            self.problems.append(FileFault.NUMBER.format(line=at, found=_quoted(cells[0])))
        else:
            self._card(at, int(cells[0]), cells[1:])

    def close(self) -> None:
        """Look for what only the whole file tells: numbers that are missing."""
        if not self._lines:
            self.problems.append(CardFault.NONE)
        previous = 0
        for number in sorted(self._lines):
            if number == previous + 2:
                self.problems.append(FileFault.MISSING.format(card=previous + 1))
            elif number > previous + 2:
                self.problems.append(FileFault.MISSING_SPAN.format(first=previous + 1, last=number - 1))
            previous = number

    def _card(self, at: int, number: int, cells: list[str]) -> None:
        found = []
        again = number in self._lines
        if again:
            found.append(FileFault.KNOWN.format(before=self._lines[number]))
        elif self._lines and number < (previous := next(reversed(self._lines))):
            found.append(FileFault.ORDER.format(previous=previous, at=at))
        self._lines.setdefault(number, at)
        unreadable = list(_unreadable(cells, self._header[1:]))
        found += unreadable
        if not unreadable:
            card = Card(tuple(int(cell or 0) for cell in cells), len(self._variant.columns))
            found += [*faults(card, self._variant), *self._equal(number, card)]
            self.cards.setdefault(number, card)
        where = FileFault.AGAIN if again else CardFault.OF_CARD
        self.problems += [where.format(line=at, card=number, fault=fault) for fault in found]

    def _equal(self, number: int, card: Card) -> Iterator[str]:
        other = self._equals.setdefault(card.numbers, number)
        if other != number:
            yield CardFault.EQUAL.format(other=other)


def _unreadable(cells: list[str], names: tuple[str, ...]) -> Iterator[str]:
    """Yield what keeps the cells of a line from being read."""
    if len(cells) != len(names):
        yield FileFault.COUNT.format(count=len(cells), cells=len(names))
    for name, cell in zip(names, cells, strict=False):
        if cell and _NUMBER.fullmatch(cell) is None:
            yield FileFault.CELL.format(name=name, found=_quoted(cell))


def _quoted(text: str) -> str:
    """Return what a file holds so that it can be shown: short, and with nothing a terminal would obey."""
    shown = "".join(character if character.isprintable() else "·" for character in text)
    return f"«{shown[:20]}…»" if len(shown) > 20 else f"«{shown}»"
