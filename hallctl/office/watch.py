"""Finds halls that are late: a session is open, and the office hears nothing of them.

Not responsible for why: the line may be down, or the hall stands.
"""

from datetime import UTC, datetime
from typing import Final

from hallctl.office import alarms
from hallctl.office.database import Connection
from hallctl.office.parts import Office, Periodic
from hallctl.office.verification import LATE, Finding

EVERY_S: Final = 5.0

_QUIET: Final = """
SELECT h.hall, s.kind = 'SessionOpened', coalesce(
    extract(epoch FROM now() - greatest(d.received, l.received, h.enrolled))::float8 / 60, 0)
FROM halls h
LEFT JOIN LATERAL (
    SELECT volume, received FROM heads WHERE hall = h.hall ORDER BY volume DESC LIMIT 1) d ON true
LEFT JOIN live l USING (hall)
LEFT JOIN LATERAL (
    SELECT kind FROM entries e WHERE e.hall = h.hall AND e.volume = d.volume
        AND kind IN ('SessionOpened', 'SessionClosed') ORDER BY number DESC LIMIT 1) s ON true
WHERE h.retired IS NULL
"""


def look_for_late(connection: Connection, late_minutes: float, begun: datetime) -> None:
    """Raise the alarm of each hall that is late, and end that of each that is not.

    Args:
        connection: To the office's database.
        late_minutes: After how many minutes a hall is late.
        begun: Since when the office hears halls.

    Raises:
        psycopg.Error: The database fails.
    """
    heard = (datetime.now(UTC) - begun).total_seconds() / 60
    for hall, in_session, minutes in connection.execute(_QUIET).fetchall():
        if in_session and minutes >= late_minutes:
            if heard < late_minutes:
                continue
            sentence = f"nada se oye de la sala desde hace {round(minutes)} minutos, con la sesión abierta"
            alarms.raise_alarm(connection, hall, Finding(LATE, sentence))
        else:
            alarms.end_alarms(connection, hall, LATE)


def start_watch(office: Office) -> Periodic:
    """Return the part."""
    late, begun = office.setting.config.alerts.late_minutes, datetime.now(UTC)
    return Periodic(office, "watch", EVERY_S, lambda connection: look_for_late(connection, late, begun))
