"""The templates of the console's pages, each in the language of its reader.

Not responsible for what is in them. A page says its own sentences with ``_("…")``; one that comes in its
context as a ``Sentence`` is said in the reader's language without more.
"""

from typing import Any

from fastapi import Request
from jinja2 import Environment, PackageLoader, StrictUndefined

from hallctl.console.language import NAMES, TAGS, Languages
from hallctl.console.words import POST_NAMES, WALL_STATES
from hallctl.locale.phrasebook import Phrasebook
from hallctl.outputs.words import CLAIM_NAMES, series_name


class Markup:
    """Fills templates; what is put in is escaped."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages
        self._templates = {phrases.language: _templates(phrases) for phrases in languages}

    def phrases(self, request: Request) -> Phrasebook:
        """Return the language of who asks."""
        return self._languages.of(request)

    def render(self, request: Request, template: str, /, **context: Any) -> str:
        """Fill a template for who asks."""
        language = self.phrases(request).language
        return self._templates[language].get_template(template).render(**context)


def _templates(phrases: Phrasebook) -> Environment:
    """Return the templates in one language."""
    templates = Environment(
        loader=PackageLoader("hallctl.console"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=phrases.say,
    )
    templates.filters |= {
        "amount": phrases.amount,
        "date": phrases.date,
        "detail": phrases.detail,
        "series_name": series_name,
    }
    templates.globals |= {
        "_": phrases,
        "POST_NAMES": {post: phrases(name) for post, name in POST_NAMES.items()},
        "CLAIM_NAMES": {claim: phrases(name) for claim, name in CLAIM_NAMES.items()},
        "WALL_STATES": WALL_STATES,
        "LANGUAGES": NAMES,
        "TAGS": TAGS,
        "language": phrases.language,
        "HALLS": TAGS["es"],
    }
    return templates
