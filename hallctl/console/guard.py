"""What no request gets past: another site's forms, another name for this machine, a body without measure.

Not responsible for who the person is (``gate``). There is no TLS, so only this machine is served.
"""

import re
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY: Final = 1 << 16
_OURS: Final = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?")
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
SAFE_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


class Guard:
    """Middleware that answers for the door; what passes reaches the application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what is not ours, and put the safe headers on every answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SAFE_HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = _refused(scope["method"], scope["path"], Headers(scope=scope))
        await (refused or self._app)(scope, receive, with_headers)


def _refused(method: str, path: str, headers: Headers) -> Response | None:
    """Return the answer to a request that may not pass."""
    host = headers.get("host", "")
    if not _OURS.fullmatch(host):
        # A name that a stranger's server points at this machine (DNS rebinding) arrives here as another Host.
        return _no(403, "Esta consola solo atiende a http://localhost y http://127.0.0.1.")
    if method in _SAFE:
        return None
    api = path.startswith("/api/")
    origin = headers.get("origin")
    # A program that speaks to the API names no origin; a browser names one with every form.
    if origin != f"http://{host}" and not (api and origin is None):
        return _no(403, "La petición viene de otra página. Use la consola de la mesa.")
    if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return _no(403, "La petición viene de otro sitio. Use la consola de la mesa.")
    if api and headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return _no(415, "La petición debe ser application/json.")
    length = headers.get("content-length", "")
    if not (length.isascii() and length.isdigit()):
        return _no(411, "La petición debe decir su longitud.")
    return _no(413, "La petición es demasiado larga.") if int(length) > LARGEST_BODY else None


def _no(status: int, sentence: str) -> Response:
    return PlainTextResponse(sentence, status)
