"""Alarms: what is wrong with a hall, raised once, seen again while it lasts, ended when it ends.

Not responsible for finding it, nor for telling anybody (``notices``).
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from hallctl.i18n.plain import named
from hallctl.office.database import Connection
from hallctl.office.verification import FORK, GAP, UNVERIFIED, Finding

_COLUMNS: Final = "id, hall, code, coalesce(volume, 0), coalesce(number, 0), detail, raised, ended"


@dataclass(frozen=True, slots=True)
class Alarm:
    """An alarm as it is kept.

    Attributes:
        id: Its number.
        hall: The hall.
        code: Its code; docs/fault-codes.md lists them.
        volume: Of which volume; 0 where it is of none.
        number: At which entry; 0 likewise.
        detail: What, in Spanish.
        raised: When it was raised.
        ended: When it ended; None while it lasts.
    """

    id: int
    hall: str
    code: str
    volume: int
    number: int
    detail: str
    raised: datetime
    ended: datetime | None

    def describe(self) -> str:
        """Return it as one line for a person."""
        place = f", tomo {self.volume}" if self.volume else ""
        place += f", asiento {self.number}" if self.number else ""
        until = f" (terminó {self.ended:%Y-%m-%d %H:%M:%S})" if self.ended else ""
        return f"{self.raised:%Y-%m-%d %H:%M:%S} {self.hall}{place}: {self.code}: {self.detail}{until}"


def raise_alarm(connection: Connection, hall: str, finding: Finding) -> None:
    """Raise an alarm; of one that lasts, note that it was seen again.

    Raises:
        psycopg.Error: The database fails.
    """
    # Of a hall that is not enrolled nothing is kept.
    connection.execute(
        "INSERT INTO alarms (hall, code, volume, number, detail, evidence)"
        " SELECT hall, %s, %s, %s, %s, %s FROM halls WHERE hall = %s"
        " ON CONFLICT (hall, code, coalesce(volume, 0), coalesce(number, 0)) WHERE ended IS NULL"
        " DO UPDATE SET seen = now()",
        (finding.code, finding.volume, finding.number, named(finding.sentence), finding.evidence, hall),
    )


def end_alarms(connection: Connection, hall: str, code: str) -> None:
    """End every alarm of a code.

    Raises:
        psycopg.Error: The database fails.
    """
    connection.execute(
        "UPDATE alarms SET ended = now() WHERE hall = %s AND code = %s AND ended IS NULL", (hall, code)
    )


def end_reached(connection: Connection, hall: str, volume: int, first: int, last: int) -> None:
    """End what entries that were stored now had been kept out by.

    Args:
        connection: Inside the transaction that stores them.
        hall: The hall.
        volume: Their volume.
        first: The first of them.
        last: The last.

    Raises:
        psycopg.Error: The database fails.
    """
    connection.execute(
        "UPDATE alarms SET ended = now() WHERE hall = %s AND ended IS NULL AND (code = %s OR code = %s AND"
        " number > 0 AND (volume < %s OR volume = %s AND number BETWEEN %s AND %s))",
        (hall, GAP, UNVERIFIED, volume, volume, first, last),
    )


def end_unseen(connection: Connection, quiet_s: float) -> None:
    """End what was wrong at no known entry, where it was not seen for a while and entries were stored since.

    Raises:
        psycopg.Error: The database fails.
    """
    connection.execute(
        "UPDATE alarms a SET ended = now() WHERE code = %s AND number = 0 AND ended IS NULL"
        " AND seen < now() - make_interval(secs => %s)"
        " AND EXISTS (SELECT FROM heads h WHERE h.hall = a.hall AND h.received > a.seen)",
        (UNVERIFIED, quiet_s),
    )


def forked_halls(connection: Connection) -> set[str]:
    """Return the halls of which nothing is taken until a person settles a fork.

    Raises:
        psycopg.Error: The database fails.
    """
    rows = connection.execute("SELECT DISTINCT hall FROM alarms WHERE code = %s AND ended IS NULL", (FORK,))
    return {hall for (hall,) in rows}


def lasting(connection: Connection) -> set[tuple[str, str]]:
    """Return hall and code of the alarms that last: of others nothing is to be ended.

    Raises:
        psycopg.Error: The database fails.
    """
    rows = connection.execute("SELECT DISTINCT hall, code FROM alarms WHERE ended IS NULL")
    return {(hall, code) for hall, code in rows}


def alarms_of(
    connection: Connection, halls: Collection[str] = (), *, ended: bool = False, most: int = 1000
) -> list[Alarm]:
    """Return the alarms that last, the newest last.

    Args:
        connection: To the office's database.
        halls: Of which halls; none: of all.
        ended: Also those that ended.
        most: How many at most.

    Raises:
        psycopg.Error: The database fails.
    """
    query = (
        f"SELECT {_COLUMNS} FROM alarms WHERE (ended IS NULL OR %s) AND (%s OR hall = ANY(%s))"
        " ORDER BY id DESC LIMIT %s"
    )
    rows = connection.execute(query.encode(), (ended, not halls, list(halls), most)).fetchall()
    return [Alarm(*row) for row in reversed(rows)]


def alarms_by_id(connection: Connection, numbers: Collection[int]) -> list[Alarm]:
    """Return some alarms by their numbers.

    Raises:
        psycopg.Error: The database fails.
    """
    query = f"SELECT {_COLUMNS} FROM alarms WHERE id = ANY(%s) ORDER BY id"
    return [Alarm(*row) for row in connection.execute(query.encode(), (list(numbers),))]
