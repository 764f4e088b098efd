"""The pages of ``hallctl init``: from a code on the terminal to an opened book, and who is not let in."""

import os
import re
import runpy
import signal
import subprocess
import sys
import threading
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from hallctl.app.installing.answers import answers_of
from hallctl.app.installing.draft import keep
from hallctl.app.installing.interview import filled, from_file
from hallctl.app.installing.making import AUTHORITY, make_hall
from hallctl.app.installing.plan import plan
from hallctl.app.practice.processes import free_port
from hallctl.cli.doctor.finding import advice, missing
from hallctl.cli.installing import pages as module
from hallctl.cli.installing.pages import Pages
from hallctl.cli.installing.serving import closing_page
from hallctl.web.server import ConsoleServer
from hallctl.web.setup.admission import TRIES, Admission
from hallctl.web.setup.app import make_setup
from hallctl.web.setup.port import Left, Stage
from tests.hallctl.app.installing.halls import FOUND, MACHINE, MANUAL, QUICK, ROULETTE
from tests.hallctl.cli.installing.test_terminal import PATIENCE_S, opened
from tests.hallctl.web.feed.test_feed import until
from tests.ruler import TOO_SMALL, WIDER, faults, lasting

ROOT = Path(__file__).parents[4]
PHONE = {"width": 390, "height": 844}
BY_FINGER = 6
"""How many of the first questions are so answered, picked and typed; people are ticked later."""
PROVOKED = ("409 \\(Conflict\\)", "ERR_CONTENT_LENGTH_MISMATCH", "ERR_CONNECTION_(REFUSED|RESET)")
"""What a browser complains of: a wrong answer, and a font that the kill cut off or came before."""


