"""The pages of a new hall as one web application: a code, then question after question, then the hall.

Not responsible for listening (``hallctl.web.server``), nor for what is asked (``port``). The pages work
without any script.
"""

from collections.abc import Awaitable, Callable, Iterable
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from anyio import sleep, to_thread
from fastapi import APIRouter, FastAPI
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

import displays
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.sentences import _
from hallctl.web import console
from hallctl.web.addresses import LOOPBACK
from hallctl.web.console.asking import read_fields
from hallctl.web.console.gate import cookie_of, secure, token_of
from hallctl.web.console.language import NAMES, TAGS, Languages, choices
from hallctl.web.guard import Guard
from hallctl.web.setup.admission import Admission
from hallctl.web.setup.port import Judged, SetupPort, Stage

_STATIC: Final = Path(console.__file__).parent / "static"
_FONTS: Final = Path(displays.__file__).parent / "fonts"
_ENTRY: Final = "/entrar"
_OPEN: Final = (_ENTRY, "/idioma", "/otro-codigo")
_LATE_S: Final = 1.0
"""Who typed a wrong code hears of it so much later."""
_LAST_S: Final = 1.5
"""So long the last page can still fetch its fonts."""
_NAME: Final = _("Sala nueva")
_BLANK: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240"><text x="160" y="126" '
    'text-anchor="middle" font-family="sans-serif" font-size="18" fill="#a9b4cc">{}</text></svg>'
)


class _Hub:
    """What a server closes before it stops: these pages have no streams."""

    def close(self) -> None:
        """Close nothing."""


class _Admitted:
    """Middleware that sends to the entry whoever has not typed the code."""

    def __init__(self, app: ASGIApp, admission: Admission) -> None:
        self._app, self._admission = app, admission

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        free = path in _OPEN or path.startswith(("/static/", "/fonts/"))
        if scope["type"] == "http" and not free:
            token, _bearer = token_of(Request(scope))
            if not self._admission.admits(token):
                await RedirectResponse(_ENTRY, 303)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def make_setup(
    port: SetupPort, admission: Admission, hosts: Iterable[str] = LOOPBACK, language: str = "es"
) -> FastAPI:
    """Return the pages of a new hall.

    Args:
        port: Its interview.
        admission: Who may see them.
        hosts: The names and addresses at which they answer.
        language: In which they come before anybody chose one.
    """
    languages = Languages(language)
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    app.state.hub = _Hub()
    app.add_middleware(_Admitted, admission=admission)
    app.add_middleware(Guard, languages=languages, hosts=hosts)
    pages = _Pages(port, admission, languages)
    app.include_router(choices())
    app.include_router(_routes(pages))
    app.mount("/static", StaticFiles(directory=_STATIC))
    app.mount("/fonts", StaticFiles(directory=_FONTS))
    return app


def _routes(pages: "_Pages") -> APIRouter:
    router = APIRouter(include_in_schema=False)
    shown: dict[str, Callable[..., Awaitable[Response]]] = {
        _ENTRY: pages.entry,
        "/": pages.now,
        "/pregunta/{key}": pages.question,
        "/camara/{value}": pages.picture,
        "/autoridad.svg": pages.code,
    }
    sent: dict[str, Callable[..., Awaitable[Response]]] = {
        _ENTRY: pages.enter,
        "/otro-codigo": pages.another_code,
        "/pregunta/{key}": pages.answer,
        "/hacer": pages.make,
        "/anotadas": pages.noted,
        "/terminar": pages.end,
    }
    for path, page in shown.items():
        router.get(path)(page)
    for path, page in sent.items():
        router.post(path)(page)
    return router


