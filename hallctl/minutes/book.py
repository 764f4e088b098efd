"""The book: a volume on two media, append only, one writer, durable on both before any answer.

Not responsible for what is minuted, nor for stopping the hall when the book fails. One thread, the deciding
one, opens and uses a book; everyone else reads through a ``Reader``.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from hallctl.minutes.companion import Companion, Loss
from hallctl.minutes.entry import NO_HASH, Draft, Entry, Sealed, Stamp, compose, demand_form
from hallctl.minutes.errors import MinutesError, named_trouble
from hallctl.minutes.inspection import Found, inspect, inspect_tail
from hallctl.minutes.medium_deadline import MediumThread, threaded
from hallctl.minutes.note import Checkpoint, Note, Verifier
from hallctl.minutes.opening import SIGNED
from hallctl.minutes.reader import (
    demand_no_journal,
    read,
    read_latest_time,
    read_loss,
    read_notes,
    read_request,
)
from hallctl.minutes.schema import INSERT, INSERT_CHECKPOINT
from hallctl.minutes.second_medium import SecondMedium
from hallctl.minutes.tree import Frontier, leaf_hash
from hallctl.minutes.volume_file import (
    VolumeFile,
    connect_durably,
    demand_durable,
    settle,
    sole_writer,
    write_empty,
)

Countersign = Callable[[Entry], Draft | None]
"""Gives the signature of an entry that has to be signed, as the draft that follows it; None for others."""


class Book:
    """An open volume of the libro de actas, with the right to append to it.

    Use :meth:`create` or :meth:`open`, in the thread that will append. After a failed append the book refuses
    everything until it is closed and opened again: a failed sync is never retried, and what the disk holds is
    then found out from the disk.

    Attributes:
        form: The format in which it is written (``PRAGMA user_version``).
        completed: How many bytes of the newest entries the second medium lacked when the book was opened.
    """

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        second: Companion | None,
        found: Found,
        resources: ExitStack,
    ) -> None:
        self._path = path
        self._connection = connection
        self._second = second
        self._file = VolumeFile(path, connection)
        self._last = found.last
        self._tree = found.tree
        self._notes = found.notes
        self._note = found.note
        self._peaks = found.peaks
        self._bound = found.bound
        self._resources = resources
        self.form = found.form
        self._usable = True
        self._untold: tuple[Entry, Frontier] | None = None
        self.completed = 0

    @classmethod
    def create(
        cls, path: Path, second: Path | None = None, alone: bool = False, thread: MediumThread | None = None
    ) -> Self:
        """Create an empty book at ``path``, with its second medium, and open it (see ``open``).

        Raises:
            MinutesError: There is a file already (MIN-EXISTS), or the disk refuses.
        """
        path = Path(path)
        with named_trouble(path), sole_writer(path):
            if path.exists():
                raise MinutesError("MIN-EXISTS", f"ya existe un libro en {path}; ábralo o elija otro lugar.")
            if second is not None:
                # First: a crash between the two leaves an empty file, and nothing that looks like a book.
                with threaded(second, thread) as medium:
                    medium.ask(lambda: SecondMedium.create(second).close())
            write_empty(path)
        return cls.open(path, second, alone=alone, thread=thread)

    @classmethod
    def open(
        cls,
        path: Path,
        second: Path | None = None,
        trusted: Verifier | None = None,
        alone: bool = False,
        thread: MediumThread | None = None,
    ) -> Self:
        """Open the book at ``path`` for appending, once it has been verified.

        Args:
            path: The file of the volume.
            second: The second medium; None where the hall has none.
            trusted: The key that signs the hall's checkpoints: entries before the newest one that it signed
                are taken as verified, and only the later ones are looked at. All are, when None.
            alone: Whether the book goes on without a second medium that fails or is not there.
            thread: Does whatever touches the second medium; one of its own, when None.

        Raises:
            MinutesError: It is missing, has a writer already, is damaged, or was tampered with; or the second
                medium is lost or differs.
        """
        path = Path(path)
        if not path.is_file():
            raise MinutesError("MIN-MISSING", f"no existe el libro {path}; créelo antes de abrirlo.")
        demand_no_journal(path)
        with named_trouble(path), ExitStack() as stack:
            lock = stack.enter_context(sole_writer(path))
            connection = stack.enter_context(closing(connect_durably(path)))
            settle(connection, path)
            found = None if trusted is None else inspect_tail(connection, trusted)
            found = found or inspect(connection)
            if not found.verdict.ok:
                raise MinutesError(found.verdict.problems[0].code, f"{path.name}: {found.verdict.describe()}")
            demand_durable(connection, path)
            companion = None
            if second is not None:
                medium = stack.enter_context(threaded(second, thread))
                companion = Companion(second, alone, partial(read, connection, path), medium, os.dup(lock))
                stack.callback(companion.close)
            book = cls(path, connection, companion, found, stack.pop_all())
            try:
                book._attach()
            except MinutesError:
                book.close()
                raise
            return book

    def append(
        self,
        drafts: Sequence[Draft],
        stamp: Stamp,
        countersign: Countersign | None = None,
        whole: bool = False,
    ) -> tuple[Entry, ...]:
        """Append entries together, all or none; they are durable on both media when this returns.

        Args:
            drafts: What is minuted.
            stamp: When.
            countersign: Gives the signature that follows an entry, where one is due.
            whole: Whether they have to be on both media, although the book may go on without the second.

        Raises:
            MinutesError: They may not be durable, and the book refuses everything until it is opened again.
            CanonicalError, EntryError: A draft has no canonical JSON or another form; nothing was written,
                and the book goes on. So it is with whatever ``countersign`` raises.
        """
        self._demand_usable()
        batch, tree = self._sealed(drafts, stamp, countersign)
        if not batch:
            return ()
        if whole and self._second is not None:
            self._second.demand_whole()
        self._write(INSERT, [sealed.row for sealed in batch])
        if self._second is not None:
            self._usable = False
            self._untold = batch[-1].entry, tree
            self._second.append(batch, whole)
            self._untold = None
            self._usable = True
        self._last, self._tree = batch[-1].entry, tree
        signed = [sealed.entry.number for sealed in batch if sealed.entry.kind == SIGNED]
        self._bound = max([self._bound, *signed])
        return tuple(sealed.entry for sealed in batch)

    @property
    def loss(self) -> Loss | None:
        """What is wrong with the second medium, without which the book goes on; None where nothing is."""
        return None if self._second is None else self._second.loss

    def rejoin(self) -> bool:
        """Go on completing a second medium that is back; return at once whether it holds everything again.

        Raises:
            MinutesError: It is not back, is another one, or failed again; the book goes on without it.
        """
        return self._second is None or self._second.rejoin()

    def complete(self) -> None:
        """Complete a second medium that is back, and wait for it.

        Raises:
            MinutesError: As ``rejoin``, or it does not answer.
        """
        if self._second is not None:
            self._second.complete()

    def append_alone(self, drafts: Sequence[Draft], stamp: Stamp) -> None:
        """Append to the first medium what becomes of the second, which failed and stopped the book.

        Raises:
            MinutesError: It may not be durable, or the second medium did not fail.
        """
        if self._untold is None:
            raise MinutesError("MIN-STOPPED", f"{self._path.name}: el segundo soporte no falló.")
        self._last, self._tree = self._untold
        batch, tree = self._sealed(drafts, stamp, None)
        self._write(INSERT, [sealed.row for sealed in batch])
        self._usable = False
        self._last, self._tree = batch[-1].entry, tree

    def checkpoint(self, origin: str) -> Checkpoint:
        """Return the state of the book as it stands, with its ordinal where the format has one."""
        newest = Checkpoint("", 0, b"") if self._note is None else Checkpoint.read(self._note.text)
        ordinal = newest.ordinal + (newest.size < self._tree.size) if self.form > 2 else 0
        return Checkpoint(origin, self._tree.size, self._tree.root(), ordinal)

    @property
    def unbound(self) -> int:
        """How many of the newest entries neither a person's signature nor a checkpoint binds."""
        return self._tree.size - self._bound

    def keep_note(self, note: Note) -> None:
        """Keep a checkpoint: of the book as it stands, or the newest one with more signatures.

        Raises:
            MinutesError: It is neither (MIN-NOTE), or may not be durable.
        """
        self._demand_usable()
        known = self._note is not None and note.text == self._note.text
        if self._note is not None and known:
            note = self._note.with_lines(note.lines)
        if note == self._note:
            return
        checkpoint = Checkpoint.read(note.text)
        if not known:
            if checkpoint != self.checkpoint(checkpoint.origin):
                raise MinutesError("MIN-NOTE", f"{self._path.name}: el punto de control no es de este libro.")
            self._peaks = b"".join(self._tree.peaks).hex()
        self._write(INSERT_CHECKPOINT, [(self._notes + 1, checkpoint.size, self._peaks, str(note))])
        self._notes, self._note = self._notes + 1, note
        self._bound = max(self._bound, checkpoint.size)

    @property
    def note(self) -> Note | None:
        """The newest checkpoint that is kept; None before the first."""
        return self._note

    def notes(self) -> Iterator[Note]:
        """Read every checkpoint that is kept, in order.

        Raises:
            MinutesError: As ``entries``.
        """
        self._demand_usable()
        return read_notes(self._connection, self._path)

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

    def latest_time(self, since: str) -> str:
        """Give the latest time that an entry has, of those from the newest of a kind on; "" for no entry.

        Args:
            since: The kind; all entries where none is of it.

        Raises:
            MinutesError: As ``entries``.
        """
        self._demand_usable()
        return read_latest_time(self._connection, self._path, since)

    def close(self) -> None:
        """Let go of the files; a second call does nothing."""
        self._usable = False
        self._resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _sealed(
        self, drafts: Sequence[Draft], stamp: Stamp, countersign: Countersign | None
    ) -> tuple[list[Sealed], Frontier]:
        end = (self._last.number, self._last.hash) if self._last else (0, NO_HASH)
        return sealed_batch(drafts, stamp, countersign, end, self._tree, strict=self.form > 2)

    def _write(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        self._usable = False
        self._file.write(statement, rows)
        self._usable = True

    def _attach(self) -> None:
        """Open the second medium, where there is one."""
        if self._second is not None:
            number = self._last.number if self._last else 0
            self.completed = self._second.attach(number, lambda: read_loss(self._connection, self._path))

    def _demand_usable(self) -> None:
        if not self._usable:
            sentence = f"{self._path.name}: el libro está cerrado o falló antes; ábralo de nuevo para seguir."
            raise MinutesError("MIN-STOPPED", sentence)


def sealed_batch(
    drafts: Sequence[Draft],
    stamp: Stamp,
    countersign: Countersign | None,
    end: tuple[int, str],
    tree: Frontier,
    *,
    strict: bool,
) -> tuple[list[Sealed], Frontier]:
    """Number and chain drafts and the signatures that follow them; the tree that is given stays as it is.

    Args:
        drafts: What is minuted.
        stamp: When.
        countersign: Gives the signature that follows an entry, where one is due.
        end: The number and the hash of the entry before.
        tree: The tree up to there.
        strict: Whether the format asks for the form of each entry.

    Raises:
        CanonicalError, EntryError: A draft has no canonical JSON or another form.
    """
    number, previous = end
    batch: list[Sealed] = []
    grown = tree.copy()
    waiting = list(reversed(drafts))
    while waiting:
        sealed = compose(waiting.pop(), stamp, number + 1, previous)
        if strict:
            demand_form(sealed.entry)
        batch.append(sealed)
        grown.add(leaf_hash(sealed.text))
        number, previous = sealed.entry.number, sealed.entry.hash
        signature = countersign(sealed.entry) if countersign is not None else None
        if signature is not None:
            waiting.append(signature)
    return batch, grown
