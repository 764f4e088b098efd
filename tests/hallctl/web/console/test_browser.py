"""The page in a real browser: what a person at the desk does with it."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Route, TimeoutError, expect

from hallctl.table import messages as msg
from hallctl.web.access.sessions import FRESH_MS, IDLE_MS, Sessions
from hallctl.web.ports import ScreenHealth
from tests.browser import RECONNECTS, Browsers
from tests.hallctl.web.console.hall import CAJERO, DIRECTOR, JEFE, LOCUTOR, PASSPHRASE, PIN, Hall, Serving
from tests.hallctl.web.console.hands import (
    CHECKED,
    at_the_desk,
    button,
    enter,
    grown,
    hold_key,
    press,
    press_key,
    title_of,
    unfold,
    until,
)
from tests.hallctl.web.console.test_keys import SigningHall
from tests.sampling import sampled

PROVOKED = (
    "ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|[Ss]tatus (of|Error Code) (401|500)",
    r"htmx\.min\.js: (\[object Event\]|htmx:(sendError|afterRequest), )",
)
"""What these tests do to a page: they stop its console, its stay, and the making of its panel."""


class Desk:
    """A browser before the console, with what it complained of and whom it asked.

    It is the jefe's, until somebody else enters.
    """

    def __init__(
        self, page: Page, serving: Serving, person: str = JEFE, comes: Callable[..., None] = enter
    ) -> None:
        self.page, self._comes = page, comes
        self._serving = serving
        self._person = ""
        self.complaints: list[str] = []
        self.asked: set[str] = set()
        page.on("console", lambda said: self._complain(said.type, said.text))
        page.on("pageerror", lambda error: self._complain("error", str(error)))
        page.on("request", lambda request: self.asked.add(request.url.split("/")[2]))
        self.become(person)

    def _complain(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"} and not re.search(RECONNECTS, text):
            self.complaints.append(text)

    def become(self, person: str) -> None:
        """Have a person enter."""
        if person == self._person:
            return
        self._person = person
        self._comes(self.page, self._serving.url, person)

    def press(self, label: str) -> None:
        """Press the step's button, as who it is of."""
        others = self.page.get_by_role("link", name=re.compile(f"^{re.escape(label)}"))
        expect(button(self.page, label).or_(others).or_(title_of(self.page, label))).to_be_visible()
        if others.is_visible():
            others.click()
            expect(self.page.get_by_label("Contraseña")).to_be_focused()
            self._person = self.page.get_by_label("Persona").input_value()
            self.page.keyboard.type(PASSPHRASE)
            self.page.keyboard.press("Enter")
            at_the_desk(self.page)
        press(self.page, label)

    def hears(self, text: str) -> None:
        expect(self.page.locator("#said")).to_contain_text(text)


@pytest.fixture(scope="module")
def browser(browsers: Browsers) -> Iterator[BrowserContext]:
    viewport = {"width": 1024, "height": 600}
    with browsers.window(forgiven=PROVOKED, viewport=viewport) as context:
        yield context


@pytest.fixture
def desk(serving: Serving, browser: BrowserContext) -> Iterator[Desk]:
    desk = Desk(browser.new_page(), serving)
    yield desk
    desk.page.close()


@pytest.fixture
def selling(serving: Serving) -> None:
    """Play to the sale before any page is open, which would follow every step."""
    serving.play_until("Vender cartones")


@pytest.fixture
def seller(selling: None, serving: Serving, browser: BrowserContext) -> Iterator[Desk]:
    """The locutor's desk, where cards are sold."""
    desk = Desk(browser.new_page(), serving, LOCUTOR)
    yield desk
    desk.page.close()


