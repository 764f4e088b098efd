"""Ball sets near their end, and what players and people of the halls had to say.

Not responsible for money.
"""

from collections.abc import Sequence
from typing import Final

from hallctl.office.web.database import Row
from hallctl.office.web.reports.values import MOST_ROWS, Halls, OfficeReport, name_of, sheet
from hallctl.outputs import blocks
from hallctl.outputs.blocks import Column, text

MOST_GAMES: Final = 1000
"""After so many games a ball set must be changed (AJ-25)."""

NEAR: Final = 900
"""From how many on the office looks for new ones."""

_SHOWN: Final = 12
_TITLES: Final = {"complaint": "Reclamo", "incident": "Incidencia"}


def ball_sets(rows: Sequence[Row], halls: Halls) -> OfficeReport:
    """Make the report of ball sets in use, those with most games first."""
    near = [row for row in rows if row["games"] >= NEAR]
    said = f"Ningún juego de bolas llega a {NEAR} partidas."
    if near:
        said = f"{len(near)} juegos de bolas pasan de {NEAR} partidas: encargue los nuevos."
    columns = (text("Sala", 1), text("Juego"), *map(Column, ("Partidas", "Anuladas", "Le quedan")))
    used = [
        (
            f"{name_of(row, halls)} · {row['ball_set']}",
            row["games"] / MOST_GAMES,
            f"{row['games']} de {MOST_GAMES}",
        )
        for row in rows[:_SHOWN]
    ]
    shown = [
        (
            name_of(row, halls),
            row["ball_set"],
            str(row["games"]),
            str(row["void"]),
            str(MOST_GAMES - row["games"]),
        )
        for row in rows[:MOST_ROWS]
    ]
    made = [blocks.verdict(not near, said)]
    made += [blocks.gauges("Los más usados", used)] if used else []
    none = "Ninguna sala tiene juegos de bolas."
    made.append(
        blocks.table("Juegos de bolas en servicio", columns, shown, marked=range(len(near)), empty=none)
    )
    table = sheet(rows, halls, juego="ball_set", partidas="games", anuladas="void", registrado="registered")
    return OfficeReport(made, table)


def complaints(rows: Sequence[Row], halls: Halls) -> OfficeReport:
    """Make the report of complaints and incidents, the newest first."""
    counts = {what: sum(row["what"] == what for row in rows) for what in _TITLES}
    open_ = [place for place, row in enumerate(rows[:MOST_ROWS]) if not row["decision"]]
    columns = (
        text("Sala"),
        text("Cuándo"),
        text("Qué"),
        text("De quién"),
        text("Texto", 3),
        text("Decisión", 2),
    )

    def cells(row: Row) -> tuple[str, ...]:
        what = f"{_TITLES[row['what']]} {row['number']}"
        decision = row["decision"] or "sin resolver"
        when = f"{row['local']:%d/%m/%Y %H:%M}"
        return (name_of(row, halls), when, what, str(row["person"]), str(row["text"]), decision)

    made = [
        blocks.figures(
            ("Reclamos", str(counts["complaint"])),
            ("Incidencias", str(counts["incident"])),
            ("Sin resolver", str(sum(not row["decision"] for row in rows))),
        ),
        blocks.table("Reclamos e incidencias", columns, map(cells, rows[:MOST_ROWS]), marked=open_),
    ]
    table = sheet(
        rows, halls, dia="day", que="what", numero="number", persona="person", texto="text",
        decision="decision", tomo="volume", asiento="entry",
    )  # fmt: skip
    return OfficeReport(made, table)
