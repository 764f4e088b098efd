"""The desk's page: one live panel, and a form for every step.

Not responsible for what a step does, nor for other consoles: they hear of it from the hub. The session
decides who sends a form, never the form.
"""

from typing import Any

from anyio import to_thread
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from hallctl.i18n.sentences import Sentence, _
from hallctl.minutes.errors import MinutesError
from hallctl.rules.commands.base import Issued, Post
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Proof, Step
from hallctl.table.messages import Done
from hallctl.table.press import Press
from hallctl.web.access.auth import Who
from hallctl.web.access.words import denied
from hallctl.web.console import view
from hallctl.web.console.asking import UnclearError, read_form, read_press, read_secret
from hallctl.web.console.async_auth import AsyncAuth
from hallctl.web.console.claims import ClaimDesk
from hallctl.web.console.gate import source_of, who_of
from hallctl.web.console.inbox import with_inbox
from hallctl.web.console.markup import Markup
from hallctl.web.console.painter import CSRF, RENDERING, Painter, handed_over
from hallctl.web.console.tabs import looking
from hallctl.web.console.words import FOR_DEVICES, NO_ANSWER, NOT_UNLOCKED, TO_UNLOCK, UNLOCKING
from hallctl.web.ports import DeskPort


def pages(desk: DeskPort, async_auth: AsyncAuth, markup: Markup, painter: Painter) -> APIRouter:
    """Return the routes of the page."""
    router = APIRouter(include_in_schema=False)
    claims = ClaimDesk(desk)

    async def show(template: str, request: Request, post: str) -> HTMLResponse:
        who = who_of(request)
        seen, phrases = looking(who, post), markup.phrases(request)

        def drawn() -> str:
            # All of it at one moment: the table may go on while this is drawn.
            snapshot = desk.newest()
            sung = claims.see(snapshot.state, seen.actors)
            shown = with_inbox(desk, view.page(desk, snapshot, seen, sung, phrases))
            marks = {"csrf": CSRF, "rendering": RENDERING}
            return markup.fill(phrases, template, page=shown, heard=desk.now(), **marks)

        page = await painter.paint((template, seen, phrases.language), drawn)
        return HTMLResponse(handed_over(page, who.session.csrf))

    @router.get("/")
    async def whole_page(request: Request, puesto: str = "") -> HTMLResponse:
        return await show("page.html", request, puesto)

    @router.get("/panel")
    async def panel(request: Request, puesto: str = "") -> HTMLResponse:
        return await show("panel.html", request, puesto)

    @router.post("/steps")
    async def step(request: Request) -> HTMLResponse:
        body = await request.body()
        return await _Form(desk, async_auth, markup, request, body).take(body)

    @router.post("/keys")
    async def keys(request: Request) -> HTMLResponse:
        return await _Form(desk, async_auth, markup, request, await request.body()).unlock()

    @router.post("/confirmar")
    async def confirm(request: Request) -> HTMLResponse:
        return await _Form(desk, async_auth, markup, request, await request.body()).confirm()

    return router


