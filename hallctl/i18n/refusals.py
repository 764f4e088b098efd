"""A refusal, or a fault of a card, in another language.

Not responsible for making either. A refusal brings its template and its words, so its sentence is made anew.
A fault is a sentence by then, as the book and the checks of files keep it: its template is found again. What
is not in a catalogue stays Spanish.
"""

import re
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path
from string import Formatter
from typing import Final

from hallctl.i18n import script_refusals
from hallctl.rules.card_faults import CardFault
from hallctl.rules.claim_faults import PAPER, ClaimFault
from hallctl.rules.file_faults import SOUND, FileFault
from hallctl.rules.refusals import Refusal, Word, filled

LANGUAGES: Final = ("es", "pt", "en")
"""The languages people may read refusals in; the first is the code's own."""

WORD: Final = "word"
"""The context under which catalogues keep the words that fill sentences: posts, steps, claims."""

DETAIL: Final = "detail"
"""The context of what is wrong with a line, a file or a card: templates themselves."""

DETAILS: Final = (
    *FileFault,  # before those of a card: "línea 4, cartón 5: …" would be the card of a line "4, cartón 5"
    *CardFault,
    *ClaimFault,
    *PAPER.values(),
    *script_refusals.DETAILS,
    SOUND,
)
"""The templates of everything of which a detail can be told, the more particular first."""

FOLDER: Final = Path(__file__).parent

_SPOKEN: Final = frozenset({"step", "posts", "post", "claim", "missing", "item", "items", "field", "why"})
"""The placeholders that words of the hall fill; names, numbers and codes fill the others."""

_NESTED: Final = frozenset({"problem", "fault"})
"""The placeholders that details fill."""


def translate(refusal: Refusal, language: str) -> str:
    """Return the refusal's sentence in "es", "pt" or "en"; Spanish where there is no translation.

    Raises:
        FileNotFoundError: If there is no catalogue for the language.
    """
    return refusal.sentence if language == LANGUAGES[0] else sentence_in(_catalogue(language), refusal)


def sentence_in(catalogue: NullTranslations, refusal: Refusal) -> str:
    """Return the refusal's sentence in the language of a catalogue."""
    translated = catalogue.pgettext(refusal.code, refusal.template)
    if translated == refusal.template:
        return refusal.sentence
    return filled(translated, {name: _word(catalogue, name, word) for name, word in refusal.words.items()})


def translate_detail(said: str, language: str) -> str:
    """Return what is wrong with a line, a file or a card in "es", "pt" or "en".

    Raises:
        FileNotFoundError: If there is no catalogue for the language.
    """
    return said if language == LANGUAGES[0] else detail_in(_catalogue(language), said)


@cache
def _catalogue(language: str) -> NullTranslations:
    return translation("hallctl", FOLDER, [language])


def _word(catalogue: NullTranslations, name: str, word: Word) -> Word:
    """Translate what fills a placeholder: a word of the hall, a list of them, details; names stay."""
    if isinstance(word, tuple):
        return tuple(_text(catalogue, name, item) for item in word)
    return _text(catalogue, name, word) if isinstance(word, str) else word


def _text(catalogue: NullTranslations, name: str, said: str) -> str:
    if name in _NESTED:
        return detail_in(catalogue, said)
    return catalogue.pgettext(WORD, said) if name in _SPOKEN else said


def detail_in(catalogue: NullTranslations, said: str) -> str:
    """Return what is wrong with a line, a file or a card in the language of a catalogue."""
    found = ((template, _pattern(template).fullmatch(said)) for template in DETAILS)
    template, match = next(((t, m) for t, m in found if m is not None), ("", None))
    translated = catalogue.pgettext(DETAIL, template) if match is not None else template
    if match is None or translated == template:
        return said
    return filled(
        translated, {name: _text(catalogue, name, word) for name, word in match.groupdict().items()}
    )


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
