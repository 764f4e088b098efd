"""The pages in other languages in a real browser: what the script says, and how long words fit."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from hallctl.web.console.language import COOKIE
from tests.browser import Browsers
from tests.hallctl.web.console.hall import JEFE, PASSPHRASE, Serving
from tests.hallctl.web.console.hands import enter
from tests.sampling import sampled

SIZES = ((1024, 600), (390, 844))

BROKEN = """() => {
  const words = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  };
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const found = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
  for (const button of document.querySelectorAll("button, .button, .phase")) {
    const box = button.getBoundingClientRect();
    const hints = [...button.querySelectorAll("kbd:not(:empty), .hold")];
    const beside = hints.map((each) => each.getBoundingClientRect()).filter((each) => each.width);
    const lines = [...button.querySelectorAll("span")].flatMap(words);
    const leaves = (line) => line.left < box.left || line.right > box.right;
    const all = [...lines, ...beside];
    const under = beside.some((each) => all.some((other) => other !== each && meet(each, other)));
    if (under || lines.some(leaves)) found.push(button.innerText);
  }
  const parted = [...document.querySelectorAll(".whole")].filter((name) => name.getClientRects().length > 1);
  return [...found, ...parted.map((name) => name.innerText)];
}"""
"""Returns the buttons whose words leave them, or lie under their key or hint, and names that a line parts."""


@pytest.fixture(scope="module")
def browser(browsers: Browsers) -> Iterator[BrowserContext]:
    with browsers.window() as context:
        yield context


class Reader:
    """The jefe before the desk, in a language."""

    def __init__(self, page: Page, serving: Serving) -> None:
        self.page = page
        self._serving = serving

    def comes_to(self, label: str) -> Page:
        """Come to the desk when this step is the next: an open page would follow every one before it."""
        self.page.goto("about:blank")
        self._serving.play_until(label)
        enter(self.page, self._serving.url, JEFE)
        return self.page


@pytest.fixture(params=sampled(["pt", "en"], 2))
def reader(request: pytest.FixtureRequest, browser: BrowserContext, serving: Serving) -> Iterator[Reader]:
    """The jefe in a language that is not the hall's."""
    browser.clear_cookies()
    browser.add_cookies([{"name": COOKIE, "value": request.param, "url": serving.url}])
    page = browser.new_page()
    yield Reader(page, serving)
    page.close()


def fits(page: Page) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BROKEN) == [], (width, height)


def test_long_words_neither_leave_their_buttons_nor_lie_under_their_keys(
    reader: Reader, serving: Serving
) -> None:
    for label in ("Recuento de bolas", "Vender cartones"):
        fits(reader.comes_to(label))
    serving.play("Vender cartones", count=600)
    for label in ("Cerrar venta", "Comienzo de la partida", "Parar: ¡línea!"):
        serving.play(label)
        reader.page.reload(wait_until="load")
        fits(reader.page)


def test_the_log_in_is_chosen_by_a_press_and_the_desk_comes_in_it(
    browser: BrowserContext, serving: Serving
) -> None:
    browser.clear_cookies()
    page = browser.new_page()
    page.goto(f"{serving.url}/entrar")
    page.get_by_role("button", name="Português").click()
    expect(page.get_by_role("heading", name="Entrar na consola")).to_be_visible()
    expect(page.get_by_role("button", name="Português")).to_have_attribute("aria-current", "true")
    page.get_by_label("Pessoa").select_option(JEFE)
    page.get_by_label("Palavra-passe").fill(PASSPHRASE)
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "pt-PT")
    page.goto(f"{serving.url}/cuenta")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="My account")).to_be_visible()
    page.close()


def test_what_the_script_says_is_in_her_language_too(reader: Reader) -> None:
    page = reader.comes_to("Recuento de bolas")
    balls = page.locator("details.balls summary")
    expect(balls).to_have_text(re.compile("^90 (de|of) 90 (contadas|counted)$"))
    reader.comes_to("Vender cartones")
    expect(page.locator("form.step.young")).to_have_count(0)  # one that has just come up takes no press
    held = page.locator("form[data-hold] button:visible").first
    held.click()
    expect(page.locator("#said")).to_have_text(
        re.compile("^(Este passo não se desfaz|This step cannot be undone): .*[.]$")
    )
