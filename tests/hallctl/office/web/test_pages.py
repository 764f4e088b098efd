"""The office's pages over forty halls, by a browser: one night for all that is looked at."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from playwright.sync_api import Page, expect

from hallctl.app.typesetting import typesetting
from hallctl.minutes.note import Verifier
from hallctl.minutes.proof import Proof
from tests.browser import Browsers
from tests.hallctl.office.books import OFFICE
from tests.hallctl.office.servers import database
from tests.hallctl.office.web.forty import PASSPHRASE, READER, SETTLER, Office, fill, serving
from tests.ruler import TOO_SMALL, WIDER, faults, lasting

SIZES = ((1280, 800), (1920, 1080), (1024, 768), (390, 844))
BELOW = """() => [...document.querySelectorAll(".halls a")]
  .filter((each) => each.getBoundingClientRect().bottom > innerHeight)
  .map((each) => `one has to scroll to «${each.textContent.trim()}»`)"""
PAGES = ("/", "/salas/sala-4", "/asientos", "/asientos/sala-4/1/60", "/alarmas", "/informes/resumen")


@pytest.fixture(scope="module")
def office(postgres, tmp_path_factory) -> Iterator[Office]:
    with database(postgres, "cuarenta") as url, typesetting() as render:
        fill(url, datetime.now(UTC))
        with serving(tmp_path_factory.mktemp("oficina"), url, render) as office:
            yield office


def enter(page: Page, office: Office, person: str) -> None:
    """Have a person enter where that is not what is looked at."""
    said: dict[str, str | float | bool] = {"person": person, "passphrase": PASSPHRASE}
    origin = {"Origin": office.url}
    answer = page.request.post(f"{office.url}/entrar", form=said, headers=origin, max_redirects=0)
    assert answer.status == 303, answer.text()


def log_in(page: Page, office: Office, person: str) -> None:
    """Have a person enter, by the log-in page."""
    page.goto(f"{office.url}/entrar")
    page.get_by_label("Persona").select_option(person)
    page.get_by_label("Contraseña").fill(PASSPHRASE)
    page.keyboard.press("Enter")
    expect(page.locator(".halls, .empty").first).to_be_visible()
    page.wait_for_load_state("load")


def test_forty_halls_are_on_one_screen_and_who_needs_a_person_comes_first(
    office: Office, browsers: Browsers
) -> None:
    with browsers.window() as window:
        page = window.new_page()
        page.set_viewport_size({"width": 1280, "height": 800})
        log_in(page, office, READER)
        halls = page.locator(".halls a")
        expect(halls).to_have_count(40)
        assert lasting(page, BELOW) == []
        needs = halls.evaluate_all("all => all.map(each => Number(each.className.slice(-1)))")
        assert needs == sorted(needs, reverse=True)
        urgent = {name.inner_text() for name in page.locator(".halls .need-3 b").all()}
        assert urgent >= {"Sajama", "Cochabamba II", "Camiri"}, "alarms of which nobody took note"
        camera = page.locator(".halls a", has_text="La Recoleta")
        expect(camera).to_contain_text("Avería")
        expect(camera.locator(".income")).to_have_text("Bs 1.450,00")

        # What a hall says now is hung beside what was verified, and comes by itself.
        with psycopg.connect(office.database, autocommit=True) as connection:
            connection.execute(
                "INSERT INTO alarms (hall, code, detail) VALUES ('sala-6', 'OFFICE-GAP', 'Faltan asientos.')"
            )
        expect(page.locator(".halls a", has_text="Sucre")).to_contain_text("OFFICE-GAP")


def test_every_page_can_be_used_by_everybody_at_every_size(office: Office, browsers: Browsers) -> None:
    found = []
    with browsers.window() as window:
        page = window.new_page()
        enter(page, office, SETTLER)
        for path in PAGES:
            page.goto(office.url + path)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                found += [(path, width, each) for each in lasting(page, WIDER, TOO_SMALL)]
            found += [(path, 0, each) for each in faults(page)]
    assert found == [], "\n".join(map(str, found))


def test_an_alarm_is_taken_note_of_by_who_may(office: Office, browsers: Browsers) -> None:
    with psycopg.connect(office.database, autocommit=True) as connection:
        insert = "INSERT INTO alarms (hall, code, detail, evidence) VALUES ('sala-20', %s, 'Otra raíz.', %s)"
        connection.execute(insert, ("OFFICE-NOTE", "BallDrawn"))
    with browsers.windows() as window:
        reader, settler = window().new_page(), window().new_page()
        enter(reader, office, READER)
        reader.goto(f"{office.url}/alarmas")
        expect(reader.get_by_text("OFFICE-NOTE")).to_be_visible()
        expect(reader.get_by_role("button", name="Enterado")).to_have_count(0)
        enter(settler, office, SETTLER)
        settler.goto(f"{office.url}/alarmas")
        note = settler.locator("li", has_text="OFFICE-NOTE")
        note.locator("summary").click()
        expect(note.locator("pre")).to_contain_text("BallDrawn")
        note.get_by_role("button", name="Enterado").click()
        expect(note).to_contain_text(f"{SETTLER} se dio por enterado")


def test_an_entry_is_found_and_its_proof_holds_without_the_office(
    office: Office, browsers: Browsers, tmp_path: Path
) -> None:
    with browsers.window() as window:
        page = window.new_page()
        enter(page, office, READER)
        page.goto(f"{office.url}/asientos?texto=mamáni")
        page.locator(".list a", has_text="Mamani").first.click()
        key = page.locator(".proof .command").inner_text().partition("--key ")[2]
        with page.expect_download() as download:
            page.get_by_text("Bajar la prueba").click()
        proof = Proof.read(download.value.path().read_text("utf-8"))
        assert proof.faults(Verifier.read(key.strip())) == []
        assert proof.faults(OFFICE) == []
        assert "Juan Mamani" in proof.text.decode()


def test_a_report_is_a_page_a_table_and_a_paper(office: Office, browsers: Browsers) -> None:
    with browsers.window() as window:
        page = window.new_page()
        enter(page, office, READER)
        for name in ("resumen", "premios", "pozos", "bolas", "caja", "reclamos"):
            page.goto(f"{office.url}/informes/{name}")
            expect(page.locator("article h2")).to_be_visible()
            table = page.request.get(f"{office.url}/informes/{name}.csv")
            assert table.text().startswith("sala,moneda,"), name
        page.goto(f"{office.url}/informes/resumen")
        expect(page.locator(".plot")).to_be_visible()
        row = page.locator("tr", has_text="Montero")
        expect(row).to_have_class("marked")
        expect(row).to_contain_text("−15,00")
        paper = page.request.get(f"{office.url}/informes/resumen.pdf")
        assert (paper.status, paper.body()[:5]) == (200, b"%PDF-")


def test_an_office_without_a_hall_says_so_on_every_page(postgres, browsers: Browsers, tmp_path: Path) -> None:
    with database(postgres, "vacia") as url:
        fill(url, datetime.now(UTC), 0)
        with serving(tmp_path, url) as office, browsers.window() as window:
            page = window.new_page()
            log_in(page, office, READER)
            expect(page.locator(".empty")).to_contain_text("todavía no tiene ninguna sala")
            for path in (*PAGES[2:], "/salas/sala-4", "/informes/bolas.csv", "/informes/pozos"):
                answer = page.request.get(office.url + path)
                gone = path.startswith(("/asientos/", "/salas/"))
                assert answer.status == (404 if gone else 200), path