class _Form:
    """What becomes of a form that somebody sent."""

    def __init__(
        self, desk: DeskPort, async_auth: AsyncAuth, markup: Markup, request: Request, sent: bytes
    ) -> None:
        self._desk = desk
        self._async_auth = async_auth
        self._markup = markup
        self._request = request
        self._sent = sent
        self._phrases = markup.phrases(request)
        self._who = who_of(request)
        self._source = source_of(request)

    def _read(self, raw: bytes) -> Issued:
        return self._who.issuing(read_form(self._desk.game, raw, self._who.person))

    async def take(self, raw: bytes) -> HTMLResponse:
        """Take the step of a form, and return what became of it."""
        try:
            issued = self._read(raw)
            press = read_press(raw, self._sent, self._desk.now())
        except UnclearError as error:
            return self._unclear(error)
        if issued.actor.post is Post.CONTROLLER:
            return self._result("refused", 403, name=_("Paso"), refusal=self._phrases.refusal(FOR_DEVICES))
        step = self._desk.game.rules.all_steps[type(issued.command)]
        name = Sentence(step.name)
        if issued.actor.post not in self._who.posts:
            detail = f"ACC-POST {type(issued.command).__name__} {issued.actor.post.value}"
            await self._async_auth.write("refused", self._who.person, self._source, detail)
            return self._result("denied", 403, name=name, denied=denied("ACC-POST"))
        if self._who.only_stops is not None and not step.stops:
            return self._result("denied", 401, name=name, denied=self._who.only_stops)
        if step.wants_proof and not self._async_auth.auth.fresh(self._who):
            # Nobody proves who they are for a step that is refused anyway.
            refusal = self._desk.game.rules.decide(self._desk.newest().state, issued, self._desk.now())
            if isinstance(refusal, Refusal):
                return self._result("refused", name=name, refusal=self._phrases.refusal(refusal))
            return self._ask_again(step, issued, raw)
        return await self._ask(issued, press, raw, name)

    async def unlock(self) -> HTMLResponse:
        """Unlock the key of who sent this, and take the step that waited for it."""
        try:
            passphrase, raw = read_secret(self._sent)
            issued = self._read(raw)
        except UnclearError as error:
            return self._unclear(error)
        code = await unlock(
            self._desk, self._async_auth, self._who, issued.actor.person, passphrase, self._source
        )
        if code:
            sentence = UNLOCKING.get(code, Sentence(NOT_UNLOCKED, code=code))
            return self._locked("/keys", issued, raw, sentence, code)
        return await self.take(raw)

    async def confirm(self) -> HTMLResponse:
        """Have who sent this authenticate again, and take the step that waited for it."""
        try:
            secret, raw = read_secret(self._sent)
            issued = self._read(raw)
        except UnclearError as error:
            return self._unclear(error)
        wrong = await self._async_auth.prove(self._who, secret, self._source)
        if wrong is not None:
            return self._locked("/confirmar", issued, raw, wrong.sentence, wrong.code)
        return await self.take(raw)

    async def _ask(self, issued: Issued, press: Press, raw: bytes, name: Sentence) -> HTMLResponse:
        try:
            outcome = await to_thread.run_sync(self._desk.ask, issued, press, abandon_on_cancel=True)
        except MinutesError as error:
            return self._result("halted", 503, name=name, sentence=str(error), quoted=True)
        except TimeoutError:
            # The form keeps its request id, so that repeating it has no second effect.
            text = self._markup.render(
                self._request, "said.html", kind="halted", name=name, sentence=NO_ANSWER, quoted=False
            )
            return HTMLResponse(text, 504)
        if not isinstance(outcome, Refusal):
            return self._result("done", name=name, **self._figures(outcome))
        if outcome.code in TO_UNLOCK:
            refusal = self._phrases.refusal(outcome)
            return self._locked("/keys", issued, raw, refusal.sentence, refusal.requirement)
        return self._result("refused", name=name, refusal=self._phrases.refusal(outcome))

    def _figures(self, done: Done) -> dict[str, Any]:
        """Return what a step did, for the answer; a repeated request has no events and no figures."""
        state = done.state or self._desk.newest().state
        result = self._desk.game.result(state, done.events)
        return {"done": done, "result": result, "currency": state.rules.currency}

    def _ask_again(self, step: Step, issued: Issued, raw: bytes) -> HTMLResponse:
        """Ask for a fresh authentication: by the key's passphrase where the step is signed with it anyway."""
        has_key = any(person == issued.actor.person for person, _ in self._desk.signers())
        signs = has_key and step.button is not None and step.button.proof is Proof.KEY
        return self._locked(
            "/keys" if signs else "/confirmar", issued, raw, denied("ACC-PROVE").sentence, "I16"
        )

    def _locked(self, path: str, issued: Issued, raw: bytes, sentence: str, requirement: str) -> HTMLResponse:
        """Ask for a secret, with the step that waits for it: nothing of the step is lost."""
        asked = {
            "path": path,
            "secret": self._secret(path, issued.actor.person),
            "name": Sentence(self._desk.game.rules.all_steps[type(issued.command)].name),
        }
        asked |= {"sentence": sentence, "requirement": requirement, "step": raw.decode("ascii")}
        asked |= {"csrf": self._who.session.csrf, "heard": str(self._desk.now())}
        return HTMLResponse(self._markup.render(self._request, "said.html", kind="locked", **asked))

    def _secret(self, path: str, signer: str) -> Sentence:
        """Return which secret is asked for: the key has another than the log-in."""
        if path == "/keys":
            return _("Contraseña de la clave de firma de {person}", person=signer)
        if self._who.account.pin:
            return _("PIN de {person}, o su contraseña de entrar", person=self._who.person)
        return _("Contraseña con que entra {person}", person=self._who.person)

    def _unclear(self, error: UnclearError) -> HTMLResponse:
        return self._result("unclear", sentence=" ".join(map(self._phrases.detail, error.problems)))

    def _result(self, kind: str, status: int = 200, **context: Any) -> HTMLResponse:
        text = self._markup.render(self._request, "said.html", kind=kind, **context)
        return HTMLResponse(text, status)


async def unlock(
    desk: DeskPort, async_auth: AsyncAuth, who: Who, signer: str, passphrase: str, source: str
) -> str:
    """Unlock a signer's key, which authenticates who sent this; return the code of why not, else nothing.

    Args:
        desk: The hall.
        async_auth: Takes them as just authenticated.
        who: Who sent this.
        signer: Whose key it is: their own, or of whom they stand in for.
        passphrase: As typed.
        source: From where.
    """
    code = await async_auth.run(lambda: desk.unlock(signer, passphrase))
    if code:
        await async_auth.write("key-failed", who.person, source, code)
    else:
        await async_auth.run(lambda: async_auth.auth.vouch(who, source))
    return code
