"""A card's bar code at the page: by the tablet's camera, and by a scanner that is a keyboard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import Browsers
from tests.hallctl.games.bingo.cards.photos import film, panel, photo
from tests.hallctl.web.console.hall import JEFE, LOCUTOR, Hall, Serving
from tests.hallctl.web.console.hands import CHECKED, grown, press_key, until
from tests.hallctl.web.console.test_browser import Desk

CARD = 3
AWHILE_MS = 320
"""For how long nothing must come of what is no press."""

OPEN_MS = 30_000
"""For how long the camera is open (scan.js): a crowded machine sees the card late."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory, browsers: Browsers) -> Iterator[BrowserContext]:
    """Return a tablet whose camera sees an empty table first, and then a card that is held before it."""
    folder: Path = tmp_path_factory.mktemp("tablet")
    table = photo(panel(CARD)[:150])
    held = [photo(panel(CARD), width=430, turn=turn, blur=0.8, light=0.8, noise=3) for turn in (6, 7, 8)]
    (folder / "camera.y4m").write_bytes(film([table] * 12 + held * 10))
    flags = (
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={folder / 'camera.y4m'}",
    )
    with browsers.own(folder / "profile", *flags, viewport={"width": 1024, "height": 600}) as context:
        yield context


@pytest.fixture
def claim(serving: Serving) -> Serving:
    """A hall in which a line was sung."""
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=20)
    serving.play("Cerrar venta", "Comienzo de la partida", "Parar: ¡línea!")
    return serving


SILENCE = "[object Event]"
"""What the page says where a crowded machine's deciding loop was not heard for a moment."""

TRACKS = """
const tracks = [], open = navigator.mediaDevices?.getUserMedia.bind(navigator.mediaDevices);
window.live = () => tracks.filter((track) => track.readyState === "live").length;
if (open) navigator.mediaDevices.getUserMedia = async (wanted) => {
  const stream = await open(wanted);
  tracks.push(...stream.getTracks());
  return stream;
};
"""


@pytest.fixture
def desk(claim: Serving, browser: BrowserContext) -> Iterator[Desk]:
    """The jefe's page, which counts the cameras that it opens."""
    page = browser.new_page()
    page.add_init_script(TRACKS)
    desk = Desk(page, claim)
    yield desk
    assert [said for said in desk.complaints if said != SILENCE] == []
    desk.page.close()


def nothing_to_read(page: Page) -> None:
    """Have every picture say nothing."""
    page.route("**/escanear", lambda route: route.fulfill(json={"sentence": "", "fields": {}}))


def live(page: Page) -> int:
    """Return how many cameras the page holds open."""
    count: int = page.evaluate("window.live()")
    return count


@pytest.mark.req("AJ-94")
def test_a_card_before_the_camera_fills_in_its_number_and_the_jefe_takes_the_step(
    hall: Hall, claim: Serving, desk: Desk
) -> None:
    page = desk.page
    number = page.get_by_label("Número de cartón")
    page.get_by_role("button", name="Escanear").click()
    expect(page.get_by_label("Lo que ve la cámara")).to_be_visible()
    claim.play("Anotar incidencia", text="Se fue la luz")  # the panel comes anew, and the camera stays
    expect(number).to_have_value(str(CARD), timeout=OPEN_MS)
    expect(page.locator(".scan p")).to_have_text(f"Cartón {CARD} de la serie A 1042.")
    expect(page.get_by_label("Lo que ve la cámara")).to_be_hidden()
    assert live(page) == 0, "the camera is let go"
    game = hall.state.game
    assert game is not None
    assert game.verified == (), "nobody has taken the step yet"
    expect(page.get_by_role("button", name="Comprobar línea")).to_be_focused()
    press_key(page, "Enter", when="Comprobar línea")
    expect(page.locator(".verdict .of b")).to_have_text(f"cartón {CARD}")
    expect(page.locator(".scan p")).to_have_text("")


@pytest.mark.campaign
def test_the_camera_is_let_go_by_its_key_and_with_its_step(claim: Serving, desk: Desk) -> None:
    page = desk.page
    nothing_to_read(page)
    picture = page.get_by_label("Lo que ve la cámara")
    page.locator(".top h1").click()
    for _ in range(2):
        page.keyboard.press("Alt+k")
        expect(picture).to_be_visible()
        assert live(page) == 1
        page.keyboard.press("Alt+k")
        expect(picture).to_be_hidden()
        assert live(page) == 0
    page.keyboard.press("Alt+k")
    expect(picture).to_be_visible()
    claim.play("Comprobar línea", card=20)
    claim.play("Reanudar")
    expect(page.get_by_role("button", name="Escanear")).to_have_count(0)
    until(page, lambda: live(page) == 0)


