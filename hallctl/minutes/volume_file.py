"""The file of a volume: made whole or not at all, written durably, by one program, in its place.

Not responsible for what is in it (``book``), nor for how a folder is synced (``durable``).
"""

import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from hallctl.minutes import private
from hallctl.minutes.databases import connect
from hallctl.minutes.durable import Anchor, sync_folder, write_again
from hallctl.minutes.errors import MinutesError, named_trouble, trouble
from hallctl.minutes.schema import create_schema, guard

BUSY_SECONDS: Final = 2.0
"""How long another program's lock on the file is waited for."""


class VolumeFile:
    """An open file, and what shows that it is still the one that the folder holds."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Take a file that is there and a connection to it."""
        self._path = path
        self._connection = connection
        self._anchors = [Anchor(path)]

    def write(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Write rows, all or none; they are on the disk when this returns.

        Raises:
            MinutesError: They may not be, or the file is no longer in its place.
        """
        self._demand_there()
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(statement, rows)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            # A rollback that fails too changes nothing: no one reads through this connection any more.
            with suppress(sqlite3.Error):
                self._connection.rollback()
            raise trouble(error, self._path) from error
        if len(self._anchors) == 1:
            # SQLite makes its log with the first commit, and keeps that file while the book is open.
            with named_trouble(self._path):
                self._anchors.append(Anchor(log_of(self._path)))
        self._demand_there()

    def _demand_there(self) -> None:
        """See that what is written to is what the folder holds: SQLite would write to a lost file."""
        with named_trouble(self._path):
            if all(anchor.holds() for anchor in self._anchors):
                return
        sentence = (
            f"el libro {self._path} ya no está en su sitio, o hay otro en él. Vuelva a ponerlo y arranque"
        )
        raise MinutesError("MIN-MISSING", f"{sentence}; si se perdió: hallctl book repair --first")


def write_empty(path: Path) -> None:
    """Write an empty book beside its place and move it there, so that a crash leaves a whole book or none."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    with closing(connect_durably(draft)) as connection:
        create_schema(connection)
        mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        # SQLite reports a disk that fails here by the mode alone; no book is opened in another mode.
        raise OSError(errno.EIO, f"SQLite stayed in mode {mode}")
    draft.replace(path)
    sync_folder(path)


def connect_durably(path: Path) -> sqlite3.Connection:
    """Open the file so that a commit is on the disk when it returns."""
    connection = connect(path, BUSY_SECONDS)
    try:
        guard(connection)
        # EXTRA comes before anything is written: under FULL the unlinking of the first journal may be lost,
        # and the table with it.
        connection.execute("PRAGMA synchronous = EXTRA")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def log_of(path: Path) -> Path:
    """Return SQLite's write-ahead log of a volume."""
    return path.with_name(f"{path.name}-wal")


def settle(connection: sqlite3.Connection, path: Path) -> None:
    """See that what is read from now on is on the disk, not only in the memory of a kernel."""
    log = log_of(path)
    if log.exists():
        # Nobody adds to the log meanwhile. Its newest commit may be one whose sync failed: were it copied
        # into the file and then cut off in the log, older pages from the log would stand over newer ones.
        connection.execute("BEGIN IMMEDIATE")
        write_again(log)
        connection.execute("ROLLBACK")
    busy, _, _ = connection.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
    if busy:
        raise MinutesError(
            "MIN-LOCKED", f"{path.name}: otro programa está leyendo el libro; espere a que termine."
        )
    sync_folder(path)


def demand_durable(connection: sqlite3.Connection, path: Path) -> None:
    """See that SQLite keeps the file as ``connect_durably`` asked.

    Raises:
        MinutesError: It does not (MIN-SCHEMA).
    """
    mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
    level = connection.execute("PRAGMA synchronous").fetchone()[0]
    if (mode, level) != ("wal", 3):
        sentence = (
            f"{path.name}: el libro debe estar en modo WAL con sincronía EXTRA, y está en {mode}/{level}."
        )
        raise MinutesError("MIN-SCHEMA", sentence)


@contextmanager
def sole_writer(path: Path) -> Iterator[int]:
    """Hold the right to write to a book, which ends with the process however it ends; yield its lock.

    Raises:
        MinutesError: Another program holds it (MIN-LOCKED).
        OSError: The lock cannot be made.
    """
    # On a file of its own: SQLite's locks on the book would fall when any descriptor of it is closed.
    lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, private.FILE)
    try:
        _lock(lock, path)
        yield lock
    finally:
        os.close(lock)


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        sentence = f"{path.name}: otro controlador tiene abierto el libro; ciérrelo antes de abrirlo aquí."
        raise MinutesError("MIN-LOCKED", sentence) from error
