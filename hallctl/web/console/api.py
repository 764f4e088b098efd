"""The same desk for programs: its view as JSON, and the same commands with the same refusals.

Not responsible for its description (``description``), which is at ``/api/openapi.json``, nor for the live
stream (``streams``). A program enters as a person, at ``/api/session``, and sends the token that it gets
there as ``Authorization: Bearer``.
"""

from typing import Any, Final

from anyio import to_thread
from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict

from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.sentences import Sentence
from hallctl.minutes.errors import MinutesError
from hallctl.rules.codec import encode
from hallctl.rules.commands.base import Issued, Post
from hallctl.rules.refusals import Refusal
from hallctl.table.press import Press
from hallctl.web.access.words import Denied, denied
from hallctl.web.console import view
from hallctl.web.console.answers import (
    LOOKED,
    POSTED,
    Desk,
    Done,
    Ended,
    Entered,
    Present,
    Proved,
    Unlocked,
    answers,
)
from hallctl.web.console.asking import UnclearError, read_step
from hallctl.web.console.async_auth import AsyncAuth
from hallctl.web.console.gate import denial, refusal, source_of, who_of
from hallctl.web.console.language import Languages
from hallctl.web.console.pages import unlock
from hallctl.web.console.painter import Painter
from hallctl.web.console.words import FOR_DEVICES, NO_ANSWER, NOT_UNLOCKED, UNLOCKING
from hallctl.web.ports import DeskPort

_LUIS: Final = {"person": "Luis Rojas", "posts": ["locutor", "vendedor"]}


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Entering(_Sent):
    """Who enters.

    Attributes:
        person: The name.
        passphrase: The passphrase.
        code: The one-time code, where the account asks for one.
    """

    person: str
    passphrase: str
    code: str = ""


class Asking(_Sent):
    """A command as a program sends it; who sends it is said by the session.

    Attributes:
        request: The request id: the same again gives the same answer and no second effect.
        post: In which of their posts the person takes the step.
        command: The name of the command.
        body: Its fields.
        seen: Of the offer of this step: what the desk showed of what it stands on.
        heard: The ``now`` of the desk, or of the newest event of the stream.
        age: How many milliseconds ago that came, when the step was taken.
    """

    request: str
    post: str
    command: str
    body: dict[str, Any]
    seen: str = ""
    heard: int = 0
    age: int = 0


class Proving(_Sent):
    """A PIN or passphrase as a program sends it."""

    secret: str


class Leaving(_Sent):
    """An empty object: there is nothing to say."""


def api(desk: DeskPort, async_auth: AsyncAuth, painter: Painter, languages: Languages) -> APIRouter:
    """Return the routes of the API."""
    router = APIRouter(prefix="/api")

    @router.get("/desk", responses=answers(Desk, None, *LOOKED))
    async def show_desk(request: Request) -> JSONResponse:
        """Where the hall stands, and every step that a person can take."""
        actors, phrases = who_of(request).actors, languages.of(request)
        same = ("desk", actors, phrases.language)
        return JSONResponse(await painter.paint(same, lambda: view.desk_json(desk, actors, phrases)))

    @router.post(
        "/commands", responses=answers(Done, {"done": {"entries": [41, 42]}}, *LOOKED, *POSTED, 409, 504)
    )
    async def take_step(asking: Asking, request: Request) -> JSONResponse:
        """Take a step: done, refused, not understood, or the hall cannot."""
        who, phrases = who_of(request), languages.of(request)
        press = Press.heard(asking.seen, asking.heard, asking.age, desk.now())
        if asking.post == Post.CONTROLLER:
            return JSONResponse({"refusal": encode(phrases.refusal(FOR_DEVICES))}, 403)
        try:
            issued = who.issuing(
                read_step(
                    desk.game.rules, asking.request, asking.post, who.person, asking.command, asking.body
                )
            )
        except UnclearError as error:
            return JSONResponse({"problems": [*map(phrases.detail, error.problems)]}, 422)
        if issued.actor.post not in who.posts:
            detail = f"ACC-POST {asking.command} {asking.post}"
            await async_auth.write("refused", who.person, source_of(request), detail)
            return JSONResponse({"refusal": refusal(denied("ACC-POST"), phrases)}, 403)
        step = desk.game.rules.all_steps[type(issued.command)]
        if who.only_stops is not None and not step.stops:
            return JSONResponse({"refusal": refusal(who.only_stops, phrases)}, 403)
        if step.wants_proof and not async_auth.auth.fresh(who):
            return JSONResponse({"refusal": refusal(denied("ACC-PROVE"), phrases)}, 403)
        return await _ask(desk, issued, press, phrases)

    @router.post("/keys", responses=answers(Unlocked, {"unlocked": "Luis Rojas"}, *LOOKED, *POSTED))
    async def unlock_key(asking: Proving, request: Request) -> JSONResponse:
        """Unlock one's own key, for the steps that need a signature."""
        who = who_of(request)
        code = await unlock(desk, async_auth, who, who.person, asking.secret, source_of(request))
        if not code:
            return JSONResponse({"unlocked": who.person})
        sentence = languages.of(request)(UNLOCKING.get(code, Sentence(NOT_UNLOCKED, code=code)))
        return JSONResponse({"refusal": encode(Refusal(code, "AJ-42", sentence))}, 403)

    _sessions(router, async_auth, languages)
    return router


