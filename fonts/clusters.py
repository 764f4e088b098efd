"""Texts cut into clusters: a character with the marks, selectors and joined characters that belong to it.

A cluster is what one font has to show as a whole: the extended grapheme clusters of UAX #29 as far as fonts
need them. Not responsible for which font that is.
"""

import unicodedata
from collections.abc import Iterator
from typing import Final

ZWJ: Final = "\u200d"
_MODIFIERS: Final = range(0x1F3FB, 0x1F400)
"""Skin tones of emoji."""


def joins(sign: str) -> bool:
    """Tell whether a character stands on the one before it."""
    return sign in {ZWJ, "\u200c"} or is_mark(sign) or is_selector(sign) or ord(sign) in _MODIFIERS


def is_mark(sign: str) -> bool:
    """Tell whether a character is a combining mark, and no selector."""
    return unicodedata.category(sign) in {"Mn", "Me", "Mc"} and not is_selector(sign)


def is_selector(sign: str) -> bool:
    """Tell whether a character chooses a form of the one before: text or emoji, or a variant."""
    return "\ufe00" <= sign <= "\ufe0f"


def is_silent(sign: str) -> bool:
    """Tell whether a character shows nothing by itself: spaces, joiners, selectors, marks of direction."""
    return (
        sign in "\t\n\r"
        or unicodedata.category(sign) in {"Zs", "Zl", "Zp"}
        or sign in f"{ZWJ}\u200b\u200c\u200e\u200f\u2060\u00ad"
        or is_selector(sign)
    )


def clusters(text: str) -> Iterator[str]:
    """Give the clusters of a text, in order; together they are the text."""
    held = ""
    for sign in text:
        if held and (joins(sign) or held[-1] == ZWJ):
            held += sign
        else:
            if held:
                yield held
            held = sign
    if held:
        yield held
