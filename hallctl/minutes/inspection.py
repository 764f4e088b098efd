"""All that is checked in one volume, in one walk along its entries.

Not responsible for opening files, nor for several volumes (``verify``). Cut-off newest entries and a volume
written wholly anew cannot be seen from the volume alone: compare a checkpoint that was kept elsewhere.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from hallctl.minutes.chain import Audit, Problem
from hallctl.minutes.checkpoints import CheckpointAudit, StoredCheckpoint, read_peaks, read_stored
from hallctl.minutes.diligences import DiligenceAudit
from hallctl.minutes.entry import Entry, Row, entry_of
from hallctl.minutes.errors import FILE_ERRORS, MinutesError
from hallctl.minutes.note import Checkpoint, Note, Verifier
from hallctl.minutes.opening import SIGNED, Opening
from hallctl.minutes.reader import NOTES, stored_notes, stored_rows
from hallctl.minutes.schema import format_of, printable, schema_problems
from hallctl.minutes.second_medium import SecondAudit
from hallctl.minutes.signatures import SignatureAudit
from hallctl.minutes.tree import Frontier

_SHOWN = 20
_FIRST = "SELECT (SELECT min(number) FROM entries), (SELECT min(number) FROM checkpoints)"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found in a book.

    Attributes:
        entries: How many entries it holds.
        first_time: Time of the first entry, RFC 3339 UTC; None in an empty book.
        last_time: Time of the newest entry, RFC 3339 UTC; None in an empty book.
        root: Hash of the newest entry; 64 zeros in an empty book, "" when the file cannot be read as a book.
        problems: All that is wrong, in order; empty when the book verifies.
        bound: How many entries a signature or a checkpoint binds; None where the volume names no keys.
    """

    entries: int
    first_time: str | None
    last_time: str | None
    root: str
    problems: tuple[Problem, ...]
    bound: int | None = None

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    def with_problems(self, more: Iterable[Problem]) -> "Verdict":
        """Return the verdict with more that is wrong."""
        return replace(self, problems=(*self.problems, *more))

    def describe(self) -> str:
        """Return the verdict in one Spanish sentence, or in one line a problem for the first twenty."""
        if self.ok:
            span = f", del {self.first_time} al {self.last_time}" if self.entries else ""
            return f"El libro verifica: {self.entries} asientos{span}; último hash {self.root}."
        lines = [f"El libro NO verifica: {len(self.problems)} problemas en {self.entries} asientos."]
        lines += [f"  {problem.code}: {problem.sentence}" for problem in self.problems[:_SHOWN]]
        if len(self.problems) > _SHOWN:
            lines.append(f"  … y {len(self.problems) - _SHOWN} más.")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Found:
    """What an inspection found, and where a book can be taken up.

    Attributes:
        verdict: What is wrong, if anything.
        last: The newest entry, None in an empty book.
        tree: The tree over the entries.
        notes: How many checkpoints are kept.
        note: The newest of them, None before the first.
        peaks: The peaks that are stored with it.
        form: The format of the volume; 0 where it cannot be read.
        opening: Its opening diligence; None where there is none, or it was not looked at.
        closed: Whether it is closed: what follows the closing diligence is no more than may follow it.
        bound: How many entries a signature or a checkpoint binds.
    """

    verdict: Verdict
    last: Entry | None
    tree: Frontier
    notes: int
    note: Note | None
    peaks: str
    form: int = 0
    opening: Opening | None = None
    closed: bool = False
    bound: int = 0


def inspect(
    connection: sqlite3.Connection,
    second: SecondAudit | None = None,
    elsewhere: Sequence[Checkpoint] = (),
    step: Callable[[], None] | None = None,
) -> Found:
    """Check all of a book, from SQLite's own structures to the chain, the signatures and the checkpoints.

    Args:
        connection: To the volume.
        second: Its second medium, when that is to be compared.
        elsewhere: Checkpoints of the volume that were kept elsewhere.
        step: Called after every entry, so that whoever reads in the background can pause.

    Raises:
        sqlite3.Error, UnicodeDecodeError: The file cannot be read at all.
    """
    problems = schema_problems(connection)
    if problems:
        return Found(_verdict(Audit(root=""), problems), None, Frontier(), 0, None, "")
    form = format_of(connection)
    report = connection.execute("PRAGMA integrity_check(20)").fetchall()
    if report != [("ok",)]:
        problems = [
            Problem(0, "MIN-CORRUPT", f"el archivo está dañado: {printable(line)}") for (line,) in report
        ]
    with closing(stored_notes(connection)) as notes:  # also where a step breaks the walk off
        walk = _Walk(form, CheckpointAudit(notes, form), elsewhere, second)
        try:
            for row in stored_rows(connection):
                walk.take(row)
                if step is not None:
                    step()
        except MinutesError as error:
            problems.append(Problem(0, error.code, error.sentence))
        except FILE_ERRORS as error:
            problems.append(Problem(0, "MIN-CORRUPT", f"no se pudo leer hasta el final: {error}"))
        found = walk.finish(problems)
    return replace(found, verdict=found.verdict.with_problems(_left_out(connection, found.verdict)))


