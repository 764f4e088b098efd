"""Who gets past the role matrix: every request is asked for its session, its post and its form's token.

Not responsible for what comes from elsewhere (``guard``), nor for who may enter (``hallctl.web.access``).
What is not in the matrix is not served, whatever the application has.
"""

import secrets
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import Final
from urllib.parse import parse_qs

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.sentences import _
from hallctl.web.access.auth import AuthService, Who
from hallctl.web.access.matrix import CONSOLE, Matrix
from hallctl.web.access.words import AccessError, Denied, denied
from hallctl.web.connections import vouch
from hallctl.web.console.language import ENTRY, Languages

COOKIE: Final = "hallctl"
SECURE_COOKIE: Final = "__Host-hallctl"
"""Over TLS: by its prefix a browser takes it from this host over TLS alone, so nobody else can plant one."""

_HANDED_ON: Final = frozenset({"forwarded", "x-forwarded-for", "x-real-ip", "via"})
LOG_IN: Final = ENTRY
ACCOUNT: Final = "/cuenta"
CSRF_HEADER: Final = "x-csrf"
CSRF_FIELD: Final = "csrf"
_FORM: Final = "application/x-www-form-urlencoded"
_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Gate:
    """Middleware that asks the role matrix; a handler behind it has a ``Who`` in ``request.state.who``."""

    def __init__(
        self, app: ASGIApp, auth: AuthService, languages: Languages, matrix: Matrix = CONSOLE
    ) -> None:
        self._app = app
        self._auth = auth
        self._languages = languages
        self._matrix = matrix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what may not pass; hand over what may."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            answer = await self._answer(request)
        except AccessError as error:
            answer = out_of_order(request, error)
        if answer is not None:
            await answer(scope, receive, send)
            return
        # What the form's token was looked for in is handed on.
        taken = await request.body() if "form" in scope["state"] else None
        await self._app(scope, receive if taken is None else _again(taken, receive), send)

    async def _answer(self, request: Request) -> Response | None:
        """Return the answer to a request that may not pass."""
        scope, path = request.scope, request.url.path
        scope.setdefault("state", {})
        route = self._matrix.route_of(request.method, path)
        if route is None:
            methods = self._matrix.methods_of(path)
            allow = {"Allow": ", ".join(methods)} if methods else None
            return PlainTextResponse(self._nothing(request), 405 if methods else 404, allow)
        if route.local and not _of_this_machine(request):
            return PlainTextResponse(self._nothing(request), 404)
        if route.public:
            return None
        token, bearer = token_of(request)
        who = self._auth.who(token, asleep=route.asleep)
        if isinstance(who, Denied):
            return _shut(request, who, self._languages.of(request))
        vouch(scope)
        assert route.posts is not None
        if who.account.initial and not route.initial:
            return _shut(request, denied("ACC-CHANGE"), self._languages.of(request), ACCOUNT, 403)
        if not who.posts & set(route.posts):
            return await self._refuse(request, who, denied("ACC-PAGE"))
        if not (bearer or request.method in _SAFE or await _bears(request, who.session.csrf)):
            return await self._refuse(request, who, denied("ACC-FORM"))
        if route.does and not who.asleep:
            self._auth.used(who)
        scope["state"]["who"] = who
        return None

    async def _refuse(self, request: Request, who: Who, why: Denied) -> Response:
        what = f"{request.method} {request.url.path}"
        await to_thread.run_sync(self._auth.refused, who, source_of(request), what, why.code)
        return denial(request, why, 403, self._languages.of(request))

    def _nothing(self, request: Request) -> str:
        return self._languages.of(request)(_("No hay nada aquí."))


def who_of(request: Request) -> Who:
    """Return who a request that passed the gate comes from."""
    who: Who = request.state.who
    return who


def source_of(request: Request) -> str:
    """Return the address a request comes from."""
    return request.client.host if request.client is not None else ""


def _of_this_machine(request: Request) -> bool:
    """Return whether a request comes from the machine itself, by the addresses of both its ends.

    One with a proxy's headers may come from anywhere: a proxy of this machine's would open to all what
    is meant for the machine alone.
    """
    source = source_of(request)
    if _HANDED_ON & set(request.headers.keys()):
        return False
    if source and source == (request.scope.get("server") or ("",))[0]:
        return True
    try:
        return ip_address(source).is_loopback
    except ValueError:
        return False


def token_of(request: Request) -> tuple[str, bool]:
    """Return the token of a request, and whether a program sent it: a browser cannot be made to send that."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return token.strip(), True
    try:
        cookies = SimpleCookie(request.headers.get("cookie", ""))
    except CookieError:
        return "", False
    name = cookie_of(request)
    return cookies[name].value if name in cookies else "", False


def secure(request: Request) -> bool:
    """Return whether a request came over TLS."""
    return request.url.scheme == "https"


def cookie_of(request: Request) -> str:
    """Return the name of the cookie with a browser's token."""
    return SECURE_COOKIE if secure(request) else COOKIE


def denial(request: Request, why: Denied, status: int, phrases: Phrasebook) -> Response:
    """Return a denial in the form and the language that the asker understands."""
    headers = {"Retry-After": str(why.wait_s)} if why.wait_s else {}
    if request.url.path.startswith("/api/"):
        return JSONResponse({"refusal": refusal(why, phrases)}, status, headers)
    if "hx-request" in request.headers:
        cannot = phrases(_("No se puede"))
        html = f'<p class="refused"><b>{cannot} <abbr>{why.code}</abbr></b> {phrases(why.sentence)}</p>'
        return Response(html, status, headers, media_type="text/html")
    return PlainTextResponse(phrases(why.sentence), status, headers)


def refusal(why: Denied, phrases: Phrasebook) -> Mapping[str, object]:
    """Return a denial as the rules' refusals are written."""
    words = {"wait_s": why.wait_s} if why.wait_s else {}
    return {"code": why.code, "requirement": "I16", "sentence": phrases(why.sentence), "words": words}


def out_of_order(request: Request, error: AccessError) -> Response:
    """Return the answer where accounts or log cannot be used."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": {"code": error.code, "sentence": error.sentence}}, 503)
    return PlainTextResponse(str(error), 503)


def _shut(
    request: Request, why: Denied, phrases: Phrasebook, page: str = LOG_IN, status: int = 401
) -> Response:
    """Send a person to the page where they go on, the log-in; return a denial to everybody else."""
    api = request.url.path.startswith("/api/")
    if not api and "hx-request" in request.headers:
        return Response(status_code=status, headers={"HX-Redirect": page})
    if not api and "text/html" in request.headers.get("accept", ""):
        return RedirectResponse(page, 303)
    answer = denial(request, why, status, phrases)
    if status == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


async def _bears(request: Request, csrf: str) -> bool:
    """Return whether a request bears the token of its session's forms, in the header or as a field."""
    sent = request.headers.get(CSRF_HEADER)
    if sent is None and request.headers.get("content-type", "").partition(";")[0].strip() == _FORM:
        request.scope["state"]["form"] = True
        fields = parse_qs((await request.body()).decode("ascii", "replace"))
        sent = fields.get(CSRF_FIELD, [""])[0]
    return secrets.compare_digest((sent or "").encode(), csrf.encode())


def _again(body: bytes, receive: Receive) -> Receive:
    """Return what gives a body once more that was read already, and then what comes after it."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def give() -> Message:
        return left.pop() if left else await receive()

    return give
