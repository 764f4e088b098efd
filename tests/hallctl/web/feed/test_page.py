"""The board as a page, in a real browser: live, complete at every size, and silent when the hall is."""

import json
import os
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import cv2
import httpx
import numpy as np
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from hallctl.config.face import Face, HallPicture
from hallctl.games.bingo.screens.board import board
from hallctl.outputs.screens.wall import Wall
from hallctl.web.feed import page_words as words_of_the_page
from hallctl.web.feed.page_words import PAGE_WORDS, page_words
from tests.browser import Browsers
from tests.displays import card_tables, tables
from tests.hallctl.games.bingo.rules.listed import started
from tests.hallctl.web.console.hall import Hall, Serving
from tests.hallctl.web.feed.feeding import Feeding
from tests.proxy import Proxy
from tests.ruler import WIDER, faults, lasting

SIZES = [(320, 568), (390, 844), (768, 1024), (844, 390), (1280, 720), (1920, 1080), (3840, 2160)]
STATIC = Path(words_of_the_page.__file__).parent / "static"
PORTUGUESE = (
    "Cartões vendidos",
    "Preço do cartão",
    "anunciadas",
    "restam",
    "Juntar",
    "Regras do jogo",
    "Leitor de ecrã",
)
ENGLISH = ("Cards sold", "Price of a card", "called", "left", "Add", "Rules of the game", "Screen reader")
FIELDS = ("#ball", "#cards", "#price", "#prizes li:first-child", "#prizes li:last-child")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with Hall(tmp_path, [7, 90, 23, 45, 11, 62, *range(70, 80)]) as hall:
        yield hall


@pytest.fixture(scope="module")
def browser(browsers: Browsers) -> Iterator[BrowserContext]:
    with browsers.window(forgiven=["ERR_CONNECTION_REFUSED"]) as context:
        yield context


@pytest.fixture
def page(browser: BrowserContext) -> Iterator[Page]:
    page = browser.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if "Security Policy" in said.text else None)
    yield page
    page.close()
    assert complaints == []


def play(serving: Serving, hall: Hall, balls: tuple[int, ...]) -> None:
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=96)
    serving.play("Cerrar venta", "Comienzo de la partida")
    for ball in balls:
        serving.play("Extraer bola")
        hall.wait_for_ball()
        serving.play(f"Cantar el {ball}")


@pytest.mark.campaign
@pytest.mark.req("PT-12", "PT-41", "PT-62")
def test_a_phone_shows_what_wins_each_prize_and_how_soon_a_card_has_it(hall: Hall, page: Page) -> None:
    view = board(started().state, Wall("Sala", simulated=True)).to_json()
    with Serving(hall), Feeding(hall) as feeding:
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(f"{feeding.url}/pantalla")
        expect(page.locator("#silence")).to_be_hidden()  # the hall's own view has come, and comes no more
        page.evaluate("view => show(view)", view)
        line = page.locator("#prizes li", has_text="LETRA X")
        cells = line.get_by_role("img", name="LETRA X").locator("i i")
        assert [cells.nth(at).get_attribute("class") for at in range(5)] == ["lit", "", "", "", "lit"]
        expect(line).to_contain_text("un cartón: de media, con la bola 67,6")
        expect(page.locator("#prizes li", has_text="LÍNEA")).to_contain_text("41,4")
        assert lasting(page, WIDER) == []


