"""What no request gets past: another site's forms, another name for this machine, a body without measure.

Not responsible for who the person is (``gate``), nor for TLS (``server``): it only has browsers insist on it.
"""

import re
from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hallctl.i18n.sentences import Sentence, _
from hallctl.web.addresses import LOOPBACK
from hallctl.web.console.language import Languages

LARGEST_BODY: Final = 1 << 16
LARGER: Final = {"/escanear": 1 << 17}
"""What is longer than any form, by its path: a picture of 640 by 480."""

_HOST: Final = re.compile(r"([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?")
_INSIST: Final = "max-age=2592000"
"""Thirty days of TLS alone for this name: a hall that goes back is not shut out for a year."""

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
SAFE_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), display-capture=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


class Guard:
    """Middleware that checks each request before anything else; what passes reaches the application."""

    def __init__(self, app: ASGIApp, languages: Languages, hosts: Iterable[str] = LOOPBACK) -> None:
        """Stand before the application.

        Args:
            app: What it stands before.
            languages: In which it refuses.
            hosts: The names and addresses of this machine that a request may ask for, in small letters.
        """
        self._app = app
        self._languages = languages
        self._hosts = frozenset(hosts)

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
                # «localhost» is every program's of this machine, and those on other ports speak plainly.
                if scope["scheme"] == "https" and called != "localhost":
                    headers["Strict-Transport-Security"] = _INSIST
            await send(message)

        asked = Headers(scope=scope)
        called = _name(asked.get("host", ""))
        if called in self._hosts:
            refused = _refused(scope["method"], scope["path"], asked, scope["scheme"])
        else:
            # A name that a stranger's server points at this machine (DNS rebinding) arrives as another Host.
            ours = ", ".join(f"{scope['scheme']}://{host}" for host in sorted(self._hosts))
            refused = 403, _("Esta consola solo atiende a {names}.", names=ours)
        if refused is None:
            await self._app(scope, receive, with_headers)
            return
        status, sentence = refused
        text = self._languages.of(Request(scope))(sentence)
        await PlainTextResponse(text, status)(scope, receive, with_headers)


def _name(host: str) -> str:
    """Return the name that a request asks for, without its port; empty where it is none."""
    found = _HOST.fullmatch(host.lower())
    return found[1] if found else ""


def _refused(method: str, path: str, headers: Headers, scheme: str) -> tuple[int, Sentence] | None:
    """Return the answer to a request to one of our names that may not pass: its status, and why."""
    if method in _SAFE:
        return None
    api = path.startswith("/api/")
    origin = headers.get("origin")
    # A program that speaks to the API names no origin; a browser names one with every form.
    if origin != f"{scheme}://{headers['host'].lower()}" and not (api and origin is None):
        return 403, _("La petición viene de otra página. Use la consola de la mesa.")
    if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return 403, _("La petición viene de otro sitio. Use la consola de la mesa.")
    if api and headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return 415, _("La petición debe ser application/json.")
    length = headers.get("content-length", "")
    if not (length.isascii() and length.isdigit()):
        return 411, _("La petición debe decir su longitud.")
    longest = LARGER.get(path, LARGEST_BODY)
    return (413, _("La petición es demasiado larga.")) if int(length) > longest else None
