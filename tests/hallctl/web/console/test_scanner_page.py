"""A bar-code scanner at every page: its scan is a scan wherever the cursor is, and no press and no text."""

import re
import time
from collections.abc import Iterator
from itertools import cycle

import pytest
from playwright.sync_api import BrowserContext, CDPSession, Locator, Page, Route, expect

from hallctl.games.bingo.cards.barcode_text import code_of
from hallctl.games.bingo.rules.written import WrittenCard
from tests.browser import Browsers
from tests.hallctl.web.console.hall import DIRECTOR, JEFE, Hall, Serving
from tests.hallctl.web.console.hands import CHECKED, button, enter, grown, unfold, until
from tests.hallctl.web.console.wedge import Key, Wedge
from tests.sampling import sampled

SPEEDS = (5, 20, 50, 100, 200)
FIELDS = "input:visible:not([type=hidden], [type=checkbox]), select:visible, textarea:visible"
PAUSE_S = 1.5
"""Between two scans: what comes later than a second is no end of the one before."""


def code(card: int, series: str = "A-1042") -> str:
    return code_of(WrittenCard(series, card))


def wedges() -> Iterator[Wedge]:
    """Return scanners of all kinds, one after the other, at every speed and with a hiccup."""
    kinds = (
        Wedge("us", "us"),
        Wedge("us", "es", caps=True),
        Wedge("us", "br", aim="]C1"),
        Wedge("de", "latam", suffix="\t"),
        Wedge("us", "de", aim="]C0", suffix="\n\n"),
        Wedge("fr", "pt"),
        Wedge("us", "fr", suffix=""),
    )
    for place, (kind, pace) in enumerate(zip(cycle(kinds), cycle(SPEEDS), strict=False)):
        yield Wedge(kind.scanner, kind.computer, pace, kind.caps, kind.suffix, kind.aim, 1 + place % 18)


class Scanner:
    """A scanner at a page; its keys say when they were pressed, so that nobody waits for a slow one."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._wire: CDPSession = page.context.new_cdp_session(page)
        self._at = time.time()

    def scan(self, text: str, wedge: Wedge | None = None, pause: float = PAUSE_S) -> None:
        """Scan a bar code, some seconds after the last one by the keys' own clock."""
        start = max(time.time(), self._at + pause)
        for key in (wedge or Wedge()).keys(text, 0):
            self._at = start + key.time / 1_000
            self._press(key)

    def press(self, key: str) -> None:
        """Press a key as a person, well after the scan."""
        self._at = max(time.time(), self._at + PAUSE_S)
        self._press(Key(key, key, "\r" if key == "Enter" else "", 0))

    def _press(self, key: Key) -> None:
        number = {"Enter": 13, "Tab": 9}.get(key.key, ord(key.code[-1]))
        said = {"code": key.code, "key": key.key, "timestamp": self._at, "windowsVirtualKeyCode": number}
        said |= {"modifiers": 8 * key.shift + key.alt}
        down = {"type": "keyDown", "text": key.text} if key.text else {"type": "rawKeyDown"}
        self._wire.send("Input.dispatchKeyEvent", said | down)


@pytest.fixture(scope="module")
def browser(browsers: Browsers) -> Iterator[BrowserContext]:
    viewport = {"width": 1024, "height": 900}
    with browsers.window(viewport=viewport) as context:
        yield context


@pytest.fixture
def page(serving: Serving, browser: BrowserContext) -> Iterator[Page]:
    page = browser.new_page()
    enter(page, serving.url, JEFE)
    yield page
    page.close()


@pytest.fixture
def claim(serving: Serving) -> Serving:
    """A hall in which a line was sung."""
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=90)
    serving.play("Cerrar venta", "Comienzo de la partida", "Parar: ¡línea!")
    return serving


def verified(hall: Hall) -> list[int]:
    """Return the cards that were verified, in order."""
    game = hall.state.game
    assert game is not None
    return [claim.card for claim in game.verified]


def until_verified(page: Page, hall: Hall, *cards: int) -> None:
    """Wait until these are the last cards that were verified."""
    until(page, lambda: verified(hall)[-len(cards) :] == [*cards])


def places(page: Page) -> list[Locator]:
    """Return every field that is seen."""
    return [page.locator(FIELDS).nth(n) for n in range(page.locator(FIELDS).count())]


@pytest.mark.invariant("I24")
@pytest.mark.req("AJ-94")
def test_a_scan_verifies_a_card_wherever_the_cursor_is_and_is_left_nowhere(
    hall: Hall, claim: Serving, page: Page
) -> None:
    scanner, kinds, card = Scanner(page), wedges(), 0
    expect(page.get_by_label("Número de cartón")).to_be_visible()
    places_of = [
        *places(page),
        button(page, "Comprobar línea"),
        page.locator("#me"),
        button(page, "Reanudar"),
    ]
    for place in [*places_of[:-1], places_of[0]]:
        card += 1
        before = hall.newest().entry
        is_field = place.evaluate("(field) => 'value' in field && field.tagName !== 'BUTTON'")
        place.focus()
        if is_field and place.get_attribute("type") != "password":
            place.fill("3 ya escrito")
        was = place.input_value() if is_field else ""
        scanner.scan(code(card), next(kinds))
        until_verified(page, hall, card)
        assert hall.newest().entry == before + 1, "one step was taken"
        if is_field:
            expect(place).to_have_value(was)
            place.fill("")
    assert verified(hall) == list(range(1, card + 1))


