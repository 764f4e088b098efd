"""What the act of a baccarat table's day has of its own: its shoes and its decks (DB15, DB18).

Not responsible for the rest of the act (``any_table.day``), nor for where its rows come from (``rows``).
"""

from hallctl.games.any_table.day import Day
from hallctl.games.baccarat.documents.rows import DayRows
from hallctl.outputs.folios.sections import Section, table


def baccarat_day(rows: DayRows) -> Day:
    """Return a day of the table as its act tells it."""
    return Day(
        rows,
        before="se cuentan el fondo de la mesa y las barajas",
        first=[],
        sections=[_shoes(rows), _decks(rows)],
        with_what="resultado",
    )


def _shoes(rows: DayRows) -> Section:
    columns = (
        ("Partida", 20, "right"),
        ("Terminó", 24, "left"),
        ("Jugadas", 20, "right"),
        ("Por qué terminó", 100, "left"),
    )
    return table("shoes", "Partidas", columns, rows.shoes, empty="No se jugó.")


def _decks(rows: DayRows) -> Section:
    columns = (("Hora", 22, "left"), ("Movimiento", 142, "left"))
    return table("decks", "Barajas", columns, rows.decks, empty="Sin movimientos.")
