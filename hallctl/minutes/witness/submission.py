"""What a log asks of its witness, read strictly: the body of ``add-checkpoint`` (C2SP tlog-witness).

Not responsible for whether any of it is true.
"""

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Final, Self

from hallctl.minutes.note import Checkpoint, Note, NoteError

MAX_BYTES: Final = 64 * 1024
"""More than any body needs: 63 hashes, and a note with sixteen signatures of the largest kind there is."""

MAX_PROOF: Final = 63
"""How many hashes a proof may have."""

MAX_SIGNATURES: Final = 32
"""How many signatures a note may carry; the format asks for sixteen at least."""

_OLD: Final = re.compile(r"old (0|[1-9][0-9]{0,15})")
_HASH_BYTES: Final = 32


class SubmissionError(ValueError):
    """The body has another form; the message names the part."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A checkpoint with the proof that the tree only grew since an older one.

    Attributes:
        old: The size that the proof begins at.
        proof: The hashes of the proof.
        note: The signed checkpoint.
        checkpoint: Its checkpoint, parsed.
    """

    old: int
    proof: tuple[bytes, ...]
    note: Note
    checkpoint: Checkpoint

    @classmethod
    def read(cls, body: bytes) -> Self:
        """Read the body of a request.

        Raises:
            SubmissionError: It has another form.
        """
        try:
            head, found, content = body.decode("utf-8").partition("\n\n")
            note = Note.read(content)
            checkpoint = Checkpoint.read(note.text)
        except (UnicodeDecodeError, NoteError) as error:
            raise SubmissionError(f"the checkpoint cannot be read: {error}") from error
        first, *lines = head.split("\n")
        matched = _OLD.fullmatch(first)
        if not found or matched is None:
            raise SubmissionError("the first line is not the old size")
        if len(lines) > MAX_PROOF or len(note.lines) > MAX_SIGNATURES:
            raise SubmissionError("more lines than a proof or a note may have")
        return cls(int(matched[1]), tuple(_hash(line) for line in lines), note, checkpoint)


def _hash(line: str) -> bytes:
    try:
        content = base64.b64decode(line, validate=True)
    except (binascii.Error, ValueError) as error:
        raise SubmissionError("a line of the proof is not base64") from error
    if len(content) != _HASH_BYTES or base64.b64encode(content).decode() != line:
        raise SubmissionError("a line of the proof is not a hash")
    return content
