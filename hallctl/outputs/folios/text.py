"""How many lines a sentence takes on a folio, known without typesetting it.

A line is broken as the template does it, at the last place that fits. The places are the spaces, and in a
word that is wider than its column any place between two characters, which U+200B tells the typesetter; it may
know more places (after a hyphen, between two ideographs), and then takes no more lines. Not responsible for
looks: the count may be too high, never too low.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from fonts import clusters
from hallctl.outputs.folios.widths import hundredths

BREAK: Final = "\u200b"
"""Where a line may end though there is no space."""
ELLIPSIS: Final = "…"
_POINT_MM: Final = 0.352778
_SLACK: Final = 1.03
_BOLD: Final = 1.09
_OPENING: Final = frozenset(("Ps", "Pi", "Pf", "Mn", "Me", "Mc", "Cf"))
_CLOSING: Final = frozenset(("Pe", "Pf", "Po", "Cf"))
"""Kinds of character after and before which the line breaking algorithm of Unicode (UAX #14, LB11 to LB17)
forbids a break even at a space, or may in one of its versions."""

Piece = tuple[str, str]
"""A part of a text that is never broken, and what is between it and the next one."""


def width(text: str, size: float) -> float:
    """Return the most that a text may take on one line, in millimetres, at a size in points."""
    return sum(map(hundredths, text)) / 100 * size * _POINT_MM * _SLACK


def breakable(text: str, measure: float, size: float) -> str:
    """Return the text on one line, with U+200B where it may break and the typesetter would not know."""
    return "".join(piece + after for piece, after in _pieces(text, measure, size))


@lru_cache(maxsize=1024)  # the texts of a session are planned again with every game
def wrap(text: str, measure: float, size: float, *, bold: bool = False) -> tuple[str, ...]:
    """Return the lines of a text in a column of so many millimetres; of an empty text, an empty one.

    Joined, they are the text with its places to break.
    """
    room = measure / _BOLD if bold else measure
    lines, used = [""], 0.0
    for piece, after in _pieces(text, room, size):
        wide = width(piece, size)
        if lines[-1] and used + wide > room:
            lines.append("")
            used = 0.0
        lines[-1] += piece + after
        used += wide + width(after, size)
    return tuple(lines)


def lines(text: str, measure: float, size: float, *, bold: bool = False) -> int:
    """Return how many lines a text takes at most."""
    return len(wrap(text, measure, size, bold=bold))


def chunks(text: str, measure: float, size: float, most: int = 12) -> list[str]:
    """Return the text in pieces of at most so many lines each, for a page may end between them.

    Joined, they are the text; all but the last end with a space or with U+200B.
    """
    found = wrap(text, measure, size)
    return ["".join(found[at : at + most]) for at in range(0, len(found), most)]


def shortened(text: str, measure: float, size: float) -> str:
    """Return the text, or as much of its beginning as fits one line with an ellipsis."""
    kept = " ".join(text.split())
    if width(kept, size) <= measure:
        return kept
    signs = list(clusters(kept))
    while signs and width("".join(signs) + ELLIPSIS, size) > measure:
        signs.pop()
    return "".join(signs).rstrip() + ELLIPSIS


def _pieces(text: str, measure: float, size: float) -> Iterator[Piece]:
    words = text.replace(BREAK, "").split()
    for word, following in zip(words, [*words[1:], ""], strict=False):
        *parts, last = _parts(word, measure, size) if width(word, size) > measure else (word,)
        yield from ((part, BREAK) for part in parts)
        yield last, _between(last, following) if following else ""


def _parts(word: str, measure: float, size: float) -> Iterator[str]:
    """Cut a word that is wider than its column, never through a character with its marks."""
    part, used = "", 0.0
    for cluster in clusters(word):
        wide = width(cluster, size)
        if part and (used + wide > measure or len(part) >= 4):
            yield part
            part, used = "", 0.0
        part, used = part + cluster, used + wide
    yield part


def _between(word: str, following: str) -> str:
    """Return the space between two words, with a break where the typesetter may see none."""
    last, first = unicodedata.category(word[-1]), unicodedata.category(following[0])
    opening = last in _OPENING or word[-1] in "¡¿\"'"
    closing = first in _CLOSING and following[0] not in "¡¿…"
    joined = (last, first) == ("Pd", "Pd") or (last == "Pe" and not following[0].isascii())
    return f" {BREAK}" if opening or closing or joined else " "
