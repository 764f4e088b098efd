"""The help: the manual, and behind each rule that a page cites the regulation's own words.

Not responsible for either text. Nothing here is a secret, so that it can be read before the log-in too.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup as Html

from hallctl.i18n.phrasebook import SPANISH, Phrasebook
from hallctl.i18n.regulations import macau_baccarat, portugal, portugal_roulette
from hallctl.i18n.regulations.articles import TITLE, Law, read_law
from hallctl.i18n.sentences import Sentence, _
from hallctl.rules.refusals import Refusals, refusal_of
from hallctl.web.console.citing import Citing
from hallctl.web.console.manual import Manual, read_manual
from hallctl.web.console.markup import Markup
from hallctl.web.console.shortcuts import keyless
from hallctl.web.console.words import KINDS
from hallctl.web.ports import DeskPort

_AN_HOUR: Final = {"Cache-Control": "max-age=3600"}
_OF_BOLIVIA: Final[Mapping[str, Any]] = {"title": TITLE, "tag": None, "place": "/ayuda/reglamento"}
_OF_PORTUGAL: Final[Mapping[str, Any]] = {
    "title": portugal.TITLE,
    "tag": "pt",
    "place": "/ayuda/reglamento-pt",
}
_OF_ROULETTE: Final[Mapping[str, Any]] = {
    "title": portugal_roulette.TITLE,
    "tag": "pt",
    "place": "/ayuda/reglamento-ro",
}
_OF_BACCARAT: Final[Mapping[str, Any]] = {
    "title": macau_baccarat.TITLE,
    "tag": "pt",
    "place": "/ayuda/reglamento-ba",
}
_ABOUT: Final = {"PT-": _OF_PORTUGAL, "RO-": _OF_ROULETTE, "BA-": _OF_BACCARAT}
"""What a page says of a regulation: its title, its language where it is not the halls', where it is read."""

_OPEN: Final = re.compile(r"\{(\w+)")
_NONE: Final = _("No hay ninguna regla «{name}». Busque en el manual o en el reglamento.")


class Guide:
    """What the help has: the manual and the law, and where each of their codes is."""

    def __init__(self, manual: Manual, law: Law) -> None:
        self.manual = manual
        self.law = law
        self.known: Mapping[str, str] = {
            **{name: f"/ayuda/{name}" for name in law.articles},
            **{code: f"/ayuda#{code}" for code in manual.codes},
        }

    @property
    def cited(self) -> Citing:
        """Makes links of codes on the pages of the hall."""
        return Citing(self.known)

    @cached_property
    def manual_page(self) -> Html:
        """The manual as HTML, made when somebody first asks for it."""
        return self.manual.html(self.cited_here)

    @property
    def cited_here(self) -> Citing:
        """Makes links of codes on the pages of the help itself."""
        return Citing(self.known, "")


def read_guide(game: str = "") -> Guide:
    """Read the help that the package carries for a hall of a game."""
    return Guide(read_manual(game), read_law())


def pages_of_help(desk: DeskPort, guide: Guide, markup: Markup) -> APIRouter:
    """Return the routes of the help."""
    router = APIRouter(prefix="/ayuda", include_in_schema=False)
    cited = guide.cited_here

    def show(request: Request, template: str, status: int = 200, **more: object) -> HTMLResponse:
        about = {"hall": desk.hall, "simulated": desk.simulated, **_OF_BOLIVIA, **more}
        return HTMLResponse(markup.render(request, template, **about), status)

    @router.get("")
    async def whole_manual(request: Request) -> HTMLResponse:
        return show(request, "help_manual.html", manual=guide.manual_page, chapters=guide.manual.chapters)

    @router.get("/imagenes/{name}")
    async def picture(name: str, request: Request) -> Response:
        image = guide.manual.pictures.get(name)
        if image is None:
            none = markup.phrases(request)(_("No hay ninguna imagen con ese nombre."))
            return Response(none, 404, media_type="text/plain")
        return Response(image, media_type="image/png", headers=_AN_HOUR)

    @router.get("/reglamento")
    async def regulation(request: Request) -> HTMLResponse:
        return show(request, "help_regulation.html", paragraphs=guide.law.regulation)

    @router.get("/reglamento-pt")
    async def regulation_of_portugal(request: Request) -> HTMLResponse:
        return show(request, "help_regulation.html", paragraphs=guide.law.of_portugal, **_OF_PORTUGAL)

    @router.get("/reglamento-ro")
    async def regulation_of_roulette(request: Request) -> HTMLResponse:
        return show(request, "help_regulation.html", paragraphs=guide.law.of_roulette, **_OF_ROULETTE)

    @router.get("/reglamento-ba")
    async def regulation_of_baccarat(request: Request) -> HTMLResponse:
        return show(request, "help_regulation.html", paragraphs=guide.law.of_baccarat, **_OF_BACCARAT)

    @router.get("/teclas")
    async def keys(request: Request) -> HTMLResponse:
        return show(request, "help_keys.html", keyless=keyless(desk.game.rules.all_steps))

    @router.get("/{name}")
    async def article(name: str, request: Request) -> HTMLResponse:
        found = guide.law.articles.get(name)
        if found is None:
            return show(request, "help_none.html", 404, sentence=Sentence(_NONE, name=name))
        return show(
            request,
            "help_article.html",
            article=found,
            meaning=cited(found.meaning),
            kind=KINDS.get(found.kind, ""),
            said=refusals_by(name, desk.game.rules.all_refusals, markup.phrases(request)),
            **_ABOUT.get(name[:3], {}),
        )

    return router


def refusals_by(name: str, refusals: Refusals, phrases: Phrasebook = SPANISH) -> Sequence[str]:
    """Return the sentences of the refusals by a rule, their words left open."""
    found = []
    for code, (requirement, sentence) in refusals.items():
        if requirement == name:
            words = dict.fromkeys(_OPEN.findall(sentence), "…")
            shown = phrases.refusal(refusal_of(refusals, code, words))
            found.append(shown.sentence)
    return found
