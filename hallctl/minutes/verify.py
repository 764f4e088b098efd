"""Whether a file is a whole, untouched libro de actas: what an inspector asks, answered without writing.

Not responsible for showing the verdict, nor for what the entries say. Cut-off newest entries and a book
written wholly anew cannot be seen from the book alone: compare ``root`` with one kept elsewhere.
"""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from hallctl.minutes.chain import Audit, Problem
from hallctl.minutes.entry import Entry
from hallctl.minutes.errors import FILE_ERRORS, MinutesError, trouble
from hallctl.minutes.reader import read_only, stored_rows
from hallctl.minutes.schema import printable, schema_problems

_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found in a book.

    Attributes:
        entries: How many entries it holds.
        first_time: Time of the first entry, RFC 3339 UTC; None in an empty book.
        last_time: Time of the newest entry, RFC 3339 UTC; None in an empty book.
        root: Hash of the newest entry; 64 zeros in an empty book, "" when the file cannot be read as a book.
        problems: All that is wrong, in order; empty when the book verifies.
    """

    entries: int
    first_time: str | None
    last_time: str | None
    root: str
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    def describe(self) -> str:
        """Say the verdict in one Spanish sentence, or in one line a problem for the first twenty."""
        if self.ok:
            span = f", del {self.first_time} al {self.last_time}" if self.entries else ""
            return f"El libro verifica: {self.entries} asientos{span}; último hash {self.root}."
        lines = [f"El libro NO verifica: {len(self.problems)} problemas en {self.entries} asientos."]
        lines += [f"  {problem.code}: {problem.sentence}" for problem in self.problems[:_SHOWN]]
        if len(self.problems) > _SHOWN:
            lines.append(f"  … y {len(self.problems) - _SHOWN} más.")
        return "\n".join(lines)


def verify(path: Path) -> Verdict:
    """Verify the book at ``path``, open or closed, also on a read-only medium.

    It never writes to the book, and whatever is in the file becomes a problem in the verdict, never an
    exception.
    """
    path = Path(path)
    before = _state(path)
    verdict = _verify(path)
    if not verdict.ok and _state(path) != before:
        # The hall opened the closed book meanwhile: some pages read were of before and some of after.
        verdict = _verify(path)
    return verdict


def inspect(connection: sqlite3.Connection) -> tuple[Verdict, Entry | None]:
    """Check all of a book, from SQLite's own structures to the chain, and give its newest entry too.

    Raises:
        sqlite3.Error, UnicodeDecodeError: The file cannot be read at all.
    """
    problems = schema_problems(connection)
    if problems:
        return _verdict(Audit(root=""), problems), None
    report = connection.execute("PRAGMA integrity_check(20)").fetchall()
    if report != [("ok",)]:
        problems = [
            Problem(0, "MIN-CORRUPT", f"el archivo está dañado: {printable(line)}") for (line,) in report
        ]
    found = Audit()
    try:
        for row in stored_rows(connection):
            found.take(row)
    except MinutesError as error:
        problems.append(Problem(0, error.code, error.sentence))
    except FILE_ERRORS as error:
        problems.append(Problem(0, "MIN-CORRUPT", f"no se pudo leer hasta el final: {error}"))
    return _verdict(found, problems), found.last


def _verify(path: Path) -> Verdict:
    try:
        with read_only(path) as connection:
            connection.execute("BEGIN")
            return inspect(connection)[0]
    except MinutesError as error:
        return _unreadable(error)
    except FILE_ERRORS as error:
        return _unreadable(trouble(error, path))


def _verdict(found: Audit, problems: list[Problem]) -> Verdict:
    last_time = found.last.time if found.last else None
    return Verdict(
        found.entries, found.first_time, last_time, printable(found.root), (*problems, *found.problems)
    )


def _unreadable(error: MinutesError) -> Verdict:
    return Verdict(0, None, None, "", (Problem(0, error.code, error.sentence),))


def _state(path: Path) -> tuple[bool, int, int]:
    log = path.with_name(f"{path.name}-wal").exists()
    try:
        status = path.stat()
    except OSError:
        return log, 0, 0
    return log, status.st_size, status.st_mtime_ns
