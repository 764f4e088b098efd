"""The verdict on a card is the answer: over the whole stage, with every reason, and Enter goes on from it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from hallctl.web.ports import ScreenHealth
from tests.hallctl.web.console.hall import CAJERO, JEFE, Hall, Serving
from tests.hallctl.web.console.hands import button, enter, press_key, until
from tests.hallctl.web.console.manual_pictures import BALLS, TO_THE_LINE, WINNERS

CARD, LACKS = WINNERS[0], TO_THE_LINE[-1]
PHONE: ViewportSize = {"width": 390, "height": 844}
SIZES = ((1280, 800), (1024, 600))
IN_SIGHT = (".verdict h2", ".verdict .reasons, .verdict .wins", ".verdict .matrix", ".steps .next")


@pytest.fixture
def hall(tmp_path) -> Iterator[Hall]:
    with Hall(tmp_path, BALLS) as hall:
        hall.walls = (ScreenHealth("Pared 1", "on", 9), ScreenHealth("Pared 2", "late", 900))
        yield hall


def _sung(hall: Hall, serving: Serving, balls: int) -> None:
    """Play until a line is sung after so many balls."""
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=60)
    serving.play("Cerrar venta", "Comienzo de la partida")
    for ball in BALLS[:balls]:
        serving.play("Extraer bola")
        hall.wait_for_ball()
        serving.play(f"Cantar el {ball}")
    serving.play("Parar: ¡línea!")


def _check(page: Page) -> None:
    """Type the number of the card, as the cursor is already there."""
    expect(page.get_by_label("Número de cartón")).to_be_focused()
    page.keyboard.type(str(CARD))
    press_key(page, "Enter", when="Comprobar línea")


def _fills_the_stage(page: Page) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        verdict = until(page, page.locator(".verdict").bounding_box)
        assert verdict["height"] > 0.7 * height
        assert verdict["width"] > 0.5 * width
        _in_sight(page, height)


def _in_sight(page: Page, height: int) -> None:
    """Hold that verdict, reasons, the whole card and the next step are there without scrolling."""
    for part in IN_SIGHT:
        box = until(page, page.locator(part).bounding_box)  # none while the page is drawn anew
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= height, part


@pytest.mark.campaign
@pytest.mark.req("AJ-94", "AJ-97")
def test_a_false_card_is_red_with_its_reasons_and_what_it_lacks_and_enter_resumes_the_draw(
    hall: Hall, serving: Serving, page: Page
) -> None:
    _sung(hall, serving, len(TO_THE_LINE) - 1)
    enter(page, serving.url, JEFE)
    _check(page)
    verdict = page.locator(".verdict.bad")
    expect(verdict).to_contain_text(f"cartón {CARD}")
    expect(verdict).to_contain_text("No es correcto")
    expect(verdict.locator(".reasons")).to_have_text(f"números no cantados: {LACKS}")
    expect(verdict.locator(".missing b")).to_have_text([str(LACKS)])
    _fills_the_stage(page)
    page.set_viewport_size(PHONE)
    _in_sight(page, 844)
    going_on = button(page, "Reanudar")
    expect(page.locator(".next").filter(has=going_on)).to_be_visible()
    expect(going_on).to_be_focused()
    press_key(page, "Enter", when="Reanudar")
    expect(page.locator(".draw:not(.checking)")).to_be_visible()
    expect(page.locator(".verdict")).to_have_count(0)
    assert serving.desk()["phase"] == "draw"


@pytest.mark.req("AJ-94", "AJ-100")
def test_a_good_card_is_green_with_what_it_wins_in_chips_and_enter_asks_the_room(
    hall: Hall, serving: Serving, page: Page
) -> None:
    _sung(hall, serving, len(TO_THE_LINE))
    enter(page, serving.url, JEFE)
    _check(page)
    verdict = page.locator(".verdict.good")
    expect(verdict).to_contain_text("Correcto")
    expect(verdict.locator(".missing")).to_have_count(0)
    expect(verdict.locator(".wins")).to_contain_text(f"línea, cartón {CARD}")
    _fills_the_stage(page)
    amount, chips = (verdict.locator(each).inner_text() for each in (".wins > li > b", ".chips"))
    expect(button(page, "¿Alguna línea más?")).to_be_focused()
    press_key(page, "Enter", when="¿Alguna línea más?")
    expect(page.locator(".next").filter(has=button(page, "Reanudar"))).to_be_visible()
    _fills_the_stage(page)
    press_key(page, "Enter", when="Reanudar")
    expect(page.locator(".verdict")).to_have_count(0)
    for ball in BALLS[len(TO_THE_LINE) :]:
        serving.play("Extraer bola")
        hall.wait_for_ball()
        serving.play(f"Cantar el {ball}")
    awards = serving.desk()["game"]["awards"]
    assert [award["prize"]["card"] for award in awards] == [CARD]
    enter(page, serving.url, CAJERO)
    assert amount.replace("\xa0", " ") == f"Bs {awards[0]['prize']['amount'] / 100:.2f}".replace(".", ",")
    assert "×" in chips


@pytest.mark.campaign
def test_a_cursor_that_the_page_put_there_goes_on_with_the_next_step_and_one_of_the_person_stays(
    hall: Hall, serving: Serving, page: Page
) -> None:
    _sung(hall, serving, len(TO_THE_LINE) - 1)
    enter(page, serving.url, JEFE)
    card = page.get_by_label("Número de cartón")
    expect(card).to_be_focused()
    serving.play("Comprobar línea", card=5)
    expect(button(page, "Reanudar")).to_be_focused()
    card.click()
    page.keyboard.type("2")
    serving.play("Comprobar línea", card=6)
    expect(page.locator(".verdict .of b")).to_have_text("cartón 6")
    page.keyboard.type("9")
    expect(card).to_have_value("29")
