"""The kinds of section that documents of the book are made of, each with the height that it takes.

Not responsible for what they say, nor for how they look (``folio.typ``).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from hallctl.outputs.folios.layout import (
    BODY_PT,
    CELL_MM,
    HEAD_MM,
    LINE_MM,
    MEASURE_MM,
    SECTION_MM,
    TABLE_PT,
    Part,
)
from hallctl.outputs.folios.text import breakable, chunks, lines, width
from hallctl.outputs.folios.values import Letterhead
from hallctl.rules.state import State

LABEL_MM: Final = 52.0
"""The column of labels in a list of fields."""
SIGNATURE_MM: Final = 28.5
"""One row of two signatures, each of names on one line."""
LONGEST_NAME: Final = "M" * 64
"""What takes the place of a name that is not known yet: no certificate bears a longer one."""
MOST_LINES: Final = 12
"""A page may end after so many lines of a text."""
_SIGNER_MM: Final = 63.0
_SIGNER_INK_MM: Final = 14.0
_SIGNER_PT: Final = 8.8
_POST_PT: Final = 7.4
_POST_LINE_MM: Final = 3.2
_SIGNED_MM: Final = 10.2
"""A signature without the ink: name, post and electronic signature, on a line each."""
_NARROWEST_SIGNER_MM: Final = 46.0
_GUTTER_MM: Final = 3.0
_VALUE_MM: Final = MEASURE_MM - LABEL_MM - _GUTTER_MM
_LABEL_PT: Final = 7.6
_CODE_MM: Final = 27.5
"""A key with its code."""
_KEY_MM: Final = 132.0
_KEY_PT: Final = 8.4
_MONO: Final = 1.4
"""How much wider a monospaced letter is than those that are counted, at the most."""
_GROUP_MM: Final = 5.6
"""What stands above the rows of a group."""

Column = tuple[str, int, str]
"""The label of a column, its width in whole millimetres, and "left", "right" or "center"."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a document: what the template prints, and the room that it takes."""

    name: str
    data: dict[str, Any]
    part: Part


def prose(name: str, title: str, *paragraphs: str) -> Section:
    """Return running text."""
    pieces = [piece for text in paragraphs for piece in chunks(text, MEASURE_MM, BODY_PT, MOST_LINES)]
    heights = tuple(lines(piece, MEASURE_MM, BODY_PT) * LINE_MM + 1.8 for piece in pieces)
    return Section(
        name, {"kind": "prose", "title": title, "paragraphs": pieces}, Part(name, SECTION_MM, heights)
    )


def fields(name: str, title: str, *rows: tuple[str, str]) -> Section:
    """Return labels with their values; a hash of 64 figures is set in groups."""
    listed, heights = [], []
    for label, whole in rows:
        for at, value in enumerate(_cells(whole, _VALUE_MM, BODY_PT)):
            named = label if at == 0 else ""
            listed.append({"label": named, "value": value, "hash": _is_hash(value)})
            wrapped = 1 if _is_hash(value) else lines(value, _VALUE_MM, BODY_PT)
            heights.append(CELL_MM + LINE_MM * max(lines(named, LABEL_MM - _GUTTER_MM, BODY_PT), wrapped))
    data = {"kind": "fields", "title": title, "rows": listed}
    return Section(name, data, Part(name, SECTION_MM, tuple(heights)))


def table(
    name: str,
    title: str,
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    *,
    empty: str,
    note: str = "",
    groups: Sequence[str] = (),
    total: Sequence[str] = (),
) -> Section:
    """Return a table whose heads repeat on every page.

    A cell of many lines goes on in the next row, for a page may end between rows.

    Args:
        name: What the pages call it.
        title: Its title.
        columns: Its columns.
        rows: Its rows.
        empty: What a table without rows says.
        note: What stands beside the title.
        groups: What each row is under, the same for rows that follow one another; it stands above the first
            of them, and again on the next page.
        total: The last row, which adds up the others; not printed where there are none.
    """
    pieces = [(piece, at) for at, row in enumerate(rows) for piece in _cut(row, columns)]
    cut = [piece for piece, _ in pieces]
    named = [groups[at] for _, at in pieces] if groups else []
    if rows and total:
        cut.append(list(total))
    data = {
        "kind": "table",
        "title": title,
        "note": note,
        "empty": empty,
        "columns": [{"label": label, "width": wide, "align": align} for label, wide, align in columns],
        "rows": cut,
        "groups": named,
        "total": bool(rows and total),
    }
    if not rows:
        return Section(name, data, Part(name, SECTION_MM + LINE_MM + 1))
    head = max(lines(label, wide - _GUTTER_MM, _LABEL_PT) for label, wide, _ in columns)
    above = _GROUP_MM if groups else 0.0
    heights = row_heights(columns, cut)
    if named:
        begins = (group != before for group, before in zip(named[1:], named, strict=False))
        heights = (heights[0], *(high + above * new for high, new in zip(heights[1:], begins, strict=True)))
    return Section(name, data, Part(name, SECTION_MM + HEAD_MM + (head - 1) * LINE_MM + above, heights))


