"""The desk's page: one live panel, and a form for every step.

Not responsible for what a step does, nor for telling other consoles: they hear of it from the hub.
"""

from typing import Any, Final

from anyio import to_thread
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from hallctl.console import view
from hallctl.console.asking import UnclearError, read_form
from hallctl.console.ports import DeskPort
from hallctl.console.words import FOR_DEVICES, NO_ANSWER, POST_NAMES
from hallctl.minutes.errors import MinutesError
from hallctl.outputs.words import CLAIM_NAMES, amount, series_name
from hallctl.rules.commands import Post
from hallctl.rules.decide import STEPS
from hallctl.rules.refusals import Refusal

STALE: Final = {"HX-Trigger": "stale"}
"""Has the page fetch its panel anew: its forms then carry fresh request ids."""


def pages(desk: DeskPort) -> APIRouter:
    """Return the routes of the page."""
    router = APIRouter(include_in_schema=False)
    templates = _templates()

    def render(template: str, /, **context: Any) -> str:
        return templates.get_template(template).render(**context)

    @router.get("/")
    async def whole_page() -> HTMLResponse:
        return HTMLResponse(render("page.html", page=view.page(desk)))

    @router.get("/panel")
    async def panel() -> HTMLResponse:
        return HTMLResponse(render("panel.html", page=view.page(desk)))

    @router.post("/steps")
    async def step(request: Request) -> HTMLResponse:
        try:
            issued = read_form(await request.body())
        except UnclearError as error:
            return HTMLResponse(
                render("said.html", kind="unclear", sentence=" ".join(error.problems)), headers=STALE
            )
        if issued.actor.post is Post.CONTROLLER:
            return HTMLResponse(
                render("said.html", kind="refused", name="Paso", refusal=FOR_DEVICES), 403, STALE
            )
        name = STEPS[type(issued.command)].name
        try:
            outcome = await to_thread.run_sync(desk.ask, issued, abandon_on_cancel=True)
        except MinutesError as error:
            return HTMLResponse(
                render("said.html", kind="halted", name=name, sentence=str(error)), 503, STALE
            )
        except TimeoutError:
            # The form keeps its request id, so that repeating it has no second effect.
            return HTMLResponse(render("said.html", kind="halted", name=name, sentence=NO_ANSWER), 504)
        if isinstance(outcome, Refusal):
            return HTMLResponse(
                render("said.html", kind="refused", name=name, refusal=outcome), headers=STALE
            )
        return HTMLResponse(render("said.html", kind="done", name=name, done=outcome), headers=STALE)

    return router


def _templates() -> Environment:
    templates = Environment(
        loader=PackageLoader("hallctl.console"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters |= {"amount": amount, "series_name": series_name}
    templates.globals |= {"POST_NAMES": POST_NAMES, "CLAIM_NAMES": CLAIM_NAMES}
    return templates
