"""Signed notes and checkpoints, in the form that transparency logs share (C2SP signed-note, tlog-checkpoint).

A checkpoint states the size and the root of a volume's tree; the controller signs it, witnesses
cosign it (C2SP tlog-cosignature). Not responsible for the tree, nor for keeping keys.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from hallctl.i18n.plain import CONTROL

SIGNATURE: Final = 1
"""The type of a key that signs notes: Ed25519."""

COSIGNATURE: Final = 4
"""The type of a key that cosigns checkpoints: Ed25519, with the moment."""

_SEPARATOR: Final = "\n\n"
_NO_TEXT: Final = re.compile(rf"[{CONTROL}\ud800-\udfff]")
"""Control characters and surrogates."""
_NAME: Final = re.compile(rf"[^\s+{CONTROL}]+")
_DASH: Final = "\N{EM DASH} "
_LINE: Final = re.compile(rf"{_DASH}([^\s+]+) ([A-Za-z0-9+/]+=*)")
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,15}")
_ORDINAL: Final = re.compile(r"checkpoint ([1-9][0-9]{0,15})")
_SHORTEST: Final = 5
_ID, _TIME, _KEY = 4, 8, 32


class NoteError(ValueError):
    """A text is not a signed note, a checkpoint or a key of the form, or its signature is wrong."""


@dataclass(frozen=True, slots=True)
class Verifier:
    """A public key with its name: what checks the signatures of one signer.

    Attributes:
        name: Who signs, e.g. "sala.example/libro": no spaces and no plus sign.
        kind: ``SIGNATURE`` or ``COSIGNATURE``.
        key: The Ed25519 public key, 32 bytes.
    """

    name: str
    kind: int
    key: bytes

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise NoteError(f"a key's name has no spaces, control characters or plus sign: {self.name!r:.80}")
        if self.kind not in (SIGNATURE, COSIGNATURE) or len(self.key) != _KEY:
            raise NoteError("not an Ed25519 key that signs or cosigns")

    @property
    def id(self) -> bytes:
        """The four bytes by which a signature names its key."""
        named = self.name.encode() + b"\n" + bytes([self.kind]) + self.key
        return hashlib.sha256(named).digest()[:_ID]

    def __str__(self) -> str:
        spelled = base64.b64encode(bytes([self.kind]) + self.key).decode()
        return f"{self.name}+{self.id.hex()}+{spelled}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a key as ``str`` writes it: name, identifier and key, joined by plus signs.

        Raises:
            NoteError: It has another form, or its identifier is not its own.
        """
        name, _, rest = text.partition("+")
        identifier, _, spelled = rest.partition("+")
        content = from_base64(spelled)
        if not content:
            raise NoteError(f"not a verifier key: {text!r:.80}")
        found = cls(name, content[0], content[1:])
        if found.id.hex() != identifier:
            raise NoteError(f"the identifier of the key {name} is not its own")
        return found


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a volume: how many entries, and the root of the tree over them.

    Attributes:
        origin: The volume, e.g. "sala.example/libro/tomo-0001".
        size: How many entries.
        root: The root, 32 bytes.
        ordinal: Its place among the different checkpoints of the volume, from 1; 0 where it has none, as in
            format 2 and in other people's logs.
    """

    origin: str
    size: int
    root: bytes
    ordinal: int = 0

    @property
    def text(self) -> str:
        """What is signed: three lines, and a fourth with the ordinal where there is one."""
        lines = f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"
        return f"{lines}checkpoint {self.ordinal}\n" if self.ordinal else lines

    def agrees(self, other: "Checkpoint") -> bool:
        """Return whether two checkpoints state the same about the same volume, whatever their ordinals."""
        return (self.origin, self.size, self.root) == (other.origin, other.size, other.root)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read the text of a checkpoint; extension lines other than an ordinal are passed over.

        Raises:
            NoteError: It has another form.
        """
        lines = text.split("\n")
        if len(lines) < 4 or lines[-1] or not all(lines[:-1]) or not _SIZE.fullmatch(lines[1]):
            raise NoteError("not the text of a checkpoint")
        root = from_base64(lines[2])
        if len(root) != hashlib.sha256().digest_size:
            raise NoteError("the root of the checkpoint is not 32 bytes")
        ordinal = _ORDINAL.fullmatch(lines[3]) if len(lines) == 5 else None
        return cls(lines[0], int(lines[1]), root, int(ordinal[1]) if ordinal is not None else 0)