class _Pages:
    """Every page, and what becomes of every form."""

    def __init__(self, port: SetupPort, admission: Admission, languages: Languages) -> None:
        self._port, self._admission, self._languages = port, admission, languages
        self._books = {book.language: book for book in languages}
        self._templates = {book.language: _templates(book) for book in languages}

    async def entry(self, request: Request) -> Response:
        """Ask for the code."""
        return self._page(request, "setup_enter.html", why=None, used=self._admission.used, back=_ENTRY)

    async def enter(self, request: Request) -> Response:
        """Let in who typed it."""
        token = self._admission.enter((await _sent(request))("code"))
        if not token:
            await sleep(_LATE_S)
            why = _("Ese no es el código que dice la máquina.")
            return self._page(request, "setup_enter.html", 401, why=why, used=False, back=_ENTRY)
        self._port.reader(self._languages.of(request).language)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(
            cookie_of(request), token, path="/", secure=secure(request), httponly=True, samesite="strict"
        )
        return answer

    async def another_code(self, _request: Request) -> Response:
        """Show another code on the machine, where the last one was used up."""
        self._admission.renew()
        return RedirectResponse(_ENTRY, 303)

    async def now(self, request: Request, imagenes: str = "") -> Response:
        """Show where the hall stands."""
        stage = self._port.stage()
        match stage:
            case Stage.ASKING:
                told = Judged(taken=True, tried=tuple(self._port.told()))
                return self._ask(request, "", told, pictures=bool(imagenes))
            case Stage.LOOKING_OVER:
                return self._page(request, "setup_answers.html", **self._reviewed())
            case Stage.MAKING | Stage.LOOKING:
                return self._page(request, "setup_making.html", said=self._port.said(), stage=stage.value)
            case Stage.SLIPS:
                return self._page(request, "setup_slips.html", slips=self._port.slips())
            case Stage.DONE:
                return self._page(request, "setup_done.html", closing=self._port.closing())

    async def question(self, request: Request, key: str, imagenes: str = "") -> Response:
        """Show a question that was answered, to be answered once more."""
        return self._ask(request, key, Judged(taken=False), pictures=bool(imagenes))

    async def answer(self, request: Request, key: str) -> Response:
        """Take an answer; what is wrong with it stands on the page."""
        if self._port.stage() not in {Stage.ASKING, Stage.LOOKING_OVER}:
            return RedirectResponse("/", 303)
        fields = await _fields(request)
        text, insist = _answer_in(fields), bool(fields.get("insist"))
        judged = await to_thread.run_sync(lambda: self._port.take(key, text, insist=insist))
        if judged.taken:
            return RedirectResponse("/", 303)
        return self._ask(request, key, judged, typed=text)

    async def picture(self, request: Request, value: str) -> Response:
        """Give what a camera sees; where it gives nothing, a picture that says so."""
        content = await to_thread.run_sync(self._port.picture, value)
        if content is None:
            said = self._books[self._language(request)](_("No da ninguna imagen"))
            return Response(_BLANK.format(escape(said)), HTTPStatus.NOT_FOUND, media_type="image/svg+xml")
        return Response(content, media_type="image/jpeg")

    async def code(self) -> Response:
        """Give the address of the authority as a picture."""
        closing = self._port.closing()
        content = b"" if closing is None else closing.code
        return Response(content, media_type="image/svg+xml")

    async def make(self, _request: Request) -> Response:
        """Have the hall made."""
        self._port.make()
        return RedirectResponse("/", 303)

    async def noted(self, _request: Request) -> Response:
        """Forget the passphrases."""
        self._port.noted()
        return RedirectResponse("/", 303)

    async def end(self, request: Request) -> Response:
        """Say good-bye, and end."""
        page = self._page(request, "setup_over.html", closing=self._port.closing())
        page.background = BackgroundTask(self._end)
        return page

    async def _end(self) -> None:
        await sleep(_LAST_S)
        self._port.end()

    def _ask(
        self, request: Request, key: str, judged: Judged, typed: str | None = None, *, pictures: bool = False
    ) -> Response:
        asked = self._port.asked(key, typed)
        if asked is None:
            return RedirectResponse("/", 303)
        status = HTTPStatus.OK if typed is None else HTTPStatus.CONFLICT
        more = {"judged": judged, "pictures": pictures and asked.pictures}
        parts = self._port.answers()
        return self._page(request, "setup_question.html", status, asked=asked, parts=parts, **more)

    def _reviewed(self) -> dict[str, Any]:
        why = tuple(self._port.said()) if self._port.refused() else ()
        return {"why": why, "tried": self._port.told(), "parts": self._port.answers()}

    def _language(self, request: Request) -> str:
        chosen = self._port.language() if self._admission.admits(token_of(request)[0]) else ""
        return chosen or self._languages.of(request).language

    def _page(self, request: Request, template: str, status: int = 200, **about: Any) -> HTMLResponse:
        language = self._language(request)
        shown = {"hall": self._books[language](_NAME), "simulated": False, **about}
        return HTMLResponse(self._templates[language].get_template(template).render(**shown), status)


def _templates(phrases: Phrasebook) -> Environment:
    """Return the templates of the console in one language, with what they need where no hall is."""
    templates = Environment(
        loader=PackageLoader("hallctl.web.console"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=phrases.say,
    )
    about = {"LANGUAGES": NAMES, "TAGS": TAGS, "language": phrases.language, "SCANNER": None}
    templates.globals |= {"_": phrases, **about}
    return templates


async def _fields(request: Request) -> dict[str, list[str]]:
    try:
        return read_fields(await request.body())
    except ValueError:
        return {}


async def _sent(request: Request) -> Callable[[str], str]:
    fields = await _fields(request)
    return lambda name: fields.get(name, [""])[-1]


OTHER: Final = "\N{HORIZONTAL ELLIPSIS}"
"""What a form says where the answer is none of the options, but what was typed."""


def _answer_in(fields: dict[str, list[str]]) -> str:
    """Return the answer that a form has: what was picked, and what was typed where that is meant."""
    picked, typed = fields.get("pick", []), fields.get("text", [""])[-1]
    meant = [each for each in picked if each != OTHER]
    if not picked or OTHER in picked or fields.get("several"):
        meant.append(typed)
    return ", ".join(each for each in meant if each.strip())
