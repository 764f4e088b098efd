"""The book's past on the console: folios and reports, for whom they are, and what they cost the hall."""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.web.records import FolioRow
from tests.browser import Browsers
from tests.hallctl.web.console.hall import CAJERO, JEFE, LOCUTOR, Hall, Serving
from tests.hallctl.web.console.hands import enter
from tests.hallctl.web.console.past import play_a_game, printing, wait_for_folios
from tests.hallctl.web.console.test_accessibility import PHONE, TABLET
from tests.ruler import TOO_SMALL, WIDER, faults, lasting
from tests.sampling import sampled_rows


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hall, Serving]]:
    """A hall that has signed one game; its opening diligence, its change of balls and its act are printed."""
    folder = tmp_path_factory.mktemp("night")
    with Hall(folder) as hall, Serving(hall) as serving, printing(hall, folder):
        play_a_game(hall, serving)
        wait_for_folios(hall, hall.newest().state.folios)
        yield hall, serving


def page(serving: Serving, path: str, person: str = JEFE) -> str:
    answer = serving.plain.get(path, headers=serving.bearer(person), follow_redirects=True, timeout=120)
    assert answer.status_code == 200, answer.text
    return answer.text


def act_of(hall: Hall) -> FolioRow:
    """Return the act of the game; its copies, and those of other folios, come later."""
    return next(each for each in hall.records.folios() if each.game == 1 and not each.copy)


def test_the_last_act_is_one_press_after_the_signature(night: tuple[Hall, Serving]) -> None:
    hall, serving = night
    desk = page(serving, "/")
    assert 'href="/actas/ultima"' in desk
    act = page(serving, "/actas/ultima")
    assert "Acta de la partida 1" in act
    assert f"Tomo 1, folio {hall.newest().state.folios}" in act
    assert "se firma a mano" in act, "this hall has no keys"
    assert 'href="/actas/ultima"' not in page(serving, "/", LOCUTOR)


def test_a_folio_is_the_file_and_the_data_that_the_book_records(night: tuple[Hall, Serving]) -> None:
    hall, serving = night
    act = act_of(hall)
    way = f"/actas/{act.name.removesuffix('.pdf')}"
    headers = serving.bearer(JEFE)
    file = serving.plain.get(f"{way}.pdf", headers=headers)
    assert file.headers["content-type"] == "application/pdf"
    assert hashlib.sha256(file.content).hexdigest() == act.pdf
    picture = serving.plain.get(f"{way}.png?hoja=1", headers=headers, timeout=120)
    assert picture.content.startswith(b"\x89PNG"), picture.text
    assert serving.plain.get(f"{way}.png?hoja=2", headers=headers).status_code == 404
    changed = hall.acts / act.name
    before = changed.read_bytes()
    changed.write_bytes(before + b"%")
    try:
        refused = serving.plain.get(f"{way}.pdf", headers=headers)
        assert (refused.status_code, "no es el archivo que el libro registró" in refused.text) == (503, True)
    finally:
        changed.write_bytes(before)


@pytest.mark.parametrize(
    ("asked", "found", "missing"),
    [
        ("", ("Acta de la partida 1", "Diligencia de apertura"), ()),
        ("apertura", ("Diligencia de apertura",), ("Acta de la partida",)),
        ("99", ("Ningún folio responde",), ("Acta de la partida",)),
        ("21/11/2025", ("Ningún folio responde",), ("Acta de la partida",)),
    ],
)
def test_folios_are_found_by_what_is_written(
    night: tuple[Hall, Serving], asked: str, found: tuple[str, ...], missing: tuple[str, ...]
) -> None:
    _, serving = night
    shown = page(serving, f"/actas?busca={asked}")
    assert all(each in shown for each in found)
    assert not any(each in shown for each in missing)


def test_a_folio_is_found_by_its_game_and_by_its_day(night: tuple[Hall, Serving]) -> None:
    hall, serving = night
    act = act_of(hall)
    for asked in (f"{act.folio}", f"{act.time:%d/%m/%Y}", f"{act.time:%Y-%m-%d}", f"{act.time:%d/%m}"):
        assert "Acta de la partida 1" in page(serving, f"/actas?busca={asked}"), asked


