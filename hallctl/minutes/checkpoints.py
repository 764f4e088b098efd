"""Whether the checkpoints that a volume keeps are those of its entries.

Pure: it sees the checkpoints first and then walks along with the entries. Not responsible for signing them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from hallctl.minutes.chain import Problem
from hallctl.minutes.entry import Row
from hallctl.minutes.note import Checkpoint, Note, NoteError, Verifier
from hallctl.minutes.tree import Frontier


@dataclass(frozen=True, slots=True)
class Kept:
    """A checkpoint as it is kept in a volume, its form checked and nothing else."""

    number: int
    peaks: str
    note: Note
    said: Checkpoint


@dataclass(slots=True)
class CheckpointAudit:
    """A walk along the checkpoints: what was kept, and the problems found.

    Attributes:
        kept: The checkpoints that can be read, in order.
        problems: What is wrong with them.
    """

    kept: list[Kept] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    _next: int = 0

    @classmethod
    def of(cls, rows: Iterable[Row]) -> "CheckpointAudit":
        """Read the checkpoints as they are stored."""
        found = cls()
        size = 0
        for place, row in enumerate(rows, 1):
            try:
                kept = _read(row)
            except NoteError as error:
                found._report(0, f"el punto de control {place} no se puede leer: {error}")
                continue
            if kept.number != place or kept.said.size < size:
                found._report(kept.said.size, f"el punto de control {place} está fuera de su orden")
            size = kept.said.size
            found.kept.append(kept)
        return found

    def take(self, tree: Frontier) -> None:
        """Compare the checkpoints of this size with the tree as it stands."""
        while self._next < len(self.kept) and self.kept[self._next].said.size <= tree.size:
            kept = self.kept[self._next]
            self._next += 1
            if kept.said.size != tree.size:
                continue
            if kept.said.root != tree.root() or kept.peaks != peaks_of(tree):
                self._report(tree.size, f"el punto de control del asiento {tree.size} es de otro libro")

    def finish(self, size: int, origin: str, controller: Verifier | None) -> None:
        """Check what only the whole volume tells: that all have been met, and who signed them."""
        for kept in self.kept:
            if not 0 < kept.said.size <= size:
                self._report(
                    size, f"hay un punto de control de {kept.said.size} asientos y el libro tiene {size}"
                )
            if kept.said.origin != origin:
                self._report(kept.said.size, f"un punto de control es de «{kept.said.origin}»")
            if controller is None or not is_signed(kept.note, controller):
                self._report(
                    kept.said.size,
                    f"el punto de control del asiento {kept.said.size} no lleva la firma del controlador",
                )

    def _report(self, number: int, sentence: str) -> None:
        self.problems.append(Problem(number, "MIN-NOTE", sentence))


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
    """Tell whether the controller's signature is the first line, and that only."""
    first, rest = Note(note.text, note.lines[:1]), Note(note.text, note.lines[1:])
    try:
        return first.signed_by(controller) and not rest.signed_by(controller)
    except NoteError:
        return False


def _read(row: Row) -> Kept:
    number, size, peaks, content = row
    if type(number) is not int or type(peaks) is not str or type(content) is not str:
        raise NoteError("a column holds something else")
    note = Note.read(content)
    said = Checkpoint.read(note.text)
    if said.size != size or str(note) != content or said.text != note.text:
        raise NoteError("it is stored as of another size, or says more than a checkpoint")
    return Kept(number, peaks, note, said)
