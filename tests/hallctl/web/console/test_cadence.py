"""The hall draws by itself: started at the desk in a browser, balls come without a press until it ends."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from hallctl.games.bingo.rules.endings import Ending
from hallctl.games.bingo.rules.state import Cadence
from hallctl.games.bingo.words import why_stopped
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.table import messages as msg
from tests.browser import Browsers
from tests.hallctl.games.bingo.rules.night import Night
from tests.hallctl.web.console.hall import JEFE, LOCUTOR, Hall, Serving
from tests.hallctl.web.console.hands import begin_draw, enter, press
from tests.hallctl.web.console.scenes import game_of
from tests.sampling import sampled

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


def _asked(_: Hall, __: Serving, page: Page) -> None:
    press(page, "Parar las bolas")
    expect(page.locator("#said")).to_contain_text("Parado: ya no salen solas")


def _asked_by_the_locutor(_: Hall, serving: Serving, page: Page) -> None:
    assert page.context.browser
    with page.context.browser.new_context() as context:
        other = context.new_page()
        enter(other, serving.url, LOCUTOR)
        press(other, "Parar las bolas")
        expect(other.locator("#ended")).to_contain_text(f"las paró {LOCUTOR}")


def _sung(_: Hall, __: Serving, page: Page) -> None:
    press(page, "Parar: ¡línea!")
    expect(page.locator("#said")).to_contain_text("Sorteo parado: cantan línea")
    expect(page.locator(".top .phase")).to_have_text("Han cantado línea")


def _failed(hall: Hall, _: Serving, page: Page) -> None:
    hall.inbox.put(msg.Trouble("extractor", "EXT-JAM", "bola atascada en el tubo"))
    expect(page.locator(".band.fault")).to_contain_text("bola atascada en el tubo")


def _miscalled(_: Hall, serving: Serving, __: Page) -> None:
    serving.play("Error al cantar", said=70)


def _by_hand(_: Hall, serving: Serving, __: Page) -> None:
    serving.play("Proponer seguir a mano", reason="no suelta bolas")


def _voided(_: Hall, serving: Serving, __: Page) -> None:
    serving.play("Proponer anulación", reason="corte de luz")


ENDS: Final = {
    _asked: f"las paró {JEFE}",
    _asked_by_the_locutor: f"las paró {LOCUTOR}",
    _sung: "han cantado; compruebe el cartón",
    _failed: "hay un fallo",
    _miscalled: "se anotó un error al cantar",
    _by_hand: "se propuso seguir a mano",
    _voided: "se propuso anular la partida",
}
"""What ends it, and what the desk says of why; ends without a page: table/test_cadence."""


@pytest.mark.parametrize("end", sampled(ENDS, 4), ids=lambda end: end.__name__)
def test_balls_come_without_a_press_until_it_is_ended_and_the_desk_says_by_what(
    hall: Hall, serving: Serving, page: Page, end: Callable[[Hall, Serving, Page], None]
) -> None:
    _out(hall, serving, 7)
    expect(page.locator(".current .ball")).to_have_text("7")
    end(hall, serving, page)
    expect(page.locator("#cadence")).to_have_count(0)
    expect(page.locator("#ended")).to_have_text(f"Ya no salen solas: {ENDS[end]}.")
    assert game_of(hall).cadence is None


def test_a_doubtful_ball_ends_it_and_is_shown(hall: Hall, serving: Serving, page: Page) -> None:
    _out(hall, serving, 7)
    _out(hall, serving, 3)
    expect(page.locator(".doubt")).to_contain_text("Bola dudosa")
    expect(page.locator("#cadence")).to_have_count(0)
    expect(page.locator("#ended")).to_contain_text("la bola es dudosa; diga cuál es")
    assert game_of(hall).cadence is None


@pytest.mark.parametrize("language", ["es", "pt", "en"])
def test_every_end_has_its_sentence_in_each_language_until_the_draw_goes_on(language: str) -> None:
    said, begun = Phrasebook(language), Night().open_session().start()
    assert begun.state.game is not None
    ended = [Cadence(3, JEFE, 0, ended=why) for why in Ending]
    whys = [why_stopped(replace(begun.state.game, cadences=(each,))) for each in ended]
    told = {said(why) for why in whys if why}
    assert len(told) == len(Ending)
    assert language == "es" or told.isdisjoint(whys)
    begun.order()
    assert why_stopped(replace(begun.state.game, cadences=(ended[0],))) == ""
