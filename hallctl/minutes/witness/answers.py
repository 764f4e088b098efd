"""What a witness answers: it cosigns a checkpoint when the book only grew, and refuses otherwise.

The order of the checks and the status codes are those of C2SP tlog-witness 1.1: another root at the size that
was seen is a wrong proof (422; 409 in 1.0). Not responsible for HTTP.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from hallctl.minutes.note import SIGNATURE, Note, NoteError, Verifier, cosign
from hallctl.minutes.tree import consistent
from hallctl.minutes.witness.memory import Memory, Seen
from hallctl.minutes.witness.submission import Submission, SubmissionError

PLAIN: Final = "text/plain; charset=utf-8"
SIZE: Final = "text/x.tlog.size"
"""The type of an answer with the size that the witness saw."""

MAX_ORIGINS: Final = 1000
"""How many volumes a witness remembers at most."""

MAX_REFUSED: Final = 16
"""How many contradictions of one volume are kept as evidence."""

_VOLUME: Final = re.compile(r"/tomo-[0-9]{4}")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as HTTP has it."""

    status: int
    body: str
    media: str = PLAIN


class Witness:
    """Remembers the last checkpoint of every volume and cosigns the next; for any thread."""

    def __init__(self, memory: Memory, logs: Sequence[Verifier], clock: Callable[[], int]) -> None:
        """Take up a witness.

        Args:
            memory: Its key and what it saw.
            logs: The keys of the books it knows. A key's name is what the origins of its volumes begin with.
            clock: Gives seconds of POSIX time.

        Raises:
            NoteError: A key is one that cosigns, and none that signs.
        """
        wrong = [log.name for log in logs if log.kind != SIGNATURE]
        if wrong:
            raise NoteError(f"the key {wrong[0]} is a witness's, not a book's")
        self._memory = memory
        self._logs = tuple(logs)
        self._clock = clock

    def add(self, body: bytes) -> Answer:
        """Answer ``add-checkpoint``.

        Raises:
            MemoryFailedError: What was seen may not be on the disk; nothing was signed.
        """
        try:
            asked = Submission.read(body)
        except SubmissionError as error:
            return Answer(400, f"{error}\n")
        origin = asked.checkpoint.origin
        keys = [log for log in self._logs if is_volume_of(log, origin)]
        if not keys:
            return Answer(404, "this witness does not know the origin\n")
        if not _signed(asked.note, keys):
            return Answer(403, "not signed by a key that this witness trusts for the origin\n")
        if asked.old > asked.checkpoint.size:
            return Answer(400, "the old size is larger than the checkpoint\n")
        refusal = self._remember(asked)
        # Only here, after the memory is on the disk: a line once given is never contradicted by the next.
        return refusal or Answer(200, f"{self._line(asked.note.text)}\n")

    def last(self, origin: str) -> Answer:
        """Answer ``checkpoint``: the last checkpoint of a volume, cosigned, so that a refusal can be proved.

        Raises:
            MemoryFailedError: The memory cannot be read.
        """
        with self._memory.turn() as turn:
            note, seen = turn.note(origin), turn.seen(origin)
        if note is None:
            return Answer(404, "this witness saw nothing of the origin\n")
        line = cosign(self._memory.verifier.name, self._memory.key, note.text, seen.time)
        return Answer(200, str(note.with_lines([line])))

    def status(self) -> dict[str, object]:
        """Give what is known, for people and monitors."""
        seen, refused = self._memory.all()
        return {
            "witness": self._memory.verifier.name,
            "key": str(self._memory.verifier),
            "logs": [str(log) for log in self._logs],
            "refused": refused,
            "origins": [
                {"origin": one.origin, "size": one.size, "root": one.root.hex(), "time": one.time}
                for one in seen
            ],
        }

    def _remember(self, asked: Submission) -> Answer | None:
        checkpoint = asked.checkpoint
        with self._memory.turn() as turn:
            seen = turn.seen(checkpoint.origin)
            if asked.old != seen.size:
                return Answer(409, f"{seen.size}\n", SIZE)
            if not consistent(seen.size, seen.root, checkpoint.size, checkpoint.root, asked.proof):
                turn.refuse(checkpoint.origin, asked.note, self._clock(), MAX_REFUSED)
                return Answer(422, "the proof does not show that the book only grew\n")
            if not seen.time and turn.origins() >= MAX_ORIGINS:
                return Answer(503, "this witness knows as many volumes as it can\n")
            turn.keep(Seen(checkpoint.origin, checkpoint.size, checkpoint.root, self._clock()), asked.note)
        return None

    def _line(self, text: str) -> str:
        return cosign(self._memory.verifier.name, self._memory.key, text, self._clock())


def is_volume_of(log: Verifier, origin: str) -> bool:
    """Return whether an origin is a volume of the book that the key signs.

    It is when it is the key's name, and then "/tomo-" and four digits, and nothing more: "x/libro" has
    "x/libro/tomo-0001", and neither "x/libros/tomo-0001" nor "x/libro/y/tomo-0001".
    """
    return origin.startswith(log.name) and _VOLUME.fullmatch(origin[len(log.name) :]) is not None


def _signed(note: Note, keys: Sequence[Verifier]) -> bool:
    """Return whether one of the keys signed; a signature that one of them did not make spoils the note."""
    try:
        return any([note.signed_by(key) for key in keys])
    except NoteError:
        return False
