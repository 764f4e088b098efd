"""A fork settled by a person: the hall has the office's history again, or its other one is taken.

Nothing is deleted: entries that are given up stay beside, with the reason. The office cosigns no more
checkpoints of that volume: it never signs two histories. Not responsible for finding forks.
"""

from hallctl.office import store
from hallctl.office.alarms import end_alarms, forked_halls
from hallctl.office.calls import begin_anew
from hallctl.office.database import Connection
from hallctl.office.errors import OfficeError
from hallctl.office.jackpots.store import put_back
from hallctl.office.roots import Roots
from hallctl.office.verification import FORK


def settle(connection: Connection, hall: str, because: str, last: int | None = None) -> None:
    """End the fork of a hall.

    Args:
        connection: To the office's database.
        hall: The hall.
        because: Why, for the record.
        last: The last entry of the newest volume that both histories share, where the other one is taken;
            None: the hall has the office's again.

    Raises:
        OfficeError: There is no fork, or no such entry.
        psycopg.Error: The database fails.
    """
    with connection.transaction():
        if hall not in forked_halls(connection):
            raise OfficeError(f"«{hall}» no tiene ninguna bifurcación pendiente.")
        if last is not None:
            _give_up(connection, hall, because, last)
        connection.execute(
            "UPDATE alarms SET detail = detail || %s WHERE hall = %s AND code = %s AND ended IS NULL",
            (f" (resuelto: {because})", hall, FORK),
        )
        end_alarms(connection, hall, FORK)


def _give_up(connection: Connection, hall: str, because: str, last: int) -> None:
    head = next(iter(store.newest_heads(connection, hall)), None)
    if head is None or not 0 < last < head.number:
        raise OfficeError(f"El tomo más nuevo de «{hall}» no tiene el asiento {last} antes del último.")
    where, of = "hall = %s AND volume = %s AND number > %s", (hall, head.volume, last)
    moved = "INSERT INTO superseded (hall, volume, number, line, received, because)"
    moved += f" SELECT hall, volume, number, line, received, %s FROM entries WHERE {where}"
    connection.execute(moved.encode(), (because, *of))
    connection.execute(f"DELETE FROM entries WHERE {where}".encode(), of)
    row = connection.execute(
        "SELECT hash, time FROM entries WHERE hall = %s AND volume = %s AND number = %s", of
    ).fetchone()
    if row is None:
        raise OfficeError(f"La oficina no tiene el asiento {last}.")
    peaks = Roots.peaks_of(store.lines_of(connection, hall, head.volume))
    cosigned = store.NEVER_AGAIN if head.cosigned > last else head.cosigned
    connection.execute(
        "UPDATE heads SET number = %s, hash = %s, peaks = %s, cosigned = %s, closed = false, state = NULL,"
        " time = %s WHERE hall = %s AND volume = %s",
        (last, row[0], b"".join(peaks), cosigned, row[1], hall, head.volume),
    )
    put_back(connection, hall, head.volume, last)
    begin_anew(connection, hall, head.volume, last)
