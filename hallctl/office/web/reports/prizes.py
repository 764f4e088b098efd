"""Prizes and progressives of all halls.

Not responsible for what else halls took or gave (``takings``).
"""

from collections.abc import Sequence
from typing import Final

from hallctl.i18n.words import amount
from hallctl.office.web.database import Row
from hallctl.office.web.reports.values import Halls, OfficeReport, by_currency, name_of, sheet
from hallctl.outputs import blocks
from hallctl.outputs.blocks import Block, Column, text

_LARGEST: Final = 60
_CLAIMS: Final = {"line": "línea"}
_HELD: Final = ("given", "won", "held")


def prizes(rows: Sequence[Row], halls: Halls) -> OfficeReport:
    """Make the report of prizes: those of progressives first, then the largest."""
    made: list[Block] = []
    for currency, group in by_currency(rows, halls).items():
        of_pots = [row for row in group if row["progressive"]]
        made.append(
            blocks.figures(
                ("Premios", amount(_sum(group, "amount"), currency), f"{len(group)} premios"),
                ("De ellos, pozos", amount(_sum(of_pots, "amount"), currency), f"{len(of_pots)} premios"),
                ("Sin pagar", str(sum(row["paid"] is None for row in group))),
            )
        )
        ordered = sorted(group, key=lambda row: (not row["progressive"], -(row["amount"] or 0)))
        columns = (text("Sala", 1), text("Cuándo"), text("Premio"), text("Cartón"), Column("Importe"))
        shown = [_cells(row, halls) for row in ordered[:_LARGEST]]
        title = f"Los pozos y los mayores, en {currency or 'su moneda'}"
        made.append(blocks.table(title, (*columns, text("Pagado")), shown))
    table = sheet(
        rows, halls, dia="day", partida="game", premio="claim", pozo="progressive", serie="series",
        carton="card", importe="amount", asignado="awarded", pagado="paid", tomo="volume", asiento="entry",
    )  # fmt: skip
    return OfficeReport(made or [blocks.paragraph("No hubo premios en estos días.")], table)


def _cells(row: Row, halls: Halls) -> tuple[str, ...]:
    return (
        name_of(row, halls),
        f"{row['awarded']:%d/%m/%Y %H:%M}",
        str(row["progressive"] or _CLAIMS.get(row["claim"], row["claim"])),
        f"{row['series']} n.º {row['card']}",
        blocks.plain_amount(row["amount"] or 0),
        f"{row['paid']:%d/%m %H:%M}" if row["paid"] else "sin pagar",
    )


def progressives(rows: Sequence[Row], halls: Halls) -> OfficeReport:
    """Make the report of progressives: what was put in, what was won, what they hold."""
    made: list[Block] = []
    for currency, group in by_currency(rows, halls).items():
        columns = (text("Sala", 1), text("Pozo"), *map(Column, ("Aportado", "Entregado", "Hay ahora")))
        shown = [
            (
                name_of(row, halls),
                row["progressive"],
                *(blocks.plain_amount(int(row[each] or 0)) for each in _HELD),
            )
            for row in group
        ]
        total = ("Total", "", *(blocks.plain_amount(_sum(group, each)) for each in _HELD))
        made.append(blocks.table(f"Pozos, en {currency or 'su moneda'}", columns, shown, total=total))
    table = sheet(rows, halls, pozo="progressive", aportado="given", entregado="won", hay="held")
    return OfficeReport(made or [blocks.paragraph("Ninguna sala tiene pozos.")], table)


def _sum(rows: Sequence[Row], column: str) -> int:
    return sum(int(row[column] or 0) for row in rows)
