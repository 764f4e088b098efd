"""The book's tables as exact text: what a book file must hold, no more and no less.

Not responsible for opening files (``book``, ``reader``). The text is ours rather than generated, because
every opening compares it letter by letter: it must not change with the version of a library.
"""

import sqlite3
from operator import methodcaller

from hallctl.minutes.chain import Problem
from hallctl.minutes.entry import COLUMNS, NO_HASH
from hallctl.minutes.views import VIEWS

APPLICATION_ID = 0x4C414354
"""Marks an SQLite file as a libro de actas ("LACT")."""

FORMAT = 3
"""The format in which new volumes are written, as docs/minutes.md describes it; ``PRAGMA user_version``."""

FORMATS = (2, FORMAT)
"""The formats that are read; an open volume of an older one is written on in it until it is closed."""

ENCODING = "UTF-8"
"""How the text of a book is kept."""

_TABLE = """CREATE TABLE entries (
    number INTEGER PRIMARY KEY,
    time TEXT NOT NULL,
    offset_minutes INTEGER NOT NULL,
    clock TEXT NOT NULL,
    boot TEXT NOT NULL,
    actor TEXT NOT NULL,
    request TEXT NOT NULL,
    digest TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT"""

_REQUEST_INDEX = "CREATE INDEX entries_request ON entries (request) WHERE request <> ''"

# INSERT OR REPLACE deletes without asking the DELETE trigger: this one stops it, in every connection.
_FOLLOWS = f"""CREATE TRIGGER entries_follow BEFORE INSERT ON entries
WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM entries)
  OR NEW.previous IS NOT coalesce((SELECT hash FROM entries ORDER BY number DESC LIMIT 1), '{NO_HASH}')
BEGIN
    SELECT RAISE(ABORT, 'el asiento no sigue al último del libro');
END"""

_NO_UPDATE = """CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries
BEGIN
    SELECT RAISE(ABORT, 'un asiento no se modifica: se corrige con una salvedad');
END"""

_NO_DELETE = """CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries
BEGIN
    SELECT RAISE(ABORT, 'un asiento no se borra: se corrige con una salvedad');
END"""

_CHECKPOINTS = """CREATE TABLE checkpoints (
    number INTEGER PRIMARY KEY,
    size INTEGER NOT NULL,
    peaks TEXT NOT NULL,
    note TEXT NOT NULL
) STRICT"""

_CHECKPOINTS_FOLLOW = """CREATE TRIGGER checkpoints_follow BEFORE INSERT ON checkpoints
WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM checkpoints)
  OR NEW.size < coalesce((SELECT size FROM checkpoints ORDER BY number DESC LIMIT 1), 0)
  OR NEW.size > (SELECT coalesce(max(number), 0) FROM entries)
BEGIN
    SELECT RAISE(ABORT, 'el punto de control no sigue al último');
END"""

_CHECKPOINTS_NO_UPDATE = """CREATE TRIGGER checkpoints_no_update BEFORE UPDATE ON checkpoints
BEGIN
    SELECT RAISE(ABORT, 'un punto de control no se modifica');
END"""

_CHECKPOINTS_NO_DELETE = """CREATE TRIGGER checkpoints_no_delete BEFORE DELETE ON checkpoints
BEGIN
    SELECT RAISE(ABORT, 'un punto de control no se borra');
END"""

SCHEMA = {
    "checkpoints": _CHECKPOINTS,
    "checkpoints_follow": _CHECKPOINTS_FOLLOW,
    "checkpoints_no_delete": _CHECKPOINTS_NO_DELETE,
    "checkpoints_no_update": _CHECKPOINTS_NO_UPDATE,
    "entries": _TABLE,
    "entries_request": _REQUEST_INDEX,
    "entries_follow": _FOLLOWS,
    "entries_no_update": _NO_UPDATE,
    "entries_no_delete": _NO_DELETE,
    **VIEWS,
}

_OWN_TABLE = frozenset({"table", "view"})


def _described(name: str, sql: str) -> tuple[str, str, str]:
    """Return a part of the schema as SQLite lists it: its kind, its table and its text."""
    kind = sql.split()[1].lower()
    return kind, name if kind in _OWN_TABLE else name.partition("_")[0], sql


_EXPECTED = {name: _described(name, sql) for name, sql in SCHEMA.items()}

INSERT = f"INSERT INTO entries ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
"""The one statement that writes an entry."""

INSERT_CHECKPOINT = "INSERT INTO checkpoints (number, size, peaks, note) VALUES (?, ?, ?, ?)"
"""The one statement that writes a checkpoint."""

LATEST_TIME = """SELECT max(time) FROM entries
WHERE number >= coalesce((SELECT max(number) FROM entries WHERE kind = ?), 1)"""
"""Gives the latest time of the entries from the newest of a kind on; their texts sort as their moments do."""


def create_schema(connection: sqlite3.Connection, form: int = FORMAT) -> None:
    """Write the empty book into a new SQLite file, in one transaction.

    Args:
        connection: To the new file.
        form: The format: the newest, but where an older volume is written anew.
    """
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {form}")
    connection.execute("BEGIN IMMEDIATE")
    for statement in SCHEMA.values():
        connection.execute(statement)
    connection.execute("COMMIT")


def schema_problems(connection: sqlite3.Connection) -> list[Problem]:
    """List how the file differs from a book of a format that is read; empty when it does not."""
    if _pragma(connection, "application_id") != APPLICATION_ID:
        return [Problem(0, "MIN-SCHEMA", "el archivo no es un libro de actas")]
    if (version := format_of(connection)) not in FORMATS:
        sentence = f"el libro tiene el formato {version} y este programa lee hasta el {FORMAT}"
        return [Problem(0, "MIN-SCHEMA", sentence)]
    if (encoding := _pragma(connection, "encoding")) != ENCODING:
        return [Problem(0, "MIN-SCHEMA", f"el texto del libro está en {encoding} y no en {ENCODING}")]
    rows = connection.execute("SELECT name, type, tbl_name, sql FROM sqlite_schema").fetchall()
    # In a damaged file a name can be anything, also twice the same.
    found = {printable(str(row[0])): row[1:] for row in rows}
    if len(found) != len(rows):
        return [Problem(0, "MIN-SCHEMA", "el esquema del libro fue alterado: hay nombres repetidos")]
    return [
        Problem(
            0,
            "MIN-SCHEMA",
            f"el esquema del libro fue alterado: «{name}» {_difference(found, name)}",
        )
        for name in sorted(_EXPECTED.keys() | found.keys())
        if found.get(name) != _EXPECTED.get(name)
    ]


def format_of(connection: sqlite3.Connection) -> int:
    """Return the format that the file names."""
    return int(str(_pragma(connection, "user_version")))


def guard(connection: sqlite3.Connection) -> None:
    """Make a connection safe for a file that nobody vouches for: no code of its own, no text beyond reading.

    Raises:
        sqlite3.Error: SQLite refuses.
    """
    # Text that is not UTF-8 is read all the same, as something that no hash and no canonical JSON accepts.
    connection.text_factory = methodcaller("decode", "utf-8", "surrogateescape")
    connection.execute("PRAGMA trusted_schema = OFF")


def printable(text: str) -> str:
    """Give text out of a damaged file in a form that can be shown."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _difference(found: dict[str, tuple[object, ...]], name: str) -> str:
    if name not in found:
        return "falta"
    return "es distinto" if name in SCHEMA else "sobra"


def _pragma(connection: sqlite3.Connection, name: str) -> object:
    return connection.execute(f"PRAGMA {name}").fetchone()[0]
