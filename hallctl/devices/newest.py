"""The newest checkpoint of the book, kept once more beside it: it shows an older book where nobody else can.

It lies in the hall's folder, outside both media, so a book that was brought back from a copy by itself is
found also while its witness is away. Not responsible for a folder that was brought back as a whole: only the
witness and the printed folios show that.
"""

from contextlib import suppress
from pathlib import Path

from hallctl.minutes import private
from hallctl.minutes.note import Checkpoint, Note, NoteError, Verifier


def keep_newest(path: Path, note: Note) -> None:
    """Keep a checkpoint, unless a later one of the same volume is kept; an error of the disk is ignored."""
    checkpoint, kept = Checkpoint.read(note.text), _read(path)
    if kept is not None and _is_later(Checkpoint.read(kept.text), checkpoint):
        return
    draft = path.with_name(f"{path.name}.part")
    with suppress(OSError):
        with open(draft, "w", encoding="utf-8", opener=private.opener) as file:
            file.write(str(note))
        draft.replace(path)


def read_newest(path: Path, controller: Verifier) -> Checkpoint | None:
    """Return the checkpoint that is kept; None where there is none, or the controller did not sign it."""
    note = _read(path)
    try:
        return Checkpoint.read(note.text) if note is not None and note.signed_by(controller) else None
    except NoteError:
        return None


def _is_later(kept: Checkpoint, other: Checkpoint) -> bool:
    return kept.origin == other.origin and kept.size > other.size


def _read(path: Path) -> Note | None:
    try:
        note = Note.read(path.read_text("utf-8"))
        Checkpoint.read(note.text)
    except (OSError, UnicodeDecodeError, NoteError):
        return None
    return note
