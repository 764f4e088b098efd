"""What halls took and gave: the summary of days, the counts of cash.

Not responsible for prizes (``prizes``).
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from hallctl.i18n.words import amount
from hallctl.office.web.database import Row
from hallctl.office.web.reports.values import (
    MOST_ROWS,
    Halls,
    OfficeReport,
    by_currency,
    currency_of,
    name_of,
    sheet,
    thousands,
)
from hallctl.outputs import blocks
from hallctl.outputs.blocks import Block, Column, text

_COUNTS: Final = ("games", "void", "cards", "rounds", "faults")
_MONEY: Final = ("income", "awarded", "house", "bank", "cash_difference")
_MOST_BARS: Final = 20
_ROOM: Final = 1.15
"""How much longer than the longest bar its frame is: a full one is read as an end that is near."""

_LETTERS: Final = 30
"""How many of a name stand beside a bar."""

_WHAT: Final = {"game": "Partida", "shift": "Turno"}

Sums = Mapping[str, int]


def summary(rows: Sequence[Row], halls: Halls) -> OfficeReport:
    """Make the summary of days, a part for each currency."""
    made: list[Block] = []
    for currency, group in by_currency(rows, halls).items():
        made += _of_currency(currency, group, halls)
    table = sheet(
        rows, halls, dia="day", partidas="games", anuladas="void", cartones="cards", recaudado="income",
        premios="awarded", devuelto="refunded", queda="house", jugadas="rounds", banca="bank",
        diferencia="cash_difference", averias="faults", incidencias="incidents", reclamos="complaints",
    )  # fmt: skip
    return OfficeReport(made or [blocks.paragraph("Ninguna sala jugó en estos días.")], table)


def _of_currency(currency: str, rows: Sequence[Row], halls: Halls) -> list[Block]:
    by_hall: dict[str, list[Row]] = {}
    by_day: dict[date, list[Row]] = {}
    for row in rows:
        by_hall.setdefault(name_of(row, halls), []).append(row)
        by_day.setdefault(row["day"], []).append(row)
    sums = {name: _sum(group) for name, group in by_hall.items()}
    names = sorted(sums, key=lambda name: -(sums[name]["income"] + sums[name]["bank"]))
    most = max((each["income"] for each in sums.values()), default=0)
    taken = [(name, sums[name]["income"]) for name in names if sums[name]["income"] > 0]
    shares = [(name[:_LETTERS], income / (most * _ROOM), amount(income, currency)) for name, income in taken]
    made = [_figures(currency, _sum(rows))]
    if len(by_day) > 1:
        days = [(f"{day:%d/%m}", (_sum(group)["income"],)) for day, group in sorted(by_day.items())]
        made.append(blocks.bars("Recaudado por día", ("Recaudado",), days, currency))
    if len(shares) > 1:
        made.append(blocks.gauges("Por sala, de más a menos", shares[:_MOST_BARS]))
    return [*made, _table(currency, names, sums, _sum(rows))]


def _figures(currency: str, total: Sums) -> Block:
    items: list[tuple[str, str] | tuple[str, str, str]] = [
        ("Recaudado", amount(total["income"], currency), f"{thousands(total['cards'])} cartones"),
        ("Premios", amount(total["awarded"], currency)),
        ("Queda a las salas", amount(total["house"], currency)),
        ("Partidas", thousands(total["games"]), f"{total['void']} anuladas"),
    ]
    if total["rounds"]:
        items.append(
            ("Banca de mesas", amount(total["bank"], currency), f"{thousands(total['rounds'])} jugadas")
        )
    return blocks.figures(*items)


def _table(currency: str, names: Sequence[str], sums: Mapping[str, Sums], total: Sums) -> Block:
    columns = (text("Sala", 1), *map(Column, ("Partidas", "Anuladas", "Cartones", "Jugadas", "Averías")))
    columns += tuple(map(Column, ("Recaudado", "Premios", "Queda", "Banca", "Dif. de caja")))
    return blocks.table(
        f"Salas, en {currency or 'su moneda'}",
        columns,
        [(name, *_cells(sums[name])) for name in names],
        total=("Total", *_cells(total)),
        marked=[place for place, name in enumerate(names) if sums[name]["cash_difference"]],
    )


def _cells(sums: Sums) -> tuple[str, ...]:
    counts = (thousands(sums[each]) for each in _COUNTS)
    return (*counts, *(blocks.plain_amount(sums[each]) for each in _MONEY))


def _sum(rows: Sequence[Row]) -> dict[str, int]:
    return {each: sum(int(row[each]) for row in rows) for each in (*_COUNTS, *_MONEY)}


def cash(rows: Sequence[Row], halls: Halls) -> OfficeReport:
    """Make the report of cash that was counted and is not what it should be."""
    wrong = [row for row in rows if row["difference"]]
    money_columns = map(Column, ("Debía haber", "Había", "Diferencia"))
    columns = (text("Sala", 1), text("Día"), text("Qué"), text("Cajero"), *money_columns)
    said = (
        f"{len(wrong)} de {len(rows)} recuentos no cuadran."
        if wrong
        else f"Los {len(rows)} recuentos cuadran."
    )

    def cells(row: Row) -> tuple[str, ...]:
        sums = (int(row[each] or 0) for each in ("expected", "counted", "difference"))
        money = (amount(each, currency_of(row, halls)) for each in sums)
        what = f"{_WHAT[row['what']]} {row['which']}"
        return (name_of(row, halls), f"{row['day']:%d/%m/%Y}", what, str(row["cashier"]), *money)

    shown = [cells(row) for row in wrong[:MOST_ROWS]]
    made = [
        blocks.verdict(not wrong, said),
        blocks.table("Diferencias de caja", columns, shown, empty="Ninguna."),
    ]
    table = sheet(
        rows, halls, dia="day", que="what", numero="which", cajero="cashier", esperado="expected",
        contado="counted", diferencia="difference", tomo="volume", asiento="entry",
    )  # fmt: skip
    return OfficeReport(made, table)
