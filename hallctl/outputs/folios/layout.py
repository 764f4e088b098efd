"""On which page of a document each part stands, known before it is typeset.

A part has the most height that it can take; the printer refuses a document whose pages do not hold what is
planned for them. It depends on nothing but numbers. Not responsible for what the parts say.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

PAGE_MM: Final = 243.0
"""What a page holds between head and foot; ``folio.typ`` has 244 mm there."""
HEADING_MM: Final = 31.2
"""The letterhead and the title, on the first page, where each is on one line."""
MEASURE_MM: Final = 164.0
"""The width of the text."""
SECTION_MM: Final = 6.9
"""The title of a section, with the space around it."""
LINE_MM: Final = 4.0
"""One line of running text."""
CELL_MM: Final = 0.75
"""What a row of a table has above and below its lines."""
HEAD_MM: Final = 3.4
"""The heads of a table's columns, in one line."""
_WHOLE_MM: Final = 90.0
"""A part up to this height is not cut so that pages are filled evenly."""
_STEPS: Final = 40
"""How finely the pages are made shorter."""
BODY_PT: Final = 9.4
TABLE_PT: Final = 8.8

LONGEST_DATE: Final = "miércoles 30 de septiembre de 2026"
"""What takes the place of a date that is not known yet."""

Page = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a document.

    Attributes:
        name: What the template calls it.
        height: What it takes beside its rows, in millimetres: on every page that it reaches.
        rows: The height of each row, where the piece may go on to the next page between rows.
    """

    name: str
    height: float
    rows: tuple[float, ...] = ()


def paginate(parts: Sequence[Part], heading: float = HEADING_MM, sheets: int = 1) -> list[Page]:
    """Return the pages, each a list of ``part``, ``first`` and ``last`` (rows from 0, the last not included).

    A part that does not fit any more begins the next page; one with rows is continued there. Signatures
    never stand alone on a page where anything fits beside them. Of several pages none is nearly empty: they
    are filled evenly, and what is short enough is not cut for that.

    Args:
        parts: The pieces, in their order.
        heading: What letterhead and title take on the first page, in millimetres.
        sheets: The least pages, where the parts can be spread over so many.
    """
    pages = _filled(parts, heading, PAGE_MM)
    wanted = max(len(pages), sheets)
    if wanted == 1:
        return pages
    evenly = (_filled(parts, heading, part * PAGE_MM / _STEPS, _WHOLE_MM) for part in range(1, _STEPS))
    return next((even for even in evenly if len(even) == wanted), pages)


def _filled(parts: Sequence[Part], heading: float, room: float, whole: float = 0) -> list[Page]:
    """Return pages of so many millimetres each, if anything fits; parts up to ``whole`` are uncut."""
    pages: list[Page] = [[]]
    left = room - heading
    for part in parts:
        at = 0
        uncut = part.height + sum(part.rows) <= whole
        while True:
            count = _fitting(part.rows[at:], left - part.height)
            enough = len(part.rows) if uncut else min(1, len(part.rows) - at)
            fits = part.height <= left and count >= enough
            if fits or not pages[-1]:
                count = max(count, min(1, len(part.rows) - at))
                pages[-1].append({"part": part.name, "first": at, "last": at + count})
                left -= part.height + sum(part.rows[at : at + count])
                at += count
                if at == len(part.rows):
                    break
            pages.append([])
            left = room
    _accompany(pages, {part.name: part for part in parts})
    return pages


def on_sheets(pages: list[Page], sheets: int) -> list[Page]:
    """Return the plan on exactly so many folios, as the book says; 0 leaves it as it is.

    The signed number was planned by the program of then, perhaps from longer names: a folio too many stays
    blank, and what has none of its own goes on the last, which the template sets smaller.
    """
    if not sheets or len(pages) == sheets:
        return pages
    kept = [list(page) for page in pages[:sheets]]
    kept[-1] += [item for page in pages[sheets:] for item in page]
    return kept + [[] for _ in range(sheets - len(kept))]


def _accompany(pages: list[Page], parts: Mapping[str, Part]) -> None:
    """Put what stands last before the signatures on their page too, where they would be alone on it."""
    if [item["part"] for item in pages[-1]] != ["signatures"] or len(pages) < 2 or len(pages[-2]) < 2:
        return
    item = pages[-2][-1]
    part = parts[item["part"]]
    height = part.height + sum(part.rows[item["first"] : item["last"]])
    if height + parts["signatures"].height <= PAGE_MM:
        pages[-1].insert(0, pages[-2].pop())


def _fitting(rows: Sequence[float], room: float) -> int:
    count = 0
    for height in rows:
        room -= height
        if room < 0:
            break
        count += 1
    return count
