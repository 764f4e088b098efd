"""What halls and head office say to each other over NATS: subjects, streams and the forms of messages.

A hall sends up what its book says and small views for people; the office sends down what it has, and papers
that a hall's Director may adopt. Nothing that comes down is a command. docs/chain.md has the table.

Not responsible for connecting (``devices``, ``office``), nor for what is made of a message.
"""

import re
from dataclasses import dataclass
from typing import Any, Final, Self

from hallctl.minutes.canonical import CanonicalError, canonical, read_canonical

ENTRIES_STREAM: Final = "ENTRIES"
"""What halls send of their books: a work queue, which the office empties."""

ENTRIES_SUBJECTS: Final = ("hall.*.entries.*", "hall.*.notes.*")

LATEST_STREAM: Final = "LATEST"
"""The newest message of each subject: what a hall is at, and what the office has."""

LATEST_SUBJECTS: Final = ("hall.*.state", "office.>")

MESSAGE_ID: Final = "Nats-Msg-Id"
"""The header by which JetStream drops what it has: hall, secret of its outbox and an entry's hash."""

_HALL: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_RESERVED: Final = ("office", "jackpots")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_CODE: Final = re.compile(r"[A-Z][A-Z0-9-]{0,39}")
_MOST_NOTE: Final = 16_384
_MOST_VOLUME: Final = 999_999


class WireError(ValueError):
    """A name or a message has another form."""


def demand_hall(hall: str) -> str:
    """Return the name of a hall in subjects, if it is one.

    Raises:
        WireError: It is not: small letters, digits and hyphens, 32 at most, and no other word of a subject.
    """
    if _HALL.fullmatch(hall) is None or hall in _RESERVED:
        raise WireError(f"not the name of a hall in the chain: {hall!r:.60}")
    return hall


def entries_subject(hall: str, volume: int) -> str:
    """Return where a hall sends the entries of a volume: each message is a line of its second medium."""
    return f"hall.{demand_hall(hall)}.entries.{volume}"


def notes_subject(hall: str, volume: int) -> str:
    """Return where a hall sends the signed checkpoints of a volume, as notes."""
    return f"hall.{demand_hall(hall)}.notes.{volume}"


def state_subject(hall: str) -> str:
    """Return where a hall shows what it is at, for people."""
    return f"hall.{demand_hall(hall)}.state"


def question_subject(hall: str, about: str) -> str:
    """Return where a hall asks the office something and waits for the answer."""
    return f"hall.{demand_hall(hall)}.ask.{about}"


def have_subject(hall: str) -> str:
    """Return where the office says what it has of a hall's book."""
    return f"office.{demand_hall(hall)}.have"


def paper_subject(hall: str, kind: str) -> str:
    """Return where the office offers a hall a signed paper of a kind."""
    return f"office.{demand_hall(hall)}.papers.{kind}"


def parts_of(subject: str) -> tuple[str, str, int]:
    """Return hall, "entries" or "notes", and volume of a subject of the work queue.

    Raises:
        WireError: It is another subject.
    """
    match subject.split("."):
        case ["hall", hall, ("entries" | "notes") as what, volume] if volume.isdecimal() and len(volume) < 7:
            return demand_hall(hall), what, int(volume)
    raise WireError(f"not a subject of entries: {subject!r:.80}")


@dataclass(frozen=True, slots=True)
class Have:
    """What the office has of a hall's book, verified and stored.

    Attributes:
        volume: The newest volume of which it has an entry; where it has none, the first that it wants.
        number: Its last entry; 0 for none.
        hash: That entry's hash; empty for none.
        note: The newest checkpoint that the office cosigned, with both signatures; empty for none.
        refused: The code of the alarm because of which nothing more is taken; empty while all is well.
        missing: Whether what came last did not follow: what lies between is to be sent again.
    """

    volume: int = 0
    number: int = 0
    hash: str = ""
    note: str = ""
    refused: str = ""
    missing: bool = False

    def encode(self) -> bytes:
        """Return the message."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return canonical(fields)

    @classmethod
    def read(cls, message: bytes) -> Self:
        """Read a message, of a neighbouring version too: what it says beyond this is passed over.

        Raises:
            WireError: It has another form.
        """
        said = {"missing": False} | read_object(message)
        kinds = {"volume": int, "number": int, "hash": str, "note": str, "refused": str, "missing": bool}
        fields: dict[str, Any] = {name: said.get(name) for name in kinds}
        if any(type(fields[name]) is not kind for name, kind in kinds.items()):
            raise WireError("not what an office has of a book")
        found = cls(**fields)
        if not found._is_sound:
            raise WireError("what the office has of a book is out of range")
        return found

    @property
    def _is_sound(self) -> bool:
        """Whether an office can have this of some book."""
        hashed = _HASH.fullmatch(self.hash) is not None if self.number else not self.hash
        within = 0 <= self.volume <= _MOST_VOLUME and self.number >= 0 and (self.volume or not self.number)
        coded = not self.refused or _CODE.fullmatch(self.refused) is not None
        return bool(within) and hashed and coded and len(self.note) <= _MOST_NOTE


def read_object(message: bytes) -> dict[str, Any]:
    """Read a message that is the canonical JSON of an object.

    Raises:
        WireError: It is not.
    """
    try:
        found = read_canonical(message.decode())
    except (UnicodeDecodeError, CanonicalError) as error:
        raise WireError(f"not canonical JSON: {error!s:.120}") from error
    if type(found) is not dict:
        raise WireError("not an object")
    return found