@pytest.mark.campaign
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
        "Registrar bolas J-03",
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
    for label in ("Recuento de bolas", "Introducir bolas", "Anunciar serie A 1042 y precio"):
        desk.press(label)
    expect(page.get_by_text("Se vende la serie A 1042, de 600 cartones, a Bs 5,00 cada uno.")).to_be_visible()

    desk.become(LOCUTOR)
    cards = page.locator(".next input.ask")
    cards.fill("5000")
    desk.press("Vender cartones")
    desk.hears("Quedan 600 cartones en la serie A 1042; no se pueden vender 5000. ")
    expect(cards).to_have_value("5000")
    cards.fill("12")
    desk.press("Vender cartones")
    desk.hears("Hecho")
    expect(page.locator(".figures")).to_contain_text("1 al 12")
    desk.become(JEFE)
    desk.press("Cerrar venta")
    expect(page.get_by_text("Cartones vendidos 12, de la serie A 1042 del número 1 al 12.")).to_be_visible()
    expect(page.get_by_role("button", name="Comienzo de la partida")).to_be_focused()
    assert serving.desk()["phase"] == "closed"
    assert desk.complaints == []
    assert desk.asked == {serving.url.removeprefix("http://")}


def test_what_others_do_arrives_and_does_not_disturb_who_is_typing(serving: Serving, seller: Desk) -> None:
    cards = seller.page.locator(".next input.ask")
    cards.fill("3")
    serving.play("Vender cartones", count=20)
    expect(seller.page.locator(".figures")).to_contain_text("1 al 20")
    seller.page.keyboard.type("4")
    serving.play("Vender cartones", count=1)
    expect(seller.page.locator(".figures")).to_contain_text("1 al 21")
    expect(cards).to_be_focused()
    expect(cards).to_have_value("34")
    press_key(seller.page, "Enter", when="Vender cartones")
    expect(seller.page.locator(".figures")).to_contain_text("1 al 55")
    assert seller.complaints == []


@pytest.mark.campaign
@pytest.mark.invariant("I17")
@pytest.mark.invariant("I24")
@pytest.mark.parametrize("name", sampled(["W" * 120, "مرحبا بالعالم " * 8], 2))
def test_a_name_of_any_kind_stays_within_the_page(serving: Serving, seller: Desk, name: str) -> None:
    everywhere = """name => {
        const places = document.querySelectorAll("h1, #me, .steps small, .log span, li em");
        for (const place of places) place.textContent = name;
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
    }"""
    assert seller.page.evaluate(everywhere, name) <= 0


def test_a_double_press_has_one_effect(serving: Serving, seller: Desk) -> None:
    grown(seller.page, "Vender cartones").dblclick(delay=40)
    seller.hears("Hecho")
    seller.page.wait_for_timeout(200)
    assert serving.desk()["game"]["cards"] == 6


@pytest.mark.usefixtures("selling")
def test_a_press_is_taken_though_the_panel_is_swapped_between_pressing_and_letting_go(
    hall: Hall, serving: Serving, desk: Desk
) -> None:
    page = desk.page
    serving.play("Vender cartones", count=10)
    grown(page, "Cerrar venta").hover()
    page.mouse.down()
    serving.play("Vender cartones", count=10)
    expect(page.locator(".figures")).to_contain_text("1 al 20")
    page.mouse.up()
    desk.hears("Hecho")
    assert serving.desk()["phase"] == "closed"
    grown(page, "Comienzo de la partida").hover()
    page.mouse.down()
    hall.inbox.put(msg.Trouble("extractor", "EXT-JAM", "bola atascada en el tubo"))
    expect(page.get_by_text("bola atascada en el tubo")).to_be_visible()
    page.locator(".top h1").hover()
    page.mouse.up()
    page.wait_for_timeout(200)
    assert serving.desk()["phase"] == "closed", "who slides off a button did not press it"
    assert desk.complaints == []


def test_a_step_is_not_taken_twice_before_the_panel_knows_of_the_first(
    serving: Serving, seller: Desk
) -> None:
    page = seller.page
    grown(page, "Vender cartones")
    kept: list[Route] = []
    page.route("**/panel", lambda route: kept.append(route))  # noqa: PLW0108 - it counts parameters
    seller.press("Vender cartones")
    seller.hears("Hecho")
    page.wait_for_timeout(400)  # longer than a step is young
    page.locator(".next input.ask").fill("3")
    button(page, "Vender cartones").dispatch_event("click")
    page.wait_for_timeout(200)
    assert serving.desk()["game"]["cards"] == 6
    page.unroute("**/panel")
    for route in kept:
        with suppress(Error):  # the page has given it up meanwhile, and asked anew
            route.continue_()
    expect(page.locator(".figures")).to_contain_text("1 al 6")
    seller.press("Vender cartones")
    expect(page.locator(".figures")).to_contain_text("1 al 9")