@pytest.mark.campaign
def test_the_camera_closes_by_itself_where_it_reads_nothing(desk: Desk) -> None:
    page = desk.page
    nothing_to_read(page)
    page.clock.install()
    page.get_by_role("button", name="Escanear").click()
    expect(page.get_by_label("Lo que ve la cámara")).to_be_visible()
    page.clock.fast_forward(OPEN_MS + 1_000)
    expect(page.get_by_text("No se leyó ningún código. La cámara se ha cerrado.")).to_be_visible()
    assert live(page) == 0


@pytest.mark.campaign
def test_a_camera_that_does_not_open_is_said(desk: Desk) -> None:
    page = desk.page
    for error, said in (
        ("NotAllowedError", "Dele permiso a esta página"),
        ("NotFoundError", "no tiene cámara"),
        ("AbortError", "La cámara no se abre."),
    ):
        refuse = f"async () => {{ throw new DOMException('', '{error}'); }}"
        page.evaluate(f"() => {{ navigator.mediaDevices.getUserMedia = {refuse}; }}")
        page.get_by_role("button", name="Escanear").click()
        expect(page.locator(".scan p")).to_contain_text(said)
        expect(page.get_by_role("button", name="Escanear")).to_be_visible()


@pytest.mark.campaign
def test_where_the_browser_gives_no_camera_there_is_no_button(
    claim: Serving, browser: BrowserContext
) -> None:
    page = browser.new_page()
    page.add_init_script("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })")
    desk = Desk(page, claim)
    expect(page.get_by_label("Número de cartón")).to_be_visible()
    expect(page.get_by_role("button", name="Escanear")).to_be_hidden()
    page.keyboard.press("Alt+k")
    assert desk.complaints == []
    page.close()


@pytest.mark.campaign
def test_who_verifies_no_cards_has_no_camera(claim: Serving, desk: Desk) -> None:
    desk.become(LOCUTOR)
    expect(desk.page.get_by_text("Han cantado línea")).to_be_visible()
    expect(desk.page.locator(".scan")).to_have_count(0)
    desk.become(JEFE)


@pytest.mark.campaign
@pytest.mark.req("AJ-101")
def test_a_second_card_that_is_scanned_never_takes_the_step_that_waits(
    hall: Hall, claim: Serving, desk: Desk
) -> None:
    """A scanner ends with Intro, which is the next step's: after a bad card, to resume the draw."""
    page = desk.page
    resume, number = page.get_by_role("button", name="Reanudar"), page.get_by_label("Número de cartón")
    for place, typed in enumerate(("A-1042/7", "a'1042-8", "9"), 1):
        if place > 1:
            expect(resume).to_be_visible()
            resume.focus()
        expect(number).to_have_value("")  # the answer before empties it
        grown(page, "Comprobar línea")
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        expect(page.locator(CHECKED)).to_have_count(place)
    expect(number).to_have_value("")
    number.fill("10")
    resume.focus()
    press_key(page, "Enter", when="Reanudar")
    expect(number).to_be_focused()
    press_key(page, "Enter", when="Comprobar línea")
    expect(page.locator(CHECKED)).to_have_count(4)
    game = hall.state.game
    assert game is not None
    assert game.phase == "claim"
    assert [(card.series, card.card) for card in game.verified] == [("A-1042", n) for n in (7, 8, 9, 10)]


@pytest.mark.campaign
@pytest.mark.req("AJ-101")
def test_a_card_that_is_scanned_where_none_is_asked_for_takes_no_step(
    hall: Hall, claim: Serving, desk: Desk
) -> None:
    claim.play("Comprobar línea", card=7)
    claim.play("Reanudar")
    draw = desk.page.get_by_role("button", name="Extraer bola")
    expect(draw).to_be_visible()
    draw.focus()
    grown(desk.page, "Extraer bola")
    burst = "for (const key of ['A', '-', '1', '/', '7', 'Enter']) if (document.activeElement.dispatchEvent("
    burst += "new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })) && key === 'Enter') "
    burst += "document.activeElement.click();"
    desk.page.evaluate(f"() => {{ {burst} }}")
    desk.page.wait_for_timeout(AWHILE_MS)
    game = hall.state.game
    assert game is not None
    assert game.order == 0, "no ball was asked for"
    desk.page.keyboard.press("Enter")
    desk.hears("Hecho")


@pytest.mark.campaign
def test_a_card_of_no_series_is_refused_with_the_series_that_is_played(claim: Serving, desk: Desk) -> None:
    page = desk.page
    grown(page, "Comprobar línea")
    page.keyboard.type("B-7/12")
    page.keyboard.press("Enter")
    desk.hears("No hay ninguna serie B 7. En esta partida se juega con A 1042.")
