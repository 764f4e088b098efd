"""The templates of the office's pages, each in the language of its reader; the console's stand behind them.

Not responsible for what is in them.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from fastapi import Request
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined

from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.sentences import Sentence, _
from hallctl.office.web.alarms import MEANINGS
from hallctl.office.web.roles import ADMINISTRATORS, ROLE_NAMES, SETTLERS
from hallctl.web.compiled import COMPILED, late
from hallctl.web.console.language import NAMES, TAGS, Languages
from hallctl.web.console.plots import legend, plot

OUTCOMES = {
    "open": _("en juego"),
    "finished": _("terminada"),
    "void": _("anulada"),
    "carried": _("sin bingo"),
    "demonstration": _("de muestra"),
}
GAME_NAMES = {"bingo": _("Bingo"), "roulette": _("Ruleta"), "baccarat": _("Bacará")}
CLAIMS = {"line": _("línea"), "bingo": _("bingo")}
FAULT_STEPS = {
    "FaultLatched": _("avería"),
    "FaultEnded": _("pasó la causa"),
    "FaultAcknowledged": _("enterados"),
}


class OfficeMarkup:
    """Fills templates; what is put in is escaped."""

    def __init__(self, languages: Languages, office: str) -> None:
        """Be ready to fill them.

        Args:
            languages: In which they come.
            office: What the chain is called.
        """
        self._languages = languages
        self._templates = {each.language: _templates(each, office) for each in languages}

    def phrases(self, request: Request) -> Phrasebook:
        """Return the language of who asks."""
        return self._languages.of(request)

    def render(self, request: Request, template: str, /, **context: Any) -> str:
        """Fill a template for who asks."""
        return self._templates[self.phrases(request).language].get_template(template).render(**context)


def _templates(phrases: Phrasebook, office: str) -> Environment:
    templates = Environment(
        loader=ChoiceLoader([PackageLoader("hallctl.office.web"), PackageLoader("hallctl.web.console")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=phrases.say,
        bytecode_cache=COMPILED,
    )

    def money(minor: object, currency: str) -> str:
        return phrases.amount(int(str(minor or 0)), currency)

    filters: dict[str, Callable[..., object]] = {
        "amount": money,
        "seconds": _seconds,
        "cited": lambda text: text,
        "date": lambda day: phrases.date(str(day)),
        "legend": legend,
        "plot": plot,
        "count": _count,
    }
    templates.filters |= {name: late(each) for name, each in filters.items()}
    templates.globals |= {
        "_": phrases,
        "OFFICE": office,
        "POST_NAMES": {role: phrases(name) for role, name in ROLE_NAMES.items()},
        "administers": lambda who: bool(who.posts & set(ADMINISTRATORS)),
        "settles": lambda who: bool(who.posts & set(SETTLERS)),
        "MEANINGS": MEANINGS,
        "OUTCOMES": OUTCOMES,
        "GAME_NAMES": GAME_NAMES,
        "FAULT_STEPS": FAULT_STEPS,
        "CLAIMS": CLAIMS,
        "MARK": Sentence(""),
        "SCANNER": None,
        "LANGUAGES": NAMES,
        "TAGS": TAGS,
        "language": phrases.language,
        "HALLS": TAGS["es"],
    }
    return templates


def _seconds(age: timedelta) -> int:
    return max(0, round(age.total_seconds()))


def _count(number: object) -> str:
    """Return a number with its thousands apart, as Spanish does."""
    return f"{int(str(number or 0)):,}".replace(",", ".")
