"""What the book is made of: a draft, the stamp of its moment, and the sealed entry.

Not responsible for storing entries (``book``), nor for whether they follow one another (``chain``).
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from json.encoder import encode_basestring
from typing import Any, NamedTuple

from hallctl.minutes.canonical import (
    MAX_DEPTH,
    MAX_INTEGER,
    CanonicalError,
    encoded,
    ordered,
    read_canonical,
)

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

# Newer Pythons read 24:00 as the next day.
_TIME = re.compile(r"\d{4}-\d\d-\d\dT(?!24)\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
_DIGEST = re.compile(r"[0-9a-f]{64}")
_FURTHEST = 24 * 60 - 1
"""How many minutes a zone may lie from UTC."""

_BODY_LEVELS = MAX_DEPTH - 1  # the entry, which the second medium keeps whole, is a level itself
_TYPES = tuple(int if name in ("number", "offset_minutes") else str for name in COLUMNS)
_SEALED_TYPES = _TYPES[:-1]
_ENTRY_TYPES = tuple(dict if name == "body" else kind for name, kind in zip(COLUMNS, _TYPES, strict=True))
_BODY = COLUMNS.index("body")


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


class Entry(NamedTuple):
    """One entry (asiento) of the book, sealed: its hash covers every other field.

    A named tuple, which is made in a sixth of the time of a frozen dataclass: a verifier makes one of every
    row.

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


@dataclass(frozen=True, slots=True)
class Sealed:
    """An entry with the texts that were made on the way to its hash.

    Attributes:
        body: The canonical JSON of its body.
        text: The canonical JSON of all its fields but ``hash``: what the hash covers, and a leaf of the tree.
    """

    entry: Entry
    body: str
    text: bytes

    @property
    def line(self) -> bytes:
        """What the second medium keeps of it."""
        return line_of(self.text, self.entry.hash)

    @property
    def row(self) -> Row:
        """The row that stores the entry."""
        entry = self.entry
        return (*entry[:_BODY], self.body, entry.previous, entry.hash)


def seal(draft: Draft, stamp: Stamp, number: int, previous: str) -> Entry:
    """Give a draft its place in the book and its hash.

    Raises:
        CanonicalError: The body holds something that has no canonical JSON.
    """
    return compose(draft, stamp, number, previous).entry


def compose(draft: Draft, stamp: Stamp, number: int, previous: str) -> Sealed:
    """Seal a draft, and keep the texts that it takes.

    Raises:
        CanonicalError: A field has no canonical JSON.
    """
    # Ordering copies: what is later done to the draft's mapping changes nothing.
    body = ordered(dict(draft.body), _BODY_LEVELS)
    head = (
        number,
        stamp.time,
        stamp.offset_minutes,
        stamp.clock,
        stamp.boot,
        draft.actor,
        draft.request,
        draft.digest,
        draft.kind,
    )
    spelled = _spell(body)
    text = _text((*head, spelled, previous))
    return Sealed(Entry(*head, body, previous, hashlib.sha256(text).hexdigest()), spelled, text)


def composed(entry: Entry) -> Sealed:
    """Give an entry with its texts; its hash is not checked.

    Raises:
        CanonicalError: A field has no canonical JSON.
    """
    spelled = _spell(ordered(dict(entry.body), _BODY_LEVELS))
    return Sealed(entry, spelled, _text((*entry[:_BODY], spelled, entry.previous)))


def hash_of(entry: Entry) -> str:
    """Compute the hash that an entry should carry: SHA-256, in hex, over all its fields but ``hash``.

    Raises:
        CanonicalError: A field has no canonical JSON.
    """
    return hashlib.sha256(composed(entry).text).hexdigest()


def text_of(row: Row) -> bytes:
    """Give what the hash of a stored row covers, its body taken as the canonical text that it must be.

    Raises:
        CanonicalError: A field has no canonical JSON.
    """
    return _text(row[:-1])


def checked_text_of(row: Row) -> bytes:
    """Give what `text_of` does, of a row that `entry_of` has read: types are not checked again.

    Raises:
        CanonicalError: An integer is too large, or a string holds a lone surrogate.
    """
    return _spell_fields(row[:-1])


def line_of(text: bytes, hash_: str) -> bytes:
    """Give the line that the second medium keeps of an entry: the canonical JSON of all its fields.

    Args:
        text: The canonical JSON of all of them but ``hash``.
        hash_: The hash.
    """
    # Its place is before "kind": what follows that is not nested, and a quote within a text is escaped.
    head, kind, tail = text.rpartition(b',"kind":')
    return b"".join((head, b',"hash":"', hash_.encode("utf-8", "replace"), b'"', kind, tail, b"\n"))


def stored_line(row: Row) -> bytes:
    """Give the line that the second medium keeps of a stored row.

    Raises:
        CanonicalError: As ``text_of``.
    """
    return line_of(text_of(row), str(row[-1]))


def read_line(line: bytes) -> Row:
    """Read a line of the second medium as the row it stands for; neither hash nor form is checked further.

    Raises:
        EntryError: It is not the canonical JSON of an object with the fields of an entry.
    """
    try:
        fields = read_canonical(line.decode("utf-8"))
        if type(fields) is not dict or len(fields) != len(COLUMNS) or type(fields["body"]) is not dict:
            raise EntryError("not the fields of an entry")
        fields["body"] = _spell(fields["body"])
        return tuple(fields[name] for name in COLUMNS)
    except (ValueError, KeyError) as error:
        raise EntryError(f"not a line of the book: {error}") from error


