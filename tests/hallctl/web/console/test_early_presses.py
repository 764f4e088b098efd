"""A press in the first 0.3 s of a step is taken or answered, by mouse, finger and key: never lost in silence.

The page's own clock runs fifty times slower, so that a step stays new for as long as a busy machine needs.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import Browsers
from tests.hallctl.web.console.hall import JEFE, LOCUTOR, Hall, Serving
from tests.hallctl.web.console.hands import button, enter, grown
from tests.sampling import sampled

NOT_YET = "Aún no: ese paso acaba de salir."
AGAIN = "Esa pulsación no cuenta: el paso ya tuvo su respuesta."
SLOWLY = """(() => {
  const real = performance.now.bind(performance);
  let factor = 1, from = real(), shown = from;
  const now = () => shown + (real() - from) * factor;
  performance.now = now;
  globalThis.pace = (value) => { [shown, from, factor] = [now(), real(), value]; };
})()"""

Press = Callable[[Page], None]


def click(page: Page) -> None:
    button(page, "Cerrar venta").click()


def tap(page: Page) -> None:
    button(page, "Cerrar venta").tap()


def key(page: Page) -> None:
    page.keyboard.press("Alt+c")


def space(page: Page) -> None:
    button(page, "Cerrar venta").focus()
    page.keyboard.press("Space")


@pytest.fixture(scope="module")
def browser(browsers: Browsers) -> Iterator[BrowserContext]:
    viewport = {"width": 1024, "height": 600}
    with browsers.window(viewport=viewport, has_touch=True) as context:
        context.add_init_script(SLOWLY)
        yield context


def pace(page: Page, factor: float) -> None:
    page.evaluate("(factor) => pace(factor)", factor)


def selling(serving: Serving) -> None:
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=20)


@pytest.mark.parametrize("press", sampled([tap, click, key, space], 4))
def test_a_press_on_a_step_that_has_just_come_is_answered_and_the_next_takes_it(
    hall: Hall, serving: Serving, page: Page, press: Press
) -> None:
    serving.play_until("Anunciar serie A 1042 y precio")
    enter(page, serving.url, JEFE)
    pace(page, 0.02)
    serving.play("Anunciar serie A 1042 y precio")
    serving.play("Vender cartones", count=20)
    expect(button(page, "Cerrar venta")).to_be_visible()
    press(page)
    expect(page.locator("#said")).to_contain_text(NOT_YET)
    assert serving.desk()["phase"] == "sale"
    pace(page, 1)
    grown(page, "Cerrar venta")
    press(page)
    expect(page.locator("#said")).to_contain_text("Venta cerrada")


def test_a_press_that_began_on_the_step_before_does_not_take_the_new_one_and_is_answered(
    hall: Hall, serving: Serving, page: Page
) -> None:
    selling(serving)
    serving.play("Cerrar venta", "Comienzo de la partida")
    enter(page, serving.url, LOCUTOR)
    grown(page, "Extraer bola").hover()
    page.mouse.down()
    serving.play("Extraer bola")
    expect(button(page, "Cantar el 1")).to_be_visible()
    page.mouse.up()
    expect(page.locator("#said")).to_contain_text(NOT_YET)
    assert hall.state.game is not None
    assert hall.state.game.called == 0
    grown(page, "Cantar el 1").click()
    expect(page.locator("#said")).to_contain_text("Cantado el 1")


@pytest.mark.campaign
def test_the_second_of_a_double_press_says_so_and_leaves_the_answer_of_the_first(
    hall: Hall, serving: Serving, page: Page
) -> None:
    serving.play_until("Vender cartones")
    enter(page, serving.url, LOCUTOR)
    grown(page, "Vender cartones")
    pace(page, 0.02)
    for _ in range(2):
        button(page, "Vender cartones").click()
        expect(page.locator("#said .done")).to_contain_text("Vendidos 6: del 1 al 6")
    expect(page.locator("#said .note")).to_contain_text(AGAIN)
    assert serving.desk()["game"]["cards"] == 6
    pace(page, 1)
    expect(page.locator("#said .note")).to_have_count(0)
    expect(page.locator("#said .done")).to_be_visible()


@pytest.mark.campaign
def test_a_stop_is_taken_however_new_it_is_and_the_key_of_a_step_that_is_not_here_is_answered(
    hall: Hall, serving: Serving, page: Page
) -> None:
    selling(serving)
    serving.play("Cerrar venta")
    enter(page, serving.url, LOCUTOR)
    pace(page, 0.02)
    serving.play("Comienzo de la partida")
    expect(button(page, "Parar: ¡línea!")).to_be_visible()
    page.keyboard.press("F6")
    expect(page.locator("#said")).to_have_text("F6 es «Comprobar cartón», y ahora no se puede.")
    page.keyboard.press("F3")
    expect(page.get_by_text("Han cantado línea")).to_be_visible()
    assert serving.desk()["phase"] == "claim"
