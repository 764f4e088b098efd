"""The office's pages as one web application.

Not responsible for listening (``hallctl.web.server``), nor for what the pages say.
"""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import psycopg
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from hallctl.i18n.sentences import _
from hallctl.office.web.database import AwayError, Database, TooMuchError
from hallctl.office.web.live import streams
from hallctl.office.web.markup import OfficeMarkup
from hallctl.office.web.news import News
from hallctl.office.web.pages import Pages, routes
from hallctl.office.web.report_pages import report_routes
from hallctl.office.web.roles import OFFICE
from hallctl.web.access.auth import AuthService
from hallctl.web.access.words import AccessError
from hallctl.web.addresses import LOOPBACK
from hallctl.web.console.app import FONTS, STATIC
from hallctl.web.console.async_auth import AsyncAuth
from hallctl.web.console.authority import authority, fingerprint
from hallctl.web.console.entry import accounts, entry
from hallctl.web.console.gate import Gate, out_of_order
from hallctl.web.console.language import Languages, choices
from hallctl.web.guard import Guard

Render = Callable[[str, Mapping[str, Any], datetime], bytes]
"""Typesets a template of the printer."""

_OWN: Final = Path(__file__).parent / "static"
_TOO_MUCH: Final = _("La pregunta tarda demasiado. Elija una sala o menos días.")
_AWAY: Final = _("La base de datos de la oficina no responde. Lo que ya estaba guardado no se pierde.")


@dataclass(frozen=True, slots=True)
class Chain:
    """Whose pages they are: nothing of an office is simulated."""

    hall: str
    simulated: bool = False


def make_office_app(
    name: str,
    url: str,
    auth: AuthService,
    render: Render,
    hosts: Iterable[str] = LOOPBACK,
    certificate: bytes | None = None,
    languages: Languages | None = None,
) -> FastAPI:
    """Return the pages of an office behind a log-in, for one run of a server.

    Args:
        name: What the chain is called.
        url: The address of its database.
        auth: Who may enter, with the office's roles.
        render: Typesets reports.
        hosts: The names and addresses at which it answers.
        certificate: That of the authority, where the pages speak TLS with one of its own.
        languages: In which its pages come.
    """
    languages = languages or Languages()
    news, database, markup = News(url), Database(url), OfficeMarkup(languages, name)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        async with news.running():
            yield
        database.close()

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan)
    app.state.hub = news
    app.add_middleware(Gate, auth=auth, languages=languages, matrix=OFFICE)
    app.add_middleware(Guard, languages=languages, hosts=hosts)
    pages, async_auth = Pages(name, url, database, markup, news), AsyncAuth(auth)
    for router in (
        entry(Chain(name), async_auth, markup, fingerprint(certificate)),
        choices(),
        accounts(Chain(name), async_auth, markup),
        authority(certificate, languages),
        streams(news, auth),
        routes(pages),
        report_routes(pages, render),
    ):
        app.include_router(router)
    app.mount("/oficina", StaticFiles(directory=_OWN))
    app.mount("/static", StaticFiles(directory=STATIC))
    app.mount("/fonts", StaticFiles(directory=FONTS))
    _answer_errors(app, pages)
    return app


def _answer_errors(app: FastAPI, pages: Pages) -> None:
    async def too_much(request: Request, _error: Exception) -> HTMLResponse:
        return pages.problem(request, _TOO_MUCH, 503)

    async def away(request: Request, _error: Exception) -> HTMLResponse:
        return pages.problem(request, _AWAY, 503)

    async def no_access(request: Request, error: Exception) -> Response:
        assert isinstance(error, AccessError)
        return out_of_order(request, error)

    app.add_exception_handler(TooMuchError, too_much)
    app.add_exception_handler(AwayError, away)
    app.add_exception_handler(psycopg.OperationalError, away)
    app.add_exception_handler(AccessError, no_access)
