"""Reading a book without any means to change it, beside the one writer or after it.

Not responsible for checking what is read (``verify``), nor for writing (``book``).
"""

import json
import os
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Collection, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from hallctl.minutes.databases import connect_reading
from hallctl.minutes.entry import COLUMNS, Entry, EntryError, Row, entry_of
from hallctl.minutes.errors import FILE_ERRORS, MinutesError, named_trouble
from hallctl.minutes.note import Note, NoteError
from hallctl.minutes.opening import LOST, RESTORED
from hallctl.minutes.schema import LATEST_TIME, guard

_SELECT = f"SELECT {', '.join(COLUMNS)} FROM entries"
NOTES = "SELECT number, size, peaks, note FROM checkpoints ORDER BY number"
"""Reads the checkpoints as they are stored, in order."""

LEAST = -(2**63)
"""The least number that a row can have."""

_PAGE = 500
_BUSY_SECONDS = 5.0


class Reader:
    """A read-only view of a book, open or closed, for one thread.

    Each call sees what is committed at that moment. A reader opened on a closed book does not see what is
    written once the book is opened again; open another one then.

    Raises:
        MinutesError: The file is missing or cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        self._path = Path(path)
        self._resources = ExitStack()
        with named_trouble(self._path):
            self._connection = self._resources.enter_context(read_only(self._path))

    def entries(self, first: int = 1, last: int | None = None) -> Iterator[Entry]:
        """Read the entries numbered ``first`` to ``last`` (the newest when None), in order.

        Raises:
            MinutesError: The file cannot be read, or holds a row that is not an entry.
        """
        return read(self._connection, self._path, first, last)

    def of_kinds(self, kinds: Collection[str]) -> Iterator[Entry]:
        """Read the entries of some kinds, in order.

        Raises:
            MinutesError: As ``entries``.
        """
        marks = ", ".join("?" * len(kinds))
        with named_trouble(self._path):
            rows = _rows(self._connection, f"kind IN ({marks})", tuple(kinds))
        return (_entry(row, self._path) for row in rows)

    def last(self) -> Entry | None:
        """Read the newest entry; None in an empty book.

        Raises:
            MinutesError: As ``entries``.
        """
        with named_trouble(self._path):
            newest = self._connection.execute("SELECT max(number) FROM entries").fetchone()[0]
        return None if newest is None else next(self.entries(newest), None)

    def by_request(self, request: str) -> tuple[Entry, ...]:
        """Read the entries that the command with this identifier caused, in order; none for "".

        Raises:
            MinutesError: As ``entries``.
        """
        return read_request(self._connection, self._path, request)

    def latest_time(self, since: str) -> str:
        """Read the latest time that an entry has, of those from the newest of a kind on; "" for no entry.

        Raises:
            MinutesError: As ``entries``.
        """
        return read_latest_time(self._connection, self._path, since)

    def notes(self) -> Iterator[Note]:
        """Read every checkpoint that is kept, in order.

        Raises:
            MinutesError: The file cannot be read, or a row is not a note.
        """
        return read_notes(self._connection, self._path)

    def close(self) -> None:
        """Let go of the file; a second call does nothing."""
        self._resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_entries(path: Path, first: int = 1, last: int | None = None) -> Iterator[Entry]:
    """Read entries of the book at ``path``, holding it open only while they are read.

    Raises:
        MinutesError: The file is missing or cannot be read, or holds a row that is not an entry.
    """
    with Reader(path) as reader:
        yield from reader.entries(first, last)


def read(connection: sqlite3.Connection, path: Path, first: int, last: int | None) -> Iterator[Entry]:
    """Read entries through an open connection, page by page, so that no snapshot is held between pages.

    Raises:
        MinutesError: The file cannot be read, or holds a row that is not an entry.
    """
    with named_trouble(path):
        for row in stored_rows(connection, first, last):
            yield _entry(row, path)


def read_request(connection: sqlite3.Connection, path: Path, request: str) -> tuple[Entry, ...]:
    """Read, through an open connection, the entries that one command caused; none for "".

    Raises:
        MinutesError: As ``read``.
    """
    with named_trouble(path):
        # The second condition is what lets SQLite use the partial index.
        rows = _rows(connection, "request = ? AND request <> ''", (request,))
        return tuple(_entry(row, path) for row in rows)


def read_notes(connection: sqlite3.Connection, path: Path) -> Iterator[Note]:
    """Read every checkpoint that is kept, in order, through an open connection.

    Raises:
        MinutesError: The file cannot be read, or a row is not a note.
    """
    with named_trouble(path):
        for *_, content in stored_notes(connection):
            try:
                yield Note.read(str(content))
            except NoteError as error:
                raise MinutesError(
                    "MIN-NOTE", f"{path.name}: un punto de control no se puede leer."
                ) from error


def stored_notes(connection: sqlite3.Connection) -> Generator[Row, None, None]:
    """Read the checkpoints as they are stored: number, size, peaks and note.

    Raises:
        sqlite3.Error: The file cannot be read.
    """
    yield from connection.execute(NOTES)


def newest_note(connection: sqlite3.Connection, size: int) -> Note | None:
    """Read the newest checkpoint of at most so many entries; None where there is none.

    Raises:
        sqlite3.Error: The file cannot be read.
        NoteError: It is no note.
    """
    question = "SELECT note FROM checkpoints WHERE size <= ? ORDER BY number DESC LIMIT 1"
    row = connection.execute(question, (size,)).fetchone()
    return None if row is None else Note.read(str(row[0]))


def stored_rows(connection: sqlite3.Connection, first: int = LEAST, last: int | None = None) -> Iterator[Row]:
    """Read rows as they are stored, in the order of their numbers, whatever they hold.

    Without ``first``, every row that the file holds, also one that is numbered 0 or below.

    Raises:
        sqlite3.Error: The file cannot be read.
        MinutesError: The file is damaged so that its rows are not in order.
    """
    bound = 2**63 - 1 if last is None else last
    while first <= bound and (page := _rows(connection, "number BETWEEN ? AND ?", (first, bound), _PAGE)):
        for row in page:
            # SQLite trusts the order of its pages; in a damaged one the same rows could come round for ever.
            if type(row[0]) is not int or row[0] < first:
                sentence = f"el archivo está dañado: tras el asiento {first - 1} viene el {row[0]}"
                raise MinutesError("MIN-CORRUPT", sentence)
            first = row[0] + 1
            yield row


def read_latest_time(connection: sqlite3.Connection, path: Path, since: str) -> str:
    """Read the latest time that an entry has, of those from the newest of a kind on; "" for no entry.

    Raises:
        MinutesError: The file cannot be read.
    """
    with named_trouble(path):
        (latest,) = connection.execute(LATEST_TIME, (since,)).fetchone()
    return latest or ""


def read_loss(connection: sqlite3.Connection, path: Path) -> int | None:
    """Read after which entry the volume records the loss of its second medium; None where it has it again.

    Raises:
        MinutesError: The file cannot be read.
    """
    question = "SELECT kind, body FROM entries WHERE kind IN (?, ?) ORDER BY number DESC LIMIT 1"
    with named_trouble(path):
        row = connection.execute(question, (LOST, RESTORED)).fetchone()
    if row is None or row[0] != LOST:
        return None
    entry = json.loads(row[1]).get("entry")
    return entry if type(entry) is int and entry >= 0 else None


@contextmanager
def read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """Connect to a book without any means to change it, also on a read-only medium.

    Raises:
        MinutesError: There is no such file.
        sqlite3.Error: SQLite cannot open the file.
        OSError: The file cannot be copied from its read-only medium.
    """
    if not path.is_file():
        raise MinutesError("MIN-MISSING", f"no existe el libro {path}.")
    demand_no_journal(path)
    with ExitStack() as stack:
        yield stack.enter_context(closing(_connect_as_found(path, stack)))


def demand_no_journal(path: Path) -> None:
    """See that no rollback journal lies beside a volume: whoever opens it next would play it back.

    A volume is written in WAL mode, and has none.

    Raises:
        MinutesError: There is one (MIN-JOURNAL), or something beside the volume is no file (MIN-STRAY).
    """
    demand_files_beside(path)
    journal = path.with_name(f"{path.name}-journal")
    if journal.exists() and journal.stat().st_size:
        sentence = f"junto al tomo está {journal.name}, que SQLite escribiría encima de él al abrirlo."
        advice = "Guárdelo en otra carpeta como prueba y verifique el libro."
        raise MinutesError("MIN-JOURNAL", f"{sentence} {advice}")


def demand_files_beside(path: Path) -> None:
    """See that what SQLite would open beside a volume is a file: it opens none beside a folder.

    Raises:
        MinutesError: One is no file (MIN-STRAY).
    """
    for ending in ("-wal", "-shm", "-journal"):
        beside = path.with_name(f"{path.name}{ending}")
        if _is_no_file(beside):
            raise MinutesError("MIN-STRAY", f"{beside.name} no es un archivo: apártelo y verifique el libro.")


def _is_no_file(path: Path) -> bool:
    """Return whether there is something that is no regular file, nor a link to one, in one look."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return path.is_symlink()


