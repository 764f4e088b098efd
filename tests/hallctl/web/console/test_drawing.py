"""The Director draws a pattern with the keyboard or the mouse, and sees its forms and its true odds."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser import Browsers
from tests.hallctl.games.bingo.rules.listed import MATRIX, rules_of
from tests.hallctl.web.console.hall import DIRECTOR, JEFE, Hall, Serving
from tests.hallctl.web.console.hands import button, enter, until
from tests.hallctl.web.console.scenes import Scene
from tests.hallctl.web.console.test_accessibility import PHONE, TABLET, looked_at
from tests.ruler import WIDER


@pytest.fixture(scope="module")
def browser(browsers: Browsers) -> Iterator[BrowserContext]:
    with browsers.window(forgiven=["403"]) as context:
        yield context


@pytest.mark.req("PT-62", "PT-41")
def test_a_pattern_is_drawn_by_keys_and_mouse_and_comes_out_as_lines(
    tmp_path: Path, browser: BrowserContext
) -> None:
    rules = rules_of()
    of = {name: getattr(rules, name) for name in ("variant", "universe", "line_bp", "bingo_bp", "house_bp")}
    with Hall(tmp_path, prizes=rules.prizes, line=rules.line, **of) as hall, Serving(hall) as serving:
        page = browser.new_page()
        enter(page, serving.url, DIRECTOR)
        page.goto(f"{serving.url}/figuras")
        page.get_by_label("fila 1, columna B").focus()
        page.keyboard.press("Space")
        for cell in ("fila 1, columna O", "fila 5, columna B", "fila 5, columna O", "fila 3, columna N"):
            page.get_by_label(cell).check()
        button(page, "Ver la figura").click()
        judged = page.locator("#judged")
        expect(judged).to_contain_text("La clave son de 1 a 24 letras")
        expect(judged).to_contain_text("con la bola 60,8")
        page.get_by_label("Clave").fill("five")
        for language in ("español", "portugués"):
            page.get_by_label(f"Nombre en {language}").fill("Cinco")
        page.get_by_label("Nombre en inglés").fill("Five")
        button(page, "Ver la figura").click()
        lines = page.get_by_label("Para el archivo de reglas").input_value()
        (shape,) = tomllib.loads(lines)["shapes"]
        assert shape["rows"] == ["X...X", ".....", "..X..", ".....", "X...X"]
        assert (shape["key"], shape["en"]) == ("five", "Five")
        expect(page.get_by_label("fila 1, columna B")).to_be_checked()
        until(page, lambda: not page.evaluate(WIDER))
        page.goto(f"{serving.url}/figuras?c=0&c=4&c=6&c=8&c=16&c=18&c=20&c=24")
        expect(judged).to_contain_text("< 0,001 %")  # what is rare is said as people read it
        found = looked_at(Scene("figuras", page, waits=False), (TABLET, PHONE), (PHONE,))
        assert [*found] == []
        page.close()
    assert MATRIX.variant == rules.variant


def test_only_the_director_draws_and_cards_with_blanks_have_none(
    tmp_path: Path, browser: BrowserContext
) -> None:
    with Hall(tmp_path) as hall, Serving(hall) as serving:
        page = browser.new_page()
        enter(page, serving.url, DIRECTOR)
        page.goto(f"{serving.url}/figuras?c=0&c=99&c=x")
        expect(page.locator("main")).to_contain_text("no hay figuras")
        page.close()
        other = browser.new_page()
        enter(other, serving.url, JEFE)
        answer = other.goto(f"{serving.url}/figuras")
        assert answer is not None and answer.status == httpx.codes.FORBIDDEN
        other.close()