@contextmanager
def machine(folder, port):
    """Run ``hallctl init --pages``, and give its process with the code that it shows."""
    environment = {**os.environ, "LANG": "es_BO.UTF-8"}
    command = [sys.executable, "-m", "tests.hallctl.cli.installing.quick", "init", str(folder / "sala")]
    process = subprocess.Popen(
        [*command, "--pages", "--port", str(port)],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        code = next(found[1] for line in process.stdout if (found := re.search(r"una sola vez: (\S+)", line)))
        yield process, code
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def enter(page, port, code):
    page.goto(f"http://127.0.0.1:{port}/")
    page.get_by_label("Código de la máquina").fill(code)
    page.keyboard.press("Enter")
    expect(page.locator(".asked")).to_be_visible()


def asked(page):
    return page.locator("form.asked").get_attribute("action").rpartition("/")[2]


def answer(page, text, *, insist=False):
    """Give an answer as a finger does: the option that is it, or typed."""
    options = page.locator(".option input")
    values = [each.get_attribute("value") for each in options.all()]
    if text in values:
        options.nth(values.index(text)).check()
    elif values and page.locator(".option [type=radio]").count():
        options.nth(values.index("…")).check()
    if text not in values:
        page.locator("#text").fill(text)
    page.locator("form.asked button").first.click()
    if insist:
        page.get_by_role("button", name="Dejarlo así").click()


def send(page, given, until):
    """Give the next answers by the same forms, which no browser draws, until one is asked."""
    origin, key = page.url.rstrip("/"), asked(page)
    while key != until:
        sent = page.request.post(
            f"{origin}/pregunta/{key}", form={"text": given[key]}, headers={"Origin": origin}
        )
        found = re.search(r'action="/pregunta/(\w+)"', sent.text())
        assert found is not None
        key = found[1]
    page.goto(origin)
    assert asked(page) == until


def whole(page):
    """Nothing on a page is too small for a finger, wider than a phone, or shut to a screen reader."""
    assert [*lasting(page, TOO_SMALL, WIDER), *faults(page)] == []


@pytest.mark.req("AJ-39", "AJ-40")
def test_a_technician_comes_from_a_code_to_an_opened_book_by_pages_killed_once_on_the_way(tmp_path, browsers):
    second = tmp_path / "segundo"
    values = {**MANUAL, "second": str(second), "cajero": "Luis Rojas", "address": "", "printer": ""}
    given, port = filled(from_file({"language": "es", **values, "screens": ""}), FOUND), free_port()
    with browsers.window(PROVOKED, viewport=PHONE) as context:
        page = context.new_page()
        with machine(tmp_path, port) as (process, code):
            enter(page, port, code)
            for _ in range(BY_FINGER):
                answer(page, given[asked(page)])
            send(page, given, "notary")
            page.get_by_role("link", name="Volver a la anterior").click()
            assert asked(page) == "seats"
            answer(page, "0")
            expect(page.locator(".refused")).to_contain_text("Debe ser un número")
            whole(page)
            answer(page, given["seats"])
            assert asked(page) == "notary"
            process.send_signal(signal.SIGKILL)
        (draft,) = tmp_path.iterdir()
        rest = {key: text for key, text in given.items() if key not in {"cajero", "second", "witness"}}
        keep(draft, rest)  # as if somebody had gone on at the terminal
        with machine(tmp_path, port) as (process, code):
            enter(page, port, code)
            assert asked(page) == "second"
            while (key := asked(page)) != "hacer":
                answer(page, given[key])
            page.get_by_role("link", name="¿Cómo se llama la sala").click()
            answer(page, "Bingo Illimani II")
            expect(page.locator(".given").first).to_contain_text("Bingo Illimani II")
            whole(page)
            page.get_by_role("button", name="Hacer la sala").click()
            expect(page.locator(".papers")).to_contain_text("La autoridad de la sala")
            assert not (tmp_path / "sala").exists()
            paper = page.locator(".papers li", has_text="Marta Suárez")
            passphrase = paper.locator("code").inner_text()
            page.get_by_role("button", name="Están todas anotadas").click()
            expect(page.locator(".left")).to_contain_text("hallctl install-service")
            expect(page.locator(".found")).to_contain_text("segundo soporte")
            whole(page)
            found = page.locator(".found").inner_text()
            page.get_by_role("button", name="Terminar").click()
            assert process.wait(PATIENCE_S) == 0, found
            assert passphrase not in process.stdout.read()
    assert not draft.exists()
    opened(tmp_path, passphrase)


@pytest.fixture
def codes():
    return []


@pytest.fixture
def stranger_of(codes):
    """What gives a browser of an interview's pages, which has not entered."""
    with ExitStack() as served:

        def stranger(pages):
            admission = Admission(codes.append)
            admission.renew()
            server = ConsoleServer(make_setup(pages, admission), 0)
            server.start()
            served.callback(server.stop)
            url = f"http://127.0.0.1:{server.port}"
            client = httpx.Client(base_url=url, headers={"origin": url}, follow_redirects=True)
            return served.enter_context(client)

        yield stranger


@pytest.fixture
def client_of(stranger_of, codes):
    """What gives a browser that has."""

    def client(pages):
        entered = stranger_of(pages)
        entered.post("/entrar", data={"code": codes[-1]})
        return entered

    return client


def of(values, **more):
    given = filled(from_file({"language": "es", **values}), FOUND)
    return Pages(FOUND, {}, lambda _: None, given={k: v for k, v in given.items() if k not in more})


def test_what_tries_the_image_makes_a_hall_by_the_forms_alone(tmp_path, monkeypatch):
    """The answers of ``make image-try`` hold, and the hall that they make is there in the end."""
    monkeypatch.syspath_prepend(ROOT / "packaging")
    boot, pages = (runpy.run_path(str(ROOT / f"packaging/{name}.py")) for name in ("boot", "pages"))
    given = boot["given_in"](ROOT / "packaging/image_answers.toml") | {"second": str(tmp_path / "segundo")}
    port, said = free_port(), []
    visitor = pages["Visitor"](f"http://127.0.0.1:{port}", boot["trusting"](), said.append)
    with machine(tmp_path, port) as (process, code):
        visitor.enter(code)
        with pytest.raises(RuntimeError, match="Debe ser un número"):
            visitor.make(given | {"seats": "muchos"})
        visitor.make(given)
        assert process.wait(PATIENCE_S) == 0
    assert said[-3:] == ["/hacer", "/anotadas", "/terminar"]
    assert (tmp_path / "sala/hall.toml").is_file()


@pytest.mark.invariant("I16")
def test_only_who_reads_the_code_gets_in_once_and_who_guesses_makes_it_another(codes):
    admission = Admission(codes.append)
    assert admission.enter("") == ""
    admission.renew()
    token = admission.enter(codes[0].upper().replace("-", " "))
    assert admission.admits(token)
    assert not admission.admits("")
    assert (admission.used, admission.enter(codes[0]), admission.enter("")) == (True, "", "")
    admission.renew()
    admission.renew()
    assert len(codes) == 2
    for _ in range(TRIES):
        assert admission.enter("aaaa-aaaa") == ""
    assert len(set(codes)) == 3
    assert admission.enter(codes[1]) == ""
    assert admission.admits(token)
    assert admission.enter(codes[2])
    assert not admission.admits(token)


def test_without_the_code_no_page_shows_an_answer_nor_takes_one(stranger_of, codes):
    pages = of(ROULETTE)
    stranger = stranger_of(pages)
    for path in ("/", "/pregunta/name", "/camara/0", "/autoridad.svg"):
        assert stranger.get(path).url.path == "/entrar"
    for path in ("/pregunta/name", "/hacer", "/anotadas", "/terminar"):
        assert stranger.post(path, data={"text": "otra"}).url.path == "/entrar"
    assert (pages.given["name"], pages.stage()) == ("Mesa 7", Stage.LOOKING_OVER)
    foreign = stranger.post("/entrar", data={"code": codes[0]}, headers={"origin": "http://evil.example"})
    assert foreign.status_code == 403


def test_the_pages_speak_the_language_that_was_chosen(client_of):
    client = client_of(of(ROULETTE))
    assert "Todas las respuestas" in client.get("/").text
    client.post("/pregunta/language", data={"pick": "en"})
    assert "All answers" in client.get("/").text
    client.post("/pregunta/language", data={"pick": "pt"})
    assert "Todas as respostas" in client.get("/").text


def test_what_does_not_work_is_kept_only_on_purpose_and_several_people_are_ticked(client_of):
    def extractor(port, _given):
        yield (
            missing("extractor", "no responde") if port == "/dev/x" else advice("extractor", "lento", "Mire.")
        )

    pages = of(MACHINE)
    pages.trials = {"extractor": extractor}
    client = client_of(pages)
    failed = client.post("/pregunta/extractor", data={"pick": "…", "text": "/dev/x"})
    assert (failed.status_code, pages.given["extractor"]) == (409, "/dev/ttyACM0")
    assert "no responde" in failed.text
    client.post("/pregunta/extractor", data={"pick": "…", "text": "/dev/x", "insist": "1"})
    assert pages.given["extractor"] == "/dev/x"
    assert "lento" in client.post("/pregunta/extractor", data={"pick": "/dev/ttyACM0"}).text
    people = {"several": "1", "pick": ["Luis Rojas", "Marta Suárez"], "text": "Eva Condori"}
    client.post("/pregunta/cajero", data=people)
    assert pages.given["cajero"] == "Luis Rojas, Marta Suárez, Eva Condori"
    client.post("/pregunta/printer", data={"pick": ""})
    assert pages.given["printer"] == ""


def test_a_camera_is_looked_through_when_it_was_asked_for_and_no_other(client_of, monkeypatch):
    looked = []
    monkeypatch.setattr(module, "look_through", lambda source: looked.append(source) or b"jpeg")
    client = client_of(of(MACHINE))
    assert "/camara/" not in client.get("/pregunta/camera").text
    assert looked == []
    assert "/camara/2" in client.get("/pregunta/camera?imagenes=1").text
    assert client.get("/camara/2").content == b"jpeg"
    assert client.get("/camara/rtsp%3A%2F%2F192.168.1.9").status_code == 404
    none = client.get("/camara/9")
    assert (none.status_code, "No da ninguna imagen" in none.text) == (404, True)
    assert looked == [2]


def test_a_hall_that_is_refused_is_asked_again_and_one_that_is_cut_short_leaves_nothing(tmp_path, client_of):
    pages = of(ROULETTE)
    client = client_of(pages)
    client.post("/hacer")
    assert pages.stage() is Stage.MAKING
    client.post("/pregunta/name", data={"text": "Otra"})
    assert pages.await_order()["name"] == "Mesa 7"
    pages.refuse(["el disco está lleno"])
    assert "el disco está lleno" in client.get("/").text
    wanted = plan(answers_of(pages.given))

    def cut(passphrases):
        assert AUTHORITY in passphrases
        assert not (tmp_path / "sala").exists()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_hall(wanted, tmp_path / "sala", "", strength=QUICK, hand_over=cut)
    assert list(tmp_path.iterdir()) == []


def test_passphrases_that_were_made_anew_are_shown_anew():
    pages = of(ROULETTE)
    wanted = plan(answers_of(pages.given))
    for _ in range(2):
        pages.make()
        pages.await_order()
        making = threading.Thread(target=pages.hand_over, args=(wanted, {AUTHORITY: "frase"}))
        making.start()
        until(lambda: pages.stage() is Stage.SLIPS)
        assert making.is_alive()
        pages.noted()
        making.join(5)
        assert not making.is_alive()
        pages.refuse(["la carpeta está tomada"])


def test_the_last_page_shows_what_is_missing_first_and_whom_tablets_trust(tmp_path, client_of):
    pages = of(ROULETTE)
    made = make_hall(plan(answers_of(pages.given)), tmp_path / "sala", "", strength=QUICK)
    found = [advice("sonido", "no hay", "Ponga."), missing("impresora", "no hay cola")]
    pages.close(closing_page(made, found, [Left("uno")], ("https://192.168.1.10:8000/ca.crt", "AB CD")))
    client = client_of(pages)
    text = client.get("/").text
    assert text.index("no hay cola") < text.index("Ponga.")
    assert "AB CD" in text
    assert client.get("/autoridad.svg").content.startswith(b"<?xml")
    assert replace(pages.closing(), trust="").folder == str(tmp_path / "sala")
