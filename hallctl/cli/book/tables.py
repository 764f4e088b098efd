"""Questions to the tables and views of a book: SQL, and a search for a text. They are asked by sqlite-utils.

Not responsible for how the answers are shown, nor for verifying the book; only its schema is looked at, so
that nobody is shown the rows of a view that somebody altered.
"""

import json
import re
import sqlite3
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlite_utils import Database

from hallctl.cli.book.errors import NOT_WHOLE, BookError
from hallctl.i18n.spreadsheet import Cell
from hallctl.minutes.entry import COLUMNS, Entry, EntryError, entry_of
from hallctl.minutes.errors import named_trouble
from hallctl.minutes.reader import read_only
from hallctl.minutes.schema import schema_problems
from hallctl.minutes.views import LATER_VIEWS

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_THE_QUESTIONS_FAULT: Final = {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_AUTH}


@contextmanager
def opened(volume: Path) -> Iterator[Database]:
    """Open a volume for questions, without any means to change it or to reach another file.

    Args:
        volume: Its file; the hall may be writing it.

    Raises:
        BookError: Its schema was altered.
        MinutesError: It cannot be read.
    """
    with named_trouble(volume), read_only(volume) as connection:
        if problems := schema_problems(connection):
            raise BookError("\n".join(f"{each.code}: {each.sentence}" for each in problems), NOT_WHOLE)
        # The schema is ours, letter by letter; until SQLite 3.43 no view may use json_extract untrusted.
        connection.execute("PRAGMA trusted_schema = ON")
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        for statement in LATER_VIEWS.values():
            connection.execute(statement)
        # A plug-in of sqlite-utils would be code that nobody vouches for.
        yield Database(connection, recursive_triggers=False, execute_plugins=False)


def rows(database: Database, question: str) -> Iterator[Mapping[str, Cell]]:
    """Yield what a question gives, row by row.

    Args:
        database: The volume.
        question: A SELECT, or the name of a table or view for all of its rows.

    Raises:
        BookError: It is no question, or SQLite does not understand it.
    """
    if question in (*database.table_names(), *database.view_names(), *LATER_VIEWS):
        found = database.query(f"SELECT * FROM [{question}]")
        yield from map(_shown, found)
        return
    try:
        yield from map(_shown, database.query(question))
    except ValueError as error:
        raise BookError("La consulta no da filas: escriba un SELECT, o el nombre de una vista.") from error
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF not in _THE_QUESTIONS_FAULT:
            raise
        raise BookError(f"SQLite no acepta la consulta: {error}.") from error


def entries_with(database: Database, text: str) -> Iterator[Entry]:
    """Yield the entries whose actor or body holds a text, whatever its case and accents.

    Digests and the names of fields do not count.

    Raises:
        BookError: An entry that holds it cannot be read.
    """
    looked_for = folded(text)
    written = json.dumps(looked_for, ensure_ascii=False)[1:-1]

    def holds(actor: str, body: str) -> bool:
        if looked_for in folded(actor):
            return True
        # Few bodies are taken apart: most do not have the text at all.
        return written in folded(body) and any(
            looked_for in folded(each) for each in _values(json.loads(body))
        )

    database.register_function(holds, deterministic=True)
    try:
        columns = ", ".join(COLUMNS)
        for row in database.table("entries").rows_where("holds(actor, body)", None, "number", columns):
            yield entry_of(tuple(row.values()))
    except EntryError as error:
        raise BookError(f"un asiento no se puede leer ({error}). Verifique el libro.", NOT_WHOLE) from error


def folded(text: str) -> str:
    """Return a text without case and accents: "PEÑA" and "pena" are found by each other."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in parts if not unicodedata.combining(each))


def _shown(row: Mapping[str, Any]) -> Mapping[str, Cell]:
    return {name: value.hex() if isinstance(value, bytes) else value for name, value in row.items()}


def _values(value: Any) -> Iterator[str]:
    """Yield every value of a body as text, but for digests and null."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _values(each)
    elif value is not None and not _DIGEST.fullmatch(str(value)):
        yield str(value)