@pytest.mark.campaign
@pytest.mark.usefixtures("selling")
def test_a_refusal_can_be_read_though_the_hall_goes_on_and_is_gone_then(serving: Serving, desk: Desk) -> None:
    page, slip = desk.page, "Este paso no se deshace: mantenga pulsado su botón un segundo."
    grown(page, "Anunciar último juego").click()
    desk.hears(slip)
    serving.play("Vender cartones", count=10)
    expect(page.locator(".figures")).to_contain_text("1 al 10")
    desk.hears(slip)
    desk.hears("Aquí se responde a cada paso.")


@pytest.mark.campaign
@pytest.mark.usefixtures("selling")
def test_a_game_goes_on_by_the_enter_key_alone(serving: Serving, desk: Desk, hall: Hall) -> None:
    serving.play("Vender cartones", count=10)
    serving.play("Cerrar venta")
    expect(desk.page.get_by_role("button", name="Comienzo de la partida")).to_be_focused()
    press_key(desk.page, "Enter", when="Comienzo de la partida")
    desk.hears("Hecho")
    desk.become(LOCUTOR)
    for label in ("Extraer bola", "Cantar el 1", "Extraer bola", "Cantar el 2"):
        expect(desk.page.get_by_role("button", name=label)).to_be_focused()
        press_key(desk.page, "Enter", when=label)
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
        expect(desk.page.get_by_role("link", name="Registrar serie A 1042")).to_be_visible()
        expect(lost).to_be_hidden()


@pytest.mark.campaign
def test_a_panel_that_cannot_be_made_leaves_the_one_that_is_there_and_is_asked_for_again(
    serving: Serving, desk: Desk
) -> None:
    page, lost = desk.page, desk.page.get_by_text("Sin conexión con el controlador")
    page.route("**/panel", lambda route: route.fulfill(status=500, body="Internal Server Error"))
    serving.play("Diligencia de apertura")
    expect(lost).to_be_visible()
    expect(page.locator(".stage")).to_be_visible()
    page.unroute("**/panel")
    expect(page.get_by_role("link", name="Registrar serie A 1042")).to_be_visible()
    expect(lost).to_be_hidden()


@pytest.mark.campaign
@pytest.mark.parametrize("meanwhile", sampled(["34", ""], 2))
def test_what_was_typed_is_gone_after_its_step_though_the_panel_comes_first_and_what_came_since_stays(
    serving: Serving, seller: Desk, meanwhile: str
) -> None:
    cards, late = seller.page.locator(".next input.ask"), []
    before = cards.input_value()
    seller.page.route("**/steps", lambda route: late.append((route, route.fetch())))
    cards.fill("12")
    seller.press("Vender cartones")
    expect(seller.page.locator(".figures")).to_contain_text("1 al 12")
    expect(cards).to_have_value("12")
    if meanwhile:
        cards.fill(meanwhile)
    (route, answer) = until(seller.page, lambda: late and late[0])
    route.fulfill(response=answer)
    seller.hears("Hecho")
    expect(cards).to_have_value(meanwhile or before)


@pytest.mark.campaign
@pytest.mark.req("AJ-95", "AJ-107")
@pytest.mark.usefixtures("selling")
def test_what_is_wrong_with_the_paper_of_a_card_is_ticked_and_the_next_card_begins_without(
    serving: Serving, desk: Desk
) -> None:
    serving.play("Vender cartones", count=20)
    serving.play("Cerrar venta", "Comienzo de la partida", "Parar: ¡línea!")
    page = desk.page
    for card, ticked in ((5, True), (6, False)):
        page.get_by_label("Número de cartón").fill(str(card))
        page.get_by_text("Defectos del cartón").click()
        erasable = page.get_by_label("marcas que se borran (AJ-107)")
        expect(erasable).not_to_be_checked()
        if ticked:
            erasable.check()
        desk.press("Comprobar línea")
        expect(page.locator(".verdict .of b")).to_have_text(f"cartón {card}")
        expect(page.locator(CHECKED)).to_have_count(1 if ticked else 2)
    verified = serving.desk()["game"]["verified"]
    assert ["marcas que se borran (AJ-107)" in card["faults"] for card in verified] == [True, False]
    assert desk.complaints == []


