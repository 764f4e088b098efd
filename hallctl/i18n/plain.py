"""Text from elsewhere made plain: every character that a program would obey, or that hides, is named.

Not responsible for where it is shown (``terminal``, ``spreadsheet``), nor for what paper can show.
"""

import json
import unicodedata
from typing import Final

CONTROL: Final = r"\x00-\x1f\x7f-\x9f"
"""The control characters (Unicode category Cc), as a range of a regular expression."""

_JOINERS: Final = "\u200c\u200d"
"""They join letters and emoji, and are seen by what they do."""


def named(text: str, kept: str = "") -> str:
    """Return a text with "[U+001B]" in the place of each character that is obeyed or not seen.

    Args:
        text: What somebody wrote.
        kept: Further characters that stay, e.g. line breaks.
    """
    if text.isprintable():
        return text
    return "".join(each if _is_plain(each) or each in kept else f"[U+{ord(each):04X}]" for each in text)


def escaped(text: str) -> str:
    """Return JSON with the same values and line breaks, as escapes whatever cannot be shown."""
    if text.replace("\n", "").isprintable():
        return text
    return "".join(each if each == "\n" or each.isprintable() else json.dumps(each)[1:-1] for each in text)


def _is_plain(character: str) -> bool:
    return character.isprintable() or character in _JOINERS or unicodedata.category(character) == "Zs"
