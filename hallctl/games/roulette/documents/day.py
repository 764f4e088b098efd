"""What the act of a roulette table's day has of its own: the inspections, every spin, the stops (DR17).

Not responsible for the rest of the act (``any_table.day``), nor for where its rows come from (``rows``).
"""

from hallctl.games.any_table.day import Day
from hallctl.games.roulette.documents.rows import DayRows
from hallctl.outputs.folios.sections import Section, table


def roulette_day(rows: DayRows) -> Day:
    """Return a day of the table as its act tells it."""
    return Day(
        rows,
        before="se inspeccionan la ruleta y la bola, y se cuenta el fondo de la mesa",
        first=[_inspections(rows)],
        sections=[_spins(rows), _stops(rows)],
        with_what="número",
    )


def _inspections(rows: DayRows) -> Section:
    columns = (
        ("Hora", 18, "left"),
        ("Ruleta", 28, "left"),
        ("Bola", 22, "left"),
        ("Nivel", 26, "left"),
        ("Resultado", 38, "left"),
        ("Inspección de", 32, "left"),
    )
    title = "Inspección de ruleta y bola"
    return table("inspections", title, columns, rows.inspections, empty="No se inspeccionó.")


def _spins(rows: DayRows) -> Section:
    columns = (
        ("Jugada", 16, "right"),
        ("Hora", 20, "left"),
        ("Croupier", 42, "left"),
        ("Plato", 16, "left"),
        ("Número", 26, "left"),
        ("Lo dicen", 44, "left"),
    )
    return table("spins", "Jugadas", columns, rows.spins, empty="No se jugó.")


def _stops(rows: DayRows) -> Section:
    columns = (("Jugada", 20, "right"), ("Hora", 24, "left"), ("La mesa se detuvo porque", 120, "left"))
    return table("stops", "Paradas de la mesa", columns, rows.stops, empty="Ninguna.")
