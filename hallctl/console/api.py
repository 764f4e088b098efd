"""The same desk for programs: its view as JSON, and the same commands with the same refusals.

Not responsible for documentation pages: the OpenAPI description is at ``/api/openapi.json``.
"""

from typing import Any

from anyio import to_thread
from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict

from hallctl.console import view
from hallctl.console.asking import UnclearError, read_step
from hallctl.console.ports import DeskPort
from hallctl.console.words import FOR_DEVICES, NO_ANSWER
from hallctl.minutes.errors import MinutesError
from hallctl.rules.codec import encode
from hallctl.rules.commands import Post
from hallctl.rules.refusals import Refusal


class Asking(BaseModel):
    """A command as a program sends it.

    Attributes:
        request: The request id: the same again gives the same answer and no second effect.
        post: The post of the person who takes the step.
        person: Who that is.
        command: The name of the command.
        body: Its fields.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    request: str
    post: str
    person: str
    command: str
    body: dict[str, Any]


def api(desk: DeskPort) -> APIRouter:
    """Return the routes of the API."""
    router = APIRouter(prefix="/api")

    @router.get("/desk")
    async def show_desk() -> JSONResponse:
        """Where the hall stands, and every step a person can take."""
        return JSONResponse(view.desk_json(desk))

    @router.post("/commands")
    async def command(asking: Asking) -> JSONResponse:
        """Take a step: 200 done, 403 or 409 refused, 422 not understood, 503 and 504 the hall cannot."""
        if asking.post == Post.CONTROLLER:
            return JSONResponse({"refusal": encode(FOR_DEVICES)}, 403)
        try:
            issued = read_step(asking.request, asking.post, asking.person, asking.command, asking.body)
            outcome = await to_thread.run_sync(desk.ask, issued, abandon_on_cancel=True)
        except UnclearError as error:
            return JSONResponse({"problems": error.problems}, 422)
        except MinutesError as error:
            return JSONResponse({"error": {"code": error.code, "sentence": error.sentence}}, 503)
        except TimeoutError:
            return JSONResponse({"error": {"code": "TABLE-SILENT", "sentence": NO_ANSWER}}, 504)
        if isinstance(outcome, Refusal):
            return JSONResponse({"refusal": encode(outcome)}, 409)
        return JSONResponse({"done": {"entries": outcome.entries}})

    return router
