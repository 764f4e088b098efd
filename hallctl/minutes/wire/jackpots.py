"""What a hall asks the head office of a linked jackpot, and the answer that the office signs.

An answer is a signed note (C2SP signed-note): a line that says what it is of, and one of canonical JSON. The
hall minutes it whole: who reads the book later can check it. Not responsible for asking or answering.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.canonical import CanonicalError, canonical, read_canonical
from hallctl.minutes.note import SIGNATURE, Note, NoteError, Verifier, sign
from hallctl.minutes.wire.messages import WireError, read_object

ABOUT: Final = "jackpot"
"""Where a hall asks: ``question_subject(hall, ABOUT)``."""

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_HEAD: Final = "hallctl/jackpot\n"
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)
_MOST: Final = 10**12


class Outcome(StrEnum):
    """What the office says."""

    HELD = "held"
    """The jackpot holds this amount."""
    RESERVED = "reserved"
    """This amount is the hall's, once it has minuted it."""
    WAIT = "wait"
    """The claim is not decided yet, or its entry not verified: ask again."""
    NONE = "none"
    """There is no such jackpot, or the claim lapsed."""


def jackpot_subject(name: str) -> str:
    """Return where the office shows what a jackpot holds.

    Raises:
        WireError: It is no name: small letters, digits and hyphens, 32 at most.
    """
    if _NAME.fullmatch(name) is None:
        raise WireError(f"not the name of a jackpot: {name!r:.60}")
    return f"office.jackpots.{name}"


@dataclass(frozen=True, slots=True)
class Question:
    """A hall asks what a jackpot holds, as its sale opens, or what is reserved for its claim.

    Attributes:
        game: Of the hall.
        claim: Whether it is the claim that is asked about.
    """

    jackpot: str
    game: int
    claim: bool

    def encode(self) -> bytes:
        """Return the message."""
        return canonical({"claim": self.claim, "game": self.game, "jackpot": self.jackpot})

    @classmethod
    def read(cls, message: bytes) -> Self:
        """Read a message.

        Raises:
            WireError: It has another form.
        """
        fields = read_object(message)
        kinds = {"claim": bool, "game": int, "jackpot": str}
        if fields.keys() != kinds.keys() or any(
            type(fields[name]) is not kind for name, kind in kinds.items()
        ):
            raise WireError("not a question about a jackpot")
        jackpot_subject(fields["jackpot"])
        return cls(**fields)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the office says of a jackpot.

    Attributes:
        hall: Who asked.
        game: About which game.
        outcome: What it says.
        amount: In minor units.
        time: The office's, in UTC, e.g. "2026-11-30T21:04:00Z".
        at_once: "first" or "parts": how halls that win in the same instant are decided.
        window_s: Within how many seconds they share.
        seed: What the jackpot begins with.
    """

    jackpot: str
    hall: str
    game: int
    outcome: Outcome
    amount: int
    time: str
    at_once: str = ""
    window_s: int = 0
    seed: int = 0

    def signed(self, name: str, key: Ed25519PrivateKey) -> str:
        """Return the answer as a note that the office signs."""
        fields = {each: getattr(self, each) for each in self.__slots__} | {"outcome": self.outcome.value}
        return str(sign(name, key, _HEAD + canonical(fields).decode() + "\n"))

    @classmethod
    def read(cls, note: str, office: Verifier) -> Self:
        """Read an answer that the office signed.

        Args:
            note: The note.
            office: The office's key, of whatever kind: the same key signs answers and cosigns checkpoints.

        Raises:
            WireError: It has another form, or is not signed by the office.
        """
        try:
            found = Note.read(note)
            if not found.signed_by(Verifier(office.name, SIGNATURE, office.key)):
                raise WireError("the office has not signed it")
            head, _, spelled = found.text.partition("\n")
            fields = read_canonical(spelled.removesuffix("\n"))
        except (NoteError, CanonicalError) as error:
            raise WireError(f"not an answer about a jackpot: {error!s:.120}") from error
        if f"{head}\n" != _HEAD or not _is_answer(fields):
            raise WireError("not an answer about a jackpot")
        return cls(**fields | {"outcome": Outcome(fields["outcome"])})


def _is_answer(fields: Any) -> bool:
    numbers = ("game", "amount", "window_s", "seed")
    if type(fields) is not dict or fields.keys() != {*Answer.__slots__}:
        return False
    if any(type(value) is not (int if name in numbers else str) for name, value in fields.items()):
        return False
    fits = all(0 <= fields[name] <= _MOST for name in numbers)
    return fits and fields["outcome"] in {*Outcome} and _TIME.fullmatch(fields["time"]) is not None
