"""The pages of the consolidated reports, and their files.

Not responsible for what a report says (``reports``), nor for typesetting.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from hallctl.i18n.sentences import _
from hallctl.office.web.database import Reading
from hallctl.office.web.halls import known_halls
from hallctl.office.web.pages import Pages, day_of
from hallctl.office.web.reports.kinds import KINDS
from hallctl.office.web.reports.values import Kind, OfficeReport, Period, paper, read_report

_BY_ADDRESS: Final = {kind.address: kind for kind in KINDS}
_NO_REPORT: Final = _("No hay ningún informe con ese nombre.")
_LAST_DAY: Final = (
    "SELECT coalesce(max(day), current_date) AS day FROM books.placed WHERE kind = 'SessionOpened'"
)
_PDF: Final = {
    "Content-Security-Policy": "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; "
    "frame-ancestors 'none'"
}


def report_routes(pages: Pages, render: Callable[[str, Mapping[str, Any], datetime], bytes]) -> APIRouter:
    """Return the routes of the reports."""
    router, one_at_a_time = APIRouter(), CapacityLimiter(1)

    async def made(kind: Kind, request: Request) -> tuple[Any, Period, OfficeReport]:
        asked = request.query_params

        def read(connection: Reading) -> tuple[Any, Period, OfficeReport]:
            halls = known_halls(connection)
            hall = asked.get("sala", "")
            last = connection.execute(_LAST_DAY).fetchone()
            today = datetime.now(UTC).date() if last is None else last["day"]
            since, until = day_of(asked.get("desde", "")), day_of(asked.get("hasta", ""))
            period = Period.asked(since, until, hall if hall in halls else "", today)
            return halls, period, read_report(connection, kind, period)

        return await pages.ask(read)

    @router.get("/informes")
    async def first() -> Response:
        return RedirectResponse(f"/informes/{KINDS[0].address}", 303)

    @router.get("/informes/{name}.csv")
    async def as_table(request: Request, name: str) -> Response:
        kind = _BY_ADDRESS.get(name)
        if kind is None:
            return pages.problem(request, _NO_REPORT, 404)
        _halls, period, report = await made(kind, request)
        file = f"{name}-{period.since}-{period.until}.csv"
        headers = {"Content-Disposition": f'attachment; filename="{file}"'}
        return Response(report.sheet.csv(), media_type="text/csv; charset=utf-8", headers=headers)

    @router.get("/informes/{name}.pdf")
    async def as_paper(request: Request, name: str) -> Response:
        kind = _BY_ADDRESS.get(name)
        if kind is None:
            return pages.problem(request, _NO_REPORT, 404)
        halls, period, report = await made(kind, request)
        about = halls[period.hall].name if period.hall else f"{len(halls)} salas"
        now = datetime.now(UTC).astimezone()
        subtitle = f"{period.words} · {about}" if kind.when else about
        data = paper(kind, report, subtitle, pages.name, now)
        content = await to_thread.run_sync(render, "informe", data, now, limiter=one_at_a_time)
        return Response(content, media_type="application/pdf", headers=_PDF)

    @router.get("/informes/{name}")
    async def page(request: Request, name: str) -> HTMLResponse:
        kind = _BY_ADDRESS.get(name)
        if kind is None:
            return pages.problem(request, _NO_REPORT, 404)
        halls, period, report = await made(kind, request)
        query = f"?desde={period.since}&hasta={period.until}&sala={period.hall}"
        about = {"kind": kind, "kinds": KINDS, "halls": halls, "period": period, "query": query}
        return pages.show(request, "office_report.html", "reports", **about, blocks_of=report.blocks)

    return router
