"""Proofs of entries made of a volume and read from a file (docs/minutes.md, "A proof").

Not responsible for what a proof is (``hallctl.minutes.proof``), nor for whether the book is whole.
"""

from pathlib import Path

from hallctl.cli.book.errors import NOT_WHOLE, BookError, Step
from hallctl.minutes.entry import composed
from hallctl.minutes.note import Checkpoint, Note
from hallctl.minutes.proof import Proof
from hallctl.minutes.reader import Reader
from hallctl.minutes.tree import Tree, leaf_hash


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