def keys(name: str, title: str, *items: tuple[str, str, str]) -> Section:
    """Return keys and fingerprints that a person types or scans, each with its code.

    Args:
        name: What the pages call it.
        title: Its title.
        items: Of each the label, the key, and what it is for.
    """
    listed, heights = [], []
    for label, value, use in items:
        said = _typed(value)
        listed.append({"label": label, "lines": said, "code": value, "use": use})
        wide = sum(lines(line, _KEY_MM, _KEY_PT * _MONO) for line in said)
        text = 2 * LINE_MM + wide * LINE_MM + lines(use, _KEY_MM, BODY_PT) * LINE_MM
        heights.append(max(_CODE_MM, text))
    data = {"kind": "keys", "title": title, "items": listed}
    return Section(name, data, Part(name, SECTION_MM, tuple(heights)))


def _typed(value: str) -> list[str]:
    """Return a hash, or the key of a signed note, in lines of groups; without the spaces it is the same."""
    if _is_hash(value):
        return [" ".join(_fours(half)) for half in (value[:32], value[32:])]
    name, plus, rest = value.partition("+")
    return [name, " ".join(f"+ {' '.join(_fours(part))}" for part in rest.split("+", 1))] if plus else [value]


def _fours(text: str) -> list[str]:
    return [text[at : at + 4] for at in range(0, len(text), 4)]


def _is_hash(text: str) -> bool:
    """Whether the template sets it in groups, on one line."""
    return re.fullmatch(r"[0-9a-f]{64}", text) is not None


def _cells(text: str, measure: float, size: float) -> list[str]:
    return [text] if _is_hash(text) else chunks(text, measure, size, MOST_LINES)


def _cut(row: Sequence[str], columns: Sequence[Column]) -> Iterator[list[str]]:
    """Return a row of a table as the rows that it takes, none of them with a cell of many lines."""
    cells = (
        _cells(cell, wide - _GUTTER_MM, TABLE_PT) for cell, (_, wide, _) in zip(row, columns, strict=True)
    )
    return (list(piece) for piece in zip_longest(*cells, fillvalue=""))


def row_heights(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> tuple[float, ...]:
    """Return the most height of each row of a table."""
    return tuple(
        CELL_MM
        + LINE_MM
        * max(
            2 if _is_hash(cell) else lines(cell, column[1] - _GUTTER_MM, TABLE_PT)
            for cell, column in zip(row, columns, strict=True)
        )
        for row in rows
    )


def signatures(name: str, title: str, *people: Mapping[str, Any], said: str = "") -> Section:
    """Return spaces for signatures, two in a row, below what is signed there, if anything is said."""
    tall = [_SIGNER_INK_MM + signature_mm(one["name"], one["post"], _SIGNER_MM) for one in people]
    height = SECTION_MM + sum(max(SIGNATURE_MM, *tall[at : at + 2]) for at in range(0, len(tall), 2))
    height += lines(said, MEASURE_MM, BODY_PT) * LINE_MM if said else 0
    said = breakable(said, MEASURE_MM, BODY_PT)
    data = {"kind": "signatures", "title": title, "said": said, "people": [dict(person) for person in people]}
    return Section(name, data, Part(name, height))


def signature(name: str, post: str, letterhead: Letterhead, entry: int | None = None) -> dict[str, Any]:
    """Return a space for a signature in ink, with the electronic one where the person has a certificate.

    Args:
        name: Who signs; empty for one whose name is written by hand.
        post: As what, e.g. "Jefe de Mesa".
        letterhead: Holds the certificates.
        entry: The entry that is the electronic signature.
    """
    fingerprint = letterhead.fingerprints.get(name, "")
    electronic = None
    if fingerprint and entry is not None:
        electronic = {"who": name, "fingerprint": short_hash(fingerprint), "entry": entry}
    return {
        "name": breakable(name, _NARROWEST_SIGNER_MM, _SIGNER_PT),
        "post": breakable(post, _NARROWEST_SIGNER_MM, _POST_PT),
        "electronic": electronic,
    }


def signature_mm(name: str, post: str, measure: float) -> float:
    """Return the most that a signature takes in a column of so many millimetres, without the ink above it."""
    more_of_name = (lines(name, measure, _SIGNER_PT) - 1) * LINE_MM
    return _SIGNED_MM + more_of_name + (lines(post, measure, _POST_PT) - 1) * _POST_LINE_MM


def longest_name(state: State) -> str:
    """Return the widest name of those who hold a post in the open session, or of any person."""
    names = [name for _, name in state.session.holders] if state.session is not None else []
    return max(names, key=lambda name: width(name, _SIGNER_PT), default=LONGEST_NAME)


def short_hash(value: str) -> str:
    """Return the beginning and the end of a hash, for people: "3f2a 91c0 … 77de"."""
    return f"{value[:4]} {value[4:8]} … {value[-4:]}" if len(value) > 16 else value
