"""The page on which a Director has the camera learn a set of balls, beside a hall that plays nothing (AJ-24).

Not responsible for calibrating (``hallctl.web.calibration``), nor for registering the set, which is a step.
"""

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import parse_qs

from anyio import to_thread
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from hallctl.i18n.sentences import Sentence
from hallctl.web.calibration import LONGEST, CalibrationPort
from hallctl.web.console.gate import who_of
from hallctl.web.console.markup import Markup
from hallctl.web.ports import DeskPort

PATH: Final = "/calibrar"

_SIGNS: Final = {"clear": "✓", "worn": "~", "ambiguous": "?", "unreadable": "✗", "missing": "–"}


class _Calibrating:
    """The page and its parts."""

    def __init__(self, desk: DeskPort, calibration: CalibrationPort, markup: Markup) -> None:
        self._desk, self._calibration, self._markup = desk, calibration, markup

    async def page(self, request: Request) -> Response:
        """Show it."""
        return self._page(request)

    async def state(self, request: Request) -> Response:
        """Show its moving part."""
        return HTMLResponse(self._markup.render(request, "calibrating_now.html", **self._now()))

    async def picture(self) -> Response:
        """Give the newest picture."""
        content = await to_thread.run_sync(self._calibration.picture)
        if content is None:
            return Response(status_code=204)
        return Response(content, media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    async def start(self, request: Request) -> Response:
        """Begin with a set, or go on with it."""
        sent = await _form(request)
        name, again = sent("name")[: LONGEST + 1], bool(sent("again"))
        why = await to_thread.run_sync(lambda: self._calibration.start(name, again=again))
        return RedirectResponse(PATH, 303) if why is None else self._page(request, why, 409)

    async def answer(self, request: Request) -> Response:
        """Take an answer to what is asked."""
        sent = await _form(request)
        self._calibration.answer(sent("key"))
        return RedirectResponse(PATH, 303)

    def _page(self, request: Request, why: Sentence | None = None, status: int = 200) -> Response:
        about = {"hall": self._desk.hall, "simulated": self._desk.simulated, "back": PATH}
        about |= {"csrf": who_of(request).session.csrf, "why": why, "longest": LONGEST}
        about |= {"sets": self._calibration.sets(), "address": PATH}
        return HTMLResponse(self._markup.render(request, "calibrating.html", **about, **self._now()), status)

    def _now(self) -> dict[str, Any]:
        return {"now": self._calibration.progress(), "signs": _SIGNS}


async def _form(request: Request) -> Callable[[str], str]:
    """Return what looks up a field of the form; empty where it is not there."""
    fields = parse_qs((await request.body()).decode("utf-8", "replace"), keep_blank_values=True)
    return lambda name: fields.get(name, [""])[-1]


def calibrating(desk: DeskPort, calibration: CalibrationPort, markup: Markup) -> APIRouter:
    """Return the routes of the page."""
    router = APIRouter(prefix=PATH, include_in_schema=False)
    pages = _Calibrating(desk, calibration, markup)
    router.get("")(pages.page)
    router.get("/estado")(pages.state)
    router.get("/imagen")(pages.picture)
    router.post("")(pages.start)
    router.post("/respuesta")(pages.answer)
    return router
