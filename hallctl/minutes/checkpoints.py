"""Whether the checkpoints that a volume keeps are those of its entries.

Pure and streaming: it reads the checkpoints as the walk along the entries comes to them, and keeps only the
newest. Not responsible for signing them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from hallctl.minutes.chain import Problem
from hallctl.minutes.entry import Row
from hallctl.minutes.note import Checkpoint, Note, NoteError, Verifier
from hallctl.minutes.opening import Opening
from hallctl.minutes.schema import FORMAT
from hallctl.minutes.tree import Frontier

_NEVER: Final = 2**63


@dataclass(frozen=True, slots=True)
class StoredCheckpoint:
    """A checkpoint as it is kept in a volume, its form checked and nothing else."""

    number: int
    peaks: str
    note: Note
    checkpoint: Checkpoint


@dataclass(slots=True)
class CheckpointAudit:
    """A walk along the checkpoints: what was kept, and the problems found.

    Attributes:
        rows: The checkpoints as they are stored, in order.
        form: The format of the volume.
        opening: Its opening diligence, once that was met.
        count: How many were read.
        newest: The newest that can be read, None before one.
        bound: How many entries a right one covers; 0 before one.
        problems: What is wrong with them.
    """

    rows: Iterable[Row]
    form: int = FORMAT
    opening: Opening = field(default_factory=lambda: Opening(0))
    count: int = 0
    newest: StoredCheckpoint | None = None
    bound: int = 0
    problems: list[Problem] = field(default_factory=list)
    _waiting: StoredCheckpoint | None = None
    _size: int = 0
    _unread: Iterator[Row] = field(init=False)

    def __post_init__(self) -> None:
        self._unread = iter(self.rows)
        self._waiting = self._next()

    @property
    def waits_for(self) -> int:
        """The size of the next checkpoint; more than a volume can have where there is none."""
        return self._size

    def take(self, tree: Frontier) -> None:
        """Compare the checkpoints of this size with the tree as it stands."""
        while self._waiting is not None and self._waiting.checkpoint.size <= tree.size:
            kept, found = self._waiting, len(self.problems)
            if kept.checkpoint.size != tree.size:
                self._report(
                    kept.checkpoint.size, f"el punto de control {kept.number} está fuera de su orden"
                )
            elif kept.checkpoint.root != tree.root() or kept.peaks != peaks_of(tree):
                self._report(tree.size, f"el punto de control del asiento {tree.size} es de otro libro")
            self._demand_own(kept)
            if len(self.problems) == found:
                self.bound = tree.size
            self._waiting = self._next()

    def finish(self, size: int) -> None:
        """Report the checkpoints that the walk has not come to."""
        while self._waiting is not None:
            sentence = (
                f"hay un punto de control de {self._waiting.checkpoint.size} asientos y el libro tiene {size}"
            )
            self._report(size, sentence)
            self._demand_own(self._waiting)
            self._waiting = self._next()

    def _next(self) -> StoredCheckpoint | None:
        """Read up to the next checkpoint that can be read, and see that it follows the one before."""
        for row in self._unread:
            self.count += 1
            try:
                kept = read_stored(row, self.form)
            except NoteError as error:
                self._report(0, f"el punto de control {self.count} no se puede leer: {error}")
                continue
            if kept.number != self.count or not follows(self.newest, kept, self.form):
                self._report(kept.checkpoint.size, f"el punto de control {self.count} está fuera de su orden")
            self.newest = kept
            self._size = kept.checkpoint.size
            return kept
        self._size = _NEVER
        return None

    def _demand_own(self, kept: StoredCheckpoint) -> None:
        """See that a checkpoint is of this volume, and signed by its controller."""
        checkpoint, controller = kept.checkpoint, self.opening.controller
        if checkpoint.origin != self.opening.origin:
            self._report(checkpoint.size, f"un punto de control es de «{checkpoint.origin}»")
        if controller is None or not is_signed(kept.note, controller):
            sentence = f"el punto de control del asiento {checkpoint.size} no lleva la firma del controlador"
            self._report(checkpoint.size, sentence)

    def _report(self, number: int, sentence: str) -> None:
        self.problems.append(Problem(number, "MIN-NOTE", sentence))


def follows(before: StoredCheckpoint | None, kept: StoredCheckpoint, form: int) -> bool:
    """Return whether a checkpoint of a format may come after another, or be the first."""
    if before is None:
        return kept.checkpoint.size > 0 and kept.checkpoint.ordinal in (0, 1)
    if form == 2:
        return kept.checkpoint.size >= before.checkpoint.size
    if kept.checkpoint == before.checkpoint:
        return set(before.note.lines) < set(kept.note.lines)
    return (
        kept.checkpoint.ordinal == before.checkpoint.ordinal + 1
        and kept.checkpoint.size > before.checkpoint.size
    )


def is_own(kept: StoredCheckpoint, opening: Opening) -> bool:
    """Return whether a checkpoint is of this volume and signed by its controller."""
    controller = opening.controller
    own = kept.checkpoint.origin == opening.origin
    return own and controller is not None and is_signed(kept.note, controller)


def peaks_of(tree: Frontier) -> str:
    """Give the peaks of a tree as they are stored: in hex, one after another."""
    return b"".join(tree.peaks).hex()


def read_peaks(text: str) -> tuple[bytes, ...]:
    """Read peaks as they are stored.

    Raises:
        ValueError: They have another form.
    """
    content = bytes.fromhex(text)
    return tuple(content[at : at + 32] for at in range(0, len(content), 32))


def is_signed(note: Note, controller: Verifier) -> bool:
    """Return whether the controller's signature is the first line, and that only."""
    first, rest = Note(note.text, note.lines[:1]), Note(note.text, note.lines[1:])
    try:
        return first.signed_by(controller) and not rest.signed_by(controller)
    except NoteError:
        return False


def read_stored(row: Row, form: int) -> StoredCheckpoint:
    """Read a checkpoint as it is stored in a volume of a format.

    Raises:
        NoteError: It has another form.
    """
    number, size, peaks, content = row
    if type(number) is not int or type(peaks) is not str or type(content) is not str:
        raise NoteError("a column holds something else")
    note = Note.read(content)
    checkpoint = Checkpoint.read(note.text)
    if checkpoint.size != size or str(note) != content or checkpoint.text != note.text:
        raise NoteError("it is stored as of another size, or says more than a checkpoint")
    if (form > 2) != bool(checkpoint.ordinal):
        raise NoteError("it says an ordinal where the format has none, or none where it has one")
    if form > 2 and not note.signs_once:
        raise NoteError("a key has two lines")
    return StoredCheckpoint(number, peaks, note, checkpoint)
