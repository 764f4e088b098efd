"""The book's past on the console: its folios, each looked at and printed, and the reports on it.

They read, and change nothing; a copy is printed by the step of that name, as at the desk. Not responsible for
who may come here (the role matrix), nor for how the book is read (``RecordsPort``).
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from hallctl.i18n.sentences import _
from hallctl.outputs.reports import ReportKind
from hallctl.rules.commands.volumes import ReprintFolio
from hallctl.rules.folios import PENDING, PRINTING, QUEUE
from hallctl.web.access.auth import Who
from hallctl.web.access.matrix import ACTS_POSTS
from hallctl.web.access.words import denied
from hallctl.web.console import records_view as view
from hallctl.web.console.async_auth import AsyncAuth
from hallctl.web.console.gate import denial, source_of, who_of
from hallctl.web.console.markup import Markup
from hallctl.web.console.painter import rendering_id
from hallctl.web.ports import DeskPort
from hallctl.web.records import FolioRow, RecordsError, RecordsPort

T = TypeVar("T")

MOST_WAITING: Final = 12
"""So many requests wait for the book's past at most; one more is asked to come back."""

_AT_ONCE: Final = 2
_COME_BACK: Final = _("Ya se están haciendo otros informes. Vuelva a pedirlo en un momento.")
_NO_FOLIO: Final = _("No hay ningún folio con ese nombre.")
_NO_REPORT: Final = _("No hay ningún informe con ese nombre.")
_PDF_HEADERS: Final = {
    # A browser's own viewer styles the page that it makes of the file.
    "Content-Security-Policy": "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; "
    "frame-ancestors 'none'",
}
_FOR_EVER: Final = {"Cache-Control": "private, max-age=31536000, immutable"}


class PastReader:
    """Asks for the book's past off the event loop, in threads of its own: the desk's steps wait for none."""

    def __init__(self, records: RecordsPort) -> None:
        self.records = records
        self._hands = CapacityLimiter(_AT_ONCE)
        self._waiting = 0

    async def read(self, what: Callable[[], T]) -> T:
        """Return what a function reads.

        Raises:
            RecordsError: As it says, or too many wait already.
        """
        if self._waiting >= MOST_WAITING:
            raise RecordsError(_COME_BACK)
        self._waiting += 1
        try:
            return await to_thread.run_sync(what, limiter=self._hands)
        finally:
            self._waiting -= 1

    async def folios(self) -> tuple[FolioRow, ...]:
        """Return every folio, the newest first."""
        return tuple(await self.read(self.records.folios))

    async def folio(self, name: str) -> FolioRow | None:
        """Return the folio whose file has this name without its ending."""
        return next((each for each in await self.folios() if each.name == f"{name}.pdf"), None)


class _Pages:
    """What every page of the past shows, and how it is answered."""

    def __init__(self, desk: DeskPort, past: PastReader, markup: Markup) -> None:
        self._desk, self._past, self._markup = desk, past, markup

    def _show(self, request: Request, template: str, here: str, **more: Any) -> HTMLResponse:
        who = who_of(request)
        about: dict[str, Any] = {"hall": self._desk.hall, "simulated": self._desk.simulated, "here": here}
        about |= {"csrf": who.session.csrf, "may_acts": bool(who.posts & set(ACTS_POSTS))}
        return HTMLResponse(self._markup.render(request, template, **about, **more))

    def _none(self, request: Request, sentence: str) -> Response:
        return Response(self._markup.phrases(request)(sentence), 404, media_type="text/plain")


class _Folios(_Pages):
    """The pages of the folios."""

    async def listed(self, request: Request, busca: str = "", desde: int = 0) -> Response:
        """List them, or those that fit what is looked for."""
        phrases, state, problem = self._markup.phrases(request), self._desk.newest().state, ""
        found: tuple[FolioRow, ...] = ()
        try:
            found = await self._past.folios()
        except RecordsError as error:
            problem = str(error)
        shown = view.folio_list(found, busca[:40].strip(), max(0, desde), phrases)
        told = {PRINTING, QUEUE, PENDING}
        notices = [each for each in state.notices if (each.device, each.code) in told]
        more = {"problem": problem, "notices": notices, "coming": view.is_coming(found, state)}
        return self._show(request, "acts.html", "acts", **more, **shown)

    async def last(self) -> Response:
        """Show the act of the newest game; where it is still being typeset, the list, which says so."""
        found = await self._past.folios()
        newest = next((each for each in found if each.game is not None and not each.copy), None)
        if newest is None or view.is_coming(found, self._desk.newest().state):
            return RedirectResponse("/actas", 303)
        return RedirectResponse(f"/actas/{newest.name.removesuffix('.pdf')}", 303)

    async def file(self, name: str, request: Request) -> Response:
        """Give a folio's file."""
        folio = await self._past.folio(name)
        if folio is None:
            return self._none(request, _NO_FOLIO)
        return _pdf(await self._past.read(lambda: self._past.records.pdf(folio)), folio.name)

    async def picture(self, name: str, request: Request, hoja: int = 1) -> Response:
        """Give a page of it as a picture."""
        folio = await self._past.folio(name)
        if folio is None or not 1 <= hoja <= folio.sheets:
            return self._none(request, _NO_FOLIO)
        content = await self._past.read(lambda: self._past.records.picture(folio, hoja))
        return Response(content, media_type="image/png", headers=_FOR_EVER)

    async def one(self, name: str, request: Request) -> Response:
        """Show one folio."""
        found, phrases = await self._past.folios(), self._markup.phrases(request)
        place = next((at for at, each in enumerate(found) if each.name == f"{name}.pdf"), None)
        if place is None:
            return self._none(request, _NO_FOLIO)
        row, newer, older = (
            view.row_of(found[at], phrases) if 0 <= at < len(found) else None
            for at in (place, place - 1, place + 1)
        )
        again = _reprint(self._desk, found[place], who_of(request))
        return self._show(request, "act.html", "acts", row=row, newer=newer, older=older, reprint=again)


