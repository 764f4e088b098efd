"""What two halls of which one calls for both say to each other, each message signed by its controller's key.

A message is a signed note (C2SP signed-note): a line that says what it is, and one of canonical JSON. Not
responsible for what follows from it (``rules.calls``), nor for the line.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import pairwise
from typing import Any, Final, Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.canonical import CanonicalError, canonical, read_canonical
from hallctl.minutes.note import Note, NoteError, Verifier, sign
from hallctl.minutes.wire.messages import WireError, demand_hall
from hallctl.rules.calls import Call, Calling, CallPhase, Following, GameId, Place, Stage
from hallctl.rules.codec import CodecError, decode, encode

LONGEST: Final = 65_536
"""Bytes that a message has at most: a game of 90 balls has some 15,000."""

_HEAD: Final = "hallctl/calls\n"
_HASH: Final = re.compile(r"[0-9a-f]{64}")


def calls_subject(hall: str) -> str:
    """Return where a hall says what it calls, or where it stands in what another one calls."""
    return f"hall.{demand_hall(hall)}.calls"


@dataclass(frozen=True, slots=True)
class _Answer:
    hall: str
    place: tuple[int, ...]
    held_ms: int


@dataclass(frozen=True, slots=True)
class _At:
    hall: str
    stage: Stage


@dataclass(frozen=True, slots=True)
class _Written:
    """The JSON of a message: of a calling hall, ``phase``, ``calls`` and ``halls``; else the rest."""

    hall: str
    place: tuple[int, ...]
    answers: tuple[_Answer, ...]
    game: GameId
    phase: CallPhase | None = None
    calls: tuple[Call, ...] = ()
    halls: tuple[_At, ...] = ()
    stage: Stage | None = None
    taken: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Letter:
    """One message between two halls.

    Attributes:
        hall: Who says it.
        place: Its place among the sender's.
        answers: By hall the newest that the sender saw of it, and for how many milliseconds it has.
        content: What it says.
    """

    hall: str
    place: Place
    answers: Mapping[str, tuple[Place, int]]
    content: Calling | Following

    def signed(self, name: str, key: Ed25519PrivateKey) -> bytes:
        """Return the message, as a note that the sender's controller signs."""
        return str(sign(name, key, _HEAD + canonical(encode(self._written)).decode() + "\n")).encode()

    @property
    def _written(self) -> _Written:
        answers = tuple(_Answer(h, astuple(place), held) for h, (place, held) in sorted(self.answers.items()))
        said, head = self.content, (self.hall, astuple(self.place), answers, self.content.game)
        if isinstance(said, Following):
            return _Written(*head, stage=said.stage, taken=said.taken)
        halls = tuple(_At(hall, stage) for hall, stage in sorted((said.halls or {}).items()))
        return _Written(*head, phase=said.phase, calls=said.calls, halls=halls)

    @classmethod
    def read(cls, message: bytes, sender: Verifier) -> Self:
        """Read a message that this key signed.

        Raises:
            WireError: It has another form, or another key signed it.
        """
        if len(message) > LONGEST:
            raise WireError("too long for a message of calls")
        try:
            note = Note.read(message.decode())
            if not note.signed_by(sender):
                raise WireError("the other hall has not signed it")
            head, _, spelled = note.text.partition("\n")
            written = decode(_Written, read_canonical(spelled.removesuffix("\n")))
        except (UnicodeDecodeError, NoteError, CanonicalError, CodecError) as error:
            raise WireError(f"not a message of calls: {error!s:.120}") from error
        if f"{head}\n" != _HEAD or (written.phase is None) is (written.stage is None):
            raise WireError("not a message of calls")
        return cls(
            written.hall,
            _place(written.place),
            {each.hall: (_place(each.place), each.held_ms) for each in written.answers},
            _content(written),
        )


def _content(written: _Written) -> Calling | Following:
    if written.phase is not None:
        _demand_calls(written.calls)
        halls = {each.hall: each.stage for each in written.halls}
        return Calling(written.game, written.phase, written.calls, halls)
    assert written.stage is not None
    return Following(written.hall, written.game, written.stage, written.taken)


def _demand_calls(calls: Sequence[Call]) -> None:
    entries = [0, *(call.entry for call in calls)]
    if any(entry <= before for before, entry in pairwise(entries)):
        raise WireError("the entries of its calls do not rise")
    hashes = [text for call in calls for text in (call.hash, call.picture or call.hash)]
    if not all(map(_HASH.fullmatch, hashes)):
        raise WireError("a call without the hash of its entry or picture")


def _place(numbers: Any) -> Place:
    if len(numbers) != 3:
        raise WireError("not the place of a message")
    return Place(*numbers)
