"""The feed as a web application: GET and nothing else.

Not responsible for listening (``console.server``), nor for who looks: what is here, the whole hall may see.
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

import displays
import fonts
from fonts.symbols import SYMBOLS, svg
from hallctl.config.face import Face
from hallctl.table.snapshot import Snapshot
from hallctl.web.connections import LimitedProtocol, connection_of, surplus_for
from hallctl.web.feed.broadcast import Broadcaster
from hallctl.web.feed.health import Health
from hallctl.web.feed.page_words import page_words
from hallctl.web.feed.pictures import MEDIA, Pictures
from hallctl.web.feed.ports import Screens
from hallctl.web.feed.signature import Sealer
from hallctl.web.guard import SAFE_HEADERS
from hallctl.web.hub import LIVE_SCRIPT, Hub
from hallctl.web.ports import News

MOST_CCTV: Final = 64
"""How many may watch one camera at once; addresses share them as they share the port's connections."""

_STATIC: Final = Path(__file__).parent / "static"
_FONTS: Final = Path(displays.__file__).parent / "fonts"
_FACES: Final = ("Overpass-ExtraBold.ttf", "BarlowSemiCondensed-SemiBold.ttf", "BarlowSemiCondensed-Bold.ttf")
_PAGE_FILES: Final = (
    ("pantalla.css", _STATIC / "pantalla.css", "text/css"),
    ("reglas.css", _STATIC / "reglas.css", "text/css"),
    ("ball.svg", _STATIC / "ball.svg", "image/svg+xml"),
    ("cards.js", _STATIC / "cards.js", "text/javascript"),
    ("manifest.webmanifest", _STATIC / "manifest.webmanifest", "application/manifest+json"),
    ("table.js", _STATIC / "table.js", "text/javascript"),
    ("hands.js", _STATIC / "hands.js", "text/javascript"),
    ("say.js", _STATIC / "say.js", "text/javascript"),
    ("pantalla.js", _STATIC / "pantalla.js", "text/javascript"),
    ("live.js", LIVE_SCRIPT, "text/javascript"),
    ("NotoSansTC-Walls.otf", Path(fonts.__file__).parent / "NotoSansTC-Walls.otf", "font/otf"),
    *((name, _FONTS / name, "font/ttf") for name in _FACES),
)
_POLICY: Final = "Content-Security-Policy"
_FRESH: Final = {"Cache-Control": "no-cache"}
_LASTING: Final = {"Cache-Control": "max-age=86400, immutable"}
_NAME: Final = re.compile(r"[\w .-]{0,40}")
_COUNT: Final = re.compile(r"[0-9]{1,15}")
_NONCE: Final = re.compile(r"[0-9a-f]{0,64}")
Endpoint = Callable[[Request], Awaitable[Response]]


def _bare() -> Face:
    """Return the face of a hall without pictures."""
    return Face(None, ())


