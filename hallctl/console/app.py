"""The console as one web application.

Not responsible for listening: ``server`` does that.
"""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

import displays
from hallctl import __version__
from hallctl.access.door import Door
from hallctl.access.words import AccessError
from hallctl.console.api import api
from hallctl.console.doorman import Doorman
from hallctl.console.entry import accounts, entry
from hallctl.console.gate import Gate, out_of_order
from hallctl.console.guard import LOOPBACK, Guard
from hallctl.console.hub import Hub
from hallctl.console.language import Languages, choices
from hallctl.console.markup import Markup
from hallctl.console.metrics import metrics
from hallctl.console.pages import pages
from hallctl.console.ports import DeskPort
from hallctl.console.streams import streams

_STATIC: Final = Path(__file__).parent / "static"
_FONTS: Final = Path(displays.__file__).parent / "fonts"


def make_app(
    desk: DeskPort,
    door: Door,
    hosts: Iterable[str] = LOOPBACK,
    figures: Callable[[], str] = str,
    languages: Languages | None = None,
) -> FastAPI:
    """Return the console of a desk behind a door, for one run of a server.

    Args:
        desk: The hall.
        door: Who may enter.
        hosts: The names and addresses at which it answers.
        figures: Says what a scraper reads.
        languages: In which its pages come; Spanish for who chooses none, where nothing is said.
    """
    hub, languages = Hub(desk), languages or Languages()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with hub.running():
            yield

    app = FastAPI(
        title="hallctl",
        version=__version__,
        lifespan=lifespan,
        # The documentation pages would be fetched from the internet.
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        exception_handlers={RequestValidationError: _unclear, AccessError: _out_of_order},
    )
    app.state.hub = hub
    app.add_middleware(Gate, door=door, languages=languages)
    app.add_middleware(Guard, languages=languages, hosts=hosts)
    doorman, markup = Doorman(door), Markup(languages)
    app.include_router(entry(desk, doorman, markup))
    app.include_router(choices())
    app.include_router(accounts(desk, doorman, markup))
    app.include_router(pages(desk, doorman, markup))
    app.include_router(api(desk, doorman, languages))
    app.include_router(streams(desk, hub, door, languages))
    app.include_router(metrics(figures))
    app.mount("/static", StaticFiles(directory=_STATIC))
    app.mount("/fonts", StaticFiles(directory=_FONTS))
    return app


async def _unclear(_: Request, error: Exception) -> JSONResponse:
    """Answer 422 with a line for each misfit, as the codec's problems are."""
    assert isinstance(error, RequestValidationError)
    problems = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()]
    return JSONResponse({"problems": problems}, 422)


async def _out_of_order(request: Request, error: Exception) -> Response:
    assert isinstance(error, AccessError)
    return out_of_order(request, error)