@pytest.mark.campaign
@pytest.mark.invariant("I24")
def test_a_scan_where_no_card_is_asked_for_draws_no_ball_and_minutes_no_text(
    hall: Hall, claim: Serving, page: Page
) -> None:
    claim.play("Comprobar línea", card=90)
    claim.play("Reanudar")
    grown(page, "Extraer bola")
    scanner, kinds = Scanner(page), wedges()
    before, was = hall.newest().entry, [field.input_value() for field in places(page)]
    for place in (*[button(page, "Extraer bola")] * len(SPEEDS), *places(page), page.locator("body")):
        place.focus()
        scanner.scan(code(7), next(kinds))
        expect(page.locator("#scanned")).to_contain_text("no se comprueba ninguno")
        page.locator("#scanned").evaluate("(line) => { line.textContent = ''; }")
    assert [field.input_value() for field in places(page)] == was
    assert hall.newest().entry == before
    button(page, "Extraer bola").focus()
    scanner.press("Enter")
    expect(page.locator("#said")).to_contain_text("Hecho")


@pytest.mark.campaign
def test_scans_one_upon_the_other_and_after_a_refused_one_are_all_verified(
    hall: Hall, claim: Serving, page: Page
) -> None:
    number = page.get_by_label("Número de cartón")
    scanner = Scanner(page)
    number.fill("4")
    for card in (1, 2, 3):
        scanner.scan(code(card), Wedge(pace=5), pause=0.02)
    until(page, lambda: verified(hall) == [1, 2, 3])
    scanner.scan(code(12, "B-7"))
    expect(page.locator("#said")).to_contain_text("No hay ninguna serie B 7.")
    scanner.scan(code(5)[:-1])
    expect(page.locator("#scanned")).to_contain_text("incompleto")
    scanner.scan(code(5))
    until(page, lambda: verified(hall) == [1, 2, 3, 5])
    expect(number).to_have_value("4")


