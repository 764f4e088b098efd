"""The desk at each size: on a phone a header of three rows and one page to scroll, nothing cut elsewhere."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from hallctl.web.ports import ScreenHealth
from tests.browser import Browsers
from tests.hallctl.web.console.hall import DIRECTOR, JEFE, LOCUTOR, Hall, Serving
from tests.hallctl.web.console.hands import begin_draw, enter, press, until
from tests.hallctl.web.console.test_languages_browser import fits
from tests.ruler import BOXED, OUT_OF_SIGHT, WIDER, lasting
from tests.sampling import sampled

PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def reading(tmp_path_factory: pytest.TempPathFactory, browsers: Browsers) -> Iterator[Page]:
    """The desk of the jefe in the sale, who was refused a sale of more cards than there are."""
    with Hall(tmp_path_factory.mktemp("hall")) as hall, Serving(hall) as serving:
        serving.play_until("Vender cartones")
        with browsers.window(viewport=PHONE) as context:
            page = context.new_page()
            enter(page, serving.url, LOCUTOR)
            page.get_by_label("Cartones", exact=True).fill("5000")
            press(page, "Vender cartones")
            expect(page.locator("#said .refused")).to_be_visible()
            yield page


def _rows(page: Page) -> list[list[str]]:
    """Return the texts of the header as they are seen: row by row, from left to right."""
    seen = page.locator(".top :is(h1, .simulated, .phase, .where, .self a, .self button)")
    at = [(each.bounding_box(), " ".join(each.inner_text().split())) for each in seen.all()]
    rows: dict[int, list[tuple[float, str]]] = {}
    for box, text in at:
        if box is not None and text:
            middle = box["y"] + box["height"] / 2
            row = next((known for known in rows if abs(known - middle) < 12), round(middle))
            rows.setdefault(row, []).append((box["x"], text))
    return [[text for _, text in sorted(rows[row])] for row in sorted(rows)]


def test_the_header_has_three_rows_and_what_waits_for_the_director_flows_with_the_page(
    hall: Hall, serving: Serving, browsers: Browsers
) -> None:
    begin_draw(serving)
    serving.play("Anotar incidencia", text="Se fue la luz un momento.")
    said = "El locutor cantó el 60 y yo entendí el 70; pido que se repita. " * 3
    serving.play("Anotar reclamación", claimant="Juan Choque", document="4871234 LP", text=said, signed=True)
    serving.play("Proponer anulación")
    with browsers.window(viewport=PHONE) as context:
        page = context.new_page()
        enter(page, serving.url, DIRECTOR)
        assert _rows(page) == [
            [hall.hall, "SIMULACRO"],
            ["Sorteo en curso", "Sesión 1Partida 1"],
            ["Marta Suárez", "Personas", "Actas", "Ayuda", "Salir"],
        ]
        assert page.locator(".inbox li").count() == 3
        for width, height in ((390, 844), (1024, 600), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert lasting(page, BOXED, WIDER) == []


def test_the_ball_is_in_sight_below_all_that_waits_and_what_is_older_opens(
    hall: Hall, serving: Serving, browsers: Browsers
) -> None:
    begin_draw(serving)
    for number in range(4):
        serving.play("Anotar incidencia", text=f"Se fue la luz un momento, {number}.")
    serving.play("Anotar reclamación", claimant="Juan Choque", document="4871", text="El 60.", signed=True)
    with browsers.window() as context:
        page = context.new_page()
        enter(page, serving.url, DIRECTOR)
        for width, height in ((390, 844), (1024, 600), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert lasting(page, OUT_OF_SIGHT) == []
        (newest,) = page.locator(".inbox .said:visible").all_inner_texts()
        assert newest.endswith("El 60.")
        page.locator("summary", has_text="Resolver reclamación").click()
        expect(page.get_by_label("No procede")).to_be_visible()
        page.locator("summary", has_text="Incidencia 1").click()
        expect(page.locator(".waits .said", has_text="un momento, 0.")).to_be_visible()
        press(page, "Firmar incidencia 1")
        expect(page.locator(".waits")).to_have_count(3)


@pytest.mark.campaign
def test_no_hint_lies_over_a_name_and_no_name_is_parted(
    hall: Hall, serving: Serving, browsers: Browsers
) -> None:
    serving.play_until("Anunciar serie A 1042 y precio")
    with browsers.windows() as window:
        page = window().new_page()
        enter(page, serving.url, JEFE)
        expect(page.locator(".next .whole")).to_have_text("A 1042")
        fits(page)
        serving.play_until("Vender cartones")
        page = window().new_page()
        enter(page, serving.url, LOCUTOR)
        page.get_by_label("Cartones", exact=True).fill("500")
        expect(page.locator(".next .hold")).to_be_visible()
        fits(page)


PARTED = """() => [...document.querySelectorAll(".script .whole, #said .whole, .inbox .whole")]
  .filter((each) => each.getBoundingClientRect().height > 1.5 * parseFloat(getComputedStyle(each).lineHeight))
  .map((each) => each.textContent)"""


@pytest.mark.parametrize("width", sampled(range(320, 400, 8), 5))
def test_refusals_and_what_is_read_aloud_keep_names_and_amounts_in_one_piece(
    reading: Page, width: int
) -> None:
    reading.set_viewport_size({"width": width, "height": 844})
    assert reading.locator(".script .whole").all_inner_texts()[:2] == ["A 1042", "Bs 5,00"]
    assert reading.locator("#said .whole").all_inner_texts() == ["A 1042"]
    assert reading.evaluate(PARTED) == []
    assert lasting(reading, WIDER) == []


@pytest.mark.campaign
def test_the_locutor_sees_the_whole_board_below_the_ball(
    hall: Hall, serving: Serving, browsers: Browsers
) -> None:
    hall.walls = (ScreenHealth("Pared 1", "on", 9),)
    begin_draw(serving)
    serving.play("Extraer bola")
    hall.wait_for_ball()
    with browsers.windows() as window:
        page = window().new_page()
        enter(page, serving.url, LOCUTOR)
        for width, height in ((1024, 600), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            ball, last = (until(page, page.locator(each).last.bounding_box) for each in (".ball", ".grid li"))
            assert ball["width"] > 0.4 * height
            assert last["y"] + last["height"] <= height
