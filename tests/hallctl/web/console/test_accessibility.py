"""Every page, in each state of a night, can be used by everybody: axe-core and a ruler look at the scenes."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser import Browsers
from tests.hallctl.web.console.hall import JEFE, Hall, Serving
from tests.hallctl.web.console.hands import PATIENCE_S, begin_draw, enter
from tests.hallctl.web.console.scenes import PROVOKED, Scene, game_of, night, pretend

TABLET, PHONE = {"width": 1024, "height": 600}, {"width": 390, "height": 844}

TOO_SMALL = """() => [...document.querySelectorAll("a, button, summary, select, .tick, .yes, .marks label")]
  .filter((each) => each.checkVisibility() && !each.matches("a.law"))
  .map((each) => [each.textContent.trim().slice(0, 30), each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 43.5)
  .map(([name, box]) => `«${name}» is ${box.width} by ${box.height}`)"""
"""What a finger misses; the link of a code stands in a sentence, and is no larger than its words."""

OUT_OF_SIGHT = """() => [".next .button, .next button", ".stage .ball, .stage .doubt img", "#said > *"]
  .flatMap((each) => [...document.querySelectorAll(each)].slice(0, 1))
  .map((each) => {
    const box = each.getBoundingClientRect();
    const seen = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
    return [each.className || each.tagName, box, seen];
  })
  .filter(([, , seen]) => !seen)
  .map(([name, box]) => `${name} is from ${box.top} to ${box.bottom}`)"""
"""The next step, the ball and what became of the last step, where one has to scroll to them."""

WIDER = "() => document.documentElement.scrollWidth > innerWidth ? ['it is wider than the window'] : []"

BOXED = """() => [...document.querySelectorAll("body *")]
  .filter((each) => ["auto", "scroll"].includes(getComputedStyle(each).overflowY))
  .filter((each) => each.scrollHeight > each.clientHeight + 1)
  .map((each) => `${each.className || each.tagName} is a box to scroll within a page to scroll`)"""

UNSTEADY = "body.is-lost, .young, .htmx-request"
"""A page that fades: the deciding loop of a crowded machine is not heard, or a step has just come."""


LOOK = """options => axe.run(options).then(found => found.violations.map(each => (
  {id: each.id, impact: each.impact, nodes: each.nodes.map(node => node.html)})))"""


def violations(page: Page) -> Any:
    """Have axe-core look; a document gets it once, for half a megabyte costs more than the look itself."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(Axe().axe_script)
    return page.evaluate(LOOK, {"resultTypes": ["violations"]})


def faults(page: Page) -> Iterator[str]:
    """Yield what axe-core finds wrong with a page that stands as it is meant to stand, and finds again."""
    found, before = None, None
    while found is None or (found and found != before) or page.locator(UNSTEADY).count():
        expect(page.locator(UNSTEADY)).to_have_count(0, timeout=60_000)
        found, before = violations(page), found
    for violation in found:
        for node in violation["nodes"]:
            yield f"{violation['impact']} {violation['id']}: {node[:120]}"


def lasting(page: Page, look: str) -> list[str]:
    """Return what the ruler finds, and finds as long as one may wait for a page that has just come."""
    end = monotonic() + PATIENCE_S
    while (found := page.evaluate(look)) and monotonic() < end:
        page.wait_for_timeout(100)
    return list(found)


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
        found += [*lasting(page, TOO_SMALL), *lasting(page, WIDER), *lasting(page, BOXED)]
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
