"""Series and cards as people and scanners write them, read into the one form that the book has: "A-1042", 17.

Not responsible for whether there is such a series or such a card, nor for bars
(``hallctl.outputs.code128``).
"""

import re
from dataclasses import dataclass
from typing import Final

from hallctl.games.bingo.rules.cards import series_key
from hallctl.rules.text import composed

LONGEST: Final = 60
"""More characters than any way to write a card has."""

# A scanner is a keyboard of the United States until it is told otherwise. Where the machine's keyboard is
# another, its hyphen arrives as an apostrophe or as ß, and its stroke as a hyphen or a semicolon; a scanner
# set to such a keyboard types & for a stroke on one of the United States.
_MARK: Final = r"[\s\-‐‑‒–—−_'’´`/.,:;()ß&]"
_SYMBOLOGY: Final = r"(?:\W?c\d(?=[a-z]))?"  # "]C0" of a scanner that names what it read (ISO/IEC 15424)
_NUMBER: Final = r"(?:n\.?\s*[.º°ªo]\.?|n[uú]m(?:ero)?\b\.?|nr\b\.?|number\b|#|№)"
_CARD: Final = r"(?:cart[oó]n\b|cart[aã]o\b|card\b|tarjeta\b)"
_OF: Final = r"(?:de(?:\s+la)?\b|da\b|of\b)"
_SERIES: Final = rf"(?:s[eé]ries?\b{_MARK}*+)?([a-z]{{1,3}})(?:{_NUMBER}|{_MARK})*+(\d{{1,6}})"
_BEFORE_CARD: Final = rf"(?:{_NUMBER}|{_CARD}|{_MARK})"

_ALONE: Final = re.compile(rf"{_SERIES}", re.ASCII)
_IN_FRONT: Final = re.compile(rf"{_SYMBOLOGY}{_SERIES}{_BEFORE_CARD}++(\d{{1,6}})", re.ASCII)
_BEHIND: Final = re.compile(rf"{_BEFORE_CARD}*+(\d{{1,6}})(?:{_MARK}|{_OF})+{_SERIES}", re.ASCII)
_NUMBER_ALONE: Final = re.compile(rf"{_BEFORE_CARD}*+(\d{{1,6}})", re.ASCII)

_SPAN: Final = r"\d{1,6}(?:\s*(?:-|–|\ba(?:l|o)?\b|\bto\b)\s*\d{1,6})?"
_SPANS: Final = re.compile(rf"\s*{_SPAN}(?:\s*(?:[,;]|\b[ye]\b|\band\b|\s)\s*{_SPAN})*+[\s.]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class WrittenCard:
    """A card as somebody wrote it; written out, it is what stands under its bar code: "A-1042/17".

    Attributes:
        series: The key of its series, e.g. "A-1042"; empty where only the number was written.
        card: Its number.
    """

    series: str
    card: int

    def __str__(self) -> str:
        """Return the card as it is printed for people."""
        return f"{self.series}/{self.card}" if self.series else str(self.card)


def read_series(text: str) -> str | None:
    """Return the key of a series however it is written ("A 1042", "a1042", "serie A n.º 1042"), or None."""
    found = _matched(_ALONE, text)
    return None if found is None else _key(*found.groups())


def read_card(text: str) -> WrittenCard | None:
    """Return the card that a person wrote or a scanner typed; None where it is none."""
    found = _matched(_IN_FRONT, text)
    if found is not None:
        letter, identification, card = found.groups()
        return WrittenCard(_key(letter, identification), int(card))
    found = _matched(_BEHIND, text)
    if found is not None:
        card, letter, identification = found.groups()
        return WrittenCard(_key(letter, identification), int(card))
    found = _matched(_NUMBER_ALONE, text)
    return None if found is None else WrittenCard("", int(found[1]))


def read_numbers(text: str) -> tuple[tuple[int, int], ...]:
    """Return the first and the last of each span of cards that a person wrote: "12, 15-17 y 20 a 22".

    Nothing where it is no list of numbers, or a span ends before it begins.
    """
    said = composed(text).lower()
    if _SPANS.fullmatch(said) is None:
        return ()
    numbers = ([int(each) for each in re.findall(r"\d+", span)] for span in re.findall(_SPAN, said))
    spans = tuple((each[0], each[-1]) for each in numbers)
    return spans if all(first <= last for first, last in spans) else ()


def _matched(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    return pattern.fullmatch(composed(text).strip().lower()) if len(text) <= LONGEST else None


def _key(letter: str, identification: str) -> str:
    return series_key(letter.upper(), int(identification))
