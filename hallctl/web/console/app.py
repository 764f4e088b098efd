"""The console as one web application.

Not responsible for listening: ``server`` does that.
"""

from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exception_handlers import http_exception_handler
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

import displays
from hallctl import __version__
from hallctl.i18n.sentences import Sentence, _
from hallctl.web.access.auth import AuthService
from hallctl.web.access.words import AccessError
from hallctl.web.addresses import LOOPBACK
from hallctl.web.calibration import CalibrationPort
from hallctl.web.console.api import api
from hallctl.web.console.async_auth import AsyncAuth
from hallctl.web.console.authority import authority, fingerprint
from hallctl.web.console.calibrating import calibrating
from hallctl.web.console.description import ABOUT, completed
from hallctl.web.console.drawing import drawing
from hallctl.web.console.entry import accounts, entry
from hallctl.web.console.gate import Gate, out_of_order
from hallctl.web.console.help import pages_of_help, read_guide
from hallctl.web.console.language import Languages, choices
from hallctl.web.console.markup import Markup
from hallctl.web.console.metrics import metrics
from hallctl.web.console.pages import pages
from hallctl.web.console.painter import Painter
from hallctl.web.console.records import PastReader, acts, reports, unread
from hallctl.web.console.scanning import scanning
from hallctl.web.console.sound import sound_test
from hallctl.web.console.streams import streams
from hallctl.web.console.trying import trying
from hallctl.web.console.whole import Whole, names_of
from hallctl.web.console.words import SIMULATED
from hallctl.web.guard import Guard
from hallctl.web.hub import Hub
from hallctl.web.ports import DeskPort
from hallctl.web.records import RecordsError, RecordsPort

STATIC: Final = Path(__file__).parent / "static"
FONTS: Final = Path(displays.__file__).parent / "fonts"


class _Console(FastAPI):
    """The application, which describes commands and answers too."""

    def openapi(self) -> dict[str, Any]:
        """Return the description, made once."""
        if self.openapi_schema is None:
            self.openapi_schema = completed(super().openapi(), self.state.game)
        return self.openapi_schema


def make_app(
    desk: DeskPort,
    auth: AuthService,
    hosts: Iterable[str] = LOOPBACK,
    figures: Callable[[], str] = str,
    certificate: bytes | None = None,
    languages: Languages | None = None,
    records: RecordsPort | None = None,
    mark: Sentence = SIMULATED,
    sound: Callable[[], None] | None = None,
    calibration: CalibrationPort | None = None,
) -> FastAPI:
    """Return the console of a desk behind a log-in, for one run of a server.

    Args:
        desk: The hall.
        auth: Who may enter.
        hosts: The names and addresses at which it answers.
        figures: Returns what a scraper reads.
        certificate: That of the hall's authority, where the console speaks TLS with one of its own.
        languages: In which its pages come; Spanish where neither is configured nor chosen.
        records: The book's past; without it there are no pages of it.
        mark: What marks the pages of a hall that is not a real one's play.
        sound: Lets the sound test be heard; None in a hall without a voice.
        calibration: Has the camera learn a set of balls; None in a hall without a camera.
    """
    hub, languages = Hub(desk), languages or Languages()
    app = _without_routes(hub, languages)
    app.state.hub, app.state.game = hub, desk.game
    app.add_middleware(Gate, auth=auth, languages=languages)
    app.add_middleware(Guard, languages=languages, hosts=hosts)
    async_auth, guide, painter = AsyncAuth(auth), read_guide(desk.game.name), Painter()
    whole = Whole(names_of(desk.hall, desk.premises))
    markup = Markup(
        languages, guide.cited, desk.game, mark, sound is not None, whole, calibration is not None
    )
    app.include_router(entry(desk, async_auth, markup, fingerprint(certificate)))
    app.include_router(choices())
    app.include_router(accounts(desk, async_auth, markup))
    app.include_router(pages(desk, async_auth, markup, painter))
    app.include_router(pages_of_help(desk, guide, markup))
    app.include_router(sound_test(sound, languages))
    _add_past(app, records, desk, async_auth, markup)
    _listen_for_scans(app, desk, markup, languages)
    if desk.game.patterns is not None:
        app.include_router(drawing(desk, desk.game.patterns, markup))
    if calibration is not None:
        app.include_router(calibrating(desk, calibration, markup))
    app.include_router(api(desk, async_auth, painter, languages))
    app.include_router(streams(desk, hub, auth, languages))
    app.include_router(metrics(figures))
    app.include_router(authority(certificate, languages))
    app.mount("/static", StaticFiles(directory=STATIC))
    app.mount("/fonts", StaticFiles(directory=FONTS))
    return app


def _without_routes(hub: Hub, languages: Languages) -> FastAPI:
    return _Console(
        title="hallctl",
        description=ABOUT,
        version=__version__,
        lifespan=_lifespan(hub),
        # The documentation pages would be fetched from the internet.
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        generate_unique_id_function=lambda route: route.name,
        exception_handlers=_answers_to_errors(languages),
    )


def _lifespan(hub: Hub) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    """Return what lets a hub run while the application does."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with hub.running():
            yield

    return lifespan


def _add_past(
    app: FastAPI, records: RecordsPort | None, desk: DeskPort, async_auth: AsyncAuth, markup: Markup
) -> None:
    """Add the routes of the book's past, where there is one."""
    if records is not None:
        past = PastReader(records)
        app.include_router(acts(desk, past, markup))
        app.include_router(reports(desk, past, async_auth, markup))


def _listen_for_scans(app: FastAPI, desk: DeskPort, markup: Markup, languages: Languages) -> None:
    """Add the routes of scanned cards, where the cards of the game have bar codes."""
    codes = desk.game.card_codes
    if codes is not None:
        app.include_router(scanning(desk, codes, languages))
        app.include_router(trying(desk, codes, markup))


def _answers_to_errors(languages: Languages) -> dict[Any, Any]:
    """Return what answers each error."""
    return {
        RequestValidationError: _unclear,
        AccessError: _out_of_order,
        RecordsError: unread,
        HTTPException: _unreadable_in(languages),
    }


async def _unclear(_request: Request, error: Exception) -> JSONResponse:
    """Answer 422 with a line for each misfit, as the codec's problems are."""
    assert isinstance(error, RequestValidationError)
    problems = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()]
    return JSONResponse({"problems": problems}, 422)


def _unreadable_in(languages: Languages) -> Callable[[Request, Exception], Coroutine[Any, Any, Response]]:
    async def unreadable(request: Request, error: Exception) -> Response:
        """Answer 422 where the body cannot even be read, like that which is read and does not fit."""
        assert isinstance(error, HTTPException)
        if error.status_code == HTTPStatus.BAD_REQUEST:
            problem = languages.of(request)(_("body: no se puede leer como JSON"))
            return JSONResponse({"problems": [problem]}, 422)
        return await http_exception_handler(request, error)

    return unreadable


async def _out_of_order(request: Request, error: Exception) -> Response:
    assert isinstance(error, AccessError)
    return out_of_order(request, error)