@pytest.mark.req("RO-02", "RO-22", "BA-22", "BA-54")
def test_a_phone_shows_a_table_of_roulette_or_baccarat_and_the_game_again(hall: Hall, page: Page) -> None:
    bingo = board(started().state, Wall("Sala", simulated=True)).to_json()
    with Serving(hall), Feeding(hall) as feeding:
        page.goto(f"{feeding.url}/pantalla")
        expect(page.locator("#silence")).to_be_hidden()  # the hall's own view has come, and comes no more
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("view => show(view)", tables.view("number").to_json())
            expect(page.locator("#table .number")).to_have_text("25")
            expect(page.locator("#table .said")).to_have_text("ENCARNADO · ÍMPAR · MAIOR")
            assert page.locator("#table .last li").all_inner_texts()[:3] == ["25", "32", "17"]
            expect(page.locator("#table .limits li").first).to_contain_text("2,50 a 75 €")
            expect(page.locator("#game")).to_have_text("Jogada 22")
            expect(page.locator("#fields")).to_be_hidden()
            assert lasting(page, WIDER) == []
            if folder := os.environ.get("PAGE_PICTURES"):
                Path(folder, f"mesa-{width}x{height}.png").write_bytes(page.screenshot())
            page.evaluate("view => show(view)", card_tables.view("natural").to_json())
            expect(page.locator("#hands .player b")).to_have_text("9")
            assert page.locator("#hands .player li").all_inner_texts() == ["4♠", "5♦"]
            assert page.locator("#hands .bead li").count() == 47
            expect(page.locator("#hands .last")).to_contain_text("最後一局")
            expect(page.locator("#table")).to_be_hidden()
            assert lasting(page, WIDER) == []
            if width > height:
                assert page.evaluate("document.documentElement.scrollHeight") <= height, "nothing scrolls"
            if folder := os.environ.get("PAGE_PICTURES"):
                Path(folder, f"cartas-{width}x{height}.png").write_bytes(page.screenshot())
        assert [*faults(page)] == []
        page.evaluate("view => show(view)", card_tables.view("turning").to_json())
        assert page.locator("#hands .hand li.down").count() == 4
        page.evaluate("view => show(view)", tables.view("bets").to_json())
        expect(page.locator("#table .number")).to_have_text("0:23")
        page.evaluate("view => show(view)", tables.view("closed").to_json())
        expect(page.locator("#table .number")).to_be_hidden()
        expect(page.locator("#headline")).to_have_text("Jogo feito, nada mais")
        page.evaluate("view => show(view)", bingo)
        expect(page.locator("#table")).to_be_hidden()
        expect(page.locator("#fields")).to_be_visible()


@pytest.mark.req("AJ-33", "AJ-34", "AJ-35", "AJ-36", "AJ-37")
def test_the_page_is_live_and_the_four_fields_are_seen_at_every_size(hall: Hall, page: Page) -> None:
    with Serving(hall) as serving, Feeding(hall) as feeding:
        play(serving, hall, (7, 90, 23, 45, 11))
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(f"{feeding.url}/pantalla")
        expect(page.locator("#ball")).to_have_text("11")
        expect(page.locator("#silence")).to_be_hidden()
        expect(page.get_by_text("SIMULACRO")).to_be_visible()
        serving.play("Extraer bola")
        hall.wait_for_ball()
        serving.play("Cantar el 62")
        expect(page.locator("#ball")).to_have_text("62", timeout=1000)
        assert page.locator("#last li").all_inner_texts() == ["62", "11", "45", "23", "90"]
        assert page.locator("#grid .lit").all_inner_texts() == ["7", "11", "23", "45", "62", "90"]
        assert page.locator("#cards").inner_text() == "96"
        assert page.locator("#price").inner_text() == "Bs 5,00"
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 99999)" if height > width else "scrollTo(0, 0)")
            assert lasting(page, WIDER) == []
            for field in FIELDS:
                box = page.locator(field).bounding_box()
                assert box is not None
                assert box["x"] >= 0
                assert box["y"] >= 0
                assert box["x"] + box["width"] <= width
                assert box["y"] + box["height"] <= height, (field, width, height)
            page.evaluate("scrollTo(0, 0)")
            if width > height:
                last = page.locator("#grid li").last.bounding_box()
                assert last is not None
                assert last["y"] + last["height"] <= height
            if folder := os.environ.get("PAGE_PICTURES"):
                Path(folder, f"pantalla-{width}x{height}.png").write_bytes(page.screenshot())


def test_a_player_marks_the_numbers_of_their_own_card_and_they_stay_in_the_browser(
    hall: Hall, page: Page
) -> None:
    with Serving(hall) as serving, Feeding(hall) as feeding:
        play(serving, hall, (7, 90))
        page.set_viewport_size({"width": 390, "height": 844})
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.method + request.url))
        page.goto(f"{feeding.url}/pantalla")
        expect(page.locator("#spoken")).to_have_text("Bola 90. 2 cantadas.")
        numbers = page.get_by_label("Los 15 números de su cartón")
        numbers.fill("1 2 3")
        page.get_by_role("button", name="Añadir").click()
        expect(page.get_by_text("Son 15 números; hay 3.")).to_be_visible()
        numbers.fill("7, 90, 1, 2, 3, 4, 5, 6, 23, 30, 40, 50, 60, 70, 80")
        page.get_by_role("button", name="Añadir").click()
        expect(page.get_by_text("Cartón 1: faltan 13")).to_be_visible()
        assert page.locator("#mine .lit").all_inner_texts() == ["7", "90"]
        page.reload()
        expect(page.get_by_text("Cartón 1: faltan 13")).to_be_visible()
        serving.play("Extraer bola")
        hall.wait_for_ball()
        serving.play("Cantar el 23")
        expect(page.get_by_text("Cartón 1: faltan 12")).to_be_visible()
        assert all(each.startswith("GET") and "23" not in each.rpartition("/")[2] for each in asked)
        page.get_by_role("button", name="Letra grande").click()
        assert lasting(page, WIDER) == []
        if folder := os.environ.get("PAGE_PICTURES"):
            Path(folder, "pantalla-large.png").write_bytes(page.screenshot(full_page=True))
        page.get_by_role("button", name="Letra grande").click()
        page.get_by_role("button", name="Quitar el cartón 1").click()
        expect(page.locator("#mine li")).to_have_count(0)
        assert (
            page.evaluate("fetch('/pantalla/manifest.webmanifest').then(a => a.json())")["start_url"]
            == "/pantalla"
        )


