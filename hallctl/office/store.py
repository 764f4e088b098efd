"""The halls' books in the database: heads, lines and notes, read and written inside the caller's transaction.

Not responsible for what may be stored: that was verified before.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from hallctl.minutes.note import Note, Verifier
from hallctl.office.cosign import Sent
from hallctl.office.database import Connection, add_partitions
from hallctl.office.verification import Verified

NEVER_AGAIN: Final = 2**62
"""As the size that was cosigned: of a volume whose history was given up for another, nothing more is."""

_PAGE: Final = 2000
_HEAD: Final = "volume, number, hash, peaks, cosigned, closed"
_COPY: Final = "COPY entries (hall, volume, number, time, kind, hash, line, received) FROM STDIN"


@dataclass(frozen=True, slots=True)
class Head:
    """Where the verified copy of a volume ends.

    Attributes:
        volume: Its number.
        number: Of its last entry.
        hash: That entry's hash.
        peaks: Those of the tree over its entries.
        cosigned: The size of the newest checkpoint that the office cosigned; ``NEVER_AGAIN`` for no more.
        closed: Whether the volume is closed.
    """

    volume: int
    number: int
    hash: str
    peaks: tuple[bytes, ...]
    cosigned: int = 0
    closed: bool = False


def newest_heads(connection: Connection, hall: str, count: int = 1) -> list[Head]:
    """Return the heads of a hall's newest volumes, the newest first.

    Raises:
        psycopg.Error: The database fails.
    """
    query = f"SELECT {_HEAD} FROM heads WHERE hall = %s ORDER BY volume DESC LIMIT %s"
    rows = connection.execute(query.encode(), (hall, count))
    return [
        Head(volume, number, hash_, _split(bytes(peaks)), cosigned, closed)
        for volume, number, hash_, peaks, cosigned, closed in rows
    ]


def _split(peaks: bytes) -> tuple[bytes, ...]:
    return tuple(peaks[at : at + 32] for at in range(0, len(peaks), 32))


def keep_head(connection: Connection, hall: str, head: Head, time: str) -> None:
    """Say where the verified copy of a volume ends now.

    Raises:
        psycopg.Error: The database fails.
    """
    connection.execute(
        "INSERT INTO heads (hall, volume, number, hash, peaks, cosigned, closed, time, received)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, now()) ON CONFLICT (hall, volume) DO UPDATE SET"
        " number = excluded.number, hash = excluded.hash, peaks = excluded.peaks,"
        " cosigned = excluded.cosigned, closed = excluded.closed, time = excluded.time, received = now()",
        (
            hall,
            head.volume,
            head.number,
            head.hash,
            b"".join(head.peaks),
            head.cosigned,
            head.closed,
            time,
        ),
    )


def keep_snapshot(connection: Connection, hall: str, volume: int, snapshot: bytes) -> None:
    """Keep what verification of a volume goes on from, instead of the former.

    Raises:
        psycopg.Error: The database fails.
    """
    connection.execute(
        "UPDATE heads SET state = %s WHERE hall = %s AND volume = %s", (snapshot, hall, volume)
    )


def snapshot_of(connection: Connection, hall: str, volume: int) -> bytes:
    """Read what verification of a volume goes on from; empty where there is nothing.

    Raises:
        psycopg.Error: The database fails.
    """
    query = "SELECT state FROM heads WHERE hall = %s AND volume = %s AND state IS NOT NULL"
    row = connection.execute(query, (hall, volume)).fetchone()
    return b"" if row is None else bytes(row[0])


def keep_cosigned(connection: Connection, hall: str, volume: int, size: int) -> None:
    """Remember how far the office cosigned a volume; never less than before.

    Args:
        connection: Inside the transaction that stores the cosignature.
        hall: The hall.
        volume: Its volume, which has a head.
        size: Of the checkpoint.

    Raises:
        psycopg.Error: The database fails.
    """
    connection.execute(
        "UPDATE heads SET cosigned = %s WHERE hall = %s AND volume = %s AND cosigned < %s",
        (size, hall, volume, size),
    )


def keep_missing(connection: Connection, hall: str, since: float | None) -> None:
    """Remember since when entries of a hall are missing, in seconds of POSIX time; None: none is.

    Raises:
        psycopg.Error: The database fails.
    """
    connection.execute("UPDATE halls SET missing_since = to_timestamp(%s) WHERE hall = %s", (since, hall))


def missing_since(connection: Connection, hall: str) -> float | None:
    """Return since when entries of a hall are missing, in seconds of POSIX time; None: none is.

    Raises:
        psycopg.Error: The database fails.
    """
    query = "SELECT extract(epoch FROM missing_since)::float8 FROM halls WHERE hall = %s"
    row = connection.execute(query, (hall,)).fetchone()
    return None if row is None else row[0]


def keep_entries(connection: Connection, hall: str, volume: int, entries: Iterable[Verified]) -> None:
    """Store verified entries of a volume.

    Raises:
        psycopg.Error: The database fails.
    """
    received = datetime.now(UTC)
    with connection.cursor() as cursor, cursor.copy(_COPY) as copy:
        for each in entries:
            entry = each.entry
            copy.write_row(
                (hall, volume, entry.number, entry.time, entry.kind, entry.hash, each.line, received)
            )


def begin_volume(connection: Connection, hall: str, volume: int) -> None:
    """Make room for the entries of a volume.

    Raises:
        psycopg.Error: The database fails.
    """
    add_partitions(connection, hall, volume)


def lines_of(
    connection: Connection, hall: str, volume: int, last: int | None = None, after: int = 0
) -> Iterator[bytes]:
    """Read the lines of a volume in order, page by page, after a number and up to another.

    Raises:
        psycopg.Error: The database fails.
    """
    number, end = after, 2**62 if last is None else last
    while True:
        rows = connection.execute(
            "SELECT number, line FROM entries WHERE hall = %s AND volume = %s AND number > %s"
            " AND number <= %s ORDER BY number LIMIT %s",
            (hall, volume, number, end, _PAGE),
        ).fetchall()
        yield from (bytes(line) for _, line in rows)
        if len(rows) < _PAGE:
            return
        number = rows[-1][0]


def lines_at(connection: Connection, hall: str, volume: int, numbers: list[int]) -> dict[int, bytes]:
    """Read some lines of a volume by their numbers.

    Raises:
        psycopg.Error: The database fails.
    """
    rows = connection.execute(
        "SELECT number, line FROM entries WHERE hall = %s AND volume = %s AND number = ANY(%s)",
        (hall, volume, numbers),
    )
    return {number: bytes(line) for number, line in rows}


def waiting_notes(connection: Connection, hall: str, volume: int, size: int) -> list[str]:
    """Read the checkpoints that are of more entries than the office has.

    Raises:
        psycopg.Error: The database fails.
    """
    rows = connection.execute(
        "SELECT note FROM notes WHERE hall = %s AND (volume, size) > (%s, %s)"
        " ORDER BY volume, size LIMIT 100",
        (hall, volume, size),
    )
    return [text for (text,) in rows]


def has_note(connection: Connection, hall: str, volume: int, sent: Sent) -> bool:
    """Return whether a checkpoint is stored, with whatever signatures.

    Raises:
        psycopg.Error: The database fails.
    """
    rows = connection.execute(
        "SELECT note FROM notes WHERE hall = %s AND volume = %s AND size = %s",
        (hall, volume, sent.checkpoint.size),
    )
    return any(Note.read(text).text == sent.note.text for (text,) in rows)


def keep_notes(connection: Connection, hall: str, notes: list[tuple[int, int, Note]]) -> None:
    """Store checkpoints, each in the place of the same one with fewer signatures.

    Args:
        connection: Inside the transaction that stores their entries.
        hall: The hall.
        notes: Volume, size and note of each.

    Raises:
        psycopg.Error: The database fails.
    """
    if not notes:
        return
    volumes, sizes = [volume for volume, _, _ in notes], [size for _, size, _ in notes]
    known = connection.execute(
        "SELECT volume, size, note FROM notes WHERE hall = %s AND (volume, size) IN"
        " (SELECT * FROM unnest(%s::integer[], %s::bigint[]))",
        (hall, volumes, sizes),
    ).fetchall()
    for volume, size, text in known:
        former = Note.read(text)
        if any(n.text == former.text and set(former.lines) <= set(n.lines) for _, _, n in notes):
            connection.execute(
                "DELETE FROM notes WHERE hall = %s AND volume = %s AND size = %s AND note = %s",
                (hall, volume, size, text),
            )
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO notes (hall, volume, size, note) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING",
            [(hall, volume, size, str(note)) for volume, size, note in notes],
        )


def newest_note(connection: Connection, hall: str, verifier: Verifier) -> str:
    """Read the newest checkpoint that the office cosigned; empty for none.

    Raises:
        psycopg.Error: The database fails.
    """
    rows = connection.execute(
        "SELECT n.note FROM notes n JOIN heads h USING (hall, volume) WHERE n.hall = %s"
        " AND n.size <= h.number ORDER BY n.volume DESC, n.size DESC LIMIT 100",
        (hall,),
    )
    return next((text for (text,) in rows if Note.read(text).cosigned_at(verifier)), "")
