"""What every document of the book has around its own parts: letterhead, folio, hashes, signatures, codes.

The hash of a folio is the SHA-256 over its data as JSON with sorted keys, without spaces and in UTF-8, less
the key ``stamp``, which holds what is put on when it is printed: the hash itself, the codes made from it, the
number of the copy, and what the file's signature is. For strings, integers, lists and objects with ASCII keys
these are the bytes of the book's own canonical JSON (RFC 8785); ``outputs`` may not import ``minutes``.
"""

import base64
import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from hallctl.outputs.folios.heading import hall_data, heading_mm
from hallctl.outputs.folios.layout import Page, on_sheets, paginate
from hallctl.outputs.folios.sections import Section
from hallctl.outputs.folios.text import shortened
from hallctl.outputs.folios.values import Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.commands.base import Post
from hallctl.rules.events.session import SessionOpened
from hallctl.rules.events.volumes import BookOpened
from hallctl.rules.state import State

_POSTS: Final = {
    "jefe": "Jefe de Mesa",
    "locutor": "Locutor",
    "vendedor": "Vendedor",
    "cajero": "Cajero",
    "jefe de sala": "Jefe de Sala",
    "auxiliar": "Auxiliar de sala y admisión",
    "croupier": "Croupier",
}
BOOK: Final = "Libro de actas"
SHORT_MM: Final = 60.0
"""What the foot has for the short title, ..."""
SHORT_PT: Final = 7.4
"""... in this size."""
_ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")

Data = dict[str, Any]


def post_name(post: str, letterhead: Letterhead) -> str:
    """Return a post as a document names it."""
    return letterhead.director if post == Post.DIRECTOR else _POSTS.get(post, post)


def fingerprint(certificate: str) -> str:
    """Return the SHA-256 of a certificate that is given as DER in base64, in hex."""
    return hashlib.sha256(base64.b64decode(certificate)).hexdigest()


def folio_text(data: Mapping[str, Any]) -> bytes:
    """Return what a folio's hash is made from; see above."""
    said = {key: value for key, value in data.items() if key != "stamp"}
    return json.dumps(
        said, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    ).encode()


def folio_hash(data: Mapping[str, Any]) -> str:
    """Return the hash of a folio's data in hex."""
    return hashlib.sha256(folio_text(data)).hexdigest()


def origin(book: BookOpened) -> str:
    """Return what checkpoints call the volume; one without keys has a name made from the hall's."""
    if book.origin:
        return book.origin
    plain = unicodedata.normalize("NFKD", book.hall)
    return re.sub(r"[^a-z0-9./]+", "-", plain.encode("ascii", "ignore").decode().lower()).strip("-") or "sala"


def framed(
    kind: str,
    document: Mapping[str, str],
    content: Data,
    plan: list[Page],
    entries: Sequence[Minuted],
    state: State,
    letterhead: Letterhead,
    place: Place,
    book_title: str = BOOK,
) -> Folio:
    """Return a document as the folio that it is.

    Args:
        kind: The template.
        document: Its ``title``, ``subtitle`` and ``short`` title, which the foot repeats.
        content: The fields that the template prints.
        plan: Its pages, which become as many as the book says (``place``).
        entries: The entries that it prints, at least one.
        state: The state, its book open.
        letterhead: What the configuration adds.
        place: Its folio, and the hash of the one before.
        book_title: The book that it is in.
    """
    book, last = state.book, entries[-1]
    assert book is not None
    plan = on_sheets(plan, place.sheets)
    # A register is printed at once: it has the folios that it needs.
    own = book.folios if book_title == BOOK else len(plan)
    data: Data = {
        "kind": kind,
        "simulated": book.simulated,
        "hall": hall_data(book, letterhead),
        "book": {"title": book_title, "volume": str(book.volume), "folios": own},
        "origin": origin(book),
        "folio": {"first": place.folio, "sheets": len(plan)},
        "previous": place.previous,
        "entries": {"first": entries[0].number, "last": last.number, "hash": last.hash},
        "document": {**document, "short": shortened(document["short"], SHORT_MM, SHORT_PT)},
        "pages": plan,
        **content,
    }
    folio = Folio(
        kind=kind,
        first=place.folio,
        sheets=len(plan),
        entries=(entries[0].number, last.number),
        moment=last.time,
        hash=folio_hash(data),
        data=data,
    )
    return stamped(folio)


def sectioned(
    kind: str,
    document: Mapping[str, str],
    sections: Sequence[Section],
    entries: Sequence[Minuted],
    state: State,
    letterhead: Letterhead,
    place: Place,
    book_title: str = BOOK,
) -> Folio:
    """Return a document that is nothing but sections.

    The other arguments are those of ``framed``.
    """
    numbered = zip(sections, _ROMAN, strict=False)
    content = {"parts": {section.name: {"number": number, **section.data} for section, number in numbered}}
    assert state.book is not None
    plan = planned(sections, state.book, letterhead, place.sheets)
    return framed(kind, document, content, plan, entries, state, letterhead, place, book_title)


def planned(
    sections: Sequence[Section], book: BookOpened, letterhead: Letterhead, sheets: int = 1
) -> list[Page]:
    """Return the pages of a document that is nothing but sections, spread over so many sheets at least."""
    return paginate([section.part for section in sections], heading_mm(book, letterhead), sheets)


def stamped(folio: Folio, copy: int = 0, seal: str = "") -> Folio:
    """Return the folio with what is put on when it is printed.

    Args:
        folio: The folio.
        copy: The number of the copy; 0 is the original (AJ-39).
        seal: The sentence that says which electronic signature the file carries.
    """
    data = folio.data
    entries, said = data["entries"], (data["origin"], data["book"]["volume"])
    # A register is no folio of the book, whose folio 1 is another document.
    ours = data["book"]["title"] == BOOK
    numbers = range(folio.first, folio.first + folio.sheets) if ours else [0] * folio.sheets
    codes = [
        f"hallctl:folio:1;{said[0]};{said[1]};{number};{folio.hash};{entries['last']};{entries['hash']}"
        for number in numbers
    ]
    stamp = {"hash": folio.hash, "codes": codes, "copy": copy, "seal": seal}
    return replace(folio, data={**data, "stamp": stamp})


def restored(data: Mapping[str, Any], kind: str, moment: datetime, copy: int = 0, seal: str = "") -> Folio:
    """Return the folio of data that were kept, which are without the stamp.

    Args:
        data: What its hash is over.
        kind: The template.
        moment: When its last entry was written.
        copy: The number of the copy; 0 is the original.
        seal: As ``stamped``.
    """
    folio, entries = data["folio"], data["entries"]
    span = entries["first"], entries["last"]
    kept = Folio(kind, folio["first"], folio["sheets"], span, moment, folio_hash(data), dict(data))
    return stamped(kept, copy, seal)


def last_held(entries: Sequence[Minuted], post: Post) -> str:
    """Return who held a post in the last session of these entries; "" without one."""
    opened = (entry.event for entry in reversed(entries) if isinstance(entry.event, SessionOpened))
    session = next(opened, None)
    held = () if session is None else session.appointments
    return next((one.person for one in held if one.post is post), "")


def extent(volume: int, entries: Sequence[Minuted]) -> str:
    """Return which entries a register of a volume is made from."""
    return f"Tomo {volume}, asientos {entries[0].number} a {entries[-1].number} del Libro de Actas"
