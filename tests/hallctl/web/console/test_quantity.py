"""A seller's number: what is typed replaces it, its price is said first, and a slip can be taken back."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.hallctl.web.console.hall import CAJERO, LOCUTOR, Serving
from tests.hallctl.web.console.hands import button, enter, grown, press, press_key
from tests.sampling import sampled

SELL = "Vender cartones"


@pytest.fixture
def page(browser: BrowserContext, serving: Serving) -> Iterator[Page]:
    page = browser.new_page()
    serving.play_until(SELL)
    enter(page, serving.url, LOCUTOR)
    yield page
    page.close()


def _sold(page: Page, headline: str) -> None:
    expect(page.locator("#said .done .what")).to_have_text(headline)


@pytest.mark.req("AJ-66")
def test_three_enter_two_enter_sells_three_and_two(serving: Serving, page: Page) -> None:
    page.keyboard.type("3")
    press_key(page, "Enter", when=SELL)
    _sold(page, "Vendidos 3: del 1 al 3")
    page.keyboard.type("2")
    press_key(page, "Enter", when=SELL)
    _sold(page, "Vendidos 2: del 4 al 5")
    assert serving.desk()["game"]["cards"] == 5


def test_no_key_comes_between_a_reset_and_the_selection_of_the_number(page: Page) -> None:
    """On a busy browser a timer comes late: what is typed before must not stand behind the number."""
    selected = page.evaluate("""async () => {
      const input = document.querySelector(".next input.ask");
      input.focus();
      input.setRangeText("3", 0, input.value.length, "end");
      input.form.reset();
      await Promise.resolve(); // before any other event of the page
      return [input.selectionStart, input.selectionEnd, input.value.length];
    }""")
    assert selected == [0, 1, 1]


@pytest.mark.campaign
def test_what_it_comes_to_stands_beside_the_number_before_it_is_sold(page: Page) -> None:
    amount, cards = page.locator(".next output"), page.locator(".next input.ask")
    expect(amount).to_have_text("Bs 30,00")
    for number, price in (
        (1, "5,00"),
        (2, "10,00"),
        (3, "15,00"),
        (6, "30,00"),
        (12, "60,00"),
        (24, "120,00"),
    ):
        page.get_by_role("button", name=f"poner {number}", exact=True).first.click()
        expect(cards).to_have_value(str(number))
        expect(amount).to_have_text(f"Bs {price}")
    page.get_by_role("button", name="uno menos").first.click()
    expect(amount).to_have_text("Bs 115,00")
    page.get_by_role("button", name="uno más").first.click()
    expect(cards).to_be_focused()
    page.keyboard.type("7")
    expect(cards).to_have_value("7")
    expect(amount).to_have_text("Bs 35,00")
    press_key(page, "Enter", when=SELL)
    _sold(page, "Vendidos 7: del 1 al 7")
    expect(amount).to_have_text("Bs 30,00")


@pytest.mark.campaign
@pytest.mark.req("AJ-66")
def test_a_sale_of_more_than_usual_is_asked_once_more(serving: Serving, page: Page) -> None:
    page.keyboard.type("62")
    grown(page, SELL)
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Son más de 24 cartones")
    grown(page, SELL).click()
    expect(page.locator("#said")).to_contain_text("Son más de 24 cartones")
    assert serving.desk()["game"]["cards"] == 0
    page.locator(".next input.ask").focus()
    press_key(page, "Enter", when=SELL)
    _sold(page, "Vendidos 62: del 1 al 62")
    page.keyboard.type("24")
    press_key(page, "Enter", when=SELL)
    _sold(page, "Vendidos 24: del 63 al 86")


@pytest.mark.campaign
@pytest.mark.req("AJ-66")
@pytest.mark.parametrize("how", sampled(["mouse", "space", "key"], 3))
def test_letting_go_of_a_sale_that_was_held_sells_nothing_more(
    serving: Serving, page: Page, how: str
) -> None:
    page.keyboard.type("62")
    sell = grown(page, SELL)
    if how == "mouse":
        sell.hover()
        page.mouse.down()
    elif how == "space":
        sell.focus()
        page.keyboard.down(" ")
    else:
        page.keyboard.down("F9")
    _sold(page, "Vendidos 62: del 1 al 62")
    grown(page, SELL)  # the next sale, of the usual six: it would take a press of its own
    expect(page.locator(".next input.ask")).to_have_value("6")
    if how == "mouse":
        page.mouse.up()
    else:
        page.keyboard.up(" " if how == "space" else "F9")
    serving.play(SELL, count=1)
    expect(page.locator(".figures")).to_contain_text("1 al 63")
    assert serving.desk()["game"]["cards"] == 63


@pytest.mark.campaign
@pytest.mark.req("AJ-66", "AJ-77")
def test_the_last_sale_is_taken_back_by_one_press_until_the_close_and_by_nobody_else(
    serving: Serving, page: Page
) -> None:
    serving.play(SELL, count=6)
    serving.play(SELL, count=5)
    press(page, "Deshacer la última venta: del 7 al 11")
    _sold(page, "Venta deshecha: del 7 al 11")
    expect(page.locator("#said .sums")).to_contain_text("Devuelva Bs 25,00")
    expect(page.locator(".figures")).to_contain_text("1 al 6")
    expect(button(page, "Deshacer la última venta: del 1 al 6")).to_be_visible()
    serving.play("Entregar cartones", seller="Eva", count=12)
    expect(page.locator("form").filter(has_text=re.compile("Deshacer"))).to_have_count(0)
    enter(page, serving.url, CAJERO)
    expect(page.get_by_text("Deshacer la última venta")).to_have_count(0)
    serving.play("Recoger cartones sobrantes", seller="Eva", count=12)
    assert serving.desk()["game"]["cards"] == 6
