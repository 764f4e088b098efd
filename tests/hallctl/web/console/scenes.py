"""What people meet on the console: every page, and the desk in each state of a night, one after the other.

Each scene is a page that stands still until the next is asked for: the checks of accessibility look at it,
and ``python -m tools.pages`` takes its picture. Not responsible for what is looked for.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from hallctl.games.bingo.rules.state import Game
from hallctl.rules.state import Notice
from hallctl.table import messages as msg
from hallctl.web.access.sessions import FRESH_MS, IDLE_MS
from hallctl.web.ports import ScreenHealth
from tests.hallctl.web.console.hall import CAJERO, DIRECTOR, JEFE, LOCUTOR, PIN, Hall, Serving
from tests.hallctl.web.console.hands import enter, grown, press
from tests.hallctl.web.console.test_keys import SigningHall

NIGHT = (9, 57, 60, 73, 32, 90, 16, 1, (20, 26), 34, 40, 81, 17, 29, 66, 76)
"""The seventh completes the line of cards 3 and 29, the last the bingo of card 3; one is doubtful."""

PROVOKED = ("[Ss]tatus (of|Error Code) (401|409|429)",)
"""What the pages complain of meanwhile: wrong passphrases are answered so."""


@dataclass(frozen=True)
class Scene:
    """A page to look at.

    Attributes:
        name: What is seen, and by whom.
        page: It, in a window of its person.
        waits: Whether one waits for the ball, the next step or what became of the last: it is in sight.
    """

    name: str
    page: Page
    waits: bool = True


def game_of(hall: Hall) -> Game:
    game = hall.state.game
    assert game is not None
    return game


@contextmanager
def pretend(hall: Hall, **changed: Any) -> Iterator[None]:
    """Have the pages show what lasts too short to be looked at; a step from such a page would be stale."""
    newest = hall.newest()
    hall.bulletin.publish(replace(newest, state=replace(newest.state, **changed)))
    yield
    hall.bulletin.publish(newest)


class Showing:
    """A hall, its console and a window for each of its people."""

    def __init__(self, hall: SigningHall, serving: Serving, window: Callable[[], BrowserContext]) -> None:
        self.hall = hall
        self._serving = serving
        self._window = window
        self._pages: dict[str, Page] = {}

    def stranger(self, path: str = "/entrar") -> Page:
        """Return a window that nobody has entered with."""
        page = self._window().new_page()
        page.goto(f"{self._serving.url}{path}")
        return page

    def at(self, person: str, path: str = "/") -> Page:
        """Return the window of a person, newly before a page."""
        if person not in self._pages:
            self._pages[person] = self._window().new_page()
            enter(self._pages[person], self._serving.url, person)
        page = self._pages[person]
        page.goto(f"{self._serving.url}{path}")
        page.wait_for_load_state("load")
        expect(page.locator(".young")).to_have_count(0)
        return page

    def seen(self, what: str, *people: str) -> Iterator[Scene]:
        """Show where the hall stands to each of these people."""
        for person in people:
            yield Scene(f"{what}-{_FIRST_NAME[person]}", self.at(person))

    def leave(self) -> None:
        """Close the windows, which would complain of a console that is gone."""
        for page in self._pages.values():
            page.context.close()

    def play(self, *labels: str, **body: Any) -> None:
        self._look_away()
        self._serving.play(*labels, **body)

    def play_until(self, label: str) -> None:
        self._look_away()
        self._serving.play_until(label)

    def _look_away(self) -> None:
        """Leave the desk in every window: a panel that nobody looks at would be drawn anew at each step."""
        for page in self._pages.values():
            if page.url != _NOWHERE:
                page.goto(_NOWHERE)

    def draw(self, *balls: int) -> None:
        for ball in balls:
            self.play("Extraer bola")
            self.hall.wait_for_ball()
            self.play(f"Cantar el {ball}")


_NOWHERE = "about:blank"
_FIRST_NAME = {DIRECTOR: "director", JEFE: "jefe", LOCUTOR: "locutor", CAJERO: "cajero"}
EVERYBODY = (JEFE, LOCUTOR, CAJERO, DIRECTOR)


def answer_of(page: Page, label: str, *typed: str, hears: str) -> Page:
    """Take a step of a page and wait for what is said of it."""
    form = page.locator("form.step").filter(has=grown(page, label))
    for place, text in enumerate(typed):
        form.locator("input.ask:not([type=checkbox])").nth(place).fill(text)
    press(page, label)
    expect(page.locator("#said")).to_contain_text(hears)
    expect(page.locator(".young, .htmx-request")).to_have_count(0)
    return page


def doors(showing: Showing) -> Iterator[Scene]:
    """The pages about people."""
    page = showing.stranger()
    yield Scene("entrar", page)
    page.get_by_label("Persona").select_option(JEFE)
    for _ in range(2):
        page.get_by_label("Contraseña").fill("otra contraseña")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_be_visible()
    yield Scene("entrar-equivocada", page)
    page.get_by_label("Contraseña").fill("otra contraseña")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("ACC-WAIT")
    yield Scene("entrar-espera", page)
    yield Scene("cuenta", showing.at(CAJERO, "/cuenta"))
    page = showing.at(CAJERO, "/cuenta")
    page.get_by_label("Su contraseña de ahora").fill("otra")
    page.get_by_role("button", name="Guardar").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield Scene("cuenta-rechazo", page)
    yield Scene("personas", showing.at(DIRECTOR, "/personas"))
    showing.hall.slept_ms += FRESH_MS + 1
    page = showing.at(DIRECTOR, "/personas")
    for summary in page.locator("summary").all():
        summary.click()
    yield Scene("personas-abiertas", page)
    page.get_by_role("button", name="Crear cuenta").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield Scene("personas-rechazo", page)
    yield Scene("personas-hecho", showing.at(DIRECTOR, "/personas?hecho=add"))


def preparing(showing: Showing) -> Iterator[Scene]:
    """From the opening diligence to the announcement."""
    hall = showing.hall
    yield from showing.seen("libro", JEFE)
    hall.passphrases[DIRECTOR] = "la de su clave"
    page = answer_of(showing.at(DIRECTOR), "Diligencia de apertura", hears="escriba su contraseña")
    yield Scene("clave", page)
    hall.passphrases.clear()
    showing.play("Diligencia de apertura")
    yield from showing.seen("sala", JEFE, DIRECTOR)
    showing.play_until("Funciona: cámara")
    hall.walls = (ScreenHealth("Pared 1", "on", 9), ScreenHealth("Pared 2", "late", 900))
    hall.walls += (ScreenHealth("Entrada", "off", None),)
    yield from showing.seen("sesion", JEFE, CAJERO, DIRECTOR)
    showing.play_until("Recuento de bolas")
    page = showing.at(JEFE)
    page.get_by_text("90 de 90 contadas").click()
    page.locator("details label", has_text="42").click()
    yield Scene("recuento", answer_of(page, "Recuento de bolas", hears="Faltan bolas"), waits=False)
    showing.play("Recuento de bolas", "Introducir bolas")
    yield from showing.seen("anuncio", JEFE)


def selling(showing: Showing) -> Iterator[Scene]:
    """The sale, and what is said before the first ball."""
    showing.play("Anunciar serie A 1042 y precio")
    yield from showing.seen("venta-vacia", JEFE)
    showing.play("Entregar cartones", seller="Luis Rojas", count=24)
    showing.play("Vender cartones", count=36)
    yield from showing.seen("venta", *EVERYBODY)
    page = answer_of(showing.at(LOCUTOR), "Vender cartones", "5000", hears="no se pueden vender")
    yield Scene("venta-rechazo", page)
    page = showing.at(JEFE)
    grown(page, "Anunciar último juego").click()
    expect(page.locator("#said")).to_contain_text("mantenga pulsado")
    yield Scene("venta-soltado", page)
    showing.play("Cerrar venta")
    yield from showing.seen("venta-cerrada", JEFE, LOCUTOR)


def drawing(showing: Showing) -> Iterator[Scene]:
    """From the first ball to the award of the line."""
    hall = showing.hall
    showing.play("Comienzo de la partida")
    yield from showing.seen("sorteo-vacio", JEFE)
    with pretend(hall, game=replace(game_of(hall), pending=1)):
        yield from showing.seen("bola-en-camino", JEFE, LOCUTOR)
    hall.far_end.balls = iter(NIGHT)
    showing.play("Extraer bola")
    hall.wait_for_ball()
    yield from showing.seen("por-cantar", *EVERYBODY)
    showing.play("Cantar el 9")
    yield from showing.seen("cantada", LOCUTOR)
    showing.draw(57, 60, 73, 32)
    showing.play("Extraer bola")
    hall.wait_for_ball()
    showing.play("Parar: ¡línea!")
    yield from showing.seen("linea", JEFE, LOCUTOR)
    page = answer_of(showing.at(JEFE), "Comprobar línea", "tres", hears="Falta algo")
    yield Scene("linea-rechazo", page)
    showing.play("Comprobar línea", card=3)
    yield from showing.seen("linea-mal", JEFE)
    showing.play("Reanudar", "Cantar el 90")
    showing.draw(16)
    showing.play("Parar: ¡línea!")
    for card in (3, 29):
        showing.play("Comprobar línea", card=card)
    yield from showing.seen("linea-bien", JEFE, LOCUTOR, DIRECTOR)
    showing.play("¿Alguna línea más?")
    yield from showing.seen("alguna-mas", JEFE)
    showing.play("Reanudar")


def troubled(showing: Showing) -> Iterator[Scene]:
    """What goes wrong in the draw."""
    hall = showing.hall
    showing.draw(1)
    showing.play("Extraer bola")
    hall.wait_for_ball()
    yield from showing.seen("dudosa", JEFE, LOCUTOR, CAJERO)
    page = answer_of(showing.at(JEFE), "Resolver bola dudosa", "57", hears="no se puede")
    yield Scene("dudosa-rechazo", page)
    showing.play("Resolver bola dudosa", ball=20)
    showing.play("Cantar el 20")
    hall.inbox.put(msg.Trouble("extractor", "EXT-JAM", "bola atascada en el tubo"))
    fault = showing.at(JEFE).get_by_text("bola atascada en el tubo")
    expect(fault).to_be_visible()
    yield from showing.seen("fallo", JEFE, LOCUTOR)
    showing.play("Proponer seguir a mano", reason="no suelta bolas")
    yield from showing.seen("a-mano-propuesto", DIRECTOR)
    hall.inbox.put(msg.Recovered("extractor", "EXT-JAM"))
    expect(showing.at(JEFE).get_by_text("resuelto: reconózcalo")).to_be_visible()
    yield from showing.seen("fallo-resuelto", JEFE)
    showing.play("Reconocer EXT-JAM")
    showing.play("Error al cantar", said=21)
    showing.play("Anotar incidencia", text="Se cantó el 21 por el 20")
    yield from showing.seen("error-al-cantar", JEFE, DIRECTOR)
    hall.slept_ms += FRESH_MS + 1
    page = answer_of(showing.at(DIRECTOR), "Acordar seguir", "no cambió nada", hears="Confirme que es usted")
    yield Scene("confirmar", page, waits=False)
    page.get_by_label(re.compile("^(PIN|Contraseña) ")).fill(PIN)
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Hecho")
    yield Scene("hecho", page)
    showing.play("Firmar incidencia 1")


def ending(showing: Showing) -> Iterator[Scene]:
    """The bingo, the prizes and the signature."""
    showing.draw(34, 40, 81, 17, 29, 66, 76)
    showing.play("Parar: ¡bingo!")
    yield from showing.seen("bingo", JEFE)
    showing.play("Comprobar bingo", card=3)
    showing.play("¿Algún bingo más?")
    yield from showing.seen("bingo-bien", JEFE)
    showing.play("Dar por finalizada")
    yield from showing.seen("premios", *EVERYBODY)
    for prize, card in (("línea", 3), ("línea", 29), ("bingo", 3)):
        showing.play(f"Pagar {prize}, cartón {card}")
    answer_of(showing.at(CAJERO), "Contar efectivo", "1", hears="Hecho")
    yield from showing.seen("caja", CAJERO)
    showing.play("Retirar cartones")
    yield from showing.seen("por-firmar", JEFE)
    showing.play("Firmar la partida")
    yield from showing.seen("firmada", JEFE, CAJERO)


def voided(showing: Showing) -> Iterator[Scene]:
    """A game that does not count, and a hall that stops."""
    hall = showing.hall
    showing.play("Anunciar serie A 1042 y precio")
    showing.play("Vender cartones", count=60)
    showing.play("Cerrar venta", "Comienzo de la partida")
    showing.play("Anotar incidencia", text="Se fue la luz un momento.")
    said = "El locutor cantó el 60 y yo entendí el 70; pido que se repita."
    showing.play("Anotar reclamación", claimant="Juan Choque", document="4871234 LP", text=said, signed=True)
    showing.play("Proponer anulación")
    yield from showing.seen("anulacion-propuesta", JEFE, DIRECTOR)
    showing.play("Firmar incidencia 2", "Resolver reclamación 1")
    showing.play("Conformar anulación")
    yield from showing.seen("anulada", JEFE, CAJERO)
    showing.play("Devolver cartones anulados", cards=59)
    gone = str(hall.state.playing.first)
    showing.play("Declarar cartones que faltan", cards=gone, reason="Se fue con él.")
    yield from showing.seen("faltan", JEFE, CAJERO, DIRECTOR)
    sound = Notice("megafonía", "VOICE-SILENT", "el altavoz no responde")
    with pretend(hall, suspended=True, notices=(sound,)):
        yield from showing.seen("reinicio", JEFE)
    hall.bulletin.publish(replace(hall.newest(), halted="MIN-FULL El disco del libro está lleno."))
    yield from showing.seen("detenida", JEFE)


def away(showing: Showing) -> Iterator[Scene]:
    """Who was away for ten minutes."""
    page = showing.at(LOCUTOR)
    showing.hall.slept_ms += IDLE_MS + 1
    page.goto(page.url)
    expect(page.get_by_label("PIN")).to_be_focused()
    yield Scene("pin", page)
    page.get_by_label("PIN").fill("000000")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="PIN")).to_be_visible()
    yield Scene("pin-equivocado", page)


ACTS = (doors, preparing, selling, drawing, troubled, ending, voided, away)
"""In the order of a night: each begins where the one before it ends."""


def night(folder: Path, window: Callable[[], BrowserContext]) -> Iterator[Scene]:
    """Play a night, and show each of its scenes."""
    with SigningHall(folder) as hall, Serving(hall) as serving:
        showing = Showing(hall, serving, window)  # type: ignore[arg-type]
        for act in ACTS:
            yield from act(showing)
        showing.leave()
