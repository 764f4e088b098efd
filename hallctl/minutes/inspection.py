"""All that is checked in one volume, in one walk along its entries.

Not responsible for opening files, nor for several volumes (``verify``). Cut-off newest entries and a volume
written wholly anew cannot be seen from the volume alone: compare a checkpoint that was kept elsewhere.
"""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hallctl.minutes.chain import Audit, Problem
from hallctl.minutes.checkpoints import CheckpointAudit, read_peaks
from hallctl.minutes.entry import Entry, Row, entry_of
from hallctl.minutes.errors import FILE_ERRORS, MinutesError
from hallctl.minutes.note import Checkpoint, Note, Verifier
from hallctl.minutes.opening import CLOSED, OPENED, SIGNED, Opening
from hallctl.minutes.reader import NOTES, stored_notes, stored_rows
from hallctl.minutes.schema import printable, schema_problems
from hallctl.minutes.second import SecondAudit
from hallctl.minutes.signatures import SignatureAudit
from hallctl.minutes.tree import Frontier

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
        opening: What the opening diligence says; None where there is none, or it was not looked at.
        closed: Whether the last entry, signatures aside, is the closing diligence.
    """

    verdict: Verdict
    last: Entry | None
    tree: Frontier
    notes: int
    note: Note | None
    peaks: str
    opening: Opening | None = None
    closed: bool = False


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
    report = connection.execute("PRAGMA integrity_check(20)").fetchall()
    if report != [("ok",)]:
        problems = [
            Problem(0, "MIN-CORRUPT", f"el archivo está dañado: {printable(line)}") for (line,) in report
        ]
    walk = _Walk(CheckpointAudit.of(stored_notes(connection)), elsewhere, second)
    try:
        for row in stored_rows(connection):
            walk.take(row)
            if step is not None:
                step()
    except MinutesError as error:
        problems.append(Problem(0, error.code, error.sentence))
    except FILE_ERRORS as error:
        problems.append(Problem(0, "MIN-CORRUPT", f"no se pudo leer hasta el final: {error}"))
    return walk.finish(problems)


class _Walk:
    """One walk along the entries, with everything that is checked on the way."""

    def __init__(
        self, checkpoints: CheckpointAudit, elsewhere: Sequence[Checkpoint], second: SecondAudit | None
    ) -> None:
        self._chain, self._signatures, self._checkpoints = Audit(), SignatureAudit(), checkpoints
        self._elsewhere = sorted(elsewhere, key=lambda said: said.size)
        self._second = second
        self._ending = ""
        self._problems: list[Problem] = []

    def take(self, row: Row) -> None:
        entry = self._chain.take(row)
        if entry is not None:
            self._signatures.take(entry)
            self._place(entry)
        self._checkpoints.take(self._chain.tree)
        if self._second is not None:
            self._second.take(row, self._chain.text)
        while self._elsewhere and self._elsewhere[0].size <= self._chain.tree.size:
            self._compare(self._elsewhere.pop(0))

    def _place(self, entry: Entry) -> None:
        """See that the volume is opened once, and that nothing but a signature follows its closing."""
        if self._ending == CLOSED and entry.kind != SIGNED:
            sentence = f"el asiento {entry.number} está después de la diligencia de cierre"
            self._problems.append(Problem(entry.number, "MIN-OPEN", sentence))
        if entry.kind == OPENED and entry.number != 1:
            sentence = f"el asiento {entry.number} es otra diligencia de apertura"
            self._problems.append(Problem(entry.number, "MIN-OPEN", sentence))
        self._ending = self._ending if entry.kind == SIGNED else entry.kind

    def finish(self, problems: list[Problem]) -> Found:
        chain, signatures, checkpoints = self._chain, self._signatures, self._checkpoints
        signatures.finish()
        checkpoints.finish(chain.tree.size, signatures.opening.origin, signatures.opening.controller)
        for said in self._elsewhere:
            self._compare(said)
        problems = [*problems, *chain.problems, *signatures.problems, *checkpoints.problems, *self._problems]
        if self._second is not None:
            self._second.finish()
            problems += self._second.problems
        opening = signatures.opening if signatures.opening.volume else None
        return replace(_found(chain, problems, checkpoints), opening=opening, closed=self._ending == CLOSED)

    def _compare(self, said: Checkpoint) -> None:
        tree = self._chain.tree
        if (said.size, said.root) != (tree.size, tree.root()):
            sentence = f"un punto de control de fuera vio {said.size} asientos que este libro no tiene así"
            self._problems.append(Problem(said.size, "MIN-SHORT", sentence))


def inspect_tail(connection: sqlite3.Connection, trusted: Verifier) -> Found | None:
    """Check only the entries after the newest checkpoint that the hall's own key signed.

    Returns:
        What was found; None where there is no such checkpoint, or it is not right, and all has to be checked.

    Raises:
        sqlite3.Error, UnicodeDecodeError: The file cannot be read at all.
    """
    if schema_problems(connection):
        return None
    newest = connection.execute(f"{NOTES} DESC LIMIT 1").fetchall()
    checkpoints = CheckpointAudit.of([(1, *row[1:]) for row in newest])
    if not checkpoints.kept or checkpoints.problems:
        return None
    kept = checkpoints.kept[0]
    try:
        known = next(stored_rows(connection, kept.said.size, kept.said.size))
        chain = Audit.after(entry_of(known), read_peaks(kept.peaks))
        genuine = chain.tree.root() == kept.said.root and kept.note.signed_by(trusted)
    except (StopIteration, ValueError):
        return None
    if not genuine:
        return None
    for row in stored_rows(connection, kept.said.size + 1):
        chain.take(row)
    found = _found(chain, chain.problems, checkpoints)
    return replace(found, notes=newest[0][0]) if found.verdict.ok else None


def _found(chain: Audit, problems: list[Problem], checkpoints: CheckpointAudit) -> Found:
    kept = checkpoints.kept[-1] if checkpoints.kept else None
    return Found(
        _verdict(chain, problems),
        chain.last,
        chain.tree,
        len(checkpoints.kept),
        kept.note if kept else None,
        kept.peaks if kept else "",
    )


def _verdict(found: Audit, problems: list[Problem]) -> Verdict:
    last_time = found.last.time if found.last else None
    return Verdict(found.entries, found.first_time, last_time, printable(found.root), tuple(problems))
