"""The cashier's desk in a real browser: money is counted piece by piece, and the total is never typed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser import Browsers
from tests.hallctl.web.console.hall import CAJERO, Serving
from tests.hallctl.web.console.hands import unfold, until
from tests.hallctl.web.console.test_browser import Desk
from tests.ruler import WIDER, lasting


@pytest.fixture(scope="module")
def browser(browsers: Browsers) -> Iterator[BrowserContext]:
    viewport = {"width": 1024, "height": 600}
    with browsers.window(forgiven=["favicon.ico"], viewport=viewport) as context:
        yield context


@pytest.fixture
def desk(serving: Serving, browser: BrowserContext) -> Iterator[Desk]:
    desk = Desk(browser.new_page(), serving, CAJERO)
    yield desk
    desk.page.close()


@pytest.fixture
def voided(serving: Serving) -> None:
    """Play to the count before any page is open, which would follow every step."""
    sell_and_void(serving)


def sell_and_void(serving: Serving) -> None:
    """Sell 60 cards, which come to Bs 300, and void the game: the cash is still to be counted."""
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=60)
    serving.play("Cerrar venta", "Proponer anulación", "Conformar anulación")


@pytest.mark.req("AJ-11", "AJ-46")
@pytest.mark.usefixtures("voided")
def test_the_sum_runs_along_and_enter_goes_from_value_to_value(serving: Serving, desk: Desk) -> None:
    page = desk.page
    total = page.locator(".pieces output")
    expect(page.locator(".stage")).to_have_attribute("data-entry", str(serving.desk()["entry"]))
    expect(total).to_have_text("0,00")
    unfold(page, "Contar efectivo")
    page.get_by_label("200", exact=True).click()
    for typed in ("1", "", "1", "2", "", "1", "", "", "9"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    expect(page.get_by_label("0,20", exact=True)).to_be_focused()
    expect(total).to_have_text("299,50")
    page.get_by_label("0,50", exact=True).first.fill("10")
    expect(total).to_have_text("300,00")
    desk.press("Contar efectivo")
    desk.hears("Hecho")
    expect(page.locator(".topay")).to_contain_text("Bs 300,00")
    expect(page.get_by_text("coincide con lo recaudado")).to_be_visible()
    assert serving.desk()["game"]["cash"] == 30_000
    assert desk.complaints == []


@pytest.mark.campaign
@pytest.mark.usefixtures("voided")
def test_what_was_typed_stays_while_others_go_on_and_a_count_of_nothing_is_asked_again(
    serving: Serving, desk: Desk
) -> None:
    desk.press("Contar efectivo")
    desk.hears("Escriba cuántas piezas hay de cada valor")
    desk.page.get_by_label("100", exact=True).first.fill("3")
    entry = desk.page.locator(".stage").get_attribute("data-entry") or ""
    serving.play("Retirar cartones")
    expect(desk.page.locator(".stage")).not_to_have_attribute("data-entry", entry)
    expect(desk.page.get_by_label("100", exact=True).first).to_have_value("3")
    expect(desk.page.locator(".pieces output")).to_have_text("300,00")


@pytest.mark.campaign
@pytest.mark.usefixtures("voided")
def test_a_browser_without_scripts_counts_as_well(serving: Serving, desk: Desk) -> None:
    page = desk.page
    switch = page.context.new_cdp_session(page)
    switch.send("Emulation.setScriptExecutionDisabled", {"value": True})
    page.goto(serving.url)
    page.locator("summary", has_text="Contar efectivo").click()
    expect(page.locator(".pieces .sum")).to_be_hidden()
    page.get_by_label("200", exact=True).fill("1")
    page.get_by_label("100", exact=True).first.fill("1")
    page.get_by_role("button", name="Contar efectivo").click()
    expect(page.get_by_text("Hecho")).to_be_visible()
    assert serving.desk()["game"]["cash"] == 30_000


@pytest.mark.campaign
@pytest.mark.usefixtures("voided")
def test_the_table_fits_on_every_screen(serving: Serving, desk: Desk) -> None:
    # In one look: the panel may be swapped between two.
    unfold(desk.page, "Contar efectivo")
    high = "document.querySelector('.pieces')?.getBoundingClientRect().height"
    for width, height in ((1024, 600), (1280, 800), (390, 844)):
        desk.page.set_viewport_size({"width": width, "height": height})
        assert until(desk.page, lambda: desk.page.evaluate(high)) < height
        assert lasting(desk.page, WIDER) == []


NOTES = [{"tender": "note", "value": 10_000, "count": 5}]


@pytest.mark.req("AJ-11")
def test_a_program_takes_the_same_shift_and_reads_what_should_be_there(serving: Serving) -> None:
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=60)
    serving.play("Cerrar venta", "Proponer anulación", "Conformar anulación")
    offer = {"post": "cajero", "command": "OpenShift", "person": CAJERO, "body": {}}
    assert serving.take(offer, "r-1", pieces=NOTES).status_code == 200
    assert serving.take(offer, "r-2", pieces=NOTES).json()["refusal"]["code"] == "SHIFT-OPEN"
    serving.play("Devolver cartones anulados", cards=2)
    till = {"number": 1, "cashier": CAJERO, "initial": 50_000, "income": 0, "prizes": 0, "refunds": 1_000}
    assert serving.desk()["till"] == till | {"expected": 49_000}
    schemas = serving.client.get("/api/openapi.json").json()["components"]["schemas"]
    assert schemas["Shift"]["properties"].keys() == till.keys() | {"expected"}
    strange = [NOTES[0] | {"value": 1}]
    assert serving.take(offer | {"command": "CountCash"}, "r-3", pieces=strange).status_code == 409
    malformed = serving.take(offer | {"command": "CountCash"}, "r-4", pieces=[{"value": 1}])
    assert malformed.json()["problems"] == [
        "CountCash.pieces[0].tender: falta",
        "CountCash.pieces[0].count: falta",
    ]


@pytest.mark.campaign
@pytest.mark.req("AJ-11")
def test_a_cashier_takes_the_till_over_and_sees_what_it_should_hold(serving: Serving, desk: Desk) -> None:
    serving.play_until("Anunciar serie A 1042 y precio")
    unfold(desk.page, "Abrir turno de caja")
    desk.page.get_by_label("200", exact=True).fill("2")
    desk.press("Abrir turno de caja")
    desk.hears("Hecho")
    due = desk.page.locator(".till .due")
    expect(due).to_contain_text("Bs 400,00")
    sell_and_void(serving)
    expect(due).to_contain_text("Bs 700,00")
    serving.play("Devolver cartones anulados", cards=10)
    expect(due).to_contain_text("Bs 650,00")
    assert desk.complaints == []
