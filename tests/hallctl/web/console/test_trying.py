"""The page to try a scanner says "bien", or what to change; whatever is sent to it, it answers."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page, expect

from hallctl.games.bingo.cards.barcode_text import code_of
from hallctl.games.bingo.desk.card_codes import BINGO_CODES
from hallctl.games.bingo.rules.written import WrittenCard
from hallctl.web.console.trying import Pressed, Trial, judge, read_keys
from tests.browser import Browsers
from tests.hallctl.web.console.hall import Serving
from tests.hallctl.web.console.test_scanner_page import Scanner
from tests.hallctl.web.console.wedge import LAYOUTS, Key, Wedge

CODE = code_of(WrittenCard("A-1042", 17))


def pressed(keys: list[Key]) -> tuple[Pressed, ...]:
    return tuple(Pressed(key.code, key.key, key.time, key.alt) for key in keys)


def tried(text: str, **how: Any) -> Trial:
    """Return what a scanner's bar code comes to."""
    return judge(pressed(Wedge(**how).keys(text, 0)), BINGO_CODES)


@pytest.mark.parametrize("scanner", LAYOUTS)
def test_a_scanner_of_any_layout_is_good_and_says_where_it_differs(scanner: str) -> None:
    for computer in LAYOUTS:
        trial = tried(CODE, scanner=scanner, computer=computer, aim="]C0", pace=20)
        assert (trial.good, str(trial.verdict)) == (True, "Bien: se leyó el cartón 17 de la serie A 1042.")
        assert (trial.slowest, trial.end, trial.understood[-15:]) == (20, "Intro", CODE)
    assert tried(CODE, scanner=scanner, computer=scanner).alike
    assert not tried(CODE, scanner="us", computer="fr").alike


@pytest.mark.parametrize(
    ("text", "how", "said"),
    [
        (CODE, {"pace": 400, "suffix": ""}, "Bien, pero lento"),
        (CODE[:-3], {}, "retardo entre caracteres de 5 a 20 ms"),
        ("A-1042/17", {}, "antes de que los códigos tuvieran prefijo"),
        ("7501031311309", {}, "Eso no es el código de un cartón"),
    ],
)
def test_what_does_not_serve_says_what_to_change(text: str, how: dict[str, Any], said: str) -> None:
    assert said in str(tried(text, **how).verdict)


def test_a_scanner_that_types_by_numbers_is_known() -> None:
    keys = [Pressed(f"Numpad{digit}", digit, at, alt=True) for at, digit in enumerate("0880750860")]
    assert "modo ALT" in str(judge(keys, BINGO_CODES).verdict)
    assert str(judge((), BINGO_CODES).verdict).startswith("Eso no es")


@settings(max_examples=50)
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda one: st.lists(one) | st.dictionaries(st.sampled_from(("code", "key", "time", "alt")), one),
    )
)
def test_anything_that_is_sent_is_keys_or_a_value_error(sent: Any) -> None:
    try:
        judge(read_keys(json.dumps(sent).encode()), BINGO_CODES)
    except ValueError:
        return


@pytest.fixture
def page(serving: Serving, browsers: Browsers) -> Iterator[Page]:
    """Return the page as somebody sees it who has not logged in."""
    with browsers.window(viewport={"width": 1024, "height": 900}) as context:
        page = context.new_page()
        page.goto(f"{serving.url}/lector")
        page.wait_for_load_state("load")
        yield page


def test_the_page_shows_what_came_and_leaves_nothing_in_its_field(serving: Serving, page: Page) -> None:
    scanner, field = Scanner(page), page.get_by_label("Aquí no debe quedar nada")
    scanner.scan(CODE, Wedge("us", "fr", 50, aim="]C1"))
    expect(page.locator("#tried")).to_contain_text("Bien: se leyó el cartón 17 de la serie A 1042.")
    expect(page.locator("#tried")).to_contain_text("otro que el de este aparato: no importa")
    expect(field).to_have_value("")
    scanner.scan("7501031311309")
    expect(page.locator("#tried")).to_contain_text("Eso no es el código de un cartón")
    headers = {"Origin": serving.url}
    assert serving.plain.post("/lector", content=b"{", headers=headers).status_code == 422
