"""One person plays a night alone: one log-in, one cookie, one page with a tab for each post."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from hallctl.app.practice.alone import PERSON, stand_ins
from hallctl.app.setting import load
from hallctl.rules.commands.base import Post
from tests.browser import Browsers
from tests.hallctl.web.console.hall import CAJERO, CONFIG, DIRECTOR, JEFE, LOCUTOR, PIN, Hall, Serving
from tests.hallctl.web.console.hands import at_the_desk, button, enter, grown, log_in, press
from tests.hallctl.web.console.test_accessibility import PHONE, TABLET
from tests.ruler import WIDER, faults, lasting


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(tmp_path, range(1, 91))
    hall.stand_ins = stand_ins(load(CONFIG))
    with hall:
        yield hall


@pytest.fixture
def page(browsers: Browsers) -> Iterator[Page]:
    with browsers.window() as context:
        yield context.new_page()


def tab(page: Page, name: str) -> None:
    """Go to a tab."""
    page.get_by_role("navigation", name="Puestos").get_by_role("link", name=name).click()
    at_the_desk(page)


def proposed(serving: Serving, page: Page) -> None:
    """Play to the draw, and have the jefe propose a void game by the page."""
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=12)
    serving.play("Cerrar venta", "Comienzo de la partida", "Extraer bola")
    tab(page, "Jefe de Mesa")
    form = page.locator("form.step").filter(has=grown(page, "Proponer anulación"))
    form.locator("input.ask").first.fill("prueba de práctica")
    press(page, "Proponer anulación")


def test_one_log_in_takes_the_steps_of_every_post_each_in_the_name_of_its_holder(
    hall: Hall, serving: Serving, page: Page
) -> None:
    page.goto(serving.url)
    expect(page.get_by_label("Persona")).to_have_value(PERSON)
    log_in(page, serving.url, PERSON)
    tabs = page.get_by_role("navigation", name="Puestos").get_by_role("link")
    assert [re.sub(r"\s*le toca$", "", each).split("\n")[0] for each in tabs.all_inner_texts()] == [
        *("Todos los puestos", "Director", "Jefe de Mesa", "Locutor", "Vendedor", "Cajero")
    ]
    expect(page.locator(".others")).to_have_count(0)  # nobody else is waited for
    serving.play_until("Abrir sesión")
    expect(page.locator("#tab-jefe")).to_contain_text("le toca")
    press(page, "Abrir sesión")
    expect(page.locator("#said")).to_contain_text("Hecho")
    session = hall.newest().state.session
    assert session is not None
    assert (dict(session.holders)[Post.JEFE], dict(session.holders)[Post.DIRECTOR]) == (JEFE, DIRECTOR)
    assert len(page.context.cookies()) == 1


@pytest.mark.campaign
def test_a_tab_shows_what_its_post_sees_and_the_next_step_leads_to_the_tab_of_whose_it_is(
    hall: Hall, serving: Serving, page: Page
) -> None:
    serving.play_until("Vender cartones")
    enter(page, serving.url, PERSON)
    tab(page, "Cajero")
    waits = page.get_by_role("link", name=re.compile("^Vender cartones"))
    expect(waits).to_contain_text(LOCUTOR)
    waits.click()
    at_the_desk(page)
    expect(page).to_have_url(re.compile("puesto=(locutor|vendedor)$"))
    expect(button(page, "Vender cartones")).to_be_visible()
    serving.play("Vender cartones", count=3)
    expect(page.locator(".figures")).to_contain_text("3")  # the tab stays when its panel fetches itself
    expect(page.locator(".tabs [aria-current]")).to_contain_text(LOCUTOR)


@pytest.mark.campaign
@pytest.mark.invariant("I16")
def test_what_two_decide_is_decided_by_two_names_though_one_person_practises(
    hall: Hall, serving: Serving, page: Page
) -> None:
    enter(page, serving.url, PERSON)
    hall.slept_ms += 150_000  # the log-in no longer counts as just now
    proposed(serving, page)
    secret = page.get_by_label(f"PIN de {PERSON}, o su contraseña de entrar")
    secret.fill(PIN)
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Hecho")
    tab(page, "Director")
    press(page, "Conformar anulación")
    expect(page.locator(".phase")).to_have_text("Partida anulada")


@pytest.mark.campaign
def test_a_signature_asks_for_the_passphrase_of_the_holders_key(
    hall: Hall, serving: Serving, page: Page
) -> None:
    hall.passphrases[JEFE] = "la clave de Ana"
    enter(page, serving.url, PERSON)
    hall.slept_ms += 150_000
    proposed(serving, page)
    page.get_by_label(f"Contraseña de la clave de firma de {JEFE}").fill("la clave de Ana")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Hecho")
    assert hall.unlocked == {JEFE}


@pytest.mark.campaign
def test_who_stands_in_for_nobody_has_no_tabs_and_no_post_of_others(serving: Serving, page: Page) -> None:
    enter(page, serving.url, CAJERO)
    page.goto(f"{serving.url}/?puesto=director")
    at_the_desk(page)
    expect(page.locator(".tabs")).to_have_count(0)
    expect(page.locator("form.step")).to_have_count(0)


def test_a_real_hall_has_no_practice_person() -> None:
    setting = load(CONFIG)
    assert stand_ins(setting)[PERSON].keys() == {"director", "jefe", "locutor", "vendedor", "cajero"}
    nothing_simulated = dict.fromkeys(("extractor", "camera", "panel", "practice"))
    real = setting.config.model_copy(update=nothing_simulated)
    assert stand_ins(replace(setting, config=real)) == {}


@pytest.mark.campaign
@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_the_tabs_keep_nobody_from_anything(serving: Serving, page: Page, size: dict[str, int]) -> None:
    serving.play_until("Vender cartones")
    enter(page, serving.url, PERSON)
    page.set_viewport_size(size)  # type: ignore[arg-type]
    assert [*faults(page), *lasting(page, WIDER)] == []
