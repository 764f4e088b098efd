"""The hall draws by itself: started at the desk in a browser, balls come without a press until it ends."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from hallctl.table import messages as msg
from tests.browser import Browsers
from tests.hallctl.web.console.hall import JEFE, Hall, Serving
from tests.hallctl.web.console.hands import begin_draw, enter, press
from tests.hallctl.web.console.scenes import game_of

DOUBTFUL = (66, 68)


@pytest.fixture
def hall(tmp_path) -> Iterator[Hall]:
    with Hall(tmp_path, (7, 3, DOUBTFUL), minimum_interval_ms=0) as hall:
        yield hall


@pytest.fixture
def page(serving: Serving, browsers: Browsers) -> Iterator[Page]:
    """The jefe's desk, at which the hall was told to draw a ball each three seconds."""
    begin_draw(serving)
    with browsers.window() as context:
        page = context.new_page()
        enter(page, serving.url, JEFE)
        page.locator(".choice label", has_text="3 s").click()
        press(page, "Sacar solas")
        expect(page.locator("#said")).to_contain_text("Salen solas: una bola cada 3 s")
        expect(page.locator("#cadence")).to_be_visible()
        yield page


def _out(hall: Hall, serving: Serving, ball: int) -> None:
    """Wait for the next ball, which nobody asks for, and call it."""
    hall.wait_for_ball()
    serving.play(f"Cantar el {ball}")


def _asked(hall: Hall, page: Page) -> None:
    press(page, "Parar las bolas")
    expect(page.locator("#said")).to_contain_text("Parado: ya no salen solas")


def _sung(hall: Hall, page: Page) -> None:
    press(page, "Parar: ¡línea!")
    expect(page.locator("#said")).to_contain_text("Sorteo parado: cantan línea")
    expect(page.locator(".top .phase")).to_have_text("Han cantado línea")


def _failed(hall: Hall, page: Page) -> None:
    hall.inbox.put(msg.Trouble("extractor", "EXT-JAM", "bola atascada en el tubo"))
    expect(page.locator(".band.fault")).to_contain_text("bola atascada en el tubo")


@pytest.mark.parametrize("end", [_asked, _sung, _failed])
def test_balls_come_without_a_press_until_it_is_ended_and_the_desk_says_by_what(
    hall: Hall, serving: Serving, page: Page, end: Callable[[Hall, Page], None]
) -> None:
    _out(hall, serving, 7)
    expect(page.locator(".current .ball")).to_have_text("7")
    end(hall, page)
    expect(page.locator("#cadence")).to_have_count(0)
    assert game_of(hall).cadence is None


def test_a_doubtful_ball_ends_it_and_is_shown(hall: Hall, serving: Serving, page: Page) -> None:
    _out(hall, serving, 7)
    _out(hall, serving, 3)
    expect(page.locator(".doubt")).to_contain_text("Bola dudosa")
    expect(page.locator("#cadence")).to_have_count(0)
    assert game_of(hall).cadence is None
