"""What the console says, in the language of one reader: its own sentences, refusals, amounts and dates.

Not responsible for whose language is which (``hallctl.web.console.language``), nor for what stays in the
hall's: the book, its acts, and what is read aloud.
"""

from dataclasses import replace
from datetime import date
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Final

from hallctl.i18n.refusals import FOLDER, LANGUAGES, WORD, detail_in, sentence_in
from hallctl.i18n.screen_texts import LANGUAGES as SCREEN_TEXTS
from hallctl.i18n.sentences import Named, Sentence
from hallctl.i18n.words import denomination
from hallctl.rules.refusals import Refusal, inflected

DOMAIN: Final = "console"
"""The catalogues of the console's own sentences."""

_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Phrasebook:
    """One language; called, it says a sentence in it."""

    def __init__(self, language: str, folder: Path = FOLDER) -> None:
        """Open the catalogues of a language.

        Args:
            language: "es", "pt" or "en".
            folder: Where the catalogues are.

        Raises:
            FileNotFoundError: If there are none for the language.
        """
        self.language = language
        self._own, self._hall = (_open(domain, language, folder) for domain in (DOMAIN, "hallctl"))

    def __call__(self, text: str, /, **words: object) -> str:
        """Say a sentence, or a word of the hall; what no catalogue knows stays as it is."""
        if isinstance(text, Named):
            return text.others.get(self.language, text)
        template = text
        if isinstance(text, Sentence):
            template, words = text.template, {**text.words, **words}
        said = self._own.gettext(template) if template else ""
        if said == template:
            said = self._hall.pgettext(WORD, template)
        return inflected(said, {name: self.say(word) for name, word in words.items()}) if words else said

    def say(self, value: object) -> object:
        """Return a sentence in this language, and anything else as it is."""
        return self(value) if isinstance(value, Sentence) else value

    def refusal(self, refusal: Refusal) -> Refusal:
        """Return a refusal whose sentence is in this language."""
        if self.language == LANGUAGES[0]:
            return refusal
        return replace(refusal, sentence=sentence_in(self._hall, refusal))

    def detail(self, said: str) -> str:
        """Return what is wrong with a card or with what was sent, in this language."""
        if isinstance(said, Sentence):
            return self(said)
        return said if self.language == LANGUAGES[0] else detail_in(self._hall, said)

    def amount(self, minor: int, currency: str) -> str:
        """Return an amount of minor units as people read it."""
        return SCREEN_TEXTS[self.language].money(minor, currency)

    def denomination(self, value: int) -> str:
        """Return what stands on a note, a coin or a chip: "200", or "0,50"."""
        return denomination(value, SCREEN_TEXTS[self.language].decimals)

    def date(self, day: str) -> str:
        """Return a day such as "2026-11-21" as people read it; what is no day stays as it is."""
        try:
            found = date.fromisoformat(day)
        except ValueError:
            return day
        if self.language == "en":
            return f"{found.day} {_MONTHS[found.month - 1]} {found.year}"
        return f"{found:%d/%m/%Y}"


def _open(domain: str, language: str, folder: Path) -> NullTranslations:
    """Return the catalogue of a domain; Spanish needs none."""
    return NullTranslations() if language == LANGUAGES[0] else translation(domain, folder, [language])


SPANISH: Final = Phrasebook(LANGUAGES[0])
"""The code's own language."""