@pytest.mark.campaign
def test_who_has_the_page_read_aloud_hears_their_own_cards_and_reads_text_for_boards(
    hall: Hall, page: Page
) -> None:
    with Serving(hall) as serving, Feeding(hall) as feeding:
        play(serving, hall, (7, 90))
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(f"{feeding.url}/pantalla")
        page.get_by_label("Los 15 números de su cartón").fill("7 90 1 2 3 4 5 6 23 30 40 50 60 70 80")
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Lector de pantalla").press("Enter")
        page.reload()
        expect(page.get_by_role("button", name="Lector de pantalla")).to_have_attribute(
            "aria-pressed", "true"
        )
        expect(page.get_by_text("Han salido, la más nueva primero: 90, 7.")).to_be_visible()
        expect(page.locator("#grid")).to_be_hidden()
        serving.play("Extraer bola")
        hall.wait_for_ball()
        serving.play("Cantar el 23")
        expect(page.get_by_role("status")).to_have_text("Bola 23. 3 cantadas. Cartón 1: lo tiene, faltan 12.")
        assert [*faults(page)] == []
        serving.play("Parar: ¡línea!")
        serving.play("Comprobar línea", card=1)
        expect(page.locator("#verdict .lacks")).to_be_visible()
        assert [*faults(page)] == []
        if folder := os.environ.get("PAGE_PICTURES"):
            Path(folder, "pantalla-reading.png").write_bytes(page.screenshot(full_page=True))
        page.get_by_role("button", name="Lector de pantalla").click()
        expect(page.locator("#grid")).to_be_visible()
        assert [*faults(page)] == []


@pytest.mark.campaign
def test_the_page_can_be_put_on_the_home_screen(hall: Hall, page: Page) -> None:
    with Feeding(hall) as feeding:
        page.goto(f"{feeding.url}/pantalla")
        address = page.locator("link[rel=manifest]").get_attribute("href")
        told = page.evaluate(f"fetch({address!r}).then(a => a.json())")
        assert told["display"] == "standalone"
        icons = [httpx.get(f"{feeding.url}{each['src']}") for each in told["icons"]]
        assert [each.status_code for each in icons] == [200] * len(icons)
        assert icons


@pytest.mark.campaign
def test_the_halls_logo_stands_on_the_phone_while_nothing_is_drawn(hall: Hall, page: Page) -> None:
    logo = cv2.imencode(".png", np.full((100, 300, 3), 240, np.uint8))[1].tobytes()
    face = Face(HallPicture(sha256(logo).hexdigest(), "image/png", logo), ())
    with Serving(hall) as serving, Feeding(hall, face=face) as feeding:
        serving.play_until("Vender cartones")
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(f"{feeding.url}/pantalla")
        expect(page.locator("#logo")).to_be_visible()
        expect(page.locator("#logo")).to_have_js_property("naturalWidth", 300)
        serving.play("Vender cartones", count=96)
        serving.play("Cerrar venta", "Comienzo de la partida")
        expect(page.locator("#logo")).to_be_hidden()
        assert httpx.get(f"{feeding.url}/face/{'0' * 64}").status_code == 404


@pytest.mark.campaign
def test_the_verdict_on_a_card_is_on_the_phone(hall: Hall, page: Page) -> None:
    with Serving(hall) as serving, Feeding(hall) as feeding:
        play(serving, hall, (7, 90))
        serving.play("Parar: ¡línea!")
        serving.play("Comprobar línea", card=1)
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(f"{feeding.url}/pantalla")
        expect(page.locator("#verdict h2")).to_contain_text("Cartón 1")
        expect(page.locator("#verdict .said")).to_have_text("NO ES CORRECTO")
        assert page.locator("#verdict .card .missing").count() > 0
        assert page.locator("#verdict .card li").count() == 27
        if folder := os.environ.get("PAGE_PICTURES"):
            Path(folder, "pantalla-verdict.png").write_bytes(page.screenshot(full_page=True))


