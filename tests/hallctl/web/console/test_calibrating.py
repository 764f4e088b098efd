"""A Director has the camera learn a ball set at the page, by keyboard alone; picture and balls are there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from hallctl.app.calibrating import guide
from tests.browser import Browsers
from tests.hallctl.app.calibrating.bench import Bench
from tests.hallctl.web.console.hall import DIRECTOR, JEFE, Hall, Serving
from tests.hallctl.web.console.hands import enter, until


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(guide, "PICTURES", 8)
    bench = Bench(tmp_path / "calibrated")
    yield bench
    bench.desk.close()


@pytest.mark.req("AJ-24", "AJ-27")
def test_a_set_is_calibrated_at_the_page_and_left_for_later(
    bench: Bench, tmp_path: Path, browsers: Browsers
) -> None:
    hall = Hall(tmp_path)
    hall.calibration = bench.desk
    with hall, Serving(hall) as serving, browsers.window(viewport={"width": 1024, "height": 600}) as context:
        serving.play("Diligencia de apertura")
        page = context.new_page()
        enter(page, serving.url, DIRECTOR)
        page.locator("#calibrate").click()
        page.get_by_role("button", name="Calibrar J-01").click()
        _set_up(page, bench)
        picture = page.get_by_alt_text(re.compile("Lo que ve la cámara"))
        until(page, lambda: picture.evaluate("img => img.naturalWidth") == 640)
        bench.shows(1)
        expect(page.locator(".shown-balls .clear")).to_have_text(re.compile("^1"))
        expect(page.locator(".stage-now .shown")).to_have_text("2")
        page.keyboard.press("q")
        expect(page.locator("#outcome")).to_contain_text("se sigue otro día, donde estaba")
        expect(page.get_by_role("button", name="Seguir con J-01")).to_be_visible()
        assert serving.plain.get("/calibrar", headers=serving.bearer(JEFE)).status_code == 403


def _set_up(page: Page, bench: Bench) -> None:
    expect(page.locator(".stage-now h3")).to_have_text("Salida vacía")
    expect(page.locator(".answers button").first).to_contain_text("aprenderla")
    page.keyboard.press("Enter")
    expect(page.locator(".stage-now h3")).to_have_text("Encuadre")
    bench.puts("1")
    for name in ("Encuadre", "Enfoque", "Luz"):
        expect(page.locator(".stage-now h3")).to_have_text(name)
        expect(page.locator(".measured .good")).to_be_visible()
        page.keyboard.press("Enter")
    expect(page.locator(".stage-now h3")).to_contain_text("Las bolas")
