"""Coming and going: the log-in page, the cookie, the PIN after a pause, and the accounts of everybody."""

import json
import re
import threading
import time
from collections.abc import Iterator

import httpx
import pytest

from hallctl.web.access.hashing import Cost, Hasher
from hallctl.web.access.people import People, Secrets
from hallctl.web.access.sessions import FRESH_MS, IDLE_MS
from tests.hallctl.web.console.hall import CAJERO, DIRECTOR, JEFE, LOCUTOR, PASSPHRASE, PIN, Hall, Serving
from tests.hallctl.web.console.hands import begin_draw


class Browser:
    """What a browser does with forms and cookies, without a script."""

    def __init__(self, serving: Serving) -> None:
        self.client = httpx.Client(
            base_url=serving.url, headers={"Accept": "text/html"}, verify=serving.trust
        )
        self.client.headers["Origin"] = serving.url

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def get(self, path: str) -> httpx.Response:
        return self.client.get(path)

    def post(self, path: str, **fields: object) -> httpx.Response:
        return self.client.post(path, data=fields)

    def send(self, page: str, path: str, **fields: object) -> httpx.Response:
        """Send a form with the token that a page gave."""
        csrf = re.search('name="csrf" value="([^"]+)"', self.get(page).text)
        assert csrf is not None
        return self.post(path, csrf=csrf[1], **fields)

    def enter(self, person: str, passphrase: str = PASSPHRASE) -> httpx.Response:
        return self.post("/entrar", person=person, passphrase=passphrase, code="")


@pytest.fixture
def browser(serving: Serving) -> Iterator[Browser]:
    with Browser(serving) as browser:
        yield browser


def test_the_cookie_is_for_this_site_alone_and_no_script_reads_it(browser: Browser) -> None:
    answer = browser.enter(JEFE)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    (cookie,) = answer.headers.get_list("set-cookie")
    flags = {flag.strip().lower() for flag in cookie.split(";")[1:]}
    assert flags == {"httponly", "path=/", "samesite=strict"}, "no Max-Age: it ends with the browser"
    assert browser.get("/").status_code == 200


def test_every_log_in_has_a_new_token_and_the_stay_before_it_ends(browser: Browser, hall: Hall) -> None:
    browser.client.cookies.set("hallctl", "a-token-that-a-stranger-chose", domain="127.0.0.1")
    browser.enter(JEFE)
    first = browser.client.cookies["hallctl"]
    assert first != "a-token-that-a-stranger-chose"
    browser.enter(CAJERO)
    assert browser.client.cookies["hallctl"] != first
    assert not hall.auth.open(first)


@pytest.mark.parametrize("fields", [{}, {"person": JEFE}, {"person": JEFE, "passphrase": "x"}])
def test_who_is_not_let_in_reads_why_and_gets_no_cookie(browser: Browser, fields: dict[str, str]) -> None:
    answer = browser.post("/entrar", **fields)
    assert answer.status_code == 401
    assert "no son correctos" in answer.text
    assert "set-cookie" not in answer.headers
    assert browser.get("/").headers["location"] == "/entrar"


