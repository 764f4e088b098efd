"""The two SQLite files of this room: private to the controller's user, durable, with a version of their form.

Not responsible for what is in them.
"""

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from hallctl.i18n.sentences import _
from hallctl.minutes.databases import connect
from hallctl.web.access.words import AccessError

_BUSY_S: Final = 5.0


def open_file(path: Path, version: int, schema: str) -> sqlite3.Connection:
    """Open a file, made with this form where it is not there.

    Args:
        path: Where it is.
        version: Of the form.
        schema: The statements that make it.

    Raises:
        AccessError: ACC-FILE, it cannot be used; ACC-OPEN, others can read it; ACC-SCHEMA, a newer program
            wrote it.
    """
    with trouble(path):
        db = connect(path, _BUSY_S, any_thread=True)
        try:
            _demand_private(path)
            db.execute("PRAGMA synchronous=FULL")
            db.execute("PRAGMA journal_mode=WAL")
            _prepare(db, path, version, schema)
        except BaseException:
            db.close()
            raise
        return db


@contextmanager
def trouble(path: Path) -> Iterator[None]:
    """Turn what SQLite or the system reports inside the block into an error with a sentence."""
    try:
        yield
    except AccessError:
        raise
    except (sqlite3.Error, OSError) as error:
        words = {"path": str(path), "detail": str(error)}
        sentence = _("No se puede usar {path}. Revise el disco y los permisos ({detail}).", **words)
        raise AccessError("ACC-FILE", sentence) from error


@contextmanager
def change(db: sqlite3.Connection) -> Iterator[None]:
    """Make what is written inside the block durable at its end, or none of it."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise


def _demand_private(path: Path) -> None:
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        said = _("Otros usuarios pueden leer {path}. Ejecute: chmod go-rwx {path}", path=str(path))
        raise AccessError("ACC-OPEN", said)


def _prepare(db: sqlite3.Connection, path: Path, version: int, schema: str) -> None:
    with change(db):
        (found,) = db.execute("PRAGMA user_version").fetchone()
        if found == version:
            return
        if found:
            words = {"path": str(path), "found": found}
            said = _("{path} es de otra versión del programa ({found}). Use esa.", **words)
            raise AccessError("ACC-SCHEMA", said)
        for statement in schema.split(";;"):
            db.execute(statement)
        db.execute(f"PRAGMA user_version={version:d}")
