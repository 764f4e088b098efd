"""The console without a mouse: a game, the pages about people, and a focus that is seen and never lost."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from hallctl.table import messages as msg
from hallctl.web.access.sessions import FRESH_MS
from tests.browser import Browsers
from tests.hallctl.web.console.hall import (
    CAJERO,
    DIRECTOR,
    JEFE,
    LOCUTOR,
    PASSPHRASE,
    PIN,
    ROOT,
    Hall,
    Serving,
)
from tests.hallctl.web.console.hands import at_the_desk, button, enter, press_key, until
from tests.sampling import sampled

DESK = ROOT / "docs/desk.md"
TO_THE_LINE = (9, 57, 60, 73, 32, 90, 16)
TO_THE_BINGO = (1, 20, 34, 40, 81, 17, 29, 66, 76)
"""For card 3 of the fixture's series; the line is of card 29 too."""

FOCUS = """() => {
  const at = document.activeElement, seen = at.matches(".balls input") ? at.nextElementSibling : at;
  const box = seen.getBoundingClientRect(), style = getComputedStyle(seen);
  return {
    name: `${at.tagName} ${at.id} ${at.name ?? ""} ${at.value ?? ""} ${at.textContent.trim().slice(0, 30)}`,
    ring: style.outlineStyle === "solid" && parseFloat(style.outlineWidth) >= 2,
    here: box.width > 0 && box.top < innerHeight && box.bottom > 0,
  };
}"""
"""What has the focus, whether a ring says so, and whether that is within the window."""

COUNTING = """(() => {
  globalThis.presses = 0;
  const takes = ({ key, altKey }) => key === "Enter" || /^F\\d+$/.test(key) || (altKey && key.length === 1);
  addEventListener("keydown", (event) => { presses += !event.repeat && takes(event); }, true);
  addEventListener("pointerdown", () => { presses++; }, true);
})()"""
"""Counts the presses and clicks of a page; what is typed into a field is none."""

OF_THE_DRAW = ("Extraer", "Cantar", "Parar")
SOLD_AND_SCANNED = ("Vender", "Comprobar")
"""A sale is its number, and a card is verified by its scan, which presses nothing (test_scanner_page)."""


