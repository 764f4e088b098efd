"""The pages about people: the log-in, a person's own account, and the accounts of everybody for a Director.

Not responsible for who may enter or change what: the authentication service and the role matrix
decide that. These pages work without any script.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from hallctl.web.access.account import normalised_name
from hallctl.web.access.auth import AuthService, Entered, Who
from hallctl.web.access.people import People, Secrets
from hallctl.web.access.words import Denied, denied
from hallctl.web.console.asking import read_fields
from hallctl.web.console.async_auth import AsyncAuth
from hallctl.web.console.gate import ACCOUNT, LOG_IN, cookie_of, secure, source_of, token_of, who_of
from hallctl.web.console.markup import Renders
from hallctl.web.console.words import CHANGED, LOG_KINDS

_PEOPLE: Final = "/personas"
_NEWEST: Final = 30


class House(Protocol):
    """Whose pages they are."""

    @property
    def hall(self) -> str:
        """What people call it."""

    @property
    def simulated(self) -> bool:
        """Whether nothing of it is real."""


@dataclass(frozen=True, slots=True)
class _Sent:
    """The fields of a form; what is not there is empty."""

    fields: dict[str, list[str]]

    def one(self, name: str) -> str:
        return self.fields.get(name, [""])[0]

    def all(self, name: str) -> Sequence[str]:
        return self.fields.get(name, [])


async def _read(request: Request) -> _Sent:
    try:
        return _Sent(read_fields(await request.body()))
    except ValueError:
        return _Sent({})


@dataclass(frozen=True, slots=True)
class _EntryPage:
    """The page that asks who somebody is."""

    desk: House
    auth: AuthService
    markup: Renders
    fingerprint: str

    def ask(self, request: Request, person: str, why: Denied | None, *, pin: bool = False) -> HTMLResponse:
        """Ask, with the reason why they were not let in."""
        about: dict[str, object] = {"hall": self.desk.hall, "simulated": self.desk.simulated}
        about |= {"names": self.auth.names(), "person": person, "why": why, "pin": pin}
        back = f"{LOG_IN}?persona={quote(person)}" if person and not pin else LOG_IN
        text = self.markup.render(request, "enter.html", **about, fingerprint=self.fingerprint, back=back)
        status = 200 if why is None else 429 if why.wait_s else 401
        headers = {"Retry-After": str(why.wait_s)} if why is not None and why.wait_s else {}
        return HTMLResponse(text, status, headers)

    def ask_again(self, request: Request, person: str, why: Denied) -> Response:
        """Answer a wrong PIN; the desk's own form is answered where it is, with the ball in view."""
        again = why.code == "ACC-PIN"
        if "hx-request" not in request.headers:
            return self.ask(request, person, why, pin=again)
        if not again:
            return _elsewhere(request, f"{LOG_IN}?persona={quote(person)}")
        text = self.markup.render(request, "wrong_pin.html", why=why)
        return HTMLResponse(text, 401)


def entry(desk: House, async_auth: AsyncAuth, markup: Renders, fingerprint: str = "") -> APIRouter:
    """Return the routes by which people come and go.

    Args:
        desk: Whose pages they are.
        async_auth: Lets them in.
        markup: Renders the pages.
        fingerprint: Of the certificate at ``/ca.crt``; empty where there is none.
    """
    router = APIRouter(include_in_schema=False)
    auth = async_auth.auth
    page = _EntryPage(desk, auth, markup, fingerprint)
    ask = page.ask

    @router.get("/entrar")
    async def show_entry(request: Request, persona: str = "", clave: str = "") -> HTMLResponse:
        sleeper = "" if persona or clave else auth.sleeper(token_of(request)[0])
        return ask(request, sleeper or persona or auth.usual, None, pin=bool(sleeper))

    @router.post("/entrar")
    async def enter(request: Request) -> Response:
        sent, source = await _read(request), source_of(request)
        person = sent.one("person")
        entered = await async_auth.log_in(person, sent.one("passphrase"), sent.one("code"), source)
        if isinstance(entered, Denied):
            return ask(request, person, entered)
        # The stay that this one takes the place of ends: a browser is one person's at a time.
        before = auth.who(token_of(request)[0])
        if isinstance(before, Who):
            await async_auth.run(lambda: auth.log_out(before, source))
        return _with_cookie(request, entered)

    @router.post("/pin")
    async def wake(request: Request) -> Response:
        sent, token = await _read(request), token_of(request)[0]
        person = auth.sleeper(token)
        if not person:
            return _elsewhere(request, LOG_IN)
        entered = await async_auth.wake(token, sent.one("pin"), source_of(request))
        if isinstance(entered, Entered):
            return _with_cookie(request, entered)
        return page.ask_again(request, person, entered)

    @router.post("/salir")
    async def leave(request: Request) -> Response:
        who, source = who_of(request), source_of(request)
        await async_auth.run(lambda: auth.log_out(who, source))
        answer = RedirectResponse(LOG_IN, 303)
        answer.delete_cookie(
            cookie_of(request), path="/", secure=secure(request), httponly=True, samesite="strict"
        )
        return answer

    return router


