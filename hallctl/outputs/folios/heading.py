"""The letterhead of a document: how large the hall's name is set, and the room that it takes for any names.

Not responsible for its looks (``folio.typ``), whose sizes and gaps are those said here.
"""

from typing import Final

from hallctl.outputs.folios.layout import BODY_PT, HEADING_MM, MEASURE_MM
from hallctl.outputs.folios.text import breakable, lines
from hallctl.outputs.folios.values import Letterhead
from hallctl.outputs.folios.widths import hundredths
from hallctl.rules.events.volumes import BookOpened

_SIZES_PT: Final = (22, 18, 15)
"""The sizes of the hall's name: the first in which it is on one line, or the last, on several."""
_NAME_LEADING: Final = 1.22
"""From one line of the name to the next, in its size."""
_SMALL_PT: Final = 7.4
_SMALL_LINE_MM: Final = 3.2
_TRACKED: Final = 8
"""What letterspacing adds to each letter of the name, in hundredths of its size."""
_CAPITALS: Final = 1.05
"""A small capital is at most so much wider than the capital."""
_POINT_MM: Final = 0.352778
_NARROW_MM: Final = 58.0
"""A word of a name that is wider than this may break: the narrowest column that one stands in."""


def hall_data(book: BookOpened, letterhead: Letterhead) -> dict[str, str | int]:
    """Return what the letterhead prints, and the size of the hall's name in points."""
    return {
        "name": breakable(book.hall, _NARROW_MM, BODY_PT),
        "size": _size(book.hall),
        "company": breakable(book.company, _NARROW_MM, BODY_PT),
        "tax_id": breakable(letterhead.tax_id, _NARROW_MM, BODY_PT),
        "licence": breakable(book.licence, _NARROW_MM, BODY_PT),
        "place": breakable(letterhead.place, _NARROW_MM, BODY_PT),
    }


def heading_mm(book: BookOpened, letterhead: Letterhead) -> float:
    """Return the most that letterhead and title take, in millimetres."""
    size = _size(book.hall)
    # In small capitals a line holds at least so much less than in the letters that lines are counted in.
    name = 1 if _on_one_line(book.hall, size) else lines(book.hall.upper(), MEASURE_MM * 0.72, size)
    under = (f"{book.company} · NIT {letterhead.tax_id}", f"{book.licence} · {letterhead.place}")
    small = sum(lines(text, MEASURE_MM, _SMALL_PT) for text in under)
    return HEADING_MM + (name - 1) * _NAME_LEADING * size * _POINT_MM + (small - len(under)) * _SMALL_LINE_MM


def _size(name: str) -> int:
    return next((size for size in _SIZES_PT if _on_one_line(name, size)), _SIZES_PT[-1])


def _on_one_line(name: str, size: int) -> bool:
    wide = sum(hundredths(sign) * _CAPITALS + _TRACKED for sign in name.upper())
    return wide / 100 * size * _POINT_MM <= MEASURE_MM