@dataclass(frozen=True, slots=True)
class Note:
    """A text with the signatures under it.

    Attributes:
        text: What is signed, with its last line break.
        lines: The signature lines, each without its line break.
    """

    text: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(f"{line}\n" for line in self.lines)

    @classmethod
    def read(cls, content: str) -> Self:
        """Read a signed note.

        Raises:
            NoteError: It has another form.
        """
        text, found, under = content.rpartition(_SEPARATOR)
        lines = under.split("\n")
        if not found or lines.pop() or not lines or any(len(_parts(line)[1]) < _SHORTEST for line in lines):
            raise NoteError("not a signed note")
        # Text out of a damaged file may hold what is no text.
        if _NO_TEXT.search(content.replace("\n", "")):
            raise NoteError("a note holds no control characters, and is UTF-8")
        return cls(text + "\n", tuple(lines))

    def with_lines(self, lines: Iterable[str]) -> "Note":
        """Return the note with more signatures under it, of each key the first."""
        known, more = set(map(_signer, self.lines)), []
        for line in lines:
            if _signer(line) not in known:
                known.add(_signer(line))
                more.append(line)
        return Note(self.text, (*self.lines, *more))

    @property
    def signs_once(self) -> bool:
        """Whether no key has two lines."""
        return len(set(map(_signer, self.lines))) == len(self.lines)

    def signed_by(self, verifier: Verifier) -> bool:
        """Return whether this key signed or cosigned the text.

        Raises:
            NoteError: A line names the key, and its signature is wrong.
        """
        found = False
        for line in self.lines:
            name, content = _parts(line)
            if name != verifier.name or content[:_ID] != verifier.id:
                continue
            if not _valid(verifier, self.text, content[_ID:]):
                raise NoteError(f"the signature of {name} is wrong")
            found = True
        return found

    def cosigned_at(self, verifier: Verifier) -> int:
        """Give the moment of a cosignature, in seconds of POSIX time; 0 where there is none."""
        for line in self.lines:
            name, content = _parts(line)
            if verifier.kind == COSIGNATURE and name == verifier.name and content[:_ID] == verifier.id:
                return int.from_bytes(content[_ID : _ID + _TIME])
        return 0


def from_base64(text: str) -> bytes:
    """Read base64 in its one form.

    Raises:
        NoteError: It has another form.
    """
    try:
        content = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise NoteError(f"not base64: {text!r:.80}") from error
    if base64.b64encode(content).decode() != text:
        raise NoteError(f"not canonical base64: {text!r:.80}")
    return content


def verifier_of(name: str, key: Ed25519PrivateKey, kind: int = SIGNATURE) -> Verifier:
    """Give the public half of a key under a name."""
    return Verifier(name, kind, key.public_key().public_bytes_raw())


def sign(name: str, key: Ed25519PrivateKey, text: str) -> Note:
    """Sign a text; the same key and text give the same note.

    Raises:
        NoteError: The name has another form, or the text has no last line break.
    """
    if not text.endswith("\n"):
        raise NoteError("a note ends with a line break")
    return Note(text, (_line(verifier_of(name, key), key.sign(text.encode())),))


def cosign(name: str, key: Ed25519PrivateKey, text: str, seconds: int) -> str:
    """Return the line by which a witness states that it saw a checkpoint at a moment.

    Args:
        name: The witness's.
        key: The witness's.
        text: The text of the checkpoint.
        seconds: The moment, in seconds of POSIX time.
    """
    signature = key.sign(_cosigned(text, seconds))
    return _line(verifier_of(name, key, COSIGNATURE), seconds.to_bytes(_TIME) + signature)


def _cosigned(text: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def _valid(verifier: Verifier, text: str, content: bytes) -> bool:
    message = text.encode()
    if verifier.kind == COSIGNATURE:
        message = _cosigned(text, int.from_bytes(content[:_TIME]))
        content = content[_TIME:]
    try:
        Ed25519PublicKey.from_public_bytes(verifier.key).verify(content, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _line(verifier: Verifier, signature: bytes) -> str:
    return f"{_DASH}{verifier.name} {base64.b64encode(verifier.id + signature).decode()}"


def _signer(line: str) -> tuple[str, bytes]:
    """Return the key that a line names: its name and its identifier."""
    name, content = _parts(line)
    return name, content[:_ID]


def _parts(line: str) -> tuple[str, bytes]:
    matched = _LINE.fullmatch(line)
    if matched is None:
        raise NoteError(f"not a signature line: {line!r:.80}")
    return matched[1], from_base64(matched[2])
