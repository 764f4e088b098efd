"""A page whose line is dead says so and takes no step; a late press is refused; seven tabs work (I26)."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import Browsers
from tests.hallctl.web.console.hall import JEFE, LOCUTOR, Hall, Serving
from tests.hallctl.web.console.hands import LINE_CUT, LOST, begin_draw, button, enter, grown, until
from tests.proxy import Proxy


@pytest.fixture(scope="module")
def browser(browsers: Browsers) -> Iterator[BrowserContext]:
    with browsers.window(forgiven=LINE_CUT) as context:
        yield context


@pytest.fixture
def drawing(serving: Serving) -> None:
    """Play to the draw before any page is open, which would follow every step."""
    begin_draw(serving)


@pytest.fixture
def page(line: Proxy, browser: BrowserContext) -> Iterator[Page]:
    page = browser.new_page()
    enter(page, f"http://127.0.0.1:{line.port}", LOCUTOR)
    yield page
    page.close()


@pytest.mark.invariant("I26")
@pytest.mark.usefixtures("drawing")
def test_a_page_whose_line_died_says_so_takes_no_step_and_finds_the_hall_again(
    serving: Serving, line: Proxy, page: Page, hall: Hall
) -> None:
    grown(page, "Extraer bola")
    line.die()
    expect(page.get_by_text(LOST)).to_be_visible(timeout=3500)
    expect(button(page, "Extraer bola")).to_be_disabled()
    expect(button(page, "Parar: ¡línea!")).to_be_enabled()
    page.keyboard.press("F2")
    expect(page.locator("#said")).to_contain_text("No se ha enviado nada")
    serving.play("Extraer bola")
    hall.wait_for_ball()
    serving.play("Cantar el 1")
    line.revive()
    expect(page.locator(".count")).to_contain_text("1 extraída")
    expect(page.get_by_text(LOST)).to_be_hidden()
    expect(button(page, "Extraer bola")).to_be_enabled()


@pytest.mark.campaign
@pytest.mark.invariant("I26")
@pytest.mark.usefixtures("drawing")
def test_a_press_that_waited_in_the_line_while_the_hall_went_on_draws_no_ball(
    serving: Serving, line: Proxy, page: Page, hall: Hall
) -> None:
    grown(page, "Extraer bola")
    line.pause()
    page.keyboard.press("F2")
    serving.play("Extraer bola")
    hall.wait_for_ball()
    serving.play("Cantar el 1")
    line.resume()
    expect(page.locator("#said")).to_contain_text("La sala cambió antes de que llegara el paso, y no se hizo")
    expect(page.locator(".count")).to_contain_text("1 extraída")
    game = hall.state.game
    assert game is not None
    assert game.order == 1


@pytest.mark.invariant("I26")
@pytest.mark.usefixtures("drawing")
def test_a_press_that_comes_after_its_time_is_refused_though_nothing_changed_and_a_stop_is_taken(
    serving: Serving, line: Proxy, page: Page, hall: Hall
) -> None:
    grown(page, "Extraer bola")
    for key, said, phase in (("F2", "El paso llegó tarde y no se hizo", "draw"), ("F3", "Hecho", "claim")):
        grown(page, "Parar: ¡línea!")
        line.pause()
        page.keyboard.press(key)
        hall.clock.slept_ms += 17_000
        line.resume()
        expect(page.locator("#said")).to_contain_text(said)
        assert serving.desk()["phase"] == phase


@pytest.mark.campaign
def test_seven_tabs_of_a_browser_hear_by_one_stream_and_the_seventh_takes_a_step(
    serving: Serving, line: Proxy, browser: BrowserContext
) -> None:
    serving.play_until("Vender cartones")
    pages = [browser.new_page() for _ in range(7)]
    url = f"http://127.0.0.1:{line.port}"
    enter(pages[0], url, JEFE)
    for page in pages[1:]:
        page.goto(url)
    serving.play("Vender cartones", count=10)
    for page in pages:
        expect(page.locator(".figures")).to_contain_text("1 al 10")
    assert line.asking("/events") == 1
    grown(pages[-1], "Cerrar venta").click()
    for page in pages:
        expect(page.locator(".phase")).to_have_text("Venta cerrada")
        page.close()


@pytest.mark.campaign
def test_a_hidden_page_lets_go_of_its_stream_and_is_of_the_present_when_it_is_shown(
    serving: Serving, line: Proxy, page: Page
) -> None:
    serving.play_until("Vender cartones")
    grown(page, "Vender cartones")
    hide(page, True)
    until(page, lambda: line.asking("/events") == 0)
    serving.play("Vender cartones", count=10)
    hide(page, False)
    expect(page.locator(".figures")).to_contain_text("1 al 10")
    expect(page.get_by_text(LOST)).to_be_hidden()
    assert line.asking("/events") == 1


def hide(page: Page, hidden: bool) -> None:
    """Have the page believe that its tab was left, or shown again."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )
