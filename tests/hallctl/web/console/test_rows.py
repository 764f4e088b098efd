"""What is seldom needed is a row that opens; each game begins with empty forms; one's own step is large."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import Browsers
from tests.hallctl.web.console.hall import CAJERO, DIRECTOR, JEFE, Hall, Serving
from tests.hallctl.web.console.hands import button, enter, press, unfold

WORDS = "se cayó una bola al suelo"


@pytest.fixture(scope="module")
def browser(browsers: Browsers) -> Iterator[BrowserContext]:
    with browsers.window(viewport={"width": 1024, "height": 600}) as context:
        yield context


def next_game(serving: Serving) -> None:
    """Void the game that is on, and announce another."""
    serving.play("Cerrar venta", "Proponer anulación", "Conformar anulación")
    serving.play("Devolver cartones anulados", "Retirar cartones")
    serving.play_until("Firmar la partida")
    serving.play("Firmar la partida", "Anunciar serie A 1042 y precio")


@pytest.mark.campaign
def test_a_row_opens_by_a_press_or_its_key_stays_open_while_others_go_on_and_closes_with_its_step(
    hall: Hall, serving: Serving, page: Page
) -> None:
    serving.play_until("Vender cartones")
    enter(page, serving.url, JEFE)
    rows = page.locator("details.row")
    expect(rows.filter(has_text="Anotar incidencia")).to_be_visible()
    assert rows.count() > 4
    assert not any(row.get_attribute("open") is not None for row in rows.all()), "all are closed at first"
    expect(button(page, "Anotar incidencia")).to_be_hidden()
    page.keyboard.press("Alt+i")
    expect(page.get_by_label("Qué ocurrió")).to_be_focused()
    page.keyboard.type(WORDS)
    serving.play("Vender cartones", count=30)
    expect(page.locator(".figures")).to_contain_text("1 al 30")
    expect(page.get_by_label("Qué ocurrió")).to_be_focused()
    expect(page.get_by_label("Qué ocurrió")).to_have_value(WORDS)
    press(page, "Anotar incidencia")
    expect(page.locator("#said")).to_contain_text("Hecho")
    expect(button(page, "Anotar incidencia")).to_be_hidden()


def test_nothing_that_was_written_in_a_game_is_in_the_next_but_the_answer_to_what_has_a_number(
    hall: Hall, serving: Serving, browsers: Browsers
) -> None:
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=20)
    complaint = {"claimant": "Juan", "document": "1 LP", "text": "no oí el 60", "signed": True}
    serving.play("Anotar reclamación", **complaint)
    with browsers.windows() as window:
        jefe, director = window().new_page(), window().new_page()
        enter(jefe, serving.url, JEFE)
        enter(director, serving.url, DIRECTOR)
        unfold(jefe, "Anotar incidencia")
        jefe.get_by_label("Qué ocurrió").fill(WORDS)
        unfold(jefe, "Proponer anulación")
        jefe.get_by_label("Bola defectuosa o que falta (D9)").check()
        unfold(director, "Resolver reclamación 1")
        director.get_by_label("Con sus palabras").first.fill("se escuchó la grabación")
        next_game(serving)
        for each in (jefe, director):
            expect(each.locator(".where")).to_contain_text("Partida 2")
        expect(button(jefe, "Anotar incidencia")).to_be_hidden()
        for row in ("Anotar incidencia", "Proponer anulación"):
            unfold(jefe, row)
        expect(jefe.get_by_label("Qué ocurrió")).to_have_value("")
        expect(jefe.get_by_label("Bola defectuosa o que falta (D9)")).not_to_be_checked()
        expect(director.get_by_label("Con sus palabras").first).to_have_value("se escuchó la grabación")


@pytest.mark.campaign
def test_somebody_else_s_step_is_small_and_one_s_own_is_large(
    hall: Hall, serving: Serving, page: Page
) -> None:
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=20)

    def height(selector: str) -> float:
        box = page.locator(selector).first.bounding_box()
        assert box is not None
        return box["height"]

    enter(page, serving.url, JEFE)
    expect(button(page, "Cerrar venta")).to_be_visible()
    small = height(".others.next .button")
    assert small < 60
    assert height(".open form button") > 1.5 * small
    serving.play("Cerrar venta")
    expect(button(page, "Comienzo de la partida")).to_be_visible()
    assert height(".next button") > 1.5 * small
    enter(page, serving.url, CAJERO)
    assert height(".others.next .button") < 60
