"""The alarms: what is wrong with a hall, with its evidence, and who took note of it.

Not responsible for raising or ending them (the ingest does), nor for markup.
"""

from typing import Final

from hallctl.i18n.sentences import _
from hallctl.office.database import connect
from hallctl.office.web.database import Reading, Row

NEWEST: Final = 200

MEANINGS: Final = {
    "OFFICE-FORK": _("El libro tiene dos historias: la sala envió o firmó otra que la que está guardada."),
    "OFFICE-GAP": _("Faltan asientos: llegó uno que no sigue al último."),
    "OFFICE-LATE": _("La sala tiene la sesión abierta y no llega nada de ella."),
    "OFFICE-CLOCK": _("El reloj de la sala no va con el de la oficina."),
    "OFFICE-UNVERIFIED": _("Un asiento no pasa la verificación, o no puede seguir a los que hay."),
    "OFFICE-NOTE": _("Un punto de control no se lee, es de otro libro o no lleva la firma del controlador."),
    "OFFICE-CALLS": _(
        "Los libros de las dos salas no cuadran: otra bola, otra sala que llama que la dada de alta, o un "
        "asiento que no se lee."
    ),
    "OFFICE-JACKPOT": _(
        "La sala anuncia de un pozo de la cadena algo que la oficina no reservó, o juega por uno que no "
        "tiene."
    ),
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