def test_a_hall_that_falls_silent_is_no_signal_within_two_seconds_and_comes_back(
    hall: Hall, page: Page
) -> None:
    with Feeding(hall) as feeding:
        port = feeding.server.port
        page.goto(f"{feeding.url}/pantalla")
        expect(page.locator("#board")).to_be_visible()
        feeding.server.stop()
        expect(page.get_by_text("SIN SEÑAL")).to_be_visible(timeout=2600)
        expect(page.locator("#board")).to_be_hidden()
        if folder := os.environ.get("PAGE_PICTURES"):
            Path(folder, "pantalla-silence.png").write_bytes(page.screenshot())
        with Feeding(hall, port, boot="boot-2", start=2):
            expect(page.locator("#board")).to_be_visible(timeout=5000)


def test_the_page_comes_whole_from_the_feed_under_a_strict_policy(hall: Hall) -> None:
    with Feeding(hall) as feeding, httpx.Client(base_url=feeding.url) as client:
        for path in ("/pantalla", "/pantalla/pantalla.css", "/pantalla/pantalla.js"):
            answer = client.get(path)
            assert answer.status_code == 200
            assert "default-src 'none'; script-src 'self'" in answer.headers["content-security-policy"]
            assert "unsafe" not in answer.headers["content-security-policy"]
            assert "http:" not in answer.text
            assert "https:" not in answer.text
        assert client.get("/").headers["location"] == "/pantalla"


@pytest.mark.campaign
@pytest.mark.invariant("I26")
def test_a_line_that_swallows_all_is_no_signal_and_the_board_comes_back_by_itself(
    hall: Hall, page: Page
) -> None:
    with Feeding(hall) as feeding, Proxy(feeding.server.port) as line:
        page.goto(f"http://127.0.0.1:{line.port}/pantalla")
        expect(page.locator("#board")).to_be_visible()
        # A font that is still on its way when the line dies is a complaint of the browser's.
        page.evaluate("Promise.all([...document.fonts].map(font => font.load())).then(() => null)")
        line.die()
        expect(page.get_by_text("SIN SEÑAL")).to_be_visible(timeout=2600)
        line.revive()
        expect(page.locator("#board")).to_be_visible()
        expect(page.get_by_text("SIN SEÑAL")).to_be_hidden()


@pytest.mark.campaign
@pytest.mark.req("PT-53")
@pytest.mark.parametrize(("language", "said"), [("pt", PORTUGUESE), ("en", ENGLISH)])
def test_the_page_speaks_the_language_of_its_view(
    hall: Hall, page: Page, language: str, said: tuple[str, ...]
) -> None:
    view = board(started().state, Wall("Sala", simulated=True, language=language)).to_json()
    with Serving(hall), Feeding(hall) as feeding:
        page.goto(f"{feeding.url}/pantalla")
        expect(page.locator("#silence")).to_be_hidden()  # the hall's own view has come, and comes no more
        page.evaluate("view => show(view)", view)
        assert page.locator("html").get_attribute("lang") == language
        shown = page.locator("body").inner_text()
        assert [each for each in said if each not in shown] == []
        spanish = [text for text in said_by_the_page() if text in shown and text not in said]
        assert spanish == []
        assert [*faults(page)] == []


def said_by_the_page() -> set[str]:
    """Return all Spanish text of the page itself that has another form in Portuguese and in English."""
    others = (json.loads(page_words().partition("= ")[2].rstrip(";\n"))[each] for each in ("pt", "en"))
    pt, en = others
    return {text for text in pt if pt[text] != text and en[text] != text and len(text) > len("Añadir")}


def test_whatever_the_page_says_is_in_the_catalogues() -> None:
    known = {str(each) for each in PAGE_WORDS}
    html = (STATIC / "pantalla.html").read_text("utf-8")
    marked = set(re.findall(r"data-said[^>]*>([^<]+)<", html))
    marked |= set(re.findall(r'data-label aria-label="([^"]+)"', html))
    for script in STATIC.glob("*.js"):
        for call in re.findall(r"\bsay\(([^)]*)", script.read_text("utf-8")):
            marked |= set(re.findall(r'"([^"]+)"', call.partition("{ ")[0]))
    assert marked - known == set()
    assert known - marked == set()
