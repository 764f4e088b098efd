"""The alarms: what is wrong with a hall, with its evidence, and who took note of it.

Not responsible for raising or ending them (the ingest does), nor for markup.
"""

from typing import Final

from hallctl.i18n.sentences import _
from hallctl.office.database import connect
from hallctl.office.web.database import Reading, Row

NEWEST: Final = 200

MEANINGS: Final = {
    "OFFICE-FORK": _(
        "El libro tiene dos historias: la sala envió otro asiento en el lugar de uno que ya estaba."
    ),
    "OFFICE-GAP": _("Faltan asientos: llegó uno que no sigue al último."),
    "OFFICE-LATE": _("La sala tiene la sesión abierta y no llega nada de ella."),
    "OFFICE-CLOCK": _("El reloj de la sala no va con el de la oficina."),
    "OFFICE-UNVERIFIED": _("Un asiento no pasa la verificación y no se guardó."),
    "OFFICE-NOTE": _("Un punto de control no es de lo que la sala envió."),
    "OFFICE-CALLS": _("La sala tomó una bola que la sala que llama no tiene así en su libro."),
    "OFFICE-JACKPOT": _("La sala anuncia de un pozo de la cadena algo que la oficina no reservó."),
}
"""What each code means, for who reads it first."""

_LIST: Final = f"""SELECT a.*, h.name FROM alarms AS a JOIN halls AS h USING (hall)
    WHERE (%(hall)s = '' OR hall = %(hall)s) AND (%(all)s OR ended IS NULL)
    ORDER BY (ended IS NULL AND acknowledged IS NULL) DESC, (ended IS NULL) DESC, raised DESC, id DESC
    LIMIT {NEWEST}"""


def alarms(connection: Reading, hall: str = "", *, ended: bool = False) -> list[Row]:
    """Return the alarms, those first of which nobody took note; with those that ended, where asked."""
    return connection.execute(_LIST.encode(), {"hall": hall, "all": ended}).fetchall()


def acknowledge(url: str, alarm: int, person: str) -> bool:
    """Write down that a person took note of an alarm; return whether nobody had.

    Raises:
        psycopg.Error: The database does not answer.
    """
    with connect(url) as connection:
        done = connection.execute(
            """UPDATE alarms SET acknowledged = now(), acknowledged_by = %s
            WHERE id = %s AND acknowledged IS NULL""",
            (person, alarm),
        )
        return done.rowcount == 1
