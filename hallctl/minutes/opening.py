"""The fields of a volume's opening diligence by which the volume is verified.

Not responsible for its other fields, which the rules know. The opening diligence is the first entry of a
volume; its kind is ``BookOpened``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from hallctl.minutes.entry import Entry, EntryError
from hallctl.minutes.note import SIGNATURE, Verifier, from_base64
from hallctl.minutes.signed import SIGNING, kinds
from hallctl.minutes.signing.verify import span_of

OPENED: Final = "BookOpened"
"""The kind of the opening diligence."""

CLOSED: Final = "BookClosed"
"""The kind of the closing diligence."""

SIGNED: Final = "EntrySigned"
"""The kind of a person's signature under the entry before it."""

FOLIO: Final = "FolioSealed"
"""The kind that records the hashes of a folio."""

AFTER_CLOSING: Final = frozenset({SIGNED, FOLIO})
"""The kinds that may follow the closing diligence; in format 2 only the first."""

LOST: Final = "MediumLost"
"""The kind that records after which entry the second medium was lost."""

RESTORED: Final = "MediumRestored"
"""The kind that records that it holds every entry again."""

ENROLLED: Final = "SignatoryEnrolled"
"""The kind that brings a new certificate."""

NAMES: Final = {3: "libro de actas, formato 3 (docs/minutes.md)"}
"""The name of a format in an opening diligence; any other means format 2."""


@dataclass(frozen=True, slots=True)
class Previous:
    """The end of the volume before.

    Attributes:
        volume: Its number.
        entries: How many entries it has, its closing diligence with its signatures among them.
        root: The root of the tree over them, in hex.
        hash: The hash of its last entry.
    """

    volume: int
    entries: int
    root: str
    hash: str


@dataclass(frozen=True, slots=True)
class Certified:
    """A certificate as the book names it.

    Attributes:
        person: Its holder.
        posts: The posts that the book gives it; None where they have another form.
        certificate: DER in base64.
    """

    person: str
    posts: frozenset[str] | None
    certificate: str

    @classmethod
    def read(cls, value: Any) -> Self:
        """Read one of ``people``, or the body of the entry that enrols a person.

        Raises:
            KeyError, TypeError: It has another form.
        """
        person = _typed(value, dict)
        posts = person.get("posts")
        _typed(person.get("accredited", ""), str)
        good = type(posts) is list and all(type(post) is str for post in posts)
        return cls(
            _typed(person["person"], str),
            frozenset(posts) if good else None,
            _typed(person["certificate"], str),
        )


@dataclass(frozen=True, slots=True)
class Opening:
    """The keys in an opening diligence, and the volume before.

    Attributes:
        volume: The number of the volume.
        origin: What its checkpoints call the volume; "" when it has none.
        controller: The key that signs its checkpoints, None when it has none.
        authority: The certificate of the hall's authority, DER in base64; "" when nobody signs.
        people: Every certificate, in order.
        signed: The kinds of entries that need a signature, as the volume lists them.
        previous: The volume before, None in the first.
        form: Its format: 3, or 2 where it names any other.
        game: What is played by it; one that names none is of bingo.
    """

    volume: int
    origin: str = ""
    controller: Verifier | None = None
    authority: str = ""
    people: tuple[Certified, ...] = ()
    signed: tuple[str, ...] = ()
    previous: Previous | None = None
    form: int = 2
    game: str = "bingo"

    @property
    def keyed(self) -> bool:
        """Whether the volume names a key that signs its checkpoints."""
        return self.controller is not None

    def needs_signature(self, kind: str) -> bool:
        """Return whether entries of a kind are signed: by the format, or in format 2 by the volume's list."""
        return kind in self.signed if self.form == 2 else self.keyed and kind in SIGNING

    def faults(self) -> list[str]:
        """Return in Spanish what the format forbids in an opening diligence; nothing if all is right."""
        if self.form == 2:
            return []
        found = []
        if len({self.keyed, bool(self.origin), bool(self.authority), bool(self.people)}) > 1:
            found.append("nombra unas claves y otras no")
        if self.signed != (kinds(self.game) if self.keyed else ()):
            found.append("no dice firmado lo que el formato manda")
        if any(person.posts is None for person in self.people):
            found.append("no dice los puestos de cada certificado")
        if self.controller is not None and self.controller.kind != SIGNATURE:
            found.append("su clave del controlador no es de las que firman")
        if self.controller is not None and self.origin != origin_of(self.controller.name, self.volume):
            found.append(f"llama «{self.origin}» al tomo en sus puntos de control")
        return found

    @classmethod
    def read(cls, entry: Entry) -> Self:
        """Read the opening diligence of a volume.

        Raises:
            EntryError: The entry is no opening diligence, or a field has another form.
        """
        if entry.kind != OPENED:
            raise EntryError(f"the first entry is {entry.kind}, not an opening diligence")
        body = entry.body
        try:
            controller = _typed(body.get("controller", ""), str)
            return cls(
                _number(body["volume"]),
                _typed(body.get("origin", ""), str),
                Verifier.read(controller) if controller else None,
                _authority(_typed(body.get("authority", ""), str)),
                tuple(map(Certified.read, _typed(body.get("people", []), list))),
                tuple(_typed(kind, str) for kind in _typed(body.get("signed", []), list)),
                None if body.get("previous") is None else _previous(_typed(body["previous"], dict)),
                form_of(body),
                str(body.get("game", "bingo")),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise EntryError(f"the opening diligence has another form: {error!r}") from error


def form_of(body: Mapping[str, Any]) -> int:
    """Return the format that an opening diligence names."""
    return next((form for form, name in NAMES.items() if body.get("format") == name), 2)


def origin_of(name: str, volume: int) -> str:
    """Return what the checkpoints call a volume whose controller's key has this name."""
    return f"{name}/tomo-{volume:04d}"


def _number(value: Any) -> int:
    number: int = _typed(value, int)
    if number < 1:
        raise ValueError("a volume's number is 1 at least")
    return number


def _authority(text: str) -> str:
    """Return the authority's certificate as it stands there, once it is seen to be one."""
    if text and span_of(from_base64(text)) is None:
        raise ValueError("the authority is no certificate")
    return text


def _previous(value: Mapping[str, Any]) -> Previous:
    if set(value) != {"volume", "entries", "root", "hash"}:
        raise ValueError("the end of the volume before has other keys")
    return Previous(
        _typed(value["volume"], int),
        _typed(value["entries"], int),
        _typed(value["root"], str),
        _typed(value["hash"], str),
    )


def _typed(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{value!r:.40} is not {kind.__name__}")
    return value
