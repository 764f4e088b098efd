"""The page on which a Director draws a pattern and sees its forms and true odds (PT-62, D19).

It changes nothing: what is drawn stands in the page's address, and comes out as lines for the file of the
rule set, which the regulator approves (AJ-117, PT-01). Not responsible for what a pattern is.
"""

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from hallctl.outputs.pattern_board import Drawing, PatternBoard
from hallctl.web.console.markup import Markup
from hallctl.web.ports import DeskPort

PATH: Final = "/figuras"

_LONGEST: Final = 40
"""Of a name or a key."""

_MOST: Final = 99
"""No card has more cells."""


def drawing(desk: DeskPort, board: PatternBoard, markup: Markup) -> APIRouter:
    """Return the routes of the page."""
    router = APIRouter(include_in_schema=False)

    @router.get(PATH)
    async def page(request: Request) -> HTMLResponse:
        rules = desk.newest().state.rules
        drawn = read_drawing(request)
        columns, rows = board.columns(rules), board.rows(rules)
        judged = board.judge(rules, drawn) if columns and request.query_params else None
        about = {"hall": desk.hall, "simulated": desk.simulated, "back": PATH}
        text = markup.render(
            request, "drawing.html", drawn=drawn, judged=judged, columns=columns, rows=rows, **about
        )
        return HTMLResponse(text)

    return router


def read_drawing(request: Request) -> Drawing:
    """Return what the address says is drawn; what is no cell is left out."""
    sent = request.query_params
    cells = frozenset(int(c) for c in sent.getlist("c") if c.isdecimal() and len(c) < 3 and int(c) <= _MOST)
    key, es, pt, en = (sent.get(name, "")[:_LONGEST].strip() for name in ("key", "es", "pt", "en"))
    marks = ("turned" in sent, "mirrored" in sent, "shifted" in sent)
    return Drawing(key, es, pt, en, cells, *marks)
