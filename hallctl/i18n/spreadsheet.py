"""Tables as comma-separated text that a spreadsheet opens: what somebody typed never becomes a formula.

A spreadsheet takes a cell for a formula by its first character, and in the Spanish-speaking world splits a
line at semicolons too, whatever the quotes say. An apostrophe makes a text of it. Not responsible for what
is in a table.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

from hallctl.i18n.plain import named

Cell = str | int | float | None

_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?", re.ASCII)
"""A text that is a number stays one; so does every number."""

_FORMULA: Final = re.compile(r'(^|[;,|"\n])(\s*)(?=[=+\-@＝＋－＠])')
"""Where one of the programs would begin a cell, before what it takes for a formula."""


def tamed(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet takes for a formula, its control characters named; numbers stay."""
    if not isinstance(cell, str) or _NUMBER.fullmatch(cell):
        return cell
    return _FORMULA.sub(r"\1\2'", named(cell, "\n"))


def comma_separated(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return a table as comma-separated text, a line for each row below the heads."""
    return _line(heads) + "".join(map(row_of, rows))


def row_of(cells: Iterable[Cell]) -> str:
    """Return one row of such a table, with its line break."""
    return _line(tamed(cell) for cell in cells)


def _line(cells: Iterable[Cell]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
