"""What the book is made of: a draft, the stamp of its moment, and the sealed entry.

Not responsible for storing entries (``book``), nor for whether they follow one another (``chain``).
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from hallctl.minutes.canonical import canonical, encoded, ordered

NO_HASH = "0" * 64
"""What the first entry names as the hash of the entry before it."""

COLUMNS = (
    "number",
    "time",
    "offset_minutes",
    "clock",
    "boot",
    "actor",
    "request",
    "digest",
    "kind",
    "body",
    "previous",
    "hash",
)
"""The fields of an entry, in the order of the book's columns."""

Row = tuple[object, ...]
"""One row as stored, in the order of ``COLUMNS``: the body as text, nothing trusted."""

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_TYPES = tuple(int if name in ("number", "offset_minutes") else str for name in COLUMNS)
_HASHED = tuple(name for name in COLUMNS if name != "hash")


class EntryError(ValueError):
    """A row, a draft or a stamp does not have the form of an entry."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to be minuted, before it has a place in the book.

    Attributes:
        kind: Name of the event, e.g. ``"BallDrawn"``.
        body: The event as JSON values (no floats); read when the draft is sealed.
        actor: Who caused it: a person's identifier, or the controller's.
        request: Identifier of the command that caused it; "" when the controller acted by itself.
        digest: SHA-256, in hex, of that command; "" when the controller acted by itself.
    """

    kind: str
    body: Mapping[str, Any]
    actor: str
    request: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Stamp:
    """When and on which run of the controller something is minuted: a label, never an order.

    Attributes:
        time: RFC 3339 in UTC with milliseconds and Z, e.g. ``2026-11-21T01:04:37.120Z``.
        offset_minutes: What the hall's clocks show beyond UTC, in minutes; -240 in Bolivia.
        clock: What is known of the clock, e.g. "synchronised" or "unknown".
        boot: Identifier of this run of the controller.

    Raises:
        EntryError: ``time`` is not in that form.
    """

    time: str
    offset_minutes: int
    clock: str
    boot: str

    def __post_init__(self) -> None:
        _check_time(self.time)

    @classmethod
    def at(cls, moment: datetime, clock: str, boot: str) -> "Stamp":
        """Stamp a moment given as an aware datetime, whose own offset is kept.

        Raises:
            EntryError: ``moment`` has no time zone.
        """
        offset = moment.utcoffset()
        if offset is None:
            raise EntryError(f"the moment {moment.isoformat()} has no time zone")
        time = moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds")
        return cls(f"{time}Z", int(offset.total_seconds()) // 60, clock, boot)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry (asiento) of the book, sealed: its hash covers every other field.

    Attributes:
        number: Place in the book, from 1, without gaps.
        previous: Hash of the entry before, 64 zeros for the first.
        hash: SHA-256, in hex, over the canonical JSON of all the other fields.
    """

    number: int
    time: str
    offset_minutes: int
    clock: str
    boot: str
    actor: str
    request: str
    digest: str
    kind: str
    body: Mapping[str, Any]
    previous: str
    hash: str


def seal(draft: Draft, stamp: Stamp, number: int, previous: str) -> Entry:
    """Give a draft its place in the book and its hash.

    Raises:
        CanonicalError: The body holds something that has no canonical JSON.
    """
    # Ordering copies: what is later done to the draft's mapping changes nothing.
    fields = ordered(
        {
            "number": number,
            "time": stamp.time,
            "offset_minutes": stamp.offset_minutes,
            "clock": stamp.clock,
            "boot": stamp.boot,
            "actor": draft.actor,
            "request": draft.request,
            "digest": draft.digest,
            "kind": draft.kind,
            "body": dict(draft.body),
            "previous": previous,
        }
    )
    return Entry(**fields, hash=hashlib.sha256(encoded(fields)).hexdigest())


def hash_of(entry: Entry) -> str:
    """Compute the hash that an entry should carry: SHA-256, in hex, over all its fields but ``hash``.

    Raises:
        CanonicalError: A field has no canonical JSON.
    """
    fields = {name: getattr(entry, name) for name in _HASHED}
    return hashlib.sha256(canonical(fields)).hexdigest()


def row_of(entry: Entry) -> Row:
    """Give the row that stores an entry, the body as canonical JSON text.

    Raises:
        CanonicalError: The body has no canonical JSON.
        EntryError: A field is of another type.
    """
    body = canonical(entry.body).decode("utf-8")
    row = tuple(body if name == "body" else getattr(entry, name) for name in COLUMNS)
    _check_types(row)
    return row


def entry_of(row: Row) -> Entry:
    """Read a stored row, trusting nothing but its own form: the hash is not checked here.

    Raises:
        EntryError: A column is missing or of another type, the time has another form, or the body is not the
            canonical JSON text of an object.
    """
    if len(row) != len(COLUMNS):
        raise EntryError(f"{len(row)} columns instead of {len(COLUMNS)}")
    _check_types(row)
    fields: dict[str, Any] = dict(zip(COLUMNS, row, strict=True))
    _check_time(fields["time"])
    fields["body"] = _read_body(fields["body"])
    return Entry(**fields)


def _check_types(row: Row) -> None:
    for name, kind, value in zip(COLUMNS, _TYPES, row, strict=True):
        if type(value) is not kind:
            raise EntryError(f"column {name} holds {type(value).__name__}, not {kind.__name__}")


def _read_body(text: str) -> dict[str, Any]:
    try:
        body = json.loads(text)
        faithful = canonical(body) == text.encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise EntryError(f"the body is not canonical JSON: {error}") from error
    if not faithful or not isinstance(body, dict):
        raise EntryError("the body is not the canonical JSON of an object")
    return body


def _check_time(time: str) -> None:
    try:
        valid = _TIME.fullmatch(time) is not None and datetime.fromisoformat(time).tzinfo is not None
    except ValueError:
        valid = False
    if not valid:
        raise EntryError(f"not a UTC time with milliseconds and Z: {time!r:.40}")
