"""A whole session in real browsers, five posts at four windows, by nothing but clicks and keys."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from hallctl.table import messages as msg
from tests.browser import Browsers
from tests.hallctl.web.console.hall import CAJERO, DIRECTOR, JEFE, LOCUTOR, PIN, Hall, Serving
from tests.hallctl.web.console.hands import enter, grown, press, press_key

WINNERS = (3, 29)
"""Cards of the fixture's series whose lines the same ball completes; the first has the only bingo too."""

TO_THE_LINE = (9, 57, 60, 73, 32, 90, 16)
AFTER_IT = (1, 20, 34, 40)
BY_HAND = (81, 17, 29, 66, 76)


class Person:
    """Somebody at a window of her own; she sees buttons, and knows her passphrase and her PIN."""

    def __init__(self, page: Page, url: str, name: str) -> None:
        self.page = page
        enter(page, url, name)

    def do(self, label: str, *typed: str) -> None:
        """Take a step: type what it asks, press its button, confirm with the PIN where that is asked."""
        form = self.page.locator("form.step").filter(has=grown(self.page, label))
        for place, text in enumerate(typed):
            form.locator("input.ask:not([type=checkbox])").nth(place).fill(text)
        before = self.page.locator("#said").inner_text()
        press(self.page, label)
        said = self.page.locator("#said")
        expect(said).not_to_have_text(before)
        if "Confirme que es usted" in said.inner_text():
            said.get_by_label(re.compile("^(PIN|Contraseña) ")).fill(PIN)
            self.page.keyboard.press("Enter")
        expect(said).to_contain_text("Hecho")

    def press(self, key: str, *, when: str) -> None:
        """Press the key that stands on a button, once that is there."""
        press_key(self.page, key, when=when)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with Hall(tmp_path, balls=(*TO_THE_LINE, *AFTER_IT)) as hall:
        yield hall


class Session:
    """The four of them, and the acts of their session."""

    def __init__(self, hall: Hall, director: Person, jefe: Person, locutor: Person, cajero: Person) -> None:
        self.hall = hall
        self.director, self.jefe, self.locutor, self.cajero = director, jefe, locutor, cajero

    def prepare(self) -> None:
        self.director.do("Diligencia de apertura")
        for what in ("serie A 1042", "bolas J-01"):
            self.director.do(f"Registrar {what}")
        self.director.do("Montar bolas J-01")
        for spare in ("J-02", "J-03"):
            self.director.do(f"Registrar bolas {spare}")
        self.jefe.do("Abrir sesión")
        self.cajero.do("Abrir turno de caja", "2", "5")
        for item in ("extractor", "cámara", "monitores", "pantallas", "sonido", "impresora", "reloj"):
            self.jefe.do(f"Funciona: {item}")
        for label in ("Recuento de bolas", "Introducir bolas", "Anunciar serie A 1042 y precio"):
            self.jefe.do(label)

    def sell(self) -> None:
        self.cajero.do("Entregar cartones", "Luis Rojas", "12")
        self.locutor.do("Vender cartones", "48")
        self.jefe.do("Cerrar venta")
        self.jefe.do("Comienzo de la partida")

    def draw(self, *balls: int) -> None:
        for ball in balls:
            self.locutor.press("F2", when="Extraer bola")
            self.locutor.press("F1", when=f"Cantar el {ball}")

    def check_lines(self) -> None:
        """One is sung too early; with the next ball two cards have it, and share."""
        self.draw(*TO_THE_LINE[:-1])
        self.locutor.do("Parar: ¡línea!")
        self.jefe.do("Comprobar línea", str(WINNERS[0]))
        expect(self.jefe.page.locator(".verdict.bad")).to_contain_text("No es correcto")
        self.jefe.do("Reanudar")
        self.draw(TO_THE_LINE[-1])
        self.locutor.do("Parar: ¡línea!")
        for card in WINNERS:
            self.jefe.do("Comprobar línea", str(card))
        self.jefe.do("¿Alguna línea más?")
        self.jefe.do("Reanudar")

    def go_on_by_hand(self) -> None:
        self.draw(*AFTER_IT)
        self.hall.inbox.put(msg.Trouble("extractor", "EXT-JAM", "bola atascada en el tubo"))
        expect(self.locutor.page.get_by_text("bola atascada en el tubo")).to_be_visible()
        self.jefe.do("Proponer seguir a mano", "el aparato no suelta bolas")
        self.director.do("Conformar seguir a mano")
        for ball in BY_HAND:
            self.locutor.do("Bola sacada a mano", str(ball))
            self.locutor.press("F1", when=f"Cantar el {ball}")

    def finish(self) -> None:
        self.locutor.do("Parar: ¡bingo!")
        self.jefe.do("Comprobar bingo", str(WINNERS[0]))
        self.jefe.do("¿Algún bingo más?")
        self.jefe.do("Dar por finalizada")
        awards = self.jefe.page.locator(".awards li")
        for place, card in enumerate(WINNERS):
            expect(awards.nth(place)).to_have_text(re.compile(rf"{card}\s*línea\s*Bs 15,00"))
        for prize, card in (("línea", WINNERS[0]), ("línea", WINNERS[1]), ("bingo", WINNERS[0])):
            self.cajero.do(f"Pagar {prize}, cartón {card}")
        self.cajero.do("Retirar cartones", "60")
        self.cajero.do("Contar efectivo", "1", "1")
        expect(self.cajero.page.get_by_text("coincide con lo recaudado")).to_be_visible()
        self.jefe.do("Firmar la partida")
        self.hall.inbox.put(msg.Recovered("extractor", "EXT-JAM"))
        self.jefe.do("Reconocer EXT-JAM")

    def change_balls(self) -> None:
        """An incident that two sign, and the set that it is about is changed."""
        self.jefe.do("Anotar incidencia", "La bola 81 está rajada")
        expect(self.director.page.get_by_text("Espera su respuesta")).to_be_visible()
        self.director.do("Firmar incidencia 1")
        self.director.do("Retirar bolas J-01", "la 81, rajada")
        self.director.do("Montar bolas J-02")
        self.jefe.do("Recuento de bolas")
        self.jefe.do("Introducir bolas")

    def hand_over(self) -> None:
        """What came in and went out is on the cashier's page; she counts what it says."""
        till = self.cajero.page.locator(".till")
        expect(till).to_have_text(re.compile(r"Fondo\s*Bs 900,00\s*Ingresos\s*\+ Bs 300,00"))
        expect(till.locator(".due")).to_contain_text("Bs 990,00")
        self.cajero.do("Cerrar turno de caja", "4", "1", "1", "2")
        expect(till).to_have_count(0)

    def close(self) -> None:
        self.jefe.do("Cerrar sesión")
        self.jefe.do("Proponer el cierre del tomo")
        self.director.do("Diligencia de cierre")


@pytest.mark.campaign
def test_from_the_opening_diligence_to_the_signed_close_in_three_minutes(
    hall: Hall, browsers: Browsers
) -> None:
    with Serving(hall) as serving, browsers.windows(viewport={"width": 1024, "height": 600}) as window:
        started = time.monotonic()
        names = (DIRECTOR, JEFE, LOCUTOR, CAJERO)
        people = [Person(window().new_page(), serving.url, name) for name in names]
        session = Session(hall, *people)
        for act in (session.prepare, session.sell, session.check_lines, session.go_on_by_hand):
            act()
        for act in (session.finish, session.change_balls, session.hand_over, session.close):
            act()
        assert time.monotonic() - started < 180
        assert hall.newest().state.book is None, "the volume is closed"
