"""The answer to a step says what was done, in figures: driven by mouse and keyboard in a real browser."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.hallctl.web.console.hall import CAJERO, JEFE, LOCUTOR, Hall, Serving
from tests.hallctl.web.console.hands import enter, press, press_key, unfold
from tests.hallctl.web.console.manual_pictures import AFTER_IT, BALLS, BY_HAND, TO_THE_LINE, WINNERS


@pytest.fixture
def hall(tmp_path) -> Iterator[Hall]:
    with Hall(tmp_path, (*BALLS, *BY_HAND)) as hall:
        yield hall


def _figures(page: Page, *said: str) -> None:
    """See in the answer everything that is said to be there."""
    for text in said:
        expect(page.locator("#said .done")).to_contain_text(text)


def _call(hall: Hall, serving: Serving, *balls: int) -> None:
    for ball in balls:
        serving.play("Extraer bola")
        hall.wait_for_ball()
        serving.play(f"Cantar el {ball}")


def test_cards_that_are_sold_delivered_and_taken_back_are_answered_with_their_numbers_and_their_money(
    serving: Serving, page: Page
) -> None:
    serving.play_until("Vender cartones")
    enter(page, serving.url, LOCUTOR)
    page.locator(".next input.ask").fill("62")
    press_key(page, "Enter", when="Vender cartones")
    _figures(page, "Vendidos 62: del 1 al 62", "Cobre Bs 310,00", "asiento")
    page.locator(".next input.ask").fill("1")
    press(page, "Vender cartones")
    _figures(page, "Vendido 1: el 63", "Cobre Bs 5,00")
    enter(page, serving.url, CAJERO)
    unfold(page, "Entregar cartones")
    form = page.locator("form", has=page.get_by_role("button", name=re.compile("^Entregar cartones")))
    form.get_by_label("Vendedor").fill(LOCUTOR)
    form.get_by_label("Cartones").fill("12")
    press(page, "Entregar cartones")
    _figures(page, f"Entregados 12 a {LOCUTOR}: del 64 al 75", "Valen Bs 60,00")
    unfold(page, "Recoger cartones")
    form = page.locator("form", has=page.get_by_role("button", name=re.compile("^Recoger cartones")))
    form.get_by_label("Cartones").fill("3")
    press(page, "Recoger cartones sobrantes")
    _figures(page, f"Recogidos 3 de {LOCUTOR}: del 73 al 75", "Valen Bs 15,00")
    expect(page.locator(".sellers")).to_contain_text("1 al 72")
    enter(page, serving.url, JEFE)
    press(page, "Cerrar venta")
    _figures(page, "Venta cerrada: 72 cartones, del 1 al 72", "Recaudado Bs 360,00", "Línea Bs", "Bingo Bs")


@pytest.mark.campaign
def test_an_answer_that_is_no_longer_of_the_present_fades(serving: Serving, page: Page) -> None:
    serving.play_until("Vender cartones")
    page.clock.install()
    enter(page, serving.url, LOCUTOR)
    press(page, "Vender cartones")
    _figures(page, "Vendidos 6: del 1 al 6")
    serving.play("Vender cartones", count=1)
    expect(page.locator(".figures")).to_contain_text("1 al 7")
    _figures(page, "Vendidos 6: del 1 al 6")
    page.clock.run_for(15_000)
    expect(page.locator("#said .idle")).to_be_visible()


@pytest.mark.campaign
def test_a_prize_that_is_paid_says_what_to_hand_over_and_in_which_chips(
    hall: Hall, serving: Serving, page: Page
) -> None:
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=60)
    serving.play("Cerrar venta", "Comienzo de la partida")
    _call(hall, serving, *TO_THE_LINE)
    serving.play("Parar: ¡línea!")
    for card in WINNERS:
        serving.play("Comprobar línea", card=card)
    serving.play("¿Alguna línea más?", "Reanudar")
    _call(hall, serving, *AFTER_IT, *BY_HAND)
    serving.play("Parar: ¡bingo!")
    serving.play("Comprobar bingo", card=WINNERS[0])
    serving.play("¿Algún bingo más?", "Dar por finalizada")
    enter(page, serving.url, CAJERO)
    press(page, f"Pagar línea, cartón {WINNERS[0]}")
    _figures(page, f"Pagado: línea, cartón {WINNERS[0]}", "Entregue Bs", "×")
    page.get_by_label("Cartones retirados").fill("60")
    press(page, "Retirar cartones")
    _figures(page, "Retirados 60 cartones: todo lo vendido")
