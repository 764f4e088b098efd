"""The newest live view of each hall: a hint for people, and when the hall was heard last.

Not responsible for what a view says: nothing a person is told as a fact comes from it.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from psycopg.types.json import Jsonb

from hallctl.minutes.wire.messages import WireError, demand_hall, read_object
from hallctl.office import alarms
from hallctl.office.database import UNKEPT, Connection
from hallctl.office.verification import CLOCK, Finding

SUBJECTS: Final = "hall.*.state"
SENT: Final = "sent"
"""The field of a view that says when it was sent: RFC 3339 in UTC."""


@dataclass(frozen=True, slots=True)
class View:
    """A live view as it came.

    Attributes:
        hall: The hall.
        sent: When it says that it was sent; None where it says nothing that can be read.
        received: When it came.
        content: What it says.
    """

    hall: str
    sent: datetime | None
    received: datetime
    content: dict[str, Any]


def read_view(subject: str, message: bytes) -> View | None:
    """Read a live view; None where it is none."""
    try:
        content = read_object(message)
        hall = demand_hall(subject.split(".")[1])
    except (WireError, IndexError):
        return None
    if b"\\u0000" in message:
        return None  # the database takes no such text
    return View(hall, _moment(content.get(SENT)), datetime.now(UTC), content)


def _moment(text: Any) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo is not None else None
    except (OverflowError, TypeError, ValueError):
        return None


def keep_views(connection: Connection, views: list[View], clock_s: int) -> None:
    """Store the newest views, and find clocks that differ from the office's; what cannot be kept is no hint.

    Raises:
        psycopg.Error: The database fails.
    """
    for view in views:
        with suppress(*UNKEPT), connection.transaction():
            _keep(connection, view, clock_s)


def _keep(connection: Connection, view: View, clock_s: int) -> None:
    connection.execute(
        "INSERT INTO live (hall, sent, received, view) SELECT hall, %s, %s, %s FROM halls WHERE hall = %s"
        " ON CONFLICT (hall) DO UPDATE SET sent = excluded.sent, received = excluded.received,"
        " view = excluded.view",
        (view.sent or view.received, view.received, Jsonb(view.content), view.hall),
    )
    if view.sent is not None:
        _see_clock(connection, view.hall, (view.sent - view.received).total_seconds(), clock_s)


def shows(connection: Connection, hall: str) -> bool:
    """Return whether a hall shows what it is at: then its views, and no entries, tell of its clock.

    Raises:
        psycopg.Error: The database fails.
    """
    return connection.execute("SELECT FROM live WHERE hall = %s", (hall,)).fetchone() is not None


def _see_clock(connection: Connection, hall: str, ahead: float, clock_s: int) -> None:
    if abs(ahead) <= clock_s:
        alarms.end_alarms(connection, hall, CLOCK)
        return
    how = "adelanta" if ahead > 0 else "atrasa"
    sentence = f"el reloj de la sala {how} {abs(round(ahead))} s frente al de la oficina"
    alarms.raise_alarm(connection, hall, Finding(CLOCK, sentence))