@pytest.mark.req("AJ-42")
def test_a_step_that_is_signed_asks_for_the_passphrase_in_its_answer(
    tmp_path: Path, browser: BrowserContext
) -> None:
    with SigningHall(tmp_path) as hall:
        hall.passphrases[DIRECTOR] = "una contraseña"
        with Serving(hall) as serving:
            desk = Desk(browser.new_page(), serving, DIRECTOR)
            desk.press("Diligencia de apertura")
            desk.hears("escriba su contraseña")
            passphrase = desk.page.get_by_label("Contraseña")
            expect(passphrase).to_be_focused()
            passphrase.fill("otra")
            desk.press("Firmar: Diligencia de apertura")
            desk.hears("La contraseña no es correcta")
            expect(desk.page.get_by_label("Contraseña")).to_have_value("")
            desk.page.get_by_label("Contraseña").fill("una contraseña")
            desk.page.keyboard.press("Enter")
            desk.hears("Hecho")
            assert desk.complaints == []
            desk.page.close()


@pytest.mark.campaign
@pytest.mark.req("AJ-31")
def test_a_wall_that_goes_off_is_seen_at_the_desk_though_nothing_else_happens(hall: Hall, desk: Desk) -> None:
    hall.walls = (ScreenHealth("Pared 1", "on", 9),)
    desk.page.reload()
    expect(desk.page.get_by_text("Pared 1 encendida")).to_be_visible()
    hall.walls = (ScreenHealth("Pared 1", "off", None),)
    expect(desk.page.get_by_text("Pared 1 apagada")).to_be_visible()


@pytest.mark.campaign
@pytest.mark.usefixtures("selling")
def test_who_was_away_types_her_pin_and_the_game_goes_on(hall: Hall, serving: Serving, desk: Desk) -> None:
    serving.play("Vender cartones", count=10)
    grown(desk.page, "Cerrar venta")
    hall.slept_ms += IDLE_MS + 1
    # What the page fetches by itself may lead her to the log-in before her finger does.
    with suppress(TimeoutError):
        desk.page.get_by_role("button", name="Cerrar venta").click(timeout=3_000)
    pin = desk.page.get_by_label("PIN")
    expect(pin).to_be_focused()
    assert serving.hall.state.game.phase == "sale"
    pin.fill(PIN)
    with desk.page.expect_navigation():  # until then a panel that is fetched anew shows the step already
        desk.page.keyboard.press("Enter")
    at_the_desk(desk.page)
    desk.press("Cerrar venta")
    desk.hears("Hecho")


@pytest.mark.campaign
def test_after_a_restart_of_the_controller_the_page_leads_to_the_log_in(
    hall: Hall, serving: Serving, desk: Desk
) -> None:
    expect(desk.page.get_by_text("Sin conexión con el controlador")).to_be_hidden()
    serving.server.stop()
    hall.auth._sessions = Sessions()  # they live no longer than the controller
    with Serving(hall, serving.server.port):
        expect(desk.page.get_by_label("Contraseña")).to_be_visible()


@pytest.mark.campaign
@pytest.mark.invariant("I16")
@pytest.mark.usefixtures("selling")
def test_two_people_void_a_game_and_each_confirms_who_she_is(
    hall: Hall, serving: Serving, desk: Desk
) -> None:
    for person, label in ((JEFE, "Proponer anulación"), (DIRECTOR, "Conformar anulación")):
        desk.become(person)
        hall.slept_ms += FRESH_MS + 1
        if person == JEFE:
            unfold(desk.page, label)
            desk.page.get_by_label("Bola defectuosa o que falta (D9)").check()
        desk.press(label)
        desk.hears("Confirme que es usted")
        secret = desk.page.get_by_label(re.compile("^(PIN|Contraseña) "))
        expect(secret).to_be_focused()
        secret.fill(PIN)
        desk.page.keyboard.press("Enter")
        desk.hears("Hecho")
    expect(desk.page.get_by_text("Partida anulada", exact=True)).to_be_visible()
    assert desk.complaints == []


