"""Every page, in each state of a night, can be used by everybody: axe-core and a ruler look at the scenes."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import Browsers
from tests.hallctl.web.console.hall import JEFE, Hall, Serving
from tests.hallctl.web.console.hands import begin_draw, enter
from tests.hallctl.web.console.scenes import PROVOKED, Scene, game_of, night, pretend
from tests.ruler import BOXED, OUT_OF_SIGHT, TOO_SMALL, UNSTEADY, WIDER, faults, lasting

TABLET, PHONE = {"width": 1024, "height": 600}, {"width": 390, "height": 844}


def looked_at(
    scene: Scene, sizes: Iterable[dict[str, int]], by_axe: Collection[dict[str, int]]
) -> Iterator[str]:
    """Yield what is wrong with a scene: the ruler's finds in windows of these sizes, axe-core's in some."""
    page = scene.page
    for size in sizes:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.evaluate("scrollTo(0, 0)")
        expect(page.locator(UNSTEADY)).to_have_count(0, timeout=60_000)
        found = [*faults(page)] if size in by_axe else []
        found += lasting(page, TOO_SMALL, WIDER, BOXED)
        if scene.waits:
            found += lasting(page, OUT_OF_SIGHT)
        for each in found:
            yield f"{scene.name} at {size['width']}: {each}"


@pytest.mark.campaign
@pytest.mark.timeout(900)
def test_no_page_of_a_night_keeps_anybody_from_anything(tmp_path: Path, browsers: Browsers) -> None:
    with browsers.windows(PROVOKED) as window:
        sizes = TABLET, PHONE
        assert [each for scene in night(tmp_path, window) for each in looked_at(scene, sizes, sizes)] == []


def test_neither_the_account_nor_the_desk_at_a_claim_keeps_anybody_from_anything(
    tmp_path: Path, browsers: Browsers
) -> None:
    with Hall(tmp_path, [7]) as hall, Serving(hall) as serving, browsers.windows(PROVOKED) as window:
        begin_draw(serving)
        serving.play("Extraer bola")
        hall.wait_for_ball()
        serving.play("Cantar el 7", "Parar: ¡línea!")
        serving.play("Comprobar línea", card=3)
        page = window().new_page()
        enter(page, serving.url, JEFE)
        found = [*looked_at(Scene("linea-mal", page), (TABLET, PHONE), (PHONE,))]
        page.goto(f"{serving.url}/cuenta")
        found += looked_at(Scene("cuenta", page, waits=False), (PHONE,), (PHONE,))
        assert found == []


def test_what_is_looked_for_would_be_found(browsers: Browsers) -> None:
    bad = """<html><body style="width: 2000px">
      <main class="stage"><p class="ball" style="margin-top: 2000px">7
      <button style="color: #888; background: #777; width: 9px">Parar</button><input></main>"""
    with browsers.windows() as window:
        page = window().new_page()
        page.set_viewport_size(TABLET)  # type: ignore[arg-type]
        page.set_content(bad)
        found = {fault.split()[1] for fault in faults(page)}
        assert {"color-contrast:", "label:", "html-has-lang:"} <= found
        for look in (TOO_SMALL, OUT_OF_SIGHT, WIDER):
            assert page.evaluate(look) != [], look


def test_who_asks_for_stillness_and_own_colours_gets_both(tmp_path: Path, browsers: Browsers) -> None:
    with Hall(tmp_path, [7]) as hall, Serving(hall) as serving:
        serving.play_until("Vender cartones")
        serving.play("Vender cartones", count=60)
        serving.play("Cerrar venta", "Comienzo de la partida", "Extraer bola")
        hall.wait_for_ball()
        serving.play("Cantar el 7")
        coming = pretend(hall, game=replace(game_of(hall), pending=2))
        with coming, browsers.windows(forced_colors="active", reduced_motion="reduce") as window:
            page = window().new_page()
            enter(page, serving.url, JEFE)
            expect(page.locator(".ball.coming")).to_be_visible()
            assert page.evaluate("document.getAnimations().length") == 0
            lit, dark = (
                page.locator(each).first.evaluate("(each) => getComputedStyle(each).backgroundColor")
                for each in (".grid .lit", ".grid li:not(.lit)")
            )
            assert lit != dark, "which numbers were called is seen"
            borders = page.locator(".step button").evaluate_all(  # at once: the desk may draw them anew
                "(steps) => steps.map((each) => getComputedStyle(each).borderTopStyle)"
            )
            assert set(borders) == {"solid"}