class Keys:
    """Somebody who has no mouse, before the console."""

    def __init__(self, page: Page, url: str, person: str) -> None:
        self.page = page
        self.taken: list[tuple[str, int]] = []
        page.add_init_script(COUNTING)
        page.goto(f"{url}/entrar")
        expect(page.get_by_label("Persona")).to_be_focused()
        page.keyboard.type(person)
        self.press("Tab")
        self.enter(PASSPHRASE)
        at_the_desk(page)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def enter(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.press("Enter")

    def take(self, key: str, step: str) -> None:
        """Press the key of a step, and her PIN where that is asked, until it is done."""
        if key == "Enter":
            expect(self.page.locator(".next").filter(has=button(self.page, step))).to_be_visible()
        said = self.page.locator("#said")
        told = said.locator(".done").all()
        earlier = told[0].get_attribute("data-entry") if told else ""
        done = said.locator(f'.done:not([data-entry="{earlier}"])')
        secret = said.get_by_label(re.compile("^(PIN|Contraseña) "))
        pressed = self.page.evaluate("presses")
        press_key(self.page, key, when=step)
        self.taken.append((step, self.page.evaluate("presses") - pressed))
        expect(done.or_(secret)).to_be_visible()
        if secret.is_visible():
            expect(secret).to_be_focused()
            self.enter(PIN)
        entry = int(done.get_attribute("data-entry") or 0)
        stage = self.page.locator(".stage")
        until(self.page, lambda: int(stage.get_attribute("data-entry") or 0) >= entry)

    def fill_in(self, text: str, step: str) -> None:
        """Answer what the next step asks; the cursor is already there."""
        expect(button(self.page, step)).to_be_visible()
        expect(self.page.locator(".next input.ask")).to_be_focused()
        self.page.keyboard.type(text)
        self.take("Enter", step)

    def tab_to(self, name: str, key: str = "Tab") -> None:
        """Go from one thing to the next, until it is the one with this name."""
        self.page.wait_for_load_state()  # a ring is not seen before its style sheet is there
        for _ in range(80):
            self.press(key)
            at = self.page.evaluate(FOCUS)
            assert at["ring"], f"nobody sees that {at['name']} has the focus"
            assert at["here"], f"{at['name']} has the focus out of sight"
            if name in at["name"]:
                return
        raise AssertionError(f"no key leads to «{name}»")


def swapped(page: Page) -> None:
    """Have the panel swap itself, as it does when anybody does anything."""
    page.evaluate("document.querySelector('.stage').dataset.old = ''; htmx.trigger(document.body, 'stale')")
    expect(page.locator(".stage[data-old]")).to_have_count(0)


@pytest.fixture(scope="module")
def browser(browsers: Browsers) -> Iterator[BrowserContext]:
    viewport = {"width": 1024, "height": 600}
    with browsers.window(forgiven=["[Ss]tatus (of|Error Code) (401|409)"], viewport=viewport) as context:
        yield context


@pytest.fixture
def page(browser: BrowserContext) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.context.clear_cookies()
    page.close()


@pytest.mark.campaign
def test_a_game_from_the_announcement_to_the_signature_by_keys_alone(
    tmp_path: Path, browsers: Browsers
) -> None:
    with Hall(tmp_path, (*TO_THE_LINE, *TO_THE_BINGO)) as hall, Serving(hall) as serving:
        serving.play_until("Anunciar serie A 1042 y precio")
        with browsers.windows(viewport={"width": 1024, "height": 600}) as window:
            jefe, locutor, cajero = (
                Keys(window().new_page(), serving.url, person) for person in (JEFE, LOCUTOR, CAJERO)
            )
            jefe.take("Enter", "Anunciar serie A 1042 y precio")
            locutor.fill_in("60", "Vender cartones")
            jefe.take("Alt+c", "Cerrar venta")
            jefe.take("Enter", "Comienzo de la partida")

            def draw(*balls: int) -> None:
                for ball in balls:
                    locutor.take("F2", "Extraer bola")
                    locutor.take("F1", f"Cantar el {ball}")

            draw(*TO_THE_LINE[:-1])
            locutor.take("F3", "Parar: ¡línea!")
            jefe.fill_in("3", "Comprobar línea")
            expect(jefe.page.locator(".verdict.bad")).to_contain_text("No es correcto")
            jefe.take("F8", "Reanudar")
            jefe.taken.pop()  # of a claim that was none
            draw(TO_THE_LINE[-1])
            locutor.take("F3", "Parar: ¡línea!")
            jefe.fill_in("3", "Comprobar línea")
            jefe.press("F6")
            jefe.page.keyboard.type("29")
            jefe.take("F6", "Comprobar línea")
            jefe.take("F7", "¿Alguna línea más?")
            jefe.take("F8", "Reanudar")
            draw(*TO_THE_BINGO)
            locutor.take("F4", "Parar: ¡bingo!")
            jefe.fill_in("3", "Comprobar bingo")
            jefe.take("F7", "¿Algún bingo más?")
            jefe.take("Alt+f", "Dar por finalizada")
            cajero.take("Enter", "Pagar los 3 premios")
            cajero.fill_in("60", "Retirar cartones")
            jefe.take("F10", "Firmar la partida")
        assert serving.desk()["phase"] == "signed"
        assert [len(award["faults"]) for award in serving.desk()["game"]["claims"]] == [1, 0, 0, 0]
        assert all(award["paid"] for award in serving.desk()["game"]["awards"])
        counted = {
            step: presses
            for step, presses in (*jefe.taken, *locutor.taken, *cajero.taken)
            if not step.startswith((*OF_THE_DRAW, *SOLD_AND_SCANNED))
        }
        assert set(counted.values()) == {1}, "each step is one press"
        total = sum(counted.values())
        assert total <= 10, counted
        assert f"A game is {total} presses" in DESK.read_text("utf-8")


@pytest.mark.campaign
def test_the_pages_about_people_are_gone_through_by_keys_alone(
    hall: Hall, serving: Serving, page: Page
) -> None:
    keys = Keys(page, serving.url, DIRECTOR)
    keys.tab_to(DIRECTOR, "Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_label("Su contraseña de ahora")).to_be_focused()
    keys.enter("otra")
    expect(page.get_by_role("alert")).to_contain_text("no son correctos")
    expect(page.get_by_label("Su contraseña de ahora")).to_be_focused()
    keys.tab_to("Volver a la mesa", "Shift+Tab")
    keys.press("Enter")
    at_the_desk(page)
    hall.slept_ms += FRESH_MS + 1
    keys.tab_to("Personas", "Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Personas con cuenta")).to_be_visible()
    keys.tab_to("Puestos")
    keys.press("Enter")
    keys.tab_to("auxiliar")
    keys.press("Space")
    keys.tab_to("secret")
    keys.enter(PIN)
    expect(page.get_by_role("status")).to_have_text("Puestos cambiados.")
    account = next(account for account in hall.auth.store.accounts() if account.name == JEFE)
    assert {post.value for post in account.posts} == {"jefe", "auxiliar"}
    keys.tab_to("Volver a la mesa")
    keys.press("Enter")
    at_the_desk(page)
    keys.tab_to("leave", "Shift+Tab")
    keys.press("Enter")
    expect(page.get_by_label("Persona")).to_be_focused()


@pytest.mark.parametrize("until", sampled(["Vender cartones", "Recuento de bolas", "Comprobar línea"], 3))
def test_the_focus_stays_where_it_is_when_the_panel_swaps_itself(
    serving: Serving, page: Page, until: str, full: bool
) -> None:
    """In `make test` the panel swaps itself at every third thing that has the focus."""
    if until == "Comprobar línea":
        serving.play_until("Vender cartones")
        serving.play("Vender cartones", count=60)
        serving.play("Cerrar venta", "Comienzo de la partida", "Parar: ¡línea!")
    else:
        serving.play_until(until)
    enter(page, serving.url, JEFE)
    for closed in page.locator("summary").all():
        closed.click()
    while not page.evaluate(FOCUS)["name"].startswith("BODY"):
        page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    seen = set()
    while not (at := page.evaluate(FOCUS)["name"]).startswith("BODY"):
        seen.add(at)
        one_of_ninety = at.startswith("INPUT  q.numbers") and " 42 " not in at
        if not one_of_ninety and (full or len(seen) % 3 == 1):
            swapped(page)
            assert page.evaluate(FOCUS)["name"] == at
        page.keyboard.press("Tab")
    assert len(seen) > 8


def test_who_does_not_see_hears_each_ball_once_and_each_alert_once(
    hall: Hall, serving: Serving, page: Page
) -> None:
    hall.far_end.balls = iter((7, (20, 26)))
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=60)
    serving.play("Cerrar venta", "Comienzo de la partida")
    enter(page, serving.url, JEFE)
    heard = page.locator("#heard")
    serving.play("Extraer bola")
    expect(heard).to_have_text("7, Por cantar")
    serving.play("Cantar el 7")
    expect(heard).to_have_text("7, Cantada")
    for alert, happens in (
        ("bola atascada", lambda: hall.inbox.put(msg.Trouble("extractor", "EXT-JAM", "bola atascada"))),
        ("resuelto: reconózcalo", lambda: hall.inbox.put(msg.Recovered("extractor", "EXT-JAM"))),
        ("La cámara cree ver: 20, 26", lambda: serving.play("Reconocer EXT-JAM", "Extraer bola")),
    ):
        happens()
        said = page.get_by_role("alert").filter(has_text=alert)
        expect(said).to_be_visible()
        said.evaluate("(each) => each.dataset.read = ''")
        swapped(page)
        expect(page.locator("[role=alert][data-read]")).to_contain_text(alert)