def test_who_tried_too_often_reads_how_long_to_wait(browser: Browser) -> None:
    answers = [browser.enter(JEFE, "no es esta") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [401, 401, 429, 429]
    assert "Espere 30 s" in answers[3].text
    assert answers[3].headers["retry-after"] == "30"
    assert browser.enter(CAJERO).status_code == 303, "others enter meanwhile"


def test_a_form_of_another_site_logs_nobody_in(browser: Browser, hall: Hall) -> None:
    entries = len(hall.auth.log.entries())
    for path in ("/entrar", "/pin"):
        fields = {"person": JEFE, "passphrase": PASSPHRASE}
        for origin in ("http://evil.example", "null"):
            assert browser.client.post(path, data=fields, headers={"Origin": origin}).status_code == 403
    assert len(hall.auth.log.entries()) == entries


def test_names_and_sentences_are_text_on_the_page(browser: Browser) -> None:
    said = "<script>alert('x')</script>\"&"
    for answer in (browser.enter(said), browser.client.get("/entrar", params={"persona": said})):
        assert "<script>alert" not in answer.text


def test_an_empty_hall_says_how_the_first_account_is_made(browser: Browser, hall: Hall) -> None:
    hall.auth.store._db.execute("DELETE FROM accounts")
    page = browser.get("/entrar").text
    assert "hallctl people init" in page
    assert 'action="/entrar"' not in page


def test_after_ten_idle_minutes_the_pin_is_asked_for_and_the_page_goes_on(
    browser: Browser, hall: Hall
) -> None:
    browser.enter(JEFE)
    before = browser.client.cookies["hallctl"]
    hall.slept_ms += IDLE_MS + 1
    assert 'action="/pin"' in browser.get("/").text, "the desk itself asks for it"
    page = browser.get("/entrar").text
    assert JEFE in page
    assert 'action="/pin"' in page
    assert "El PIN no es correcto" in browser.post("/pin", pin="000001").text
    answer = browser.post("/pin", pin=PIN)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert browser.client.cookies["hallctl"] != before
    assert browser.get("/").status_code == 200
    assert browser.post("/pin", pin=PIN).headers["location"] == "/entrar", "nobody sleeps any more"


def test_three_wrong_pins_ask_for_the_passphrase(browser: Browser, hall: Hall) -> None:
    browser.enter(JEFE)
    hall.slept_ms += IDLE_MS + 1
    for _ in range(3):
        page = browser.post("/pin", pin="000001").text
    assert "Entre con su contraseña" in page
    assert 'action="/entrar"' in page
    assert browser.enter(JEFE).status_code == 303


def test_what_the_page_does_by_itself_keeps_nobody_awake(browser: Browser, hall: Hall) -> None:
    browser.enter(JEFE)
    for _ in range(3):
        hall.slept_ms += IDLE_MS // 4
        assert browser.get("/panel").status_code == 200
    hall.slept_ms += IDLE_MS // 4 + 1
    assert 'action="/pin"' in browser.get("/panel").text


def test_who_works_stays_awake(browser: Browser, hall: Hall) -> None:
    browser.enter(JEFE)
    for _ in range(5):
        hall.slept_ms += IDLE_MS // 2
        assert browser.send("/panel", "/steps").status_code == 200


def test_leaving_ends_the_stay_and_takes_the_cookie_back(browser: Browser, hall: Hall) -> None:
    browser.enter(JEFE)
    token = browser.client.cookies["hallctl"]
    answer = browser.send("/", "/salir")
    assert (answer.status_code, answer.headers["location"]) == (303, "/entrar")
    assert "hallctl" not in browser.client.cookies
    assert not hall.auth.open(token)


@pytest.mark.invariant("I16")
def test_a_payment_or_what_two_decide_waits_for_a_fresh_authentication(serving: Serving, hall: Hall) -> None:
    serving.play_until("Vender cartones")
    jefe = serving.bearer(JEFE)
    said = {"request": "void-1", "post": "jefe", "command": "ProposeVoid", "body": {"reason": "avería"}}
    said |= hall.pressed("ProposeVoid")
    hall.slept_ms += FRESH_MS + 1
    answer = serving.client.post("/api/commands", json=said, headers=jefe)
    assert (answer.status_code, answer.json()["refusal"]["code"]) == (403, "ACC-PROVE")
    wrong = serving.client.post("/api/proof", json={"secret": "no es esta"}, headers=jefe)
    assert (wrong.status_code, wrong.json()["refusal"]["code"]) == (403, "ACC-WRONG")
    assert serving.client.get("/api/session", headers=jefe).json()["fresh"] is False
    assert serving.client.post("/api/proof", json={"secret": PIN}, headers=jefe).json() == {"fresh": True}
    assert serving.client.post("/api/commands", json=said, headers=jefe).status_code == 200
    approve = next(o for o in serving.desk()["offers"] if o["command"] == "ApproveVoid")
    director = said | {
        "request": "void-2",
        "post": "director",
        "command": "ApproveVoid",
        "body": approve["body"],
        **hall.pressed("ApproveVoid"),
    }
    answer = serving.client.post("/api/commands", json=director)
    assert answer.json()["refusal"]["code"] == "ACC-PROVE", "each of the two, by herself"
    assert serving.client.post("/api/proof", json={"secret": PASSPHRASE}).status_code == 200
    assert serving.client.post("/api/commands", json=director).status_code == 200
    assert serving.desk()["phase"] == "void"


@pytest.mark.invariant("I16")
def test_the_step_waits_in_its_form_while_its_person_confirms_who_she_is(
    serving: Serving, browser: Browser, hall: Hall
) -> None:
    serving.play_until("Vender cartones")
    browser.enter(JEFE)
    step = {
        "request": "void-1",
        "post": "jefe",
        "command": "ProposeVoid",
        "body": '{"reason":"Se cayó el bombo"}',
        **hall.pressed("ProposeVoid"),
    }
    hall.slept_ms += FRESH_MS + 1
    asked = browser.send("/", "/steps", **step)
    assert 'action="/confirmar"' in asked.text
    assert f"PIN de {JEFE}, o su contraseña de entrar" in asked.text
    waiting = str(httpx.QueryParams(step))
    assert "no es correcto" in browser.send("/", "/confirmar", secret="000001", step=waiting).text
    confirmed = browser.send("/", "/confirmar", secret=PIN, step=waiting, heard=hall.now())
    assert "Hecho" in confirmed.text
    assert serving.desk()["game"]["void_proposer"] == JEFE


def test_the_passphrase_of_a_key_is_asked_for_once_where_the_step_is_signed_too(
    serving: Serving, browser: Browser, hall: Hall
) -> None:
    serving.play_until("Vender cartones")
    hall.passphrases[JEFE] = "la de la clave"
    browser.enter(JEFE)
    hall.slept_ms += FRESH_MS + 1
    step = {"request": "void-1", "post": "jefe", "command": "ProposeVoid", "body": '{"reason":"x"}'}
    step |= hall.pressed("ProposeVoid")
    assert 'action="/keys"' in browser.send("/", "/steps", **step).text
    waiting = str(httpx.QueryParams(step))
    assert "La contraseña no es correcta" in browser.send("/", "/keys", secret="otra", step=waiting).text
    confirmed = browser.send("/", "/keys", secret="la de la clave", step=waiting, heard=hall.now())
    assert "Hecho" in confirmed.text
    kinds = [entry.kind for entry in hall.auth.log.entries(2)]
    assert kinds == ["key-failed", "proved"]


def test_the_director_makes_changes_and_closes_accounts(browser: Browser, hall: Hall) -> None:
    browser.enter(DIRECTOR)

    def change(**fields: object) -> httpx.Response:
        return browser.send("/personas", "/personas", **fields)

    made = change(action="add", name="Eva", post=["cajero", "vendedor"], passphrase=PASSPHRASE, pin="314159")
    assert made.headers["location"] == "/personas?hecho=add"
    page = browser.get("/personas?hecho=add").text
    assert "Cuenta creada." in page
    assert "Vendedor, Cajero" in page
    assert "cuenta creada" in page, "the security log"
    with Browser.__new__(Browser) as eva:
        eva.client = httpx.Client(base_url=browser.client.base_url, headers=browser.client.headers)
        assert eva.enter("Eva").status_code == 303
        assert "primera contraseña" in browser.get("/personas").text
        assert change(action="posts", name="Eva", post="cajero").status_code == 303
        assert eva.get("/").headers["location"] == "/entrar"
        assert change(action="reset", name="Eva", passphrase="otra contraseña larga").status_code == 303
        assert eva.enter("Eva").status_code == 401
        assert eva.enter("Eva", "otra contraseña larga").status_code == 303
        assert eva.get("/").headers["location"] == "/cuenta", "the Director knows it"
        assert change(action="disable", name="Eva").status_code == 303
        assert eva.get("/").headers["location"] == "/entrar"
    for fields in (
        {"action": "fly"},
        {"action": "disable", "name": DIRECTOR},
        {"action": "reset", "name": "Nadie"},
    ):
        assert change(**fields, passphrase=PASSPHRASE).status_code == 409
    assert hall.auth.names() == ("Ana Quispe", "Luis Rojas", DIRECTOR, "Rosa Mamani")


def test_accounts_are_changed_only_by_who_authenticated_a_moment_ago(browser: Browser, hall: Hall) -> None:
    browser.enter(DIRECTOR)
    hall.slept_ms += FRESH_MS + 1
    fields = {"action": "disable", "name": CAJERO}
    assert 'name="secret"' in browser.get("/personas").text
    for wrong in ({}, {"secret": "no es esta"}):
        assert browser.send("/personas", "/personas", **fields, **wrong).status_code == 409
    assert CAJERO in hall.auth.names()
    assert browser.send("/personas", "/personas", **fields, secret=PIN).status_code == 303
    assert CAJERO not in hall.auth.names()


def test_a_person_changes_her_own_passphrase_with_the_one_she_has(browser: Browser) -> None:
    browser.enter(JEFE)
    new = {"passphrase": "una contraseña nueva", "pin": "314159"}
    assert browser.send("/cuenta", "/cuenta", secret="no es esta", **new).status_code == 409
    assert browser.send("/cuenta", "/cuenta", secret=PIN, **new).status_code == 409, "a PIN is not enough"
    assert browser.send("/cuenta", "/cuenta", secret=PASSPHRASE, passphrase="corta").status_code == 409
    answer = browser.send("/cuenta", "/cuenta", secret=PASSPHRASE, **new)
    assert answer.headers["location"].startswith("/entrar?persona=Ana")
    assert browser.enter(JEFE).status_code == 401
    assert browser.enter(JEFE, "una contraseña nueva").status_code == 303


def test_a_first_passphrase_is_changed_before_anything_else(browser: Browser, hall: Hall) -> None:
    people = People(hall.auth, DIRECTOR, "tests")
    assert people.reset(JEFE, Secrets(PASSPHRASE, PIN, initial=True)) is None
    browser.enter(JEFE)
    script = {"HX-Request": "true"}
    for path in ("/", "/panel", "/actas", "/personas"):
        assert browser.get(path).headers["location"] == "/cuenta"
        answer = browser.client.get(path, headers=script)
        assert (answer.status_code, answer.headers["hx-redirect"]) == (403, "/cuenta")
    page = browser.get("/cuenta").text
    assert "otros la conocen" in page
    assert "Volver a la mesa" not in page
    entered = browser.client.post("/api/session", json={"person": JEFE, "passphrase": PASSPHRASE}).json()
    bearer = {"Authorization": f"Bearer {entered['token']}"}
    for path in ("/api/session", "/api/desk", "/api/events"):
        refused = browser.client.get(path, headers=bearer)
        assert (refused.status_code, refused.json()["refusal"]["code"]) == (403, "ACC-CHANGE")
        assert "«Mi cuenta»" in refused.json()["refusal"]["sentence"]
    assert browser.client.post("/api/log-out", json={}, headers=bearer).status_code == 200
    same = browser.send("/cuenta", "/cuenta", secret=PASSPHRASE, passphrase=PASSPHRASE)
    assert (same.status_code, "Esa es la contraseña que le dieron" in same.text) == (409, True)
    browser.send("/cuenta", "/cuenta", secret=PASSPHRASE, passphrase="una contraseña nueva")
    browser.enter(JEFE, "una contraseña nueva")
    assert browser.get("/").status_code == 200


@pytest.mark.invariant("I26")
def test_with_a_first_passphrase_a_draw_is_stopped_and_nothing_else_done(
    serving: Serving, hall: Hall, browser: Browser
) -> None:
    begin_draw(serving)
    serving.play("Extraer bola")
    hall.wait_for_ball()
    offers = {offer["label"]: offer for offer in serving.desk()["offers"]}
    call, stop = offers["Cantar el 1"], offers["Parar: ¡bingo!"]
    reset = Secrets(PASSPHRASE, PIN, initial=True)
    assert People(hall.auth, DIRECTOR, "tests").reset(LOCUTOR, reset) is None
    serving._tokens.pop(LOCUTOR, None)
    refused = serving.take(call, "called")
    assert (refused.status_code, refused.json()["refusal"]["code"]) == (403, "ACC-CHANGE")
    browser.enter(LOCUTOR)
    said = {"post": "locutor", "heard": "", **hall.pressed("CallBall")}
    step = {"request": "form", "command": call["command"], "body": json.dumps(call["body"]), **said}
    page = browser.send("/cuenta", "/steps", **step)
    assert (page.status_code, "ACC-CHANGE" in page.text) == (401, True), page.text
    assert serving.take(stop, "stopped").status_code == 200
    game = hall.state.game
    assert game is not None
    assert (game.phase, game.called_balls) == ("claim", ())


def test_a_program_comes_and_goes_by_the_same_accounts(serving: Serving, hall: Hall) -> None:
    said = {"person": JEFE, "passphrase": PASSPHRASE}
    entered = serving.plain.post("/api/session", json=said).json()
    assert (entered["person"], entered["posts"]) == (JEFE, ["jefe"])
    bearer = {"Authorization": f"Bearer {entered['token']}"}
    shown = serving.plain.get("/api/session", headers=bearer).json()
    assert shown == {"person": JEFE, "posts": ["jefe"], "fresh": True}
    assert serving.plain.post("/api/log-out", json={}, headers=bearer).json() == {"ended": JEFE}
    assert serving.plain.get("/api/session", headers=bearer).status_code == 401
    wrong = [serving.plain.post("/api/session", json=said | {"passphrase": "x"}) for _ in range(3)]
    assert [answer.status_code for answer in wrong] == [401, 401, 429]
    assert wrong[2].json()["refusal"]["words"] == {"wait_s": 30}


def test_a_log_that_cannot_be_written_lets_nobody_in_and_says_so(browser: Browser, hall: Hall) -> None:
    hall.auth.log.close()
    answer = browser.enter(JEFE)
    assert (answer.status_code, answer.text.partition(":")[0]) == (503, "ACC-FILE")
    assert "set-cookie" not in answer.headers
    told = browser.client.post("/api/session", json={"person": JEFE, "passphrase": PASSPHRASE})
    assert (told.status_code, told.json()["error"]["code"]) == (503, "ACC-FILE")


def test_guessing_holds_up_neither_the_pages_nor_the_deciding_loop(serving: Serving, hall: Hall) -> None:
    """Every guess costs more than a real one does; what is measured is how long the others wait meanwhile."""
    people = People(hall.auth, "tests", "máquina")
    for n in range(4):
        assert people.add(f"Eva {n}", ["cajero"], Secrets(PASSPHRASE)) is None
    hall.auth.hasher.__dict__.update(Hasher(Cost(passes=6, memory_kib=65_536)).__dict__)
    dear = hall.auth.hasher.hash(PASSPHRASE)
    hall.auth.store._db.execute("UPDATE accounts SET passphrase = ? WHERE name LIKE 'Eva %'", (dear,))
    done = threading.Event()
    guesses: list[float] = []

    def guess(n: int) -> None:
        with httpx.Client(base_url=serving.url, timeout=60) as client:
            start = time.monotonic()
            client.post("/api/session", json={"person": f"Eva {n}", "passphrase": "no es esta"})
            guesses.append(time.monotonic() - start)

    threads = [threading.Thread(target=guess, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    watcher = threading.Thread(target=lambda: [t.join() for t in threads] and done.set())
    watcher.start()
    waits, silences = [], []
    while not done.is_set():
        start = time.monotonic()
        assert serving.client.get("/api/desk").status_code == 200
        waits.append(time.monotonic() - start)
        silences.append(hall.silence())
        time.sleep(0.01)
    watcher.join()
    assert len(waits) > 10
    # One event loop that hashed would make them wait for a whole guess, and for four of them in a row.
    assert sorted(waits)[len(waits) // 2] < min(guesses) / 3, (sorted(waits)[-5:], min(guesses))
    assert max(silences) < 0.75
