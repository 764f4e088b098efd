"""The tree over a volume, kept in memory beside the deciding loop, to prove that the book only grew.

Not responsible for whom it is proved to (``witness``), nor for chain and signatures (``book_verifier``).
"""

import threading
from pathlib import Path

from hallctl.devices.pace import Pace
from hallctl.minutes.entry import text_of
from hallctl.minutes.errors import MinutesError, named_trouble
from hallctl.minutes.note import Checkpoint, Note, NoteError, Verifier
from hallctl.minutes.reader import read_only, stored_notes, stored_rows
from hallctl.minutes.tree import Tree, leaf_hash


class Follower:
    """Follows one volume; for one thread.

    Attributes:
        origin: What the volume's checkpoints call it.
        cosigned: The largest size that the witness cosigned, as far as is known; 0 before the first.
    """

    def __init__(self, path: Path, origin: str, stopping: threading.Event) -> None:
        self.origin = origin
        self.cosigned = 0
        self._path = path
        self._pace = Pace(stopping)
        self._tree = Tree()

    def find_cosigned(self, witness: Verifier) -> None:
        """Find in the volume what the witness cosigned before this run.

        Raises:
            MinutesError: The volume cannot be read.
        """
        with named_trouble(self._path), read_only(self._path) as connection:
            for *_, content in stored_notes(connection):
                self.cosigned = max(self.cosigned, _cosigned_size(str(content), witness))

    def prove(self, checkpoint: Checkpoint, old: int) -> list[bytes]:
        """Prove that the volume at a checkpoint begins with its first ``old`` entries.

        Raises:
            MinutesError: The volume cannot be read, or is not the checkpoint's.
        """
        self._catch_up(checkpoint.size)
        if self._tree.size < checkpoint.size or self._tree.root(checkpoint.size) != checkpoint.root:
            sentence = (
                f"{self._path.name}: sus asientos no son los del punto de control de {checkpoint.size}. "
                "Verifique el libro."
            )
            raise MinutesError("MIN-NOTE", sentence)
        return self._tree.consistency(old, checkpoint.size)

    def agrees(self, checkpoint: Checkpoint) -> bool:
        """Return whether a checkpoint is of this volume, as far as it was proved before.

        Raises:
            MinutesError: The volume cannot be read.
        """
        self._catch_up(checkpoint.size)
        return self._tree.size >= checkpoint.size and self._tree.root(checkpoint.size) == checkpoint.root

    def _catch_up(self, size: int) -> None:
        with named_trouble(self._path), read_only(self._path) as connection:
            self._pace.keep(connection)
            for row in stored_rows(connection, self._tree.size + 1, size):
                try:
                    text = text_of(row)
                except ValueError as error:
                    sentence = f"{self._path.name}: el asiento {row[0]} no se puede leer. Verifique el libro."
                    raise MinutesError("MIN-FORM", sentence) from error
                self._tree.add(leaf_hash(text))
                self._pace.step()


def _cosigned_size(content: str, witness: Verifier) -> int:
    try:
        note = Note.read(content)
        return Checkpoint.read(note.text).size if note.signed_by(witness) else 0
    except NoteError:
        # What is wrong with the book's own notes the book verifier reports.
        return 0
