"""The pages of halls, entries and alarms.

Not responsible for what they say (``halls``, ``night``, ``entries``, ``alarms``), nor for who may see them.
"""

from collections.abc import Callable
from datetime import date
from http import HTTPStatus
from typing import Any, Final, TypeVar

from anyio import to_thread
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from hallctl.i18n.sentences import Sentence, _
from hallctl.office.web import alarms as alarm_rows
from hallctl.office.web.database import Database, Reading
from hallctl.office.web.entries import Asked, NoProofError, find, one, prove, shown_all
from hallctl.office.web.halls import Glance, glance, known_halls, live_of
from hallctl.office.web.markup import OfficeMarkup
from hallctl.office.web.news import News
from hallctl.office.web.night import night_of
from hallctl.web.console.asking import read_fields
from hallctl.web.console.gate import who_of

T = TypeVar("T")
_NO_HALL: Final = _("Ninguna sala de la cadena se llama «{hall}».")
_NO_ENTRY: Final = _("La oficina no tiene ese asiento.")


class Pages:
    """What every page has, and how it is answered."""

    def __init__(self, name: str, url: str, database: Database, markup: OfficeMarkup, news: News) -> None:
        self.name, self.url, self.database, self.markup, self.news = name, url, database, markup, news
        self._glance: tuple[int, Glance] | None = None

    async def ask(self, question: Callable[[Reading], T]) -> T:
        """Read something of the database."""
        return await self.database.ask(question)

    async def glance(self) -> Glance:
        """Return where all halls stand; what has not changed is not read again."""
        sequence = self.news.sequence
        if self._glance is None or self._glance[0] != sequence:
            self._glance = sequence, await self.ask(glance)
        return self._glance[1]

    def show(
        self, request: Request, template: str, here: str, status: int = 200, /, **more: Any
    ) -> HTMLResponse:
        """Answer with a page."""
        who = who_of(request)
        about = {"hall": self.name, "simulated": False, "here": here, "who": who, "csrf": who.session.csrf}
        return HTMLResponse(self.markup.render(request, template, **about, **more), status)

    def problem(self, request: Request, sentence: Sentence | str, status: int) -> HTMLResponse:
        """Answer with a page that says why there is nothing."""
        return self.show(request, "office_problem.html", "", status, sentence=sentence)


def routes(pages: Pages) -> APIRouter:
    """Return the routes of halls, entries and alarms."""
    router = APIRouter()
    _add_halls(router, pages)
    _add_entries(router, pages)
    _add_alarms(router, pages)
    return router


def _add_halls(router: APIRouter, pages: Pages) -> None:
    @router.get("/")
    async def halls(request: Request) -> HTMLResponse:
        return pages.show(request, "halls.html", "halls", glance=await pages.glance())

    @router.get("/panel")
    async def panel(request: Request) -> HTMLResponse:
        return pages.show(request, "halls_panel.html", "halls", glance=await pages.glance())

    async def night(request: Request, template: str, hall: str, dia: str) -> HTMLResponse:
        def read(connection: Reading) -> Any:
            halls = known_halls(connection)
            if hall not in halls:
                return None
            found = night_of(connection, hall, day_of(dia))
            return halls[hall], found, shown_all(found.lists["entries"], halls)

        found = await pages.ask(read)
        if found is None:
            return pages.problem(request, Sentence(_NO_HALL, hall=hall), HTTPStatus.NOT_FOUND)
        known, shown, entries = found
        live = live_of(shown.head) if shown.head else None
        balls = {(each["volume"], each["game"]): each["balls"] for each in shown.lists["balls"]}
        about = {"known": known, "night": shown, "lists": shown.lists, "entries": entries, "live": live}
        return pages.show(request, template, "halls", **about, balls=balls)

    @router.get("/salas/{hall}")
    async def hall_page(request: Request, hall: str, dia: str = "") -> HTMLResponse:
        return await night(request, "night.html", hall, dia)

    @router.get("/salas/{hall}/panel")
    async def hall_panel(request: Request, hall: str, dia: str = "") -> HTMLResponse:
        return await night(request, "night_panel.html", hall, dia)


def _add_entries(router: APIRouter, pages: Pages) -> None:
    @router.get("/asientos")
    async def search(
        request: Request,
        sala: str = "",
        clase: str = "",
        texto: str = "",
        numero: str = "",
        hash: str = "",
        desde: str = "",
        hasta: str = "",
        antes: str = "",
    ) -> HTMLResponse:
        number = int(numero) if numero.isascii() and numero.isdigit() and len(numero) < 16 else None
        words = (sala, clase.strip(), texto.strip())
        asked = Asked(*words, number, hash.strip().lower(), day_of(desde), day_of(hasta), antes)

        def read(connection: Reading) -> Any:
            halls = known_halls(connection)
            kinds = [row["kind"] for row in connection.execute(_KINDS)]
            return halls, kinds, *find(connection, asked, halls)

        halls, kinds, found, older = await pages.ask(read)
        about = {"halls": halls, "kinds": kinds, "found": found, "asked": asked}
        return pages.show(
            request, "search.html", "entries", **about, older=asked.address(older) if older else ""
        )

    @router.get("/asientos/{hall}/{volume}/{number}")
    async def entry(request: Request, hall: str, volume: int, number: int) -> HTMLResponse:
        def read(connection: Reading) -> Any:
            halls = known_halls(connection)
            row = connection.execute("SELECT controller FROM halls WHERE hall = %s", (hall,)).fetchone()
            return halls.get(hall), one(connection, (hall, volume, number), halls), row

        known, found, keys = await pages.ask(read)
        if known is None or found is None:
            return pages.problem(request, _NO_ENTRY, HTTPStatus.NOT_FOUND)
        return pages.show(request, "entry.html", "entries", known=known, found=found, key=keys["controller"])

    @router.get("/asientos/{hall}/{volume}/{number}/prueba.json")
    async def proof(request: Request, hall: str, volume: int, number: int) -> Response:
        try:
            made = await pages.ask(lambda connection: prove(connection, (hall, volume, number)))
        except NoProofError as error:
            return pages.problem(request, error.args[0], HTTPStatus.CONFLICT)
        name = f"{hall}-tomo-{volume:04}-asiento-{number}.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(made.written(), media_type="application/json", headers=headers)


def _add_alarms(router: APIRouter, pages: Pages) -> None:
    @router.get("/alarmas")
    async def alarms(request: Request, sala: str = "", todas: str = "") -> HTMLResponse:
        def read(connection: Reading) -> Any:
            return known_halls(connection), alarm_rows.alarms(connection, sala, ended=bool(todas))

        halls, rows = await pages.ask(read)
        return pages.show(
            request, "alarms.html", "alarms", halls=halls, rows=rows, hall_asked=sala, ended=bool(todas)
        )

    @router.post("/alarmas")
    async def acknowledge(request: Request) -> Response:
        try:
            alarm = read_fields(await request.body()).get("alarma", [""])[0]
        except ValueError:
            alarm = ""
        if alarm.isascii() and alarm.isdigit() and len(alarm) < 16:
            person = who_of(request).person
            await to_thread.run_sync(alarm_rows.acknowledge, pages.url, int(alarm), person)
        return RedirectResponse("/alarmas", HTTPStatus.SEE_OTHER)


_KINDS: Final = "SELECT DISTINCT kind FROM books.placed ORDER BY kind"


def day_of(text: str) -> date | None:
    """Return the day that a field of a form has; None where it has none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
