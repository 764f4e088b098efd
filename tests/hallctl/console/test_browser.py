"""The page in a real browser: what a person at the desk does with it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from tests.hallctl.console.hall import Hall, Serving

CHROMIUM = Path("/usr/bin/chromium")
YOUNG_MS = 320
"""After how long a step that has just come up takes a press (desk.js)."""


class Desk:
    """A browser before the console, with what it complained of and whom it asked."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.asked: set[str] = set()
        page.on("console", lambda said: self._complain(said.type, said.text))
        page.on("pageerror", lambda error: self._complain("error", str(error)))
        page.on("request", lambda request: self.asked.add(request.url.split("/")[2]))

    def _complain(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.complaints.append(text)

    def press(self, label: str) -> None:
        """Press the step's button once it no longer counts as new under the finger."""
        button = self.page.get_by_role("button", name=re.compile(f"^{re.escape(label)}"))
        expect(button).to_be_visible()
        self.page.wait_for_timeout(YOUNG_MS)
        button.click()

    def hears(self, text: str) -> None:
        expect(self.page.locator("#said")).to_contain_text(text)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with Hall(tmp_path, range(1, 91)) as hall:
        yield hall


@pytest.fixture
def serving(hall: Hall) -> Iterator[Serving]:
    with Serving(hall) as serving:
        yield serving


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("browser"),
            executable_path=CHROMIUM,
            headless=True,
            args=["--no-sandbox", "--disable-gpu"],
            viewport={"width": 1024, "height": 600},
        )
        context.set_default_timeout(10_000)
        yield context
        context.close()


@pytest.fixture
def desk(serving: Serving, browser: BrowserContext) -> Iterator[Desk]:
    desk = Desk(browser.new_page())
    desk.page.goto(serving.url)
    yield desk
    desk.page.close()


def test_from_the_opening_diligence_to_the_closed_sale_by_clicking(serving: Serving, desk: Desk) -> None:
    page = desk.page
    expect(page).to_have_title("hallctl — Bingo Illimani")
    expect(page.get_by_text("SIMULACRO")).to_be_visible()
    items = ("extractor", "cámara", "monitores", "pantallas", "sonido", "impresora", "reloj")
    for label in (
        "Diligencia de apertura",
        "Registrar serie A 1042",
        "Registrar bolas J-01",
        "Montar bolas J-01",
        "Registrar bolas J-02",
        "Abrir sesión",
        *(f"Funciona: {item}" for item in items),
    ):
        desk.press(label)
        desk.hears("Hecho")
    page.get_by_text("90 de 90 contadas").click()
    page.locator("details label", has_text=re.compile("^42$")).click()
    expect(page.get_by_text("89 de 90 contadas")).to_be_visible()
    desk.press("Recuento de bolas")
    desk.hears("Faltan bolas en el recuento: 42. No se puede jugar.")
    expect(page.get_by_text("89 de 90 contadas")).to_be_visible()
    page.locator("details label", has_text=re.compile("^42$")).click()
    for label in ("Recuento de bolas", "Introducir bolas", "Anunciar serie A-1042 y precio"):
        desk.press(label)
    expect(page.get_by_text("Se vende la serie A 1042, de 600 cartones, a Bs 5,00 cada uno.")).to_be_visible()

    cards = page.locator(".next input.ask")
    cards.fill("5000")
    desk.press("Vender cartones")
    desk.hears("Quedan 600 cartones en la serie A-1042; no se pueden vender 5000. ")
    expect(cards).to_have_value("5000")
    cards.fill("12")
    desk.press("Vender cartones")
    desk.hears("Hecho")
    expect(page.locator(".figures")).to_contain_text("1 al 12")
    desk.press("Cerrar venta")
    expect(page.get_by_text("Cartones vendidos 12, de la serie A 1042 del número 1 al 12.")).to_be_visible()
    expect(page.get_by_role("button", name="Comienzo de la partida")).to_be_focused()
    assert serving.desk()["phase"] == "closed"
    assert desk.complaints == []
    assert desk.asked == {serving.url.removeprefix("http://")}


def test_what_others_do_arrives_and_does_not_disturb_who_is_typing(serving: Serving, desk: Desk) -> None:
    serving.play_until("Vender cartones")
    cards = desk.page.locator(".next input.ask")
    cards.fill("3")
    serving.play("Vender cartones", count=20)
    expect(desk.page.locator(".figures")).to_contain_text("1 al 20")
    desk.page.keyboard.type("4")
    serving.play("Vender cartones", count=1)
    expect(desk.page.locator(".figures")).to_contain_text("1 al 21")
    expect(cards).to_be_focused()
    expect(cards).to_have_value("34")
    desk.page.wait_for_timeout(YOUNG_MS)
    desk.page.keyboard.press("Enter")
    expect(desk.page.locator(".figures")).to_contain_text("1 al 55")
    assert desk.complaints == []


@pytest.mark.invariant("I17")
def test_a_double_press_has_one_effect(serving: Serving, desk: Desk) -> None:
    serving.play_until("Vender cartones")
    button = desk.page.get_by_role("button", name="Vender cartones")
    expect(button).to_be_visible()
    desk.page.wait_for_timeout(YOUNG_MS)
    button.dblclick(delay=40)
    button.click()
    desk.hears("Hecho")
    desk.page.wait_for_timeout(200)
    assert serving.desk()["game"]["cards"] == 6


def test_a_game_goes_on_by_the_enter_key_alone(serving: Serving, desk: Desk, hall: Hall) -> None:
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=10)
    serving.play("Cerrar venta")
    for label in ("Comienzo de la partida", "Extraer bola", "Cantar el 1", "Extraer bola", "Cantar el 2"):
        expect(desk.page.get_by_role("button", name=label)).to_be_focused()
        desk.page.wait_for_timeout(YOUNG_MS)
        desk.page.keyboard.press("Enter")
    expect(desk.page.locator(".grid .lit")).to_have_text(["1", "2"])
    assert serving.desk()["phase"] == "draw"
    assert desk.complaints == []


def test_a_lost_controller_is_said_and_found_again(hall: Hall, serving: Serving, desk: Desk) -> None:
    lost = desk.page.get_by_text("Sin conexión con el controlador")
    expect(lost).to_be_hidden()
    serving.server.stop()
    expect(lost).to_be_visible()
    with Serving(hall, serving.server.port) as again:
        again.play("Diligencia de apertura")
        expect(desk.page.get_by_role("button", name="Registrar serie A 1042")).to_be_visible()
        expect(lost).to_be_hidden()