class Feed:
    """What answers at the feed's port, for one run of a server."""

    def __init__(
        self,
        news: News,
        screens: Screens,
        sealer: Sealer,
        health: Health,
        pictures: Pictures,
        desk: Pictures | None = None,
        face: Callable[[], Face] = _bare,
        rules: str = "",
        programme: Callable[[Snapshot], str] | None = None,
    ) -> None:
        """Prepare.

        Args:
            news: The hall's newest state.
            screens: What each screen sees of it.
            sealer: Signs the views.
            health: How the walls are.
            pictures: The exit's.
            desk: The card that is checked, where a camera at the desk shows it.
            face: Gives the hall's own pictures, which the views name by their digests.
            rules: The rules of the hall as a page (``rules_page``); empty where it has none.
            programme: Returns the games that follow as a page; None where there is no programme.
        """
        self._hub = Hub(news)
        self._broadcaster = Broadcaster(self._hub, screens, sealer)
        self._health = health
        self.pictures = pictures
        self.desk = desk
        self._face = face
        self._rules = rules
        self._news, self._programme = news, programme
        self._viewers = 0

    @property
    def viewers(self) -> int:
        """How many connections watch views."""
        return self._viewers

    def app(self) -> Starlette:
        """Return the application."""

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            async with self._broadcaster.running():
                yield

        routes = [
            _get("/", self._home),
            _get("/views/{screen}", self._views),
            _get("/cctv.mjpeg", self._live(self.pictures)),
            *([] if self.desk is None else [_get("/desk.mjpeg", self._live(self.desk))]),
            _get("/face/{digest}", self._picture),
            _get("/alive/{name}", self._alive),
            _get("/pantalla", self._page),
            _get("/pantalla/words.js", _words),
            _get("/reglas", self._rules_page),
            _get("/programa", self._programme_page),
            *(_get(f"/pantalla/{name}", _file(path, media)) for name, path, media in _PAGE_FILES),
            *(
                _get(f"/pantalla/simbolo-{number}.svg", _symbol(number))
                for number in range(1, len(SYMBOLS) + 1)
            ),
        ]
        app = Starlette(routes=routes, lifespan=lifespan)
        app.state.hub = self._hub
        return app

    async def _home(self, _: Request) -> Response:
        return RedirectResponse("/pantalla")

    async def _page(self, _: Request) -> Response:
        """The board as a page, for phones and televisions."""
        policy = {_POLICY: f"{SAFE_HEADERS[_POLICY]}; manifest-src 'self'"}
        return FileResponse(_STATIC / "pantalla.html", headers=SAFE_HEADERS | policy | _FRESH)

    async def _rules_page(self, _: Request) -> Response:
        """The rules of the hall, always there for whoever plays (PT-02)."""
        if not self._rules:
            return _no(404, "Esta sala no tiene página de reglas.")
        return Response(self._rules, media_type="text/html", headers=SAFE_HEADERS | _FRESH)

    async def _programme_page(self, _: Request) -> Response:
        """The games that follow, as they are now; it can be printed (PT-17)."""
        if self._programme is None:
            return _no(404, "Esta sala no tiene programa.")
        page = self._programme(self._news.newest())
        return Response(page, media_type="text/html", headers=SAFE_HEADERS | _FRESH)

    async def _picture(self, request: Request) -> Response:
        """A picture of the hall's own, which never changes under its name."""
        picture = self._face().pictures.get(request.path_params["digest"])
        if picture is None:
            return _no(404, "No hay tal imagen.")
        return Response(picture.data, media_type=picture.media, headers=SAFE_HEADERS | _LASTING)

    async def _views(self, request: Request) -> Response:
        """Stream the signed views of a screen; ``nonce`` is answered first."""
        asked = request.query_params
        screen, nonce, name = request.path_params["screen"], asked.get("nonce", ""), asked.get("name", "")
        if screen not in self._broadcaster.screens:
            return _no(404, f"No hay tal pantalla. Hay: {', '.join(sorted(self._broadcaster.screens))}.")
        if not _NONCE.fullmatch(nonce):
            return _no(422, "nonce: hasta 64 cifras hexadecimales minúsculas.")
        if not _NAME.fullmatch(name):
            return _no(422, "name: hasta 40 letras, cifras, puntos, guiones y espacios.")
        return StreamingResponse(
            self._stream(screen, nonce, name), headers=SAFE_HEADERS | _LIVE, media_type="text/event-stream"
        )

    async def _stream(self, screen: str, nonce: str, name: str) -> AsyncIterator[bytes]:
        self._viewers += 1
        if name:
            self._health.opened(name)
        try:
            async for sealed in self._broadcaster.listen(screen, nonce):
                yield sealed.data
                if name:
                    self._health.written(name, sealed.sequence)
        finally:
            self._viewers -= 1
            if name:
                self._health.closed(name)

    def _live(self, pictures: Pictures) -> Endpoint:
        """Return what streams a camera's picture as MJPEG; it is not signed."""

        watching: dict[LimitedProtocol, None] = {}

        async def stream(connection: LimitedProtocol | None) -> AsyncIterator[bytes]:
            if connection is not None:
                watching[connection] = None
            try:
                async for part in pictures.watch(lambda: self._hub.ended):
                    yield part
            finally:
                if connection is not None:
                    watching.pop(connection, None)

        async def answer(request: Request) -> Response:
            connection = connection_of(request.scope)
            if pictures.viewers >= MOST_CCTV:
                surplus = None if connection is None else surplus_for(connection.address, watching)
                if surplus is None:
                    return _no(503, "Demasiadas pantallas a la vez. Inténtelo más tarde.")
                watching.pop(surplus)
                surplus.limits.end_served(surplus)
            return StreamingResponse(stream(connection), headers=SAFE_HEADERS | _LIVE, media_type=MEDIA)

        return answer

    async def _alive(self, request: Request) -> Response:
        """Take note of what a screen has on its glass: no more than a line in memory."""
        sequence, shown_ms = (request.query_params.get(each, "") for each in ("sequence", "shown_ms"))
        if not (_COUNT.fullmatch(sequence) and _COUNT.fullmatch(shown_ms)):
            return _no(422, "sequence y shown_ms: números enteros.")
        if not self._health.alive(request.path_params["name"], int(sequence), int(shown_ms)):
            return _no(429, "Esa pantalla no está conectada, o lo dice demasiado a menudo.")
        return Response(status_code=204, headers=SAFE_HEADERS)


def _symbol(number: int) -> Endpoint:
    """Return what answers with the symbol that stands for a number (PT-67)."""

    async def answer(_: Request) -> Response:
        return Response(svg(number), media_type="image/svg+xml", headers=SAFE_HEADERS | _FRESH)

    return answer


async def _words(_: Request) -> Response:
    """What the page says of itself, in every language."""
    return Response(page_words(), media_type="text/javascript", headers=SAFE_HEADERS | _FRESH)


def _file(path: Path, media: str) -> Endpoint:
    async def answer(_: Request) -> Response:
        return FileResponse(path, media_type=media, headers=SAFE_HEADERS | _FRESH)

    return answer


_LIVE: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


def _get(path: str, endpoint: Endpoint) -> Route:
    """Return a route that answers GET alone."""
    route = Route(path, endpoint, methods=["GET"])
    route.methods = {"GET"}  # Starlette adds HEAD, to which a stream would have no end
    return route


def _no(status: int, sentence: str) -> Response:
    return PlainTextResponse(sentence, status, headers=SAFE_HEADERS)
