"""A proof that an entry is in the book, for a third person who has no book (docs/minutes.md, "A proof").

Not responsible for whether the book is whole: a proof is of one entry and a checkpoint.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Final, Self

from hallctl.minutes.canonical import canonical, read_canonical
from hallctl.minutes.entry import COLUMNS, Entry, EntryError, composed, entry_of
from hallctl.minutes.note import Checkpoint, Note, NoteError, Verifier
from hallctl.minutes.tree import included, leaf_hash

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
