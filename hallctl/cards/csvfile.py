"""Matrices as CSV: a header, then a line a card: its number and its 27 cells row by row, blank or a number.

A file with any fault is refused whole, and every fault is told by card. Not responsible for what makes a card
valid (``rules.cards``): decade columns and strips are not asked of a matrix that comes from elsewhere (D13).
"""

import csv
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from hallctl.rules.cards import COLUMNS, ROWS, Card, Matrix, MatrixError, faults

HEADER: Final = ("card", *(f"r{row + 1}c{column + 1}" for row in range(ROWS) for column in range(COLUMNS)))
MOST_CARDS: Final = 100_000
"""The cards of the largest matrix that is read; a longer file is no matrix, and is not read to its end."""
MOST_BYTES: Final = 16 * 1024 * 1024

_NUMBER: Final = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)
_SEPARATORS: Final = {";": "«;»", "\t": "el tabulador", "|": "«|»"}


class SeriesFileError(MatrixError):
    """A file of matrix cards has faults; ``problems`` holds a Spanish sentence for each."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


def export_csv(matrix: Matrix) -> str:
    """Return a matrix as CSV; importing it gives the same matrix."""
    lines = [",".join(HEADER)]
    for number, card in enumerate(matrix.cards, 1):
        lines.append(",".join([str(number), *(str(cell or "") for cell in card.cells)]))
    return "\n".join(lines) + "\n"


def import_csv(text: str) -> Matrix:
    """Read a matrix from CSV. A byte order mark and the line ends of other systems make no difference.

    Raises:
        SeriesFileError: With every fault, those of a card by its number and those of a line by the line's.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
    if not any(lines):
        raise SeriesFileError(["el archivo está vacío"])
    if len(lines) > MOST_CARDS + 1:
        raise SeriesFileError(
            [f"el archivo tiene {len(lines)} líneas: una matriz tiene hasta {MOST_CARDS} cartones"]
        )
    separator = next(
        (name for mark, name in _SEPARATORS.items() if lines[0].count(mark) >= ROWS * COLUMNS), None
    )
    if separator is not None:
        raise SeriesFileError([f"línea 1: las casillas se separan con {separator}, y debe ser con la coma"])
    reading = _Reading()
    for number, line in enumerate(lines, 1):
        if number > 1 or not reading.is_header(line):
            reading.line(number, line)
    reading.close()
    if reading.problems:
        raise SeriesFileError(reading.problems)
    return Matrix(tuple(reading.cards.values()))


def read_csv(path: Path) -> Matrix:
    """Read a matrix from a CSV file in UTF-8.

    Raises:
        SeriesFileError: With every fault of the file.
        OSError: If the file cannot be read.
    """
    with path.open("rb") as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise SeriesFileError([f"el archivo pasa de {MOST_BYTES // 2**20} MiB: no es una matriz de cartones"])
    try:
        return import_csv(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise SeriesFileError([f"el archivo no es texto en UTF-8 (byte {error.start})"]) from error


class _Reading:
    """What has been read of a file so far: the cards that could be read, and all that is wrong."""

    def __init__(self) -> None:
        self.cards: dict[int, Card] = {}
        self.problems: list[str] = []
        self._lines: dict[int, int] = {}
        self._equals: dict[frozenset[int], int] = {}

    def is_header(self, line: str) -> bool:
        """Tell whether the first line is no card; one that is not the header either is a fault."""
        if tuple(line.split(",")) == HEADER:
            return True
        self.problems.append(f"línea 1: falta el encabezado «{HEADER[0]},{HEADER[1]},…,{HEADER[-1]}»")
        return _NUMBER.fullmatch(line.partition(",")[0]) is None

    def line(self, at: int, line: str) -> None:
        """Read the line of a card."""
        cells = next(csv.reader([line]), []) if len(line) < 2000 else []
        if not any(cells):
            what = "está vacía" if not line.strip(" ,") else "no es la de un cartón"
            self.problems.append(f"línea {at}: {what}")
        elif _NUMBER.fullmatch(cells[0]) is None:
            self.problems.append(
                f"línea {at}: empieza con {_quoted(cells[0])}, no con el número de un cartón"
            )
        else:
            self._card(at, int(cells[0]), cells[1:])

    def close(self) -> None:
        """Look for what only the whole file tells: numbers that are missing."""
        if not self._lines:
            self.problems.append("no hay ningún cartón")
        previous = 0
        for number in sorted(self._lines):
            if number == previous + 2:
                self.problems.append(f"falta el cartón {previous + 1}")
            elif number > previous + 2:
                self.problems.append(f"faltan los cartones {previous + 1} a {number - 1}")
            previous = number

    def _card(self, at: int, number: int, cells: list[str]) -> None:
        where = f"cartón {number}"
        if number in self._lines:
            where = f"línea {at}, cartón {number}"
            self.problems.append(f"{where}: el número ya está en la línea {self._lines[number]}")
        elif self._lines and number < next(reversed(self._lines)):
            self.problems.append(
                f"{where}: está después del cartón {next(reversed(self._lines))} (línea {at})"
            )
        self._lines.setdefault(number, at)
        found = list(_unreadable(cells))
        if not found:
            card = Card(tuple(int(cell or 0) for cell in cells))
            found = [*faults(card), *self._equal(number, card)]
            self.cards.setdefault(number, card)
        self.problems += [f"{where}: {fault}" for fault in found]

    def _equal(self, number: int, card: Card) -> Iterator[str]:
        other = self._equals.setdefault(card.numbers, number)
        if other != number:
            yield f"tiene los mismos números que el cartón {other} (AJ-72)"


def _unreadable(cells: list[str]) -> Iterator[str]:
    """Yield what keeps the cells of a line from being read."""
    if len(cells) != ROWS * COLUMNS:
        yield f"casillas en la línea: {len(cells)}, no {ROWS * COLUMNS}"
    for name, cell in zip(HEADER[1:], cells, strict=False):
        if cell and _NUMBER.fullmatch(cell) is None:
            yield f"la casilla {name} tiene {_quoted(cell)}, que no es un número"


def _quoted(text: str) -> str:
    """Return what a file holds so that it can be shown: short, and with nothing a terminal would obey."""
    shown = "".join(character if character.isprintable() else "·" for character in text)
    return f"«{shown[:20]}…»" if len(shown) > 20 else f"«{shown}»"
