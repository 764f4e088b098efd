"""What the office cosigns, by the rules of a witness: only what grew, and never two histories of a volume.

Its memory is the verified copy itself: a tree over entries that are only ever added. Not responsible for
verifying entries, nor for storing notes.
"""

from dataclasses import dataclass
from typing import Final

from hallctl.minutes.checkpoints import is_signed
from hallctl.minutes.note import Checkpoint, Note, NoteError, cosign
from hallctl.minutes.opening import Opening
from hallctl.office.keys import OfficeKeys
from hallctl.office.verification import NOTE, Finding, shown

MOST_BYTES: Final = 16_000
"""How long a checkpoint may be."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A checkpoint that a hall sent, its form and nothing else checked."""

    note: Note
    checkpoint: Checkpoint


def read_note(message: bytes, volume: int) -> Sent | Finding:
    """Read a checkpoint that a hall sent, or say why it is none."""
    try:
        if len(message) > MOST_BYTES:
            raise NoteError("longer than any checkpoint")
        note = Note.read(message.decode("utf-8"))
        checkpoint = Checkpoint.read(note.text)
        if str(note).encode() != message or checkpoint.text != note.text or not note.signs_once:
            raise NoteError("it says more than a checkpoint")
    except (UnicodeDecodeError, NoteError) as error:
        sentence = f"un punto de control no se puede leer: {error!s:.200}"
        return Finding(NOTE, sentence, volume, 0, shown(message[:MOST_BYTES]))
    return Sent(note, checkpoint)


def fault_of(sent: Sent, opening: Opening, volume: int) -> Finding | None:
    """Return why a checkpoint is not the hall's own word about a volume; None where it is."""
    size, controller = sent.checkpoint.size, opening.controller
    if sent.checkpoint.origin != opening.origin:
        sentence = f"un punto de control es de «{sent.checkpoint.origin}», no de «{opening.origin}»"
    elif controller is None or not is_signed(sent.note, controller):
        sentence = f"el punto de control del asiento {size} no lleva la firma del controlador"
    elif (opening.form > 2) != bool(sent.checkpoint.ordinal):
        sentence = f"el punto de control del asiento {size} no es del formato {opening.form}"
    else:
        return None
    return Finding(NOTE, sentence, volume, size, shown(str(sent.note).encode()))


def cosigned(sent: Sent, keys: OfficeKeys, seconds: int) -> Note:
    """Return a checkpoint that was found right, with the office's cosignature."""
    line = cosign(keys.name, keys.cosigning, sent.note.text, seconds)
    return sent.note.with_lines([line])