def acts(desk: DeskPort, past: PastReader, markup: Markup) -> APIRouter:
    """Return the routes of the folios."""
    router, folios = APIRouter(prefix="/actas", include_in_schema=False), _Folios(desk, past, markup)
    for path, answer in (
        ("", folios.listed),
        ("/ultima", folios.last),
        ("/{name}.pdf", folios.file),
        ("/{name}.png", folios.picture),
        ("/{name}", folios.one),
    ):
        router.get(path)(answer)
    return router


def _pdf(content: bytes, name: str) -> Response:
    headers = _PDF_HEADERS | {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(content, media_type="application/pdf", headers=headers)


def _reprint(desk: DeskPort, folio: FolioRow, who: Who) -> dict[str, Any] | None:
    """Return what the form of a copy sends beside its folio; None where this person prints none of it."""
    state, step = desk.newest().state, desk.game.rules.all_steps[ReprintFolio]
    post = next((each for each in step.posts if each in who.posts), None)
    open_volume = state.book is not None and folio.volume == state.volume
    if post is None or not open_volume or not folio.folio or folio.copy:
        return None
    seen = desk.game.rules.shown(state, ReprintFolio)
    return {"post": post.value, "seen": seen, "heard": desk.now(), "request": rendering_id()}


class _Reports(_Pages):
    """The pages of the reports."""

    def __init__(self, desk: DeskPort, past: PastReader, async_auth: AsyncAuth, markup: Markup) -> None:
        super().__init__(desk, past, markup)
        self._async_auth = async_auth

    async def first(self, request: Request) -> Response:
        """Show the first that they may read."""
        return RedirectResponse(f"/informes/{self._readable(who_of(request))[0].address}", 303)

    async def page(self, name: str, request: Request, de: str = "") -> Response:
        """Show one."""
        kind = await self._asked(request, name)
        if isinstance(kind, Response):
            return kind
        shown: dict[str, Any] = {"kind": kind, "kinds": self._readable(who_of(request)), "problem": ""}
        shown |= {"page": None, "choices": (), "chosen": ""}
        try:
            about = await self._chosen(kind, de, request)
            shown |= {"choices": about.choices, "chosen": about.value}
            records = self._past.records
            shown["page"] = await self._past.read(
                lambda: records.page(kind.name, about.volume, about.session)
            )
        except RecordsError as error:
            shown["problem"] = str(error)
        return self._show(request, "report.html", "reports", **shown)

    async def pdf(self, name: str, request: Request, de: str = "") -> Response:
        """Give one as PDF."""
        made = await self._file(name, request, de, "pdf")
        return made if isinstance(made, Response) else _pdf(*made)

    async def csv(self, name: str, request: Request, de: str = "") -> Response:
        """Give one as a table."""
        made = await self._file(name, request, de, "csv")
        if isinstance(made, Response):
            return made
        content, called = made
        headers = {"Content-Disposition": f'attachment; filename="{called}"'}
        return Response(content, media_type="text/csv; charset=utf-8", headers=headers)

    async def _file(self, name: str, request: Request, de: str, form: str) -> tuple[bytes, str] | Response:
        kind = await self._asked(request, name)
        if isinstance(kind, Response):
            return kind
        about, records = await self._chosen(kind, de, request), self._past.records
        content = await self._past.read(lambda: records.file(kind.name, about.volume, about.session, form))
        return content, f"{kind.address}-{about.value}.{form}"

    def _readable(self, who: Who) -> list[ReportKind]:
        return [kind for kind in self._desk.game.reports if who.posts & set(kind.posts)]

    async def _asked(self, request: Request, address: str) -> ReportKind | Response:
        """Return the report of an address; the answer to who may not read it, which is logged."""
        kinds, who = self._desk.game.reports, who_of(request)
        kind = next((each for each in kinds if each.address == address), None)
        if kind is None:
            return self._none(request, _NO_REPORT)
        if kind in self._readable(who):
            return kind
        why = denied("ACC-PAGE")
        said = f"{request.method} {request.url.path}"
        await self._async_auth.write("refused", who.person, source_of(request), f"{why.code} {said}")
        return denial(request, why, 403, self._markup.phrases(request))

    async def _chosen(self, kind: ReportKind, de: str, request: Request) -> view.Chosen:
        sessions = await self._past.read(self._past.records.sessions)
        return view.choose(kind, sessions, de, self._markup.phrases(request), self._desk.game.rounds)


def reports(desk: DeskPort, past: PastReader, async_auth: AsyncAuth, markup: Markup) -> APIRouter:
    """Return the routes of the reports."""
    router = APIRouter(prefix="/informes", include_in_schema=False)
    pages = _Reports(desk, past, async_auth, markup)
    for path, answer in (
        ("", pages.first),
        ("/{name}.pdf", pages.pdf),
        ("/{name}.csv", pages.csv),
        ("/{name}", pages.page),
    ):
        router.get(path)(answer)
    return router


async def unread(_request: Request, error: Exception) -> Response:
    """Answer 503 where the past cannot be had, with the reason."""
    return Response(str(error), 503, media_type="text/plain; charset=utf-8")
