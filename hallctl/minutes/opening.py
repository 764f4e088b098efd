"""What the opening diligence of a volume says about its own verification.

Not responsible for its other fields, which the rules know. The opening diligence is the first entry of a
volume; its kind is ``BookOpened``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self

from hallctl.minutes.entry import Entry, EntryError
from hallctl.minutes.note import NoteError, Verifier

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

ENROLLED: Final = "SignatoryEnrolled"
"""The kind that brings a new certificate."""


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
class Opening:
    """What an opening diligence says about keys and about the volume before.

    Attributes:
        volume: The number of the volume.
        origin: What its checkpoints call the volume; "" when it has none.
        controller: The key that signs its checkpoints, None when it has none.
        authority: The certificate of the hall's authority, DER in base64; "" when nobody signs.
        certificates: Every certificate, DER in base64, with the name of its holder.
        signed: The kinds of entries that need a signature.
        previous: The volume before, None in the first.
    """

    volume: int
    origin: str = ""
    controller: Verifier | None = None
    authority: str = ""
    certificates: Mapping[str, str] = field(default_factory=dict)
    signed: frozenset[str] = frozenset()
    previous: Previous | None = None

    @classmethod
    def read(cls, entry: Entry) -> Self:
        """Read the opening diligence of a volume.

        Raises:
            EntryError: The entry is no opening diligence, or what it says has another form.
        """
        if entry.kind != OPENED:
            raise EntryError(f"the first entry is {entry.kind}, not an opening diligence")
        body = entry.body
        try:
            return cls(
                _typed(body["volume"], int),
                _typed(body.get("origin", ""), str),
                Verifier.read(body["controller"]) if body.get("controller") else None,
                _typed(body.get("authority", ""), str),
                dict(certificate_of(person) for person in body.get("people", ())),
                frozenset(_typed(kind, str) for kind in body.get("signed", ())),
                None if body.get("previous") is None else _previous(body["previous"]),
            )
        except (KeyError, TypeError, AttributeError, NoteError) as error:
            raise EntryError(f"the opening diligence has another form: {error!r}") from error


def certificate_of(person: Mapping[str, Any]) -> tuple[str, str]:
    """Give a person's certificate, DER in base64, and the name of the person.

    Raises:
        KeyError, TypeError: It has another form.
    """
    return _typed(person["certificate"], str), _typed(person["person"], str)


def _previous(said: Mapping[str, Any]) -> Previous:
    return Previous(
        _typed(said["volume"], int),
        _typed(said["entries"], int),
        _typed(said["root"], str),
        _typed(said["hash"], str),
    )


def _typed(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{value!r:.40} is not {kind.__name__}")
    return value
