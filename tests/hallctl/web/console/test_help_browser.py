"""The help from a real desk: it opens beside it, and nothing at the desk is lost."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, expect

from tests.browser import Browsers
from tests.hallctl.web.console.hall import LOCUTOR, Hall, Serving
from tests.hallctl.web.console.test_browser import Desk
from tests.ruler import WIDER, lasting

SIZES = ((1024, 600), (1280, 800), (390, 844))
PAGES = (
    "/ayuda",
    "/ayuda/AJ-69",
    "/ayuda/D8",
    "/ayuda/reglamento",
    "/ayuda/teclas",
    "/ayuda/AJ-999",
    "/entrar",
)


@pytest.fixture
def browser(browsers: Browsers) -> Iterator[BrowserContext]:
    with browsers.windows(
        ["/ayuda/AJ-999.* status of 404"], viewport={"width": 1024, "height": 600}
    ) as window:
        yield window()


def test_the_rule_of_a_refusal_opens_beside_the_desk_and_what_was_typed_stays(
    hall: Hall, serving: Serving, browser: BrowserContext
) -> None:
    serving.play_until("Vender cartones")
    desk = Desk(browser.new_page(), serving, LOCUTOR)
    cards = desk.page.locator(".next input.ask")
    cards.fill("5000")
    desk.press("Vender cartones")
    desk.hears("no se pueden vender 5000")
    with browser.expect_page() as opened:
        desk.page.locator("#said").get_by_role("link", name="AJ-66").click()
    article = opened.value
    article.on("request", lambda request: desk.asked.add(request.url.split("/")[2]))
    expect(article.locator("mark")).to_have_text(re.compile("Los cartones se venderán correlativamente"))
    expect(article.locator(".said")).to_contain_text("Quedan … cartones en la serie …")
    article.get_by_role("link", name="leer en su lugar").click()
    expect(article.locator(":target")).to_contain_text("La venta en cada partida se iniciará indistintamente")

    desk.page.bring_to_front()
    desk.hears("no se pueden vender 5000")
    expect(cards).to_have_value("5000")
    # The next one is read in the same tab.
    desk.page.locator("#said").get_by_role("link", name="AJ-66").click()
    expect(article).to_have_url(re.compile("/ayuda/AJ-66$"))
    assert len(browser.pages) == 2
    serving.play("Vender cartones", count=7)
    expect(desk.page.locator(".figures")).to_contain_text("1 al 7")
    assert desk.complaints == []
    assert desk.asked == {serving.url.removeprefix("http://")}


@pytest.mark.campaign
def test_the_key_opens_the_manual_where_the_night_is(
    hall: Hall, serving: Serving, browser: BrowserContext
) -> None:
    serving.play_until("Vender cartones")
    desk = Desk(browser.new_page(), serving, LOCUTOR)
    expect(desk.page.locator(".next input.ask")).to_be_focused()
    with browser.expect_page() as opened:
        desk.page.keyboard.press("Shift+F1")
    manual = opened.value
    expect(manual).to_have_url(f"{serving.url}/ayuda#vender")
    expect(manual.get_by_role("heading", name="Vender", exact=True)).to_be_in_viewport()
    assert desk.complaints == []


@pytest.mark.campaign
def test_without_a_session_and_without_a_script_the_manual_is_read_from_the_log_in(
    hall: Hall, serving: Serving, browsers: Browsers
) -> None:
    with browsers.windows(viewport={"width": 390, "height": 844}, java_script_enabled=False) as window:
        context = window()
        page = context.new_page()
        page.goto(f"{serving.url}/entrar")
        page.get_by_label("Contraseña").fill("a medias")
        with context.expect_page() as opened:
            page.get_by_role("link", name="Ayuda").click()
        expect(opened.value.get_by_role("heading", name="Manual de la mesa")).to_be_visible()
        opened.value.get_by_role("link", name="AJ-86").first.click()
        expect(opened.value.locator("mark")).to_be_visible()
        expect(page.get_by_label("Contraseña")).to_have_value("a medias")


def test_the_help_fits_its_window_and_can_be_used_by_everybody(
    hall: Hall, serving: Serving, browser: BrowserContext, full: bool
) -> None:
    """In `make test` an article and the keys, on a phone."""
    page = browser.new_page()
    for path in PAGES if full else ("/ayuda/AJ-69", "/ayuda/teclas"):
        for width, height in SIZES if full else SIZES[-1:]:
            page.set_viewport_size({"width": width, "height": height})
            page.goto(serving.url + path)
            assert lasting(page, WIDER) == [], (path, width)
        found = Axe().run(page).response["violations"]
        grave = [each["id"] for each in found if each["impact"] in {"serious", "critical"}]
        assert grave == [], (path, grave)


@pytest.mark.campaign
def test_on_paper_the_manual_is_dark_on_white(hall: Hall, serving: Serving, browser: BrowserContext) -> None:
    page = browser.new_page()
    page.goto(f"{serving.url}/ayuda")
    page.emulate_media(media="print")
    colours = "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
    assert page.evaluate(colours) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    expect(page.locator(".chapters")).to_be_hidden()