def test_a_copy_is_printed_from_its_page_and_minuted(night: tuple[Hall, Serving]) -> None:
    hall, serving = night
    act = next(each for each in hall.records.folios() if each.document == "diligencia-apertura")
    shown = page(serving, f"/actas/{act.name.removesuffix('.pdf')}")
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', shown))
    fields["body"] = json.dumps({"folio": act.folio})
    taken = serving.plain.post("/steps", data=fields, headers={**serving.bearer(JEFE), "Origin": serving.url})
    assert "Hecho" in taken.text, taken.text
    wait_for_folios(hall, hall.newest().state.folios + 1)
    copy = hall.records.folios()[0]
    assert (copy.document, copy.copy) == ("diligencia-apertura", 1)
    assert "copia 1" in page(serving, "/actas")


@pytest.mark.parametrize(
    ("name", "person", "says"),
    sampled_rows(
        [
            ("sesion", JEFE, ("Sesión n.º 1", "Recaudado", "Bs 300,00", 'class="plot"')),
            ("caja", CAJERO, ("Conciliación", "Sesión n.º 1", "Por vendedor", 'class="plot"')),
            ("premios", CAJERO, ("Registro de premios", "línea", "bingo", 'class="plot"')),
            ("bolas", JEFE, ("Estadística de las bolas", 'class="plot"', "Son pocas extracciones")),
            ("juegos", JEFE, ("Vida de los juegos de bolas", 'class="plot gauges"')),
        ],
        5,
    ),
)
def test_a_report_is_a_page_with_its_plots(
    night: tuple[Hall, Serving], name: str, person: str, says: tuple[str, ...]
) -> None:
    _, serving = night
    shown = page(serving, f"/informes/{name}", person)
    assert [each for each in says if each.lower() not in shown.lower()] == []
    assert "style=" not in shown, "the page's policy forbids it"


def test_a_report_is_the_file_that_the_command_writes(night: tuple[Hall, Serving], tmp_path: Path) -> None:
    hall, serving = night
    made = serving.plain.get("/informes/premios.pdf?de=tomo-1", headers=serving.bearer(CAJERO), timeout=120)
    assert made.headers["content-type"] == "application/pdf", made.text
    out = tmp_path / "premios.pdf"
    done = CliRunner().invoke(app, ["report", "prizes", str(hall.acts.parent), "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert out.read_bytes() == made.content
    table = serving.plain.get("/informes/premios.csv?de=tomo-1", headers=serving.bearer(CAJERO), timeout=120)
    assert table.text.splitlines()[0].startswith("asiento,partida,premio")


def test_a_report_is_for_its_posts_and_who_is_refused_is_written_down(night: tuple[Hall, Serving]) -> None:
    hall, serving = night
    shown = page(serving, "/informes", CAJERO)
    assert "Caja y conciliación" in shown
    assert "Estadística de las bolas" not in shown
    refused = serving.plain.get("/informes/bolas", headers=serving.bearer(CAJERO))
    assert refused.status_code == 403
    entry = hall.auth.log.entries(1)[-1]
    assert (entry.person, entry.kind, entry.detail) == (CAJERO, "refused", "ACC-PAGE GET /informes/bolas")
    assert serving.plain.get("/actas", headers=serving.bearer(CAJERO)).status_code == 403
    assert serving.plain.get("/informes", headers=serving.bearer(LOCUTOR)).status_code == 403
    assert serving.plain.get("/informes/nada", headers=serving.bearer(JEFE)).status_code == 404


@pytest.mark.campaign
def test_the_pages_of_the_past_keep_nobody_from_anything(
    night: tuple[Hall, Serving], browsers: Browsers
) -> None:
    hall, serving = night
    paths = "/actas", "/actas/ultima", *(f"/informes/{kind.address}" for kind in hall.game.reports)
    with browsers.window() as window:
        page = window.new_page()
        enter(page, serving.url, JEFE)
        for path in paths:
            page.goto(f"{serving.url}{path}")
            for size in (TABLET, PHONE):
                page.set_viewport_size(size)  # type: ignore[arg-type]
                found = [*faults(page), *lasting(page, TOO_SMALL, WIDER)]
                assert found == [], f"{path} at {size['width']}"