def _elsewhere(request: Request, address: str) -> Response:
    """Have a browser go to an address, also where a script of the page sent its form."""
    if "hx-request" in request.headers:
        return Response(headers={"HX-Redirect": address})
    return RedirectResponse(address, 303)


def _with_cookie(request: Request, entered: Entered) -> Response:
    answer = _elsewhere(request, "/")
    answer.set_cookie(
        cookie_of(request),
        entered.token,
        path="/",
        secure=secure(request),
        httponly=True,
        samesite="strict",
    )
    return answer


def accounts(desk: House, async_auth: AsyncAuth, markup: Renders) -> APIRouter:
    """Return the routes of a person's own account, and of everybody's."""
    router = APIRouter(include_in_schema=False)
    auth = async_auth.auth

    def show(request: Request, template: str, why: Denied | None, done: str, **more: object) -> HTMLResponse:
        who = who_of(request)
        about = {"hall": desk.hall, "simulated": desk.simulated, "who": who, "csrf": who.session.csrf}
        about |= {"why": why, "done": CHANGED.get(done, ""), "fresh": auth.fresh(who), "back": ACCOUNT}
        text = markup.render(request, template, **about, **more)
        return HTMLResponse(text, 200 if why is None else 409)

    @router.get(ACCOUNT)
    async def own(request: Request) -> HTMLResponse:
        return show(request, "account.html", None, "")

    @router.post(ACCOUNT)
    async def change_own(request: Request) -> Response:
        sent, who, source = await _read(request), who_of(request), source_of(request)
        # A PIN that somebody saw typed must not be enough to take the account over.
        why = await async_auth.prove(who, sent.one("secret"), source, pin=False)
        if why is None:
            secrets = Secrets(sent.one("passphrase"), sent.one("pin"))
            people = People(auth, who.person, source)
            why = await async_auth.run(lambda: people.change_own(who.account, secrets, sent.one("secret")))
        if why is not None:
            return show(request, "account.html", why, "")
        return RedirectResponse(f"{LOG_IN}?persona={quote(who.person)}", 303)

    def everybody(request: Request, why: Denied | None, done: str) -> HTMLResponse:
        more = {"accounts": auth.store.accounts(), "posts": auth.store.roles.all, "LOG_KINDS": LOG_KINDS}
        return show(request, "people.html", why, done, **more, entries=auth.log.entries(_NEWEST)[::-1])

    @router.get(_PEOPLE)
    async def show_people(request: Request, hecho: str = "") -> HTMLResponse:
        return await async_auth.run(lambda: everybody(request, None, hecho))

    @router.post(_PEOPLE)
    async def change_people(request: Request) -> Response:
        sent, who, source = await _read(request), who_of(request), source_of(request)
        # Who changes accounts has authenticated a moment ago, or does so with the form.
        why = None if auth.fresh(who) else await async_auth.prove(who, sent.one("secret"), source)
        people = People(auth, who.person, source)
        if why is None:
            why = await async_auth.run(lambda: _change(people, sent, who.person))
        if why is not None:
            return await async_auth.run(lambda: everybody(request, why, ""))
        return RedirectResponse(f"{_PEOPLE}?hecho={quote(sent.one('action'))}", 303)

    return router


def _change(people: People, sent: _Sent, by: str) -> Denied | None:
    name = sent.one("name")
    secrets = Secrets(sent.one("passphrase"), sent.one("pin"), initial=normalised_name(name) != by)
    match sent.one("action"):
        case "add":
            return people.add(name, sent.all("post"), secrets)
        case "reset":
            return people.reset(name, secrets)
        case "disable":
            return people.disable(name)
        case "posts":
            return people.set_posts(name, sent.all("post"))
        case _:
            return denied("ACC-FORM")
