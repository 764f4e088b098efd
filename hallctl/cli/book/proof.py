"""A proof that an entry is in the book, for a third person who has no book (docs/minutes.md, "A proof").

Not responsible for whether the book is whole: a proof is of one entry and a checkpoint.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from hallctl.cli.book.errors import NOT_WHOLE, BookError, Step
from hallctl.minutes.canonical import canonical, read_canonical
from hallctl.minutes.entry import COLUMNS, Entry, EntryError, composed, entry_of
from hallctl.minutes.note import Checkpoint, Note, NoteError, Verifier
from hallctl.minutes.reader import Reader
from hallctl.minutes.tree import Tree, included, leaf_hash

FORM: Final = "hallctl proof 1"
"""What a proof of this form says it is."""

_KEYS: Final = {"form", "entry", "hash", "leaf", "proof", "checkpoint"}


@dataclass(frozen=True, slots=True)
class Proof:
    """That an entry is among those of a checkpoint.

    Attributes:
        entry: The entry.
        path: The hashes that lead from its leaf to the root (RFC 9162, 2.1.3.1).
        note: The checkpoint.
    """

    entry: Entry
    path: tuple[bytes, ...]
    note: Note

    @property
    def checkpoint(self) -> Checkpoint:
        """What the note says."""
        return Checkpoint.read(self.note.text)

    @property
    def text(self) -> bytes:
        """What the entry's hash covers: the leaf."""
        return composed(self.entry).text

    def written(self) -> str:
        """Write it as JSON, with a line break."""
        said = {
            "form": FORM,
            "entry": self.text.decode(),
            "hash": self.entry.hash,
            "leaf": leaf_hash(self.text).hex(),
            "proof": [step.hex() for step in self.path],
            "checkpoint": str(self.note),
        }
        return json.dumps(said, ensure_ascii=False, indent=2) + "\n"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a proof, its form checked and nothing else.

        Raises:
            ValueError: It has another form.
        """
        said: Any = json.loads(text)
        if type(said) is not dict or set(said) != _KEYS or said["form"] != FORM:
            raise ValueError(f"sus claves no son {', '.join(sorted(_KEYS))}, o es de otra forma")
        steps = said.pop("proof")
        if type(steps) is not list or not all(type(each) is str for each in (*said.values(), *steps)):
            raise ValueError("un valor es de otro tipo")
        proof = cls(
            _entry(said["entry"], said["hash"]),
            tuple(bytes.fromhex(step) for step in steps),
            Note.read(said["checkpoint"]),
        )
        Checkpoint.read(proof.note.text)
        if said["leaf"] != leaf_hash(proof.text).hex():
            raise ValueError("la hoja no es la del asiento")
        return proof

    def faults(self, verifier: Verifier) -> list[str]:
        """Say what is wrong with it, in Spanish; nothing when it proves its entry.

        Args:
            verifier: The controller's key, or a witness's, known from elsewhere.
        """
        entry, said, found = self.entry, self.checkpoint, []
        if hashlib.sha256(self.text).hexdigest() != entry.hash:
            found.append(f"el contenido del asiento {entry.number} no corresponde a su hash")
        if not included(leaf_hash(self.text), entry.number - 1, said.size, self.path, said.root):
            found.append(f"el asiento {entry.number} no está en el punto de control de {said.size} asientos")
        try:
            if not self.note.signed_by(verifier):
                found.append(f"el punto de control no lleva la firma de {verifier.name}")
        except NoteError:
            found.append(f"la firma de {verifier.name} en el punto de control no es válida")
        return found


def prove(volume: Path, number: int, step: Step) -> Proof:
    """Prove that an entry of a volume is in the newest checkpoint.

    Args:
        volume: The file of the volume.
        number: Of the entry.
        step: Called after every entry that is read.

    Raises:
        BookError: There is no checkpoint of that entry, or the checkpoint is of another book.
        MinutesError: The volume cannot be read.
    """
    tree, found = Tree(), []
    with Reader(volume) as reader:
        note = _newest(reader, volume, number)
        said = Checkpoint.read(note.text)
        for entry in reader.entries(1, said.size):
            tree.add(leaf_hash(composed(entry).text))
            found += [entry] if entry.number == number else []
            step()
    if len(found) != 1 or tree.size != said.size or tree.root() != said.root:
        raise BookError(f"{volume.name}: el punto de control no es de este tomo. Verifíquelo.", NOT_WHOLE)
    return Proof(found[0], tuple(tree.inclusion(number - 1, said.size)), note)


def read_proof(path: Path) -> Proof:
    """Read a proof from a file.

    Raises:
        OSError: It cannot be read.
        BookError: It has another form.
    """
    content = path.read_bytes()
    try:
        return Proof.read(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise BookError(f"{path}: no es la prueba de un asiento: {error}") from error


def _newest(reader: Reader, volume: Path, number: int) -> Note:
    """Give the newest checkpoint, which has to reach the entry."""
    notes = list(reader.notes())
    size = Checkpoint.read(notes[-1].text).size if notes else 0
    if not 1 <= number <= size:
        sentence = f"{volume.name}: el asiento {number} no se puede probar: los puntos de control llegan al"
        raise BookError(f"{sentence} {size}.", NOT_WHOLE)
    return notes[-1]


def _entry(text: str, hash_: str) -> Entry:
    """Read what an entry's hash covers as the entry.

    Raises:
        ValueError: It is not the canonical JSON of an entry without its hash.
    """
    fields = read_canonical(text)
    if type(fields) is not dict or set(fields) != set(COLUMNS) - {"hash"}:
        raise EntryError("no son los campos de un asiento")
    fields |= {"hash": hash_, "body": canonical(fields["body"]).decode()}
    return entry_of(tuple(fields[name] for name in COLUMNS))
