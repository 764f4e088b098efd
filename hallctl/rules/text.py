"""What a text may hold so that every folio, screen and page can show it (I24).

Composed to NFC, with "\\n" for every line break. Not responsible for which fields there are (``admission``)
nor for which characters a font has: whoever asks hands that in.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

Uncovered = Callable[[str], str]
"""Returns the characters of a text that no font at hand shows; an empty text where there are none."""

MOST_MARKS: Final = 4
"""How many combining marks one letter may bear: what living scripts write; more run into other lines."""

_ZWNJ, _ZWJ = "\u200c", "\u200d"
_PRESENTATION: Final = ("\ufe0e", "\ufe0f")
_KEYCAP: Final = "0123456789#*"
_VIRAMA: Final = 9
_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc")
"""What Unicode calls letters, marks or symbols and prints nothing; the object replacement is no character."""


def series_name(key: str) -> str:
    """Return the one form in which people read a series, "A 1042" of "A-1042"; another text as it stands."""
    return key.replace("-", " ", 1)


class Unfit(StrEnum):
    """Why a character cannot be printed, as people read it."""

    CONTROL = "es un carácter de control"
    DIRECTION = "cambia la dirección del texto"
    TAG = "es una etiqueta invisible"
    JOINER = "une o separa letras donde no hay nada que unir"
    VARIANT = "elige la forma de un signo que no la tiene"
    INVISIBLE = "no se ve"
    BREAK = "es un salto de línea que no se usa aquí"
    PRIVATE = "es de uso privado"
    UNASSIGNED = "no es ningún carácter"
    LOST = "sustituye a un carácter que se perdió"
    MARK = "es un acento sin letra"
    MARKS = "es un acento de más sobre la misma letra"
    FONT = "no está en ninguna letra de imprenta de la sala"


@dataclass(frozen=True, slots=True)
class Flaw:
    """The first character of a text that cannot be printed.

    Attributes:
        at: Its place in the text, from 0.
        why: What is wrong with it.
    """

    at: int
    why: Unfit


def composed(text: str) -> str:
    """Return a text in Unicode's composed form (NFC), its line breaks as "\\n"."""
    whole = text if text.isascii() else unicodedata.normalize("NFC", text)
    return whole.replace("\r\n", "\n").replace("\r", "\n")


def flaw(text: str, uncovered: Uncovered) -> Flaw | None:
    """Return the first character of a composed text that cannot be printed; None where all can.

    Line breaks are no flaw: how many lines a field may have is the field's own limit.
    """
    if text.isascii() and text.replace("\n", "").isprintable():
        return None
    marks = 0
    for at, character in enumerate(text):
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        why = _unfit(text, at, marks)
        if why is not None:
            return Flaw(at, why)
    missing = uncovered(text)
    # Of a letter with a mark that no font has together, the mark is what is out of the ordinary.
    odd = [character for character in missing if not character.isascii()] or missing
    return Flaw(min(map(text.index, odd)), Unfit.FONT) if odd else None


def printable(text: str, uncovered: Uncovered) -> str:
    """Return a text with every character that cannot be printed named in its place: "[U+0007]".

    For what a device or the system says, which nobody can be asked to write again.
    """
    text = composed(text)
    found = flaw(text, uncovered)
    while found is not None:
        text = text.replace(text[found.at], f"[{code_point(text[found.at])}]")
        found = flaw(text, uncovered)
    return text


def code_point(character: str) -> str:
    """Return how Unicode numbers a character: "U+1F600"."""
    return f"U+{ord(character):04X}"


def named(character: str) -> str:
    """Return a character as a person can look it up; shown itself only where it can be seen."""
    name = unicodedata.name(character, "")
    number = f"{code_point(character)} {name}".rstrip()
    shown = character.isprintable() and not unicodedata.combining(character) and character not in _INVISIBLE
    return f"«{character}» ({number})" if shown else number


def _unfit(text: str, at: int, marks: int) -> Unfit | None:
    """Say why the character at a place cannot be printed there; ``marks`` counts the marks up to it."""
    character = text[at]
    category = unicodedata.category(character)
    match category:
        case "Cc":
            return None if character == "\n" else Unfit.CONTROL
        case "Cs" | "Cn":
            return Unfit.UNASSIGNED
        case "Co":
            return Unfit.PRIVATE
        case "Zl" | "Zp":
            return Unfit.BREAK
        case "Cf":
            return _unfit_format(text, at)
        case "Mn" | "Me":
            return _unfit_mark(text, at, marks)
    if character == "\ufffd":
        return Unfit.LOST
    return Unfit.INVISIBLE if character in _INVISIBLE else None


def _unfit_format(text: str, at: int) -> Unfit | None:
    """Say why a format character cannot stand here; joiners may where they join (RFC 5892, appendix A)."""
    character = text[at]
    if character in {_ZWNJ, _ZWJ}:
        return None if _joins(text, at) else Unfit.JOINER
    if 0xE0000 <= ord(character) <= 0xE007F:
        return Unfit.TAG
    directional = "\u200e" <= character <= "\u200f" or "\u202a" <= character <= "\u202e"
    if directional or "\u2066" <= character <= "\u2069" or character == "\u061c":
        return Unfit.DIRECTION
    return Unfit.INVISIBLE


def _joins(text: str, at: int) -> bool:
    """Return whether a joiner has something to join: Indic letters, Arabic letters, or two emoji."""
    if not 0 < at < len(text) - 1:
        return False
    before, after = text[at - 1], text[at + 1]
    if unicodedata.combining(before) == _VIRAMA:
        return True
    if unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL":
        return True
    return text[at] == _ZWJ and _is_emoji(before) and unicodedata.category(after) == "So"


def _unfit_mark(text: str, at: int, marks: int) -> Unfit | None:
    character = text[at]
    before = text[at - 1] if at else "\n"
    if character in _PRESENTATION:
        chosen = unicodedata.category(before)[0] == "S" or before in _KEYCAP or before in "‼⁉〰〽"
        return None if chosen else Unfit.VARIANT
    if character in _INVISIBLE:
        return Unfit.INVISIBLE
    if "\ufe00" <= character <= "\ufe0d" or "\U000e0100" <= character <= "\U000e01ef":
        return Unfit.VARIANT
    if unicodedata.category(before)[0] in "ZC" and before not in {_ZWNJ, _ZWJ}:
        return Unfit.MARK
    return Unfit.MARKS if marks > MOST_MARKS else None


def _is_emoji(character: str) -> bool:
    return unicodedata.category(character) == "So" or character == "\ufe0f" or _is_skin(character)


def _is_skin(character: str) -> bool:
    return "\U0001f3fb" <= character <= "\U0001f3ff"