@pytest.mark.campaign
def test_a_scan_that_begins_while_the_one_before_is_answered_leaves_nothing(
    hall: Hall, claim: Serving, page: Page
) -> None:
    number, scanner = page.get_by_label("Número de cartón"), Scanner(page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    number.fill("4")
    number.focus()
    page.route("**/escanear", hold, times=1)
    scanner.scan(code(1))
    until(page, lambda: held)
    scanner.scan(code(2)[0], Wedge(suffix=""))
    expect(number).to_have_value("4X")
    held[0].continue_()
    until(page, lambda: verified(hall) == [1])
    scanner.scan(code(2)[1:], pause=0.2)
    until(page, lambda: verified(hall) == [1, 2])
    expect(number).to_have_value("4")


@pytest.mark.campaign
@pytest.mark.invariant("I26")
def test_a_scan_whose_answer_comes_when_the_hall_has_gone_on_verifies_nothing(
    hall: Hall, claim: Serving, page: Page
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    expect(page.get_by_label("Número de cartón")).to_be_visible()
    page.route("**/escanear", hold, times=1)
    Scanner(page).scan(code(1))
    until(page, lambda: held)
    claim.play("Comprobar línea", card=90)
    claim.play("Reanudar", "Extraer bola")
    hall.wait_for_ball()
    claim.play("Cantar el 1", "Parar: ¡línea!")
    expect(page.locator(".count")).to_contain_text("1 extraída")
    expect(page.get_by_label("Número de cartón")).to_be_visible()
    held[0].continue_()
    # The second where a crowded machine took longer than a scan has.
    refused = page.locator("#said, #scanned").filter(has_text=re.compile("La sala cambió|No hay conexión"))
    expect(refused).to_have_count(1)
    assert verified(hall) == []


@pytest.mark.campaign
def test_a_card_of_before_is_verified_and_after_a_refused_one_too(
    hall: Hall, claim: Serving, page: Page
) -> None:
    number, scanner = page.get_by_label("Número de cartón"), Scanner(page)
    number.focus()
    for card, computer in ((1, "us"), (2, "es"), (3, "br"), (4, "de")):
        # The answer to the claim before empties the field, and a new step takes no press at once.
        expect(number).to_have_value("")
        grown(page, "Comprobar línea")
        if card == 3:
            scanner.scan("B-7/12", Wedge(pace=100))
            expect(page.locator("#said")).to_contain_text("No hay ninguna serie B 7.")
            grown(page, "Comprobar línea")
        scanner.scan(f"A-1042/{card}", Wedge(computer=computer, pace=100))
        until_verified(page, hall, card)
    unfold(page, "Anotar incidencia")
    incident = page.get_by_label("Qué ocurrió").first
    before = hall.newest().entry
    incident.focus()
    scanner.scan("A-1042/9", Wedge(pace=100))
    expect(page.locator("#scanned")).to_contain_text("pulse Intro otra vez")
    assert hall.newest().entry == before
    incident.fill("")
    scanner.scan("A-1042/9", Wedge(pace=8))
    until(page, lambda: verified(hall)[-1:] == [9])
    expect(incident).to_have_value("")


@pytest.mark.invariant("I24")
@pytest.mark.parametrize("path", sampled(["/personas", "/entrar?clave=1", "/cuenta", "/ayuda"], 4))
def test_a_scan_leaves_nothing_in_any_field_of_any_page_and_sends_no_form(
    serving: Serving, browser: BrowserContext, path: str
) -> None:
    page = browser.new_page()
    enter(page, serving.url, DIRECTOR)
    page.goto(f"{serving.url}{path}")
    page.wait_for_load_state("load")
    for details in page.locator("details").all():
        details.evaluate("(details) => { details.open = true; }")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    scanner, kinds = Scanner(page), wedges()
    # All kinds of fields; the accounts' page has each of them once for every person.
    for field in [*places(page)[-6:], *page.get_by_role("button").all()[-3:]]:
        was = field.input_value() if field.evaluate("(field) => field.tagName !== 'BUTTON'") else None
        field.focus()
        scanner.scan(code(17), next(kinds))
        expect(page.locator("#scanned")).to_contain_text("no se comprueba ninguno")
        if was is not None:
            expect(field).to_have_value(was)
    assert [each for each in sent if each.startswith("POST")] == []
    page.close()


@pytest.mark.campaign
def test_a_scan_whose_rest_never_comes_is_given_up(hall: Hall, claim: Serving, page: Page) -> None:
    """By the true clock: no end came, and after a second the keyboard is a person's again."""
    number = page.get_by_label("Número de cartón")
    number.focus()
    page.keyboard.type(code(5)[:9])
    expect(number).to_have_value("")
    expect(page.locator("#scanned")).to_contain_text("incompleto")
    page.keyboard.type("15")
    expect(number).to_have_value("15")
    assert verified(hall) == []


class Writer:
    """What writes without pressing keys: a clipboard, a keyboard on the glass, an input method."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._wire: CDPSession = page.context.new_cdp_session(page)
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])

    def paste(self, text: str) -> None:
        self._page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
        self._page.keyboard.press("Control+v")

    def insert(self, text: str) -> None:
        """Insert it at once, as a scanner does that is an input method; ends what is being composed."""
        self._wire.send("Input.insertText", {"text": text})

    def begin(self, text: str) -> None:
        """Compose it: it stands in the field, and is not yet what the person wants."""
        said = {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
        self._wire.send("Input.imeSetComposition", said)

    def compose(self, text: str) -> None:
        for end in range(1, len(text) + 1):
            self.begin(text[:end])
        self.insert(text)


@pytest.mark.campaign
@pytest.mark.invariant("I24")
def test_a_code_that_is_written_or_pasted_is_a_scan_in_any_field_and_its_enter_is_no_press(
    hall: Hall, claim: Serving, page: Page
) -> None:
    writer, card = Writer(page), 0
    incident, number = page.get_by_label("Qué ocurrió").first, page.get_by_label("Número de cartón")
    for field in (incident, number):
        for write in (writer.paste, writer.insert, writer.compose):
            card += 1
            expect(number).to_have_value("")
            grown(page, "Comprobar línea")
            field.focus()
            before = hall.newest().entry
            write(code(card) + ("\n" if write == writer.paste else ""))
            page.keyboard.press("Enter")
            until_verified(page, hall, *range(1, card + 1))
            assert hall.newest().entry == before + 1, "one step was taken"
            expect(field).to_have_value("")
    writer.paste(f"{code(card + 1)}\n{code(card + 2)}\n")
    until(page, lambda: verified(hall) == list(range(1, card + 3)))


@pytest.mark.campaign
def test_what_a_person_pastes_or_composes_stays_and_presses_nothing(
    hall: Hall, claim: Serving, page: Page
) -> None:
    unfold(page, "Anotar incidencia")
    writer, incident = Writer(page), page.get_by_label("Qué ocurrió").first
    before = hall.newest().entry
    incident.focus()
    writer.paste(f"Se fue la luz\nel cartón {code(3)}\tvolvió\r\na las diez\n")
    expect(incident).to_have_value(f"Se fue la luz el cartón {code(3)}\tvolvió a las diez")
    incident.fill("")
    for end in (2, 4, 6):
        writer.begin("xilófo"[:end])
        claim.play("Comprobar línea", card=40 + end)  # the panel swaps itself meanwhile
        expect(page.locator(CHECKED)).to_have_count(end // 2)
    writer.insert("xilófono")
    expect(incident).to_have_value("xilófono")
    expect(incident).to_be_focused()
    assert hall.newest().entry == before + 3
