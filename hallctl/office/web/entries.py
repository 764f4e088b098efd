"""Entries as a person reads, finds and proves them.

A proof is made of what the hall sent and of a checkpoint that the office cosigned; who checks it needs
neither of them (``hallctl book check-proof``). Not responsible for markup.
"""

import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from urllib.parse import urlencode

from hallctl.app.games import GAMES
from hallctl.i18n.sentences import _
from hallctl.minutes.entry import Entry, EntryError, entry_of, local_time, read_line
from hallctl.minutes.note import Checkpoint, Note, NoteError
from hallctl.minutes.proof import Proof
from hallctl.minutes.tree import Tree, leaf_hash
from hallctl.office.web.database import Reading, Row
from hallctl.office.web.halls import Known
from hallctl.rules.codec import CodecError
from hallctl.rules.fields import field_name

A_PAGE: Final = 50
_LOOKED_AT: Final = 20_000
"""How many entries are looked through for a text at most."""

UNKNOWN: Final = _("Un asiento que este programa no conoce.")


class NoProofError(Exception):
    """An entry cannot be proven; the message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An entry as a list shows it: its sentence in Spanish, as the book is."""

    hall: str
    volume: int
    number: int
    time: datetime
    actor: str
    kind: str
    hash: str
    said: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What is looked for; what is empty is not asked for.

    Attributes:
        hall: In which hall.
        kind: Of which kind.
        text: What stands in it, whatever its case and accents.
        number: Its number.
        hash: Its hash, or how that begins.
        since: From which day on; ``until`` which.
        before: What an older page begins below, as ``Shown.place``.
    """

    hall: str = ""
    kind: str = ""
    text: str = ""
    number: int | None = None
    hash: str = ""
    since: date | None = None
    until: date | None = None
    before: str = ""

    def address(self, before: str) -> str:
        """Return where the entries before one are."""
        fields = {
            "sala": self.hall,
            "clase": self.kind,
            "texto": self.text,
            "hash": self.hash,
            "antes": before,
        }
        fields |= {"numero": "" if self.number is None else str(self.number)}
        fields |= {"desde": str(self.since or ""), "hasta": str(self.until or "")}
        return "/asientos?" + urlencode({name: value for name, value in fields.items() if value})


def find(connection: Reading, asked: Asked, halls: Mapping[str, Known]) -> tuple[list[Shown], str]:
    """Return a page of what is found, the newest first, and where the next begins; empty for none."""
    where, values = _condition(asked)
    limit = _LOOKED_AT if asked.text else A_PAGE + 1
    question = f"""SELECT hall, volume, number, time, kind, hash, line FROM entries
        {"WHERE " + " AND ".join(where) if where else ""}
        ORDER BY time DESC, hall, volume DESC, number DESC LIMIT {limit}"""
    found: list[Shown] = []
    text = folded(asked.text)
    with connection.cursor("found") as cursor:
        cursor.execute(question.encode(), values)
        for row in cursor:
            entry = _entry(row["line"])
            if text and (entry is None or not holds(entry, text)):
                continue
            if len(found) == A_PAGE:
                last = found[-1]
                return found, f"{last.time.isoformat()}|{last.hall}|{last.volume}|{last.number}"
            found.append(shown(row, entry, halls))
    return found, ""


def _condition(asked: Asked) -> tuple[list[str], dict[str, Any]]:
    parts: dict[str, tuple[object, str]] = {
        "hall": (asked.hall, "hall = %(hall)s"),
        "kind": (asked.kind, "kind = %(kind)s"),
        "number": (asked.number, "number = %(number)s"),
        "hash": (asked.hash, "hash >= %(hash)s AND hash <= %(hash)s || 'g'"),
        "since": (asked.since, "time >= %(since)s::date"),
        "until": (asked.until, "time < %(until)s::date + 1"),
    }
    where = [condition for value, condition in parts.values() if value not in ("", None)]
    values: dict[str, Any] = {name: value for name, (value, _condition) in parts.items()}
    match asked.before.split("|"):
        case [time, hall, volume, number] if _is_moment(time) and volume.isdecimal() and number.isdecimal():
            where.append(
                "(time, %(after_hall)s, volume, number) "
                "< (%(time)s::timestamptz, hall, %(volume)s, %(after)s)"
            )
            values |= {"time": time, "after_hall": hall, "volume": int(volume), "after": int(number)}
    if asked.text:
        # Letters with accents are written out in the lines: what has none decides here, the rest below.
        longest = max(asked.text.split(), key=len, default="")
        if longest.isascii():
            where.append("translate(lower(convert_from(line, 'UTF8')), 'áéíóúüñç', 'aeiouunc') LIKE %(like)s")
            escaped = longest.lower().replace("\\", "\\\\").replace("%", r"\%").replace("_", r"\_")
            values["like"] = f"%{escaped}%"
    return where, values


def _is_moment(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def shown(row: Row, entry: Entry | None, halls: Mapping[str, Known]) -> Shown:
    """Return an entry as a list shows it."""
    known = halls.get(row["hall"])
    said = str(UNKNOWN) if entry is None else narrated(entry, known)
    actor = "" if entry is None else entry.actor.partition(":")[2]
    time = row["time"] if entry is None else local_time(entry)
    return Shown(row["hall"], row["volume"], row["number"], time, actor, row["kind"], row["hash"], said)


def shown_all(rows: Iterable[Row], halls: Mapping[str, Known]) -> list[Shown]:
    """Return rows of entries as lists show them."""
    return [shown(row, _entry(row["line"]), halls) for row in rows]


def narrated(entry: Entry, known: Known | None) -> str:
    """Return what an entry says, in Spanish."""
    game = GAMES.get(known.plays if known else "", GAMES["bingo"])
    try:
        return game.narrate(game.rules.event(entry.kind, entry.body), known.currency if known else "")
    except (KeyError, CodecError, ValueError, TypeError):
        return str(UNKNOWN)


@dataclass(frozen=True, slots=True)
class Found:
    """One entry whole.

    Attributes:
        shown: As a list shows it.
        fields: Its body, field by field, as JSON.
        previous: The hash before it.
        received: When the office took it in.
        proven: How many entries the checkpoint has that proves it; 0 while none does.
    """

    shown: Shown
    fields: tuple[tuple[str, str], ...]
    previous: str
    received: datetime
    proven: int


_ONE: Final = """SELECT *, (SELECT size FROM notes AS n WHERE (n.hall, n.volume) = (e.hall, e.volume)
    AND n.size >= e.number ORDER BY size DESC LIMIT 1) AS proven FROM entries AS e
    WHERE hall = %s AND volume = %s AND number = %s"""


def one(connection: Reading, place: tuple[str, int, int], halls: Mapping[str, Known]) -> Found | None:
    """Return one entry; None where the office has none there."""
    row = connection.execute(_ONE, place).fetchone()
    if row is None:
        return None
    entry = _entry(row["line"])
    body = {} if entry is None else entry.body
    fields = tuple(
        (field_name(name), json.dumps(value, ensure_ascii=False).strip('"')) for name, value in body.items()
    )
    previous = "" if entry is None else entry.previous
    return Found(shown(row, entry, halls), fields, previous, row["received"], row["proven"] or 0)


def prove(connection: Reading, place: tuple[str, int, int]) -> Proof:
    """Prove that an entry is in its hall's newest checkpoint.

    Raises:
        NoProofError: No checkpoint reaches it yet, or the one that does is of another book.
    """
    hall, volume, number = place
    note = connection.execute(
        """SELECT size, note FROM notes WHERE hall = %s AND volume = %s AND size >= %s
        ORDER BY size DESC LIMIT 1""",
        place,
    ).fetchone()
    if note is None:
        raise NoProofError(_("Ningún punto de control llega todavía a este asiento."))
    tree, found = Tree(), None
    with connection.cursor("leaves") as cursor:
        cursor.itersize = 5_000
        cursor.execute(
            """SELECT number, line FROM entries WHERE hall = %s AND volume = %s AND number <= %s
            ORDER BY number""",
            (hall, volume, note["size"]),
        )
        for row in cursor:
            tree.add(leaf_hash(leaf_of(row["line"])))
            if row["number"] == number:
                found = _entry(row["line"])
    try:
        signed = Note.read(note["note"])
        said = Checkpoint.read(signed.text)
    except NoteError as error:
        raise NoProofError(_("El punto de control no se puede leer.")) from error
    if found is None or tree.size != said.size or tree.root() != said.root:
        raise NoProofError(_("El punto de control no es de este libro: es una alarma, no una prueba."))
    return Proof(found, tuple(tree.inclusion(number - 1, said.size)), signed)


def leaf_of(line: bytes) -> bytes:
    """Return what the hash of a line's entry covers: all but the hash, which stands before "kind"."""
    head, kind, tail = bytes(line).rstrip(b"\n").rpartition(b',"kind":')
    return head[: head.rfind(b',"hash":"')] + kind + tail


def _entry(line: bytes) -> Entry | None:
    try:
        return entry_of(read_line(bytes(line).rstrip(b"\n")))
    except EntryError:
        return None


def holds(entry: Entry, text: str) -> bool:
    """Return whether an entry's person or any value of its body holds a text, which is folded."""
    return any(text in folded(each) for each in (entry.actor, *_values(entry.body)))


def folded(text: str) -> str:
    """Return a text without case and accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in parts if not unicodedata.combining(each))


def _values(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for each in value.values():
            yield from _values(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _values(each)
    elif value is not None:
        yield str(value)
