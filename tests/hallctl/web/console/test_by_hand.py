"""By hand a ball is picked on the board, and a mistyped one is corrected before it is called."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import Browsers
from tests.hallctl.web.console.hall import LOCUTOR, Hall, Serving
from tests.hallctl.web.console.hands import enter, grown, press_key, until
from tests.hallctl.web.console.test_accessibility import PHONE, TABLET
from tests.ruler import OUT_OF_SIGHT, TOO_SMALL, WIDER, faults, lasting


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with Hall(tmp_path, operation="manual") as hall:
        yield hall


@pytest.fixture
def page(serving: Serving, browsers: Browsers) -> Iterator[Page]:
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=12)
    serving.play("Cerrar venta", "Bolas en el bombo", "Comienzo de la partida")
    serving.play("Bola sacada a mano", ball=42)
    serving.play("Cantar el 42")
    with browsers.window() as context:
        page = context.new_page()
        enter(page, serving.url, LOCUTOR)
        grown(page, "Bola sacada a mano")
        yield page


def uncalled(hall: Hall) -> int | None:
    game = hall.state.game
    assert game is not None
    return game.uncalled


def test_one_press_on_the_board_takes_the_step_and_what_is_out_cannot_be_picked(
    hall: Hall, page: Page
) -> None:
    board = page.get_by_role("list", name="Bola sacada a mano")
    expect(board.get_by_role("button")).to_have_count(89)
    expect(board.get_by_role("button", name="42", exact=True)).to_have_count(0)
    page.get_by_label("Número de la bola").first.fill("4")  # what was begun in the field does not count
    board.get_by_role("button", name="17", exact=True).click()
    grown(page, "Cantar el 17")
    assert uncalled(hall) == 17
    expect(page.locator(".picks")).to_have_count(0)  # nothing is picked while a ball waits for its call
    press_key(page, "F1", when="Cantar el 17")
    expect(page.locator(".picks button")).to_have_count(88)


@pytest.mark.campaign
def test_the_board_is_one_stop_of_the_tab_key_and_arrows_pass_over_what_is_out(
    hall: Hall, page: Page
) -> None:
    assert page.locator(".picks button[tabindex='0']").count() == 1
    page.locator("#b-pick-1").focus()
    for key in ("ArrowRight", *("ArrowDown",) * 5):
        page.keyboard.press(key)
    expect(page.locator("#b-pick-62")).to_be_focused()  # 2, 12, 22, 32, then over 42
    page.keyboard.press("ArrowUp")
    expect(page.locator("#b-pick-52")).to_be_focused()
    page.keyboard.press("Enter")
    until(page, lambda: uncalled(hall) == 52)


@pytest.mark.campaign
@pytest.mark.invariant("I2")
def test_a_mistyped_ball_is_corrected_before_it_is_called(hall: Hall, page: Page) -> None:
    page.keyboard.type("18")
    page.keyboard.press("Enter")
    correction = page.locator("form.step").filter(has=grown(page, "Corregir: no es el 18"))
    correction.get_by_label("Número de la bola").fill("81")
    page.keyboard.press("Enter")
    expect(page.locator(".ball")).to_have_text("81")
    press_key(page, "F1", when="Cantar el 81")
    expect(page.locator("#b-pick-18")).to_be_visible()  # it may still come out
    expect(page.locator("#b-pick-81")).to_have_count(0)
    game = hall.state.game
    assert game is not None
    assert game.called_balls == (42, 81)


@pytest.mark.campaign
@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_the_board_keeps_nobody_from_anything(page: Page, size: dict[str, int]) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    assert [*lasting(page, TOO_SMALL, WIDER, OUT_OF_SIGHT), *faults(page)] == []