def test_a_night_is_played_by_its_keys_which_stand_on_the_buttons(
    hall: Hall, serving: Serving, seller: Desk
) -> None:
    page = seller.page
    cards = page.locator(".next input.ask")
    expect(page.get_by_role("button", name="Vender cartones")).to_have_attribute("aria-keyshortcuts", "F9")
    page.locator(".top h1").click()  # the person is somewhere else on the page
    page.keyboard.press("F9")
    expect(cards).to_be_focused()
    page.keyboard.type("12")
    press_key(page, "F9", when="Vender cartones")
    seller.hears("Hecho")
    seller.become(JEFE)
    expect(button(page, "Cerrar venta")).to_contain_text("Alt+C")
    press_key(page, "Alt+c", when="Cerrar venta")
    expect(button(page, "Comienzo de la partida")).to_contain_text("Intro · Alt+")
    press_key(page, "Enter", when="Comienzo de la partida")
    expect(page.get_by_role("button", name="Extraer bola")).to_contain_text("F2")
    seller.become(LOCUTOR)
    for ball in range(2):
        press_key(page, "F2", when="Extraer bola")
        expect(button(page, "Cantar el")).to_contain_text("F1")
        press_key(page, "F1", when="Cantar el")
        expect(page.locator(".count")).to_contain_text(f"{ball + 1} extraída")
    grown(page, "Extraer bola")
    press_key(page, "F3", when="Parar: ¡línea!")
    expect(page.get_by_text("Han cantado línea")).to_be_visible()
    assert hall.state.game.phase == "claim"
    assert seller.complaints == []


@pytest.mark.usefixtures("selling")
def test_what_is_never_undone_is_held_for_a_second_and_a_slip_does_nothing(
    hall: Hall, serving: Serving, desk: Desk
) -> None:
    page, last = desk.page, desk.page.get_by_role("button", name="Anunciar último juego")
    expect(last).to_contain_text("mantener")
    grown(page, "Anunciar último juego")
    for slip in (last.click, lambda: (last.focus(), page.keyboard.press("Enter"))):
        slip()
        desk.hears("Este paso no se deshace: mantenga pulsado su botón un segundo.")
    unfold(page, "Proponer anulación")
    reason = page.get_by_label("Con sus palabras").last
    reason.fill("un error")
    page.keyboard.press("Enter")
    desk.hears("mantenga pulsado su botón un segundo")
    session = hall.state.session
    assert session is not None
    assert session.last_game is None
    last.focus()
    hold_key(page, "Enter", when="Anunciar último juego")
    desk.hears("Hecho")
    session = hall.state.session
    assert session is not None
    assert session.last_game is not None
    assert desk.complaints == []


@pytest.mark.campaign
def test_the_director_gives_and_takes_accounts_on_the_page(hall: Hall, desk: Desk) -> None:
    page = desk.page
    desk.become(DIRECTOR)
    page.get_by_role("link", name="Personas").click()
    page.get_by_label("Nombre").fill("Eva Copa")
    new = page.locator("form.card")
    new.get_by_label("Cajero").check()
    new.get_by_label("Contraseña").fill("una contraseña de Eva")
    page.get_by_role("button", name="Crear cuenta").click()
    expect(page.get_by_role("status")).to_have_text("Cuenta creada.")
    rosa = page.locator(".accounts li", has_text=CAJERO)
    rosa.get_by_text("Cerrar", exact=True).click()
    rosa.get_by_role("button", name="Cerrar la cuenta").click()
    expect(rosa).to_contain_text("cuenta cerrada")
    assert hall.auth.names() == (JEFE, "Eva Copa", LOCUTOR, DIRECTOR)
    assert desk.complaints == []
