"""A table's desk in a browser: a number takes two presses, each size has room, two people see the picture."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from hallctl.i18n.sentences import Sentence
from hallctl.rules.commands.base import Actor, Post
from hallctl.web.console import view
from hallctl.web.console.tabs import Looking
from tests.browser import Browsers
from tests.hallctl.web.console.hall import Serving
from tests.hallctl.web.console.hands import enter, press_key
from tests.hallctl.web.console.table_scenes import CROUPIER, DIRECTOR, JEFE, TableDay, TableHall
from tests.ruler import BOXED, TOO_SMALL, WIDER, faults, lasting

SIZES: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 1024, "height": 600},
    {"width": 1280, "height": 800},
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TableDay, Serving]]:
    with TableHall(tmp_path_factory.mktemp("table")) as hall, Serving(hall) as serving:
        assert isinstance(hall, TableHall)
        day = TableDay(hall, serving.play)
        day.open()
        day.spun("32")
        yield day, serving


def has_room(page: Page) -> None:
    """Assert that a page fits each size, and that a finger meets what is on it."""
    for size in SIZES:
        page.set_viewport_size(size)
        assert lasting(page, BOXED, WIDER, TOO_SMALL) == [], size
    assert [*faults(page)] == []


def test_a_number_is_chosen_by_a_press_or_typed_and_taken_by_a_second(
    table: tuple[TableDay, Serving], browsers: Browsers
) -> None:
    day, serving = table
    day.closed()
    with browsers.window(viewport=SIZES[2]) as context:
        page = context.new_page()
        enter(page, serving.url, CROUPIER)
        field, said = page.locator("input.on-board"), page.locator("output.pressed")
        expect(field).to_have_value("")
        expect(said).to_contain_text("Pulse una casilla")
        page.locator("#b-at-17").click()
        expect(said).to_have_text("17, negro")
        expect(page.locator(".pad [aria-pressed=true]")).to_have_text("17")
        field.fill("37")
        expect(said).to_have_text("No está en el tablero.")
        expect(page.locator(".pad [aria-pressed=true]")).to_have_count(0)
        field.fill("1")
        expect(said).to_have_text("1, rojo")
        assert serving.desk()["spin"]["entered"] is False, "nothing is said before the step is taken"
        has_room(page)
        field.fill("")
        page.keyboard.press("Enter")
        expect(page.locator("#said .refused")).to_be_visible()
        page.locator("#b-at-17").click()
        press_key(page, "Enter", when="Número")
        expect(page.locator(".caption")).to_have_text("Se espera lo que diga el sensor")
        expect(page.get_by_role("button", name=re.compile("^Detener: el sensor"))).to_be_visible()
        day.hall.sensed("17")
        expect(page.locator(".spin .pocket")).to_have_text("17")
        expect(page.locator(".of-wheel img")).to_be_visible()
        expect(page.locator(".layout .lit")).to_have_text("17")
        has_room(page)
    day.settled()


def test_what_two_witnesses_say_is_for_two_people_who_see_the_picture(
    table: tuple[TableDay, Serving], browsers: Browsers
) -> None:
    day, serving = table
    day.closed()
    day.hall.sensed("8")
    with browsers.window(viewport=SIZES[2]) as context, browsers.window(viewport=SIZES[2]) as other:
        jefe, director = context.new_page(), other.new_page()
        enter(jefe, serving.url, JEFE)
        enter(director, serving.url, DIRECTOR)
        expect(jefe.locator(".of-wheel")).to_have_count(0)
        day.play("Número", pocket="11")
        expect(jefe.locator(".of-wheel img")).to_be_visible()
        expect(jefe.locator(".caption")).to_contain_text("no dicen el mismo número")
        has_room(jefe)
        day.play("Decir el número", pocket="11", reason="Se ve la bola en su casilla")
        expect(director.locator(".inbox .said")).to_contain_text("la bola está en el 11")
        expect(director.locator(".of-wheel img")).to_be_visible()
        has_room(director)
        day.play("Conformar el número")
        expect(director.locator(".spin .pocket")).to_have_text("11")
    day.settled()


@pytest.mark.req("RO-81")
def test_the_last_spins_are_recalled_from_the_desk_with_their_pictures(
    table: tuple[TableDay, Serving], browsers: Browsers
) -> None:
    _, serving = table
    with browsers.window(viewport=SIZES[2]) as context:
        page = context.new_page()
        enter(page, serving.url, JEFE)
        page.locator("#last-spins").click()
        expect(page.get_by_role("heading", name="Las jugadas")).to_be_visible()
        expect(page.locator(".gallery img").first).to_be_visible()
        assert page.locator(".gallery img").first.evaluate("each => each.naturalWidth") == 640


def _looking(actor: Actor) -> Looking:
    return Looking(actor.person, (actor,), (actor,), None, tabbed=False)


@pytest.mark.req("RO-15")
def test_what_the_watch_over_the_wheel_found_is_shown_to_the_director_alone(
    table: tuple[TableDay, Serving],
) -> None:
    day, serving = table
    day.hall.found = (Sentence("La ruleta 37-0421 prefiere un lado de la rueda"),)
    try:
        pages = {
            person: view.page(day.hall, day.hall.newest(), _looking(Actor(person, post)))
            for person, post in ((DIRECTOR, Post.DIRECTOR), (JEFE, Post.JEFE), (CROUPIER, Post.CROUPIER))
        }
        assert {person: bool(page.findings) for person, page in pages.items()} == {
            DIRECTOR: True,
            JEFE: False,
            CROUPIER: False,
        }
        shown = serving.client.get("/panel")
        assert "prefiere un lado" in shown.text
        assert "prefiere" not in serving.client.get("/api/desk").text
    finally:
        day.hall.found = ()
