"""The book: one SQLite file a volume, append only, one writer, durable before anyone is told.

Not responsible for what is minuted, nor for stopping the hall when the book fails. One thread, the deciding
one, opens and uses a book; everyone else reads through a ``Reader``.
"""

import fcntl
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from hallctl.minutes.entry import NO_HASH, Draft, Entry, Stamp, row_of, seal
from hallctl.minutes.errors import MinutesError, named_trouble, trouble
from hallctl.minutes.reader import read, read_request
from hallctl.minutes.schema import INSERT, create_schema, guard
from hallctl.minutes.verify import inspect

_BUSY_SECONDS = 2.0


class Book:
    """An open volume of the libro de actas, with the right to append to it.

    Use :meth:`create` or :meth:`open`, in the thread that will append. After a failed append the book refuses
    everything until it is closed and opened again: a failed sync is never retried, and what the disk holds is
    then found out from the disk.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, last: Entry | None, resources: ExitStack
    ) -> None:
        self._path = path
        self._connection = connection
        self._last = last
        self._resources = resources
        self._usable = True

    @classmethod
    def create(cls, path: Path) -> Self:
        """Create an empty book at ``path`` and open it.

        Raises:
            MinutesError: There is a file already (MIN-EXISTS), or the disk refuses.
        """
        path = Path(path)
        with named_trouble(path), _sole_writer(path):
            if path.exists():
                raise MinutesError("MIN-EXISTS", f"ya existe un libro en {path}; ábralo o elija otro lugar.")
            _write_empty(path)
        return cls.open(path)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the book at ``path`` for appending, once all of it has been verified.

        Raises:
            MinutesError: It is missing, has a writer already, is damaged, or was tampered with.
        """
        path = Path(path)
        if not path.is_file():
            raise MinutesError("MIN-MISSING", f"no existe el libro {path}; créelo antes de abrirlo.")
        with named_trouble(path), ExitStack() as stack:
            stack.enter_context(_sole_writer(path))
            connection = stack.enter_context(closing(_connect(path)))
            _settle(connection, path)
            verdict, last = inspect(connection)
            if not verdict.ok:
                raise MinutesError(verdict.problems[0].code, f"{path.name}: {verdict.describe()}")
            _demand_durable(connection, path)
            return cls(path, connection, last, stack.pop_all())

    def append(self, drafts: Sequence[Draft], stamp: Stamp) -> tuple[Entry, ...]:
        """Append entries together, all or none; they are durable when this returns.

        Raises:
            MinutesError: They may not be durable, and the book refuses everything until it is opened again.
            CanonicalError, EntryError: A draft has no canonical JSON or another form; nothing was written,
                and the book goes on.
        """
        self._demand_usable()
        entries = self._seal(drafts, stamp)
        rows = [row_of(entry) for entry in entries]
        if not rows:
            return ()
        self._usable = False
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(INSERT, rows)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            # A rollback that fails too changes nothing: no one reads through this connection any more.
            with suppress(sqlite3.Error):
                self._connection.rollback()
            raise trouble(error, self._path) from error
        self._usable = True
        self._last = entries[-1]
        return entries

    def entries(self, first: int = 1, last: int | None = None) -> Iterator[Entry]:
        """Read the entries numbered ``first`` to ``last`` (the newest when None), in order.

        Raises:
            MinutesError: The book is closed or has failed, or cannot be read.
        """
        self._demand_usable()
        return read(self._connection, self._path, first, last)

    def last(self) -> Entry | None:
        """Give the newest acknowledged entry, also of a closed or failed book; None in an empty one."""
        return self._last

    def by_request(self, request: str) -> tuple[Entry, ...]:
        """Read the entries that the command with this identifier caused, in order; none for "".

        Raises:
            MinutesError: As ``entries``.
        """
        self._demand_usable()
        return read_request(self._connection, self._path, request)

    def close(self) -> None:
        """Let go of the file; a second call does nothing."""
        self._usable = False
        self._resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _seal(self, drafts: Sequence[Draft], stamp: Stamp) -> tuple[Entry, ...]:
        number, previous = (self._last.number, self._last.hash) if self._last else (0, NO_HASH)
        entries: list[Entry] = []
        for draft in drafts:
            entries.append(seal(draft, stamp, number + 1, previous))
            number, previous = entries[-1].number, entries[-1].hash
        return tuple(entries)

    def _demand_usable(self) -> None:
        if not self._usable:
            sentence = f"{self._path.name}: el libro está cerrado o falló antes; ábralo de nuevo para seguir."
            raise MinutesError("MIN-STOPPED", sentence)


def _write_empty(path: Path) -> None:
    """Write an empty book beside its place and move it there, so that a crash leaves a whole book or none."""
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    with closing(_connect(draft)) as connection:
        create_schema(connection)
        connection.execute("PRAGMA journal_mode = WAL")
    draft.replace(path)
    _sync_folder(path)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
    try:
        guard(connection)
        # EXTRA comes before anything is written: under FULL the unlinking of the first journal may be lost,
        # and the table with it.
        connection.execute("PRAGMA synchronous = EXTRA")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _settle(connection: sqlite3.Connection, path: Path) -> None:
    """See that what is read from now on is on the disk, not only in the memory of a kernel."""
    busy, _, _ = connection.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
    if busy:
        raise MinutesError(
            "MIN-LOCKED", f"{path.name}: otro programa está leyendo el libro; espere a que termine."
        )
    _sync_folder(path)


def _demand_durable(connection: sqlite3.Connection, path: Path) -> None:
    mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
    level = connection.execute("PRAGMA synchronous").fetchone()[0]
    if (mode, level) != ("wal", 3):
        sentence = (
            f"{path.name}: el libro debe estar en modo WAL con sincronía EXTRA, y está en {mode}/{level}."
        )
        raise MinutesError("MIN-SCHEMA", sentence)


def _sync_folder(path: Path) -> None:
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def _sole_writer(path: Path) -> Iterator[None]:
    """Hold the right to write to a book, which ends with the process however it ends."""
    # On a file of its own: SQLite's locks on the book would fall when any descriptor of it is closed.
    lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        _lock(lock, path)
        yield
    finally:
        os.close(lock)


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        sentence = f"{path.name}: otro controlador tiene abierto el libro; ciérrelo antes de abrirlo aquí."
        raise MinutesError("MIN-LOCKED", sentence) from error
