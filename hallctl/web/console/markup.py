"""The templates of the console's pages, each in the language of its reader.

Not responsible for what is in them. A page has its own sentences in ``_("…")``; one that comes in its
context as a ``Sentence`` is shown in the reader's language without more.
"""

import hashlib
import json
from collections.abc import Callable
from typing import Any, Protocol

from fastapi import Request
from jinja2 import ChoiceLoader, DictLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined

from hallctl.games.game import Game
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.posts import POST_NAMES
from hallctl.i18n.sentences import Sentence
from hallctl.rules.text import series_name
from hallctl.web.compiled import COMPILED, late
from hallctl.web.console.citing import Citing
from hallctl.web.console.language import NAMES, TAGS, Languages
from hallctl.web.console.plots import legend, plot
from hallctl.web.console.shortcuts import HELP_KEY, SCAN_KEY, key_rows
from hallctl.web.console.tabs import log_in_address
from hallctl.web.console.whole import Whole
from hallctl.web.console.words import SIMULATED, TENDER_NAMES, WALL_STATES


class Renders(Protocol):
    """Fills templates for who asks."""

    def render(self, request: Request, template: str, /, **context: Any) -> str:
        """Fill a template for who asks."""


class Markup:
    """Fills templates; what is put in is escaped."""

    def __init__(
        self,
        languages: Languages,
        cited: Citing,
        game: Game,
        mark: Sentence = SIMULATED,
        sound: bool = False,
        whole: Whole | None = None,
        camera: bool = False,
    ) -> None:
        """Be ready to fill them.

        Args:
            languages: In which they come.
            cited: Makes links of the codes in a sentence.
            game: That of the hall: its own templates, and the bar codes of its cards, without which no page
                listens for a scanner.
            mark: What marks pages that are not a real hall's play.
            sound: Whether the hall has a voice, which can be tested.
            whole: Keeps names in one piece.
            camera: Whether its camera can be had learn a set of balls.
        """
        self._languages = languages
        kept = Whole() if whole is None else whole
        self._templates = {
            phrases.language: _templates(phrases, cited, kept, game, mark, sound) for phrases in languages
        }
        for templates in self._templates.values():
            templates.globals["CALIBRATION"] = camera

    def phrases(self, request: Request) -> Phrasebook:
        """Return the language of who asks."""
        return self._languages.of(request)

    def render(self, request: Request, template: str, /, **context: Any) -> str:
        """Fill a template for who asks."""
        return self.fill(self.phrases(request), template, **context)

    def fill(self, phrases: Phrasebook, template: str, /, **context: Any) -> str:
        """Fill a template in a language; may be called from any thread."""
        return self._templates[phrases.language].get_template(template).render(**context)


def _templates(
    phrases: Phrasebook, cited: Citing, whole: Whole, game: Game, mark: Sentence, sound: bool
) -> Environment:
    """Return the templates in one language."""
    stage, rows = game.stage, key_rows(game.rules.all_steps)
    own = PackageLoader(stage.templates) if stage.templates else DictLoader({})
    templates = Environment(
        loader=ChoiceLoader([PackageLoader("hallctl.web.console"), PrefixLoader({"game": own})]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=phrases.say,
        bytecode_cache=COMPILED,
    )
    filters: dict[str, Callable[..., object]] = {
        "amount": phrases.amount,
        "cited": lambda text: cited(phrases.say(text), whole),
        "date": phrases.date,
        "denomination": phrases.denomination,
        "detail": phrases.detail,
        "legend": legend,
        "name_of": _name_of,
        "plot": plot,
        "series_name": series_name,
        "whole": lambda text: whole(phrases.say(text)),
    }
    templates.filters |= {name: late(each) for name, each in filters.items()}
    templates.globals |= {
        "_": phrases,
        "POST_NAMES": {post: phrases(name) for post, name in POST_NAMES.items()},
        "TENDER_NAMES": TENDER_NAMES,
        "WALL_STATES": WALL_STATES,
        "MARK": mark,
        "SCAN_KEY": SCAN_KEY,
        "HELP_KEY": HELP_KEY,
        "KEYS": rows,
        "KEY_NAMES": json.dumps({row.key: phrases(row.step) for row in rows}, ensure_ascii=False),
        "SCANNER": game.card_codes,
        "PATTERNS": game.patterns,
        "SOUND": sound,
        "log_in_address": log_in_address,
        "LANGUAGES": NAMES,
        "TAGS": TAGS,
        "language": phrases.language,
        "HALLS": TAGS["es"],
    }
    templates.globals |= {
        words: names if callable(names) else {value: phrases(name) for value, name in names.items()}
        for words, names in stage.names.items()
    }
    return templates


def _name_of(value: object) -> str:
    """Return an id for what is shown: the same as long as the content is the same."""
    return f"n-{hashlib.sha256(repr(value).encode()).hexdigest()[:12]}"
