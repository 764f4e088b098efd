"""After ten idle minutes a desk keeps the ball in view and stops a draw; for all else it asks for the PIN."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from hallctl.minutes.reader import read_entries
from hallctl.minutes.volumes import volume_name
from hallctl.web.access.sessions import IDLE_MS
from tests.browser import Browsers
from tests.hallctl.web.console.hall import JEFE, LOCUTOR, PIN, Hall, Serving
from tests.hallctl.web.console.hands import at_the_desk, begin_draw, button, enter, grown, until
from tests.hallctl.web.console.test_accessibility import PHONE, TABLET
from tests.ruler import OUT_OF_SIGHT, TOO_SMALL, WIDER, faults, lasting
from tests.sampling import sampled

REFUSED = (r"Failed to load resource: .* 401", r"htmx:responseError|Response Status Error Code 401")
CUT = (r"htmx:(sendError|afterRequest)", r"net::ERR_CONNECTION_RESET")
"""A wrong PIN, and a step of a session that sleeps."""

NAMES = ("request", "command", "post", "csrf", "body", "seen", "heard")
"""The fields of a step's form."""


@pytest.fixture
def page(serving: Serving, browsers: Browsers) -> Iterator[Page]:
    begin_draw(serving)
    with browsers.window((*REFUSED, *CUT)) as context:
        page = context.new_page()
        enter(page, serving.url, LOCUTOR)
        yield page


def falls_asleep(hall: Hall, serving: Serving, page: Page) -> None:
    """Let ten minutes pass, and then a ball come out."""
    grown(page, "Extraer bola")
    hall.slept_ms += IDLE_MS + 1
    serving._tokens.clear()  # those of the programs sleep too
    serving.client.headers["Authorization"] = serving.bearer(JEFE)["Authorization"]
    serving.play("Extraer bola")
    hall.wait_for_ball()
    expect(page.get_by_label(f"PIN de {LOCUTOR}")).to_be_focused()


@pytest.mark.invariant("I9")
@pytest.mark.parametrize("how", sampled(["mouse", "key"], 2))
def test_a_desk_that_sleeps_stops_the_draw_without_a_pin_in_the_name_of_whose_log_in_it_is(
    hall: Hall, serving: Serving, page: Page, tmp_path: Path, how: str
) -> None:
    falls_asleep(hall, serving, page)
    expect(page.locator(".ball")).to_have_text("1")
    if how == "key":
        grown(page, "Parar: ¡bingo!")
        page.keyboard.press("F4")
    else:
        button(page, "Parar: ¡bingo!").click()
    until(page, lambda: (game := hall.state.game) and game.phase == "claim")
    last = [*read_entries(tmp_path / volume_name(1))][-1]
    assert LOCUTOR in last.actor
    assert last.body["claim"] == "bingo"
    expect(page.locator(".phase")).to_have_text("Han cantado bingo")
    expect(page.locator(".ball")).to_have_text("1")  # still in view, and still asleep
    expect(page.get_by_label(f"PIN de {LOCUTOR}")).to_be_visible()


@pytest.mark.campaign
@pytest.mark.invariant("I16")
def test_it_takes_nothing_but_stops(hall: Hall, serving: Serving, page: Page) -> None:
    form = page.locator("form.step").filter(has=grown(page, "Extraer bola"))
    fields: dict[str, str | float | bool] = {
        each: form.locator(f"[name={each}]").input_value() for each in NAMES
    }
    falls_asleep(hall, serving, page)
    before = hall.newest().entry
    expect(page.locator("form[hx-post='/steps']")).to_have_count(2)
    answer = page.request.post(
        f"{serving.url}/steps", form=fields, headers={"HX-Request": "true", "Origin": serving.url}
    )
    assert (answer.status, "ACC-ASLEEP" in answer.text()) == (401, True)
    assert hall.newest().entry == before


def test_the_pin_wakes_it_where_it_is_and_a_wrong_one_leaves_the_ball_in_view(
    hall: Hall, serving: Serving, page: Page
) -> None:
    falls_asleep(hall, serving, page)
    page.keyboard.type("000001")
    serving.play("Cantar el 1")  # the panel swaps itself under the typing
    expect(page.locator(".caption")).to_have_text("Cantada")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("El PIN no es correcto")
    expect(page.locator(".ball")).to_have_text("1")
    pin = page.get_by_label(f"PIN de {LOCUTOR}")
    expect(pin).to_have_value("")
    expect(pin).to_be_focused()
    page.keyboard.type(PIN)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    at_the_desk(page)
    expect(button(page, "Extraer bola")).to_be_visible()


@pytest.mark.campaign
def test_the_third_wrong_pin_leads_to_the_log_in(hall: Hall, serving: Serving, page: Page) -> None:
    falls_asleep(hall, serving, page)
    for wrong in range(3):
        expect(page.locator(f"#pin-{wrong}")).to_be_focused()
        page.keyboard.type("000001")
        page.keyboard.press("Enter")
    expect(page.get_by_label("Contraseña")).to_be_focused()
    expect(page.get_by_label("Persona")).to_have_value(LOCUTOR)


def pin_is_kept_back(serving: Serving, page: Page) -> Route:
    """Return the request of a wrong PIN, which nobody has answered and whose form a panel has replaced."""
    asked: list[Route] = []

    def keep(route: Route) -> None:
        asked.append(route)

    page.route("**/pin", keep)
    page.keyboard.type("000001")
    page.keyboard.press("Enter")
    until(page, lambda: asked)
    serving.play("Cantar el 1")
    expect(page.locator(".caption")).to_have_text("Cantada")
    return asked[0]


@pytest.mark.campaign
def test_an_answer_whose_form_a_panel_has_replaced_meanwhile_renews_the_panel_too(
    hall: Hall, serving: Serving, page: Page
) -> None:
    falls_asleep(hall, serving, page)
    pin_is_kept_back(serving, page).continue_()
    expect(page.get_by_role("alert")).to_contain_text("El PIN no es correcto")
    expect(page.locator("#pin-1")).to_be_focused()


@pytest.mark.campaign
def test_that_no_answer_came_is_said_too_where_a_panel_has_replaced_the_form(
    hall: Hall, serving: Serving, page: Page
) -> None:
    falls_asleep(hall, serving, page)
    pin_is_kept_back(serving, page).abort("connectionreset")
    expect(page.locator("#said")).to_contain_text("No llegó respuesta")


@pytest.mark.campaign
@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_it_keeps_nobody_from_anything(
    hall: Hall, serving: Serving, page: Page, size: dict[str, int]
) -> None:
    falls_asleep(hall, serving, page)
    page.set_viewport_size(size)  # type: ignore[arg-type]
    assert [*lasting(page, TOO_SMALL, WIDER, OUT_OF_SIGHT), *faults(page)] == []
