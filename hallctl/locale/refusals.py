"""A refusal in another language, after it was made.

Not responsible for making refusals. Works from the code and from the words found again in the Spanish
sentence; what is not in a catalogue stays Spanish.
"""

import re
from functools import cache
from gettext import GNUTranslations, translation
from pathlib import Path
from string import Formatter
from typing import Final

from hallctl.rules import refusals
from hallctl.rules.refusals import Refusal
from hallctl.scripts import refusals as script_refusals

LANGUAGES: Final = ("es", "pt", "en")
"""The languages people may read refusals in; the first is the code's own."""

WORD: Final = "word"
"""The context under which catalogues keep the words that fill sentences: posts, steps, claims."""

DETAIL: Final = "detail"
"""The context of the details that fill "{problem}": templates themselves."""

FOLDER: Final = Path(__file__).parent

_SPOKEN: Final = frozenset({"step", "posts", "post", "claim", "missing", "item", "items"})
"""The placeholders that words of the hall fill; names, numbers and codes fill the others."""


def templates() -> dict[str, str]:
    """Return the Spanish template of every refusal by its code."""
    known = {**refusals.catalogue(), **script_refusals.catalogue()}
    return {code: sentence for code, (_, sentence) in known.items()}


def translate(refusal: Refusal, language: str) -> str:
    """Return the refusal's sentence in "es", "pt" or "en"; Spanish where there is no translation.

    Raises:
        FileNotFoundError: If there is no catalogue for the language.
    """
    template = templates().get(refusal.code)
    if language == LANGUAGES[0] or template is None:
        return refusal.sentence
    return _said_in(_catalogue(language), refusal.code, template, refusal.sentence) or refusal.sentence


def _said_in(catalogue: GNUTranslations, context: str, template: str, sentence: str) -> str | None:
    """Translate a sentence that this template made; None where it did not, or has no translation."""
    translated = catalogue.pgettext(context, template)
    found = _pattern(template).fullmatch(sentence)
    if found is None or translated == template:
        return None
    return translated.format(
        **{name: _word(catalogue, name, said) for name, said in found.groupdict().items()}
    )


@cache
def _catalogue(language: str) -> GNUTranslations:
    found = translation("hallctl", FOLDER, [language])
    assert isinstance(found, GNUTranslations)
    return found


@cache
def _pattern(template: str) -> re.Pattern[str]:
    """Return the pattern of every sentence that a template can make, its words as named groups."""
    parts, seen = [], set()
    for literal, name, _, _ in Formatter().parse(template):
        parts.append(re.escape(literal))
        if name is not None:
            parts.append(f"(?P={name})" if name in seen else f"(?P<{name}>.*?)")
            seen.add(name)
    return re.compile("".join(parts), re.DOTALL)


def _word(catalogue: GNUTranslations, name: str, said: str) -> str:
    """Translate what fills a placeholder: a word of the hall, a list of them, details; names stay."""
    if name == "problem":
        return "; ".join(_detail(catalogue, part) for part in said.split("; "))
    if name not in _SPOKEN:
        return said
    whole = catalogue.pgettext(WORD, said)
    return whole if whole != said else ", ".join(catalogue.pgettext(WORD, item) for item in said.split(", "))


def _detail(catalogue: GNUTranslations, said: str) -> str:
    told = (_said_in(catalogue, DETAIL, template, said) for template in script_refusals.DETAILS)
    return next((sentence for sentence in told if sentence is not None), said)
