"""The head office's papers: master data that it signs, and that a hall's Director may adopt.

A paper is a note (C2SP signed-note) whose text names kind, number, halls, first day and the SHA-256 of the
contents; the contents go beside it, as canonical JSON. Not responsible for what becomes of one.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.canonical import canonical, read_canonical
from hallctl.minutes.note import SIGNATURE, Note, NoteError, Verifier, sign
from hallctl.minutes.wire.messages import WireError, demand_hall, read_object

SERIES, RULES, PEOPLE, PROGRAM = KINDS = ("series", "rules", "people", "program")
"""What papers are about; each kind has numbers of its own."""

MOST_BYTES: Final = 256 * 1024
"""How large the contents of a paper are at most."""

_HEAD: Final = "hallctl/paper/v1"
"""The first line of what is signed: a checkpoint or a cosignature never begins so."""

_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Head:
    """What the office signs of a paper.

    Attributes:
        kind: One of ``KINDS``.
        number: Its number among the papers of its kind.
        halls: For whom it is, in the order of their names.
        valid_from: The first day on which it can be adopted.
        digest: The SHA-256 of the contents, in hex.
    """

    kind: str
    number: int
    halls: tuple[str, ...]
    valid_from: str
    digest: str

    @property
    def text(self) -> str:
        """What is signed."""
        halls = " ".join(self.halls)
        return f"{_HEAD}\n{self.kind}\n{self.number}\n{halls}\n{self.valid_from}\n{self.digest}\n"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read the text of a paper.

        Raises:
            WireError: It has another form.
        """
        match text.split("\n"):
            case [head, kind, number, halls, day, digest, ""] if head == _HEAD and kind in KINDS:
                names = tuple(halls.split(" "))
                fit = _NUMBER.fullmatch(number) and _DAY.fullmatch(day) and _DIGEST.fullmatch(digest)
                if fit and names == tuple(sorted({demand_hall(name) for name in names})):
                    return cls(kind, int(number), names, day, digest)
        raise WireError("no es el texto de un papel")


@dataclass(frozen=True, slots=True)
class SignedPaper:
    """A paper with its signature.

    Attributes:
        head: What is signed.
        note: The same with the signature under it.
        contents: What the paper says, as canonical JSON.
    """

    head: Head
    note: Note
    contents: str

    @property
    def values(self) -> Mapping[str, Any]:
        """What the paper says."""
        found = read_canonical(self.contents)
        assert isinstance(found, dict)
        return found

    @property
    def signers(self) -> str:
        """The names under the paper."""
        return ", ".join(line.split(" ")[1] for line in self.note.lines)

    def encode(self) -> bytes:
        """Return the message."""
        return canonical({"contents": self.contents, "note": str(self.note)})

    @classmethod
    def read(cls, message: bytes) -> Self:
        """Read a message; nothing of it is believed yet.

        Raises:
            WireError: It has another form.
        """
        fields = read_object(message) if len(message) <= 2 * MOST_BYTES else {}
        note, contents = fields.get("note"), fields.get("contents")
        if fields.keys() != {"note", "contents"} or type(note) is not str or type(contents) is not str:
            raise WireError("no es un papel")
        try:
            signed = Note.read(note)
        except NoteError as error:
            raise WireError(f"no es un papel firmado: {error}") from error
        return cls(Head.read(signed.text), signed, contents)

    def fault(self, office: Verifier, hall: str) -> str:
        """Say why this is no paper of an office for a hall; empty where it is one."""
        try:
            signed = self.note.signed_by(paper_verifier(office))
        except NoteError:
            return "la firma no es buena"
        if not signed:
            return "no lo firma la oficina de esta sala"
        if digest_of(self.contents) != self.head.digest:
            return "el contenido no es el firmado"
        if hall not in self.head.halls:
            return f"es de otra sala ({', '.join(self.head.halls)})"
        try:
            read_object(self.contents.encode())
        except WireError:
            return "el contenido no tiene su forma"
        return ""


def paper_verifier(office: Verifier) -> Verifier:
    """Return what checks papers, given what checks the office's cosignatures: it is the same key."""
    return Verifier(office.name, SIGNATURE, office.key)


def digest_of(contents: str) -> str:
    """Return the SHA-256 of the contents of a paper, in hex."""
    return hashlib.sha256(contents.encode()).hexdigest()


def signed_paper(
    name: str,
    key: Ed25519PrivateKey,
    kind: str,
    number: int,
    halls: tuple[str, ...],
    valid_from: str,
    contents: str,
) -> SignedPaper:
    """Sign a paper; the same key and words give the same paper.

    Args:
        name: What the office's signatures call it.
        key: The office's.
        kind: One of ``KINDS``.
        number: Its number among those of its kind.
        halls: For whom it is.
        valid_from: The first day on which it can be adopted.
        contents: Canonical JSON.

    Raises:
        WireError: Something of it has another form.
    """
    if len(contents.encode()) > MOST_BYTES:
        raise WireError(f"un papel tiene como mucho {MOST_BYTES // 1024} KiB")
    head = Head(kind, number, tuple(sorted(set(halls))), valid_from, digest_of(contents))
    return SignedPaper(Head.read(head.text), sign(name, key, head.text), contents)