def _connect_as_found(path: Path, stack: ExitStack) -> sqlite3.Connection:
    log = path.with_name(f"{path.name}-wal")
    if not log.exists():
        # Nobody has the book open. Anything but "immutable" would leave files beside it.
        return _connect(path, immutable=True)
    try:
        return _connect(path)
    except sqlite3.OperationalError as error:
        # Where the folder can be written this process may have the book open: a copy would drop its locks.
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CANTOPEN or os.access(path.parent, os.W_OK):
            raise
    # An open book copied to a read-only medium: "immutable" would silently leave out what only the log has.
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hallctl-book-")))
    for source in (path, log):
        shutil.copyfile(source, folder / source.name)
    return _connect(folder / path.name)


def _connect(path: Path, *, immutable: bool = False) -> sqlite3.Connection:
    connection = connect_reading(path, _BUSY_SECONDS, immutable=immutable)
    try:
        guard(connection)
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except FILE_ERRORS:
        connection.close()
        raise
    return connection


def _entry(row: Row, path: Path) -> Entry:
    try:
        return entry_of(row)
    except EntryError as error:
        sentence = f"{path.name}: el asiento {row[0]} no se puede leer ({error}). Verifique el libro."
        raise MinutesError("MIN-FORM", sentence) from error


def _rows(
    connection: sqlite3.Connection, where: str, arguments: tuple[object, ...], limit: int = -1
) -> list[Row]:
    query = f"{_SELECT} WHERE {where} ORDER BY number LIMIT {limit}"
    return connection.execute(query, arguments).fetchall()