def sealed_of(line: bytes) -> tuple[Entry, bytes]:
    """Read what `line_of` gives: the entry, and what its hash covers; the hash is not checked here.

    Raises:
        EntryError: It is another spelling, or a field has another form.
    """
    if line[-1:] != b"\n":
        raise EntryError("a line of the book ends with a line break")
    try:
        fields = read_canonical(line[:-1].decode("utf-8"))
        if type(fields) is not dict or len(fields) != len(COLUMNS) or type(fields["body"]) is not dict:
            raise EntryError("not the fields of an entry")
        entry = Entry(**fields)
    except (ValueError, TypeError, KeyError) as error:
        raise EntryError(f"not a line of the book: {error}") from error
    if tuple(map(type, entry)) != _ENTRY_TYPES:
        raise EntryError("a field of the entry is of another type")
    _check_time(entry.time)
    head, kind, tail = line.rpartition(b',"kind":')
    named = b',"hash":"%b"' % entry.hash.encode()
    if not head.endswith(named):
        raise EntryError("the hash of the entry is spelled in another way")
    return entry, b"".join((head[: -len(named)], kind, tail[:-1]))


def row_of(entry: Entry) -> Row:
    """Give the row that stores an entry, the body as canonical JSON text.

    Raises:
        CanonicalError: A field has no canonical JSON.
        EntryError: A field is of another type.
    """
    row = composed(entry).row
    _check_types(row)
    return row


def entry_of(row: Row) -> Entry:
    """Read a stored row, trusting nothing but its own form: the hash is not checked here.

    Raises:
        EntryError: A column is missing or of another type, the time has another form, or the body is not the
            canonical JSON text of an object.
    """
    _check_types(row)
    fields: Any = row
    number, time, offset, clock, boot, actor, request, digest, kind, spelled, previous, hash_ = fields
    _check_time(time)
    try:
        body = read_canonical(spelled, _BODY_LEVELS)
    except CanonicalError as error:
        raise EntryError(f"the body is not canonical JSON: {error}") from error
    if type(body) is not dict:
        raise EntryError("the body is not the canonical JSON of an object")
    return Entry(number, time, offset, clock, boot, actor, request, digest, kind, body, previous, hash_)


def demand_form(entry: Entry) -> None:
    """See that an entry has what the format 3 asks beyond the types of its fields.

    Raises:
        EntryError: A field has another form.
    """
    digest = entry.digest
    if (entry.request == "") != (digest == ""):
        raise EntryError("request and digest are not both there or both empty")
    if digest and _DIGEST.fullmatch(digest) is None:
        raise EntryError(f"the digest is no SHA-256: {digest!r:.80}")
    if not -_FURTHEST <= entry.offset_minutes <= _FURTHEST:
        raise EntryError(f"no zone is {entry.offset_minutes} minutes from UTC")


def _text(fields: Row) -> bytes:
    """Give the canonical JSON of an entry's fields but its hash, in the order of the columns."""
    if tuple(map(type, fields)) != _SEALED_TYPES:
        raise CanonicalError("a field of the entry is of another type")
    return _spell_fields(fields)


def _spell_fields(fields: Row) -> bytes:
    number, time, offset, clock, boot, actor, request, digest, kind, body, previous = fields
    q: Any = encode_basestring
    text = (
        f'{{"actor":{q(actor)},"body":{body},"boot":{q(boot)},"clock":{q(clock)},"digest":{q(digest)},'
        f'"kind":{q(kind)},"number":{_integer(number)},"offset_minutes":{_integer(offset)},'
        f'"previous":{q(previous)},"request":{q(request)},"time":{q(time)}}}'
    )
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise CanonicalError(f"a string holds a lone surrogate at position {error.start}") from error


def _spell(body: Any) -> str:
    return encoded(body).decode("utf-8")


def _integer(value: Any) -> str:
    if not -MAX_INTEGER <= value <= MAX_INTEGER:
        raise CanonicalError(f"integer beyond 2^53-1: {value.bit_length()} bits")
    return str(value)


def _check_types(row: Row) -> None:
    if tuple(map(type, row)) == _TYPES:
        return
    if len(row) != len(COLUMNS):
        raise EntryError(f"{len(row)} columns instead of {len(COLUMNS)}")
    for name, kind, value in zip(COLUMNS, _TYPES, row, strict=True):
        if type(value) is not kind:
            raise EntryError(f"column {name} holds {type(value).__name__}, not {kind.__name__}")


def _check_time(time: str) -> None:
    try:
        valid = _TIME.fullmatch(time) is not None and datetime.fromisoformat(time).tzinfo is not None
    except ValueError:
        valid = False
    if not valid:
        raise EntryError(f"not a UTC time with milliseconds and Z: {time!r:.40}")


def local_time(entry: Entry) -> datetime:
    """Return the entry's time as the hall's clocks showed it."""
    moment = datetime.fromisoformat(entry.time)
    return moment.astimezone(timezone(timedelta(minutes=entry.offset_minutes)))
