"""What a consolidated report is: its days, its kind, its blocks and its table.

Reports are in Spanish, as the halls' own are. Not responsible for any of them, nor for typesetting.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final, Self

from hallctl.i18n.sentences import Sentence
from hallctl.i18n.spreadsheet import Cell
from hallctl.office.web.database import Reading, Row
from hallctl.office.web.halls import Known, known_halls
from hallctl.outputs import blocks
from hallctl.outputs.blocks import Block
from hallctl.outputs.reports import Sheet

MOST_ROWS: Final = 300
"""How many rows a page lists; the CSV file has them all."""

WITHIN: Final = "day BETWEEN %(since)s AND %(until)s AND (%(hall)s = '' OR hall = %(hall)s)"
"""The condition of a question to a view whose rows have a day."""

_LONGEST: Final = timedelta(days=400)
Halls = Mapping[str, Known]


@dataclass(frozen=True, slots=True)
class Period:
    """Which days, both included, and which hall; empty for all."""

    since: date
    until: date
    hall: str = ""

    @classmethod
    def asked(cls, since: date | None, until: date | None, hall: str, newest: date) -> Self:
        """Return what was asked for, in order and not too long; else the month of the newest day."""
        end = until or max(newest, since or newest)
        begin = since or end.replace(day=1)
        begin, end = min(begin, end), max(begin, end)
        return cls(max(begin, end - _LONGEST), end, hall)

    @property
    def words(self) -> str:
        """How a person says it."""
        return f"Del {self.since:%d/%m/%Y} al {self.until:%d/%m/%Y}"


@dataclass(frozen=True, slots=True)
class OfficeReport:
    """A report made: its blocks, and the same as a table."""

    blocks: Sequence[Block]
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class Kind:
    """A report that there is.

    Attributes:
        address: As the pages name it.
        title: What people call it.
        question: What is asked of the views.
        make: Makes it of the rows.
        when: Whether the days that are chosen matter to it.
    """

    address: str
    title: Sentence
    question: str
    make: Callable[[Sequence[Row], Halls], OfficeReport]
    when: bool = True


def read_report(connection: Reading, kind: Kind, period: Period) -> OfficeReport:
    """Make a report of what the office has."""
    about = {"since": period.since, "until": period.until, "hall": period.hall}
    rows = connection.execute(kind.question.encode(), about).fetchall()
    return kind.make(rows, known_halls(connection))


def paper(kind: Kind, report: OfficeReport, subtitle: str, office: str, now: datetime) -> dict[str, Any]:
    """Return a report as the data of the printer's template ``informe``."""
    return {
        "simulated": False,
        "hall": office,
        "company": "Oficina central",
        "volume": blocks.DASH,
        "title": str(kind.title),
        "subtitle": subtitle,
        "until": f"Según los libros verificados hasta el {now:%d/%m/%Y, %H:%M}",
        "hash": "",
        "blocks": list(report.blocks),
    }


def currency_of(row: Row, halls: Halls) -> str:
    """Return in what the money of a row is."""
    return halls[row["hall"]].currency if row["hall"] in halls else ""


def name_of(row: Row, halls: Halls) -> str:
    """Return what people call the hall of a row."""
    return halls[row["hall"]].name if row["hall"] in halls else str(row["hall"])


def by_currency(rows: Iterable[Row], halls: Halls) -> dict[str, list[Row]]:
    """Return the rows of each currency: money of two is never added up."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(currency_of(row, halls), []).append(row)
    return found


def sheet(rows: Iterable[Row], halls: Halls, **columns: str) -> Sheet:
    """Return rows as a table: the hall, its currency, and each column under its head."""
    heads = ("sala", "moneda", *columns)
    cells = tuple(
        (name_of(row, halls), currency_of(row, halls), *(_cell(row[name]) for name in columns.values()))
        for row in rows
    )
    return Sheet(heads, cells)


def _cell(value: Any) -> Cell:
    if isinstance(value, str | int | float) or value is None:
        return value
    return value.isoformat(" ", "seconds") if isinstance(value, datetime) else str(value)


def thousands(number: int) -> str:
    """Return a number as people read it."""
    return f"{number:,}".replace(",", ".")