def _left_out(connection: sqlite3.Connection, verdict: Verdict) -> list[Problem]:
    """Report rows that the walk did not meet, unless it found their numbers wrong already."""
    problems = []
    known = {problem.code for problem in verdict.problems}
    for table, code in (("entries", "MIN-NUMBER"), ("checkpoints", "MIN-NOTE")):
        if code in known:
            continue
        question = f"SELECT count(*), coalesce(min(number), 1), coalesce(max(number), 0) FROM {table}"
        try:
            count, least, most = connection.execute(question).fetchone()
        except FILE_ERRORS as error:
            problems.append(Problem(0, "MIN-CORRUPT", f"{table} no se puede contar: {error}"))
            continue
        if (least, most) != (1, count) or (table == "entries" and count != verdict.entries):
            sentence = f"la tabla {table} tiene {count} filas, con números del {least} al {most}"
            problems.append(Problem(0, code, sentence))
    return problems


class _Walk:
    """One walk along the entries, with everything that is checked on the way."""

    def __init__(
        self,
        form: int,
        checkpoints: CheckpointAudit,
        elsewhere: Sequence[Checkpoint],
        second: SecondAudit | None,
    ) -> None:
        self._diligences = DiligenceAudit(form)
        self._chain, self._signatures, self._checkpoints = Audit(form=form), SignatureAudit(), checkpoints
        self._elsewhere = sorted(elsewhere, key=lambda checkpoint: checkpoint.size)
        self._second = second
        self._problems: list[Problem] = []

    def take(self, row: Row) -> None:
        entry = self._chain.take(row)
        if entry is not None:
            if self._chain.entries == 1:
                self._open(entry)
            self._signatures.take(entry)
            self._diligences.take(entry)
        if self._checkpoints.waits_for <= self._chain.tree.size:
            self._checkpoints.take(self._chain.tree)
        if self._second is not None:
            self._second.take(row, self._chain.text)
        while self._elsewhere and self._elsewhere[0].size <= self._chain.tree.size:
            self._compare(self._elsewhere.pop(0))

    def _open(self, entry: Entry) -> None:
        opening = self._diligences.open(entry)
        if opening is not None:
            self._checkpoints.opening = opening
            self._signatures.begin(entry, opening)

    def finish(self, problems: list[Problem]) -> Found:
        chain, signatures, checkpoints = self._chain, self._signatures, self._checkpoints
        signatures.finish()
        checkpoints.finish(chain.tree.size)
        for checkpoint in self._elsewhere:
            self._compare(checkpoint)
        diligences = self._diligences
        problems = [*problems, *chain.problems, *signatures.problems, *checkpoints.problems]
        problems += [*diligences.problems, *self._problems]
        if self._second is not None:
            self._second.finish()
            problems += self._second.problems
        bound = max(signatures.bound, checkpoints.bound)
        opening = diligences.opening
        keyed = opening is not None and opening.keyed
        found = _found(chain, problems, checkpoints.newest, checkpoints.count)
        verdict = replace(found.verdict, bound=bound if keyed else None)
        return replace(found, verdict=verdict, opening=opening, closed=diligences.closed, bound=bound)

    def _compare(self, checkpoint: Checkpoint) -> None:
        tree = self._chain.tree
        if (checkpoint.size, checkpoint.root) != (tree.size, tree.root()):
            seen = f"un punto de control de fuera vio {checkpoint.size} asientos"
            sentence = f"{seen} que este libro no tiene así"
            self._problems.append(Problem(checkpoint.size, "MIN-SHORT", sentence))


def inspect_tail(connection: sqlite3.Connection, trusted: Verifier) -> Found | None:
    """Check only the entries after the newest checkpoint that the hall's own key signed.

    Returns:
        What was found; None where there is no such checkpoint, or it is not right, and all has to be checked.

    Raises:
        sqlite3.Error, UnicodeDecodeError: The file cannot be read at all.
    """
    if schema_problems(connection):
        return None
    form = format_of(connection)
    newest = connection.execute(f"{NOTES} DESC LIMIT 1").fetchall()
    try:
        kept = read_stored(newest[0], form)
        known = next(stored_rows(connection, kept.checkpoint.size, kept.checkpoint.size))
        chain = Audit.after(entry_of(known), read_peaks(kept.peaks), form)
        genuine = chain.tree.root() == kept.checkpoint.root and kept.note.signed_by(trusted)
        genuine = genuine and connection.execute(_FIRST).fetchone() == (1, 1)
    except (IndexError, StopIteration, ValueError):
        return None
    if not genuine:
        return None
    bound = kept.checkpoint.size
    for row in stored_rows(connection, kept.checkpoint.size + 1):
        entry = chain.take(row)
        bound = entry.number if entry is not None and entry.kind == SIGNED else bound
    found = _found(chain, chain.problems, kept, kept.number)
    return replace(found, bound=bound) if found.verdict.ok else None


def _found(chain: Audit, problems: list[Problem], kept: StoredCheckpoint | None, notes: int) -> Found:
    return Found(
        _verdict(chain, problems),
        chain.last,
        chain.tree,
        notes,
        kept.note if kept else None,
        kept.peaks if kept else "",
        chain.form,
    )


def _verdict(found: Audit, problems: list[Problem]) -> Verdict:
    last_time = found.last.time if found.last else None
    return Verdict(found.entries, found.first_time, last_time, printable(found.root), tuple(problems))