def _sessions(router: APIRouter, async_auth: AsyncAuth, languages: Languages) -> None:
    """Add the routes by which programs come and go."""

    @router.post(
        "/session",
        response_model=None,
        responses=answers(Entered, {"token": "2yTb…", **_LUIS}, *POSTED, 401, 429),
        openapi_extra={"security": []},
    )
    async def enter(entering: Entering, request: Request) -> Any:
        """Enter, for a bearer token."""
        source = source_of(request)
        entered = await async_auth.log_in(entering.person, entering.passphrase, entering.code, source)
        if isinstance(entered, Denied):
            return denial(request, entered, 429 if entered.wait_s else 401, languages.of(request))
        return {"token": entered.token, "person": entered.who.person, "posts": entered.who.account.posts}

    @router.get("/session", responses=answers(Present, {**_LUIS, "fresh": True}, *LOOKED))
    async def show_session(request: Request) -> JSONResponse:
        """Who this is, in which posts, and whether they authenticated within two minutes."""
        who = who_of(request)
        fresh = async_auth.auth.fresh(who)
        return JSONResponse({"person": who.person, "posts": who.account.posts, "fresh": fresh})

    @router.post(
        "/proof", response_model=None, responses=answers(Proved, {"fresh": True}, *LOOKED, *POSTED, 429)
    )
    async def prove(proving: Proving, request: Request) -> Any:
        """Authenticate again, for payments and for what two decide."""
        wrong = await async_auth.prove(who_of(request), proving.secret, source_of(request))
        if wrong is None:
            return {"fresh": True}
        return denial(request, wrong, 429 if wrong.wait_s else 403, languages.of(request))

    @router.post("/log-out", responses=answers(Ended, {"ended": "Luis Rojas"}, *LOOKED, *POSTED))
    async def leave(_: Leaving, request: Request) -> JSONResponse:
        """End the session."""
        who, source = who_of(request), source_of(request)
        await async_auth.run(lambda: async_auth.auth.log_out(who, source))
        return JSONResponse({"ended": who.person})


async def _ask(desk: DeskPort, issued: Issued, press: Press, phrases: Phrasebook) -> JSONResponse:
    try:
        outcome = await to_thread.run_sync(desk.ask, issued, press, abandon_on_cancel=True)
    except MinutesError as error:
        return JSONResponse({"error": {"code": error.code, "sentence": error.sentence}}, 503)
    except TimeoutError:
        return JSONResponse({"error": {"code": "TABLE-SILENT", "sentence": phrases(NO_ANSWER)}}, 504)
    if isinstance(outcome, Refusal):
        return JSONResponse({"refusal": encode(phrases.refusal(outcome))}, 409)
    return JSONResponse({"done": {"entries": outcome.entries}})
