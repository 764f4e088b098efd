"""Each person reads the console in her language; what is the book's or is read aloud stays the hall's."""

import html
import re
from collections.abc import Iterator

import httpx
import pytest
from markupsafe import Markup

from hallctl.i18n.refusals import LANGUAGES
from hallctl.web.console.language import COOKIE, TAGS, Languages
from tests.hallctl.web.console.hall import CAJERO, DIRECTOR, JEFE, LOCUTOR, PASSPHRASE, Hall, Serving


class Browser:
    """A visitor at the console, with the cookies that it keeps."""

    def __init__(self, serving: Serving) -> None:
        self.client = httpx.Client(base_url=serving.url, headers={"Accept": "text/html"})
        self.client.headers["Origin"] = serving.url

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def enter(self, person: str) -> None:
        sent = {"person": person, "passphrase": PASSPHRASE}
        assert self.client.post("/entrar", data=sent).status_code == 303

    def choose(self, language: str, back: str = "/cuenta") -> httpx.Response:
        return self.client.post("/idioma", data={"language": language, "back": back})

    def page(self, path: str = "/") -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200
        return answer.text


@pytest.fixture
def visitor(serving: Serving) -> Iterator[Browser]:
    with Browser(serving) as visitor:
        yield visitor


def csrf_of(page: str) -> str:
    found = re.search('name="csrf" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def test_each_person_reads_her_pages_in_the_language_that_she_chose(
    serving: Serving, visitor: Browser
) -> None:
    with Browser(serving) as his:
        assert '<html lang="es-BO">' in visitor.page("/entrar")
        assert visitor.choose("pt").headers["location"] == "/cuenta"
        assert "Entrar na consola" in visitor.page("/entrar"), "before anybody has entered"
        visitor.enter(DIRECTOR)
        his.enter(DIRECTOR)
        for path, said in (
            ("/", "Termo de abertura"),
            ("/cuenta", "A minha conta"),
            ("/personas", "Pessoas"),
        ):
            assert '<html lang="pt-PT">' in visitor.page(path)
            assert said in visitor.page(path)
        assert "Termo de abertura" in visitor.page("/panel")
        assert '<html lang="es-BO">' in his.page()
        assert "Diligencia de apertura" in his.page()
        his.choose("en")
        assert "Opening diligence" in his.page()
        assert "Termo de abertura" in visitor.page()


def test_the_language_is_kept_by_her_browser_alone_and_no_script_reads_it(visitor: Browser) -> None:
    (cookie,) = visitor.choose("pt").headers.get_list("set-cookie")
    name, *flags = (part.strip().lower() for part in cookie.split(";"))
    assert name == f"{COOKIE}=pt"
    assert {flag for flag in flags if not flag.startswith("expires")} == {
        *("httponly", "path=/", "samesite=strict", "max-age=31536000")
    }
    for wrong in ("", "fr", "pt; path=/x", "ES"):
        assert "set-cookie" not in visitor.choose(wrong).headers
    visitor.client.cookies.set(COOKIE, "<b>", domain="127.0.0.1")
    assert '<html lang="es-BO">' in visitor.page("/entrar")


ELSEWHERE = (
    "",
    "https://evil.example/",
    "//evil.example/entrar",
    "/salir",
    "//[",
    "/entrar\r\nX: y",
    "/cuentas",
)


@pytest.mark.parametrize("back", ELSEWHERE)
def test_choosing_leads_back_to_where_it_was_done_and_nowhere_else(visitor: Browser, back: str) -> None:
    assert visitor.choose("en", back).headers["location"] == "/entrar"


def test_the_log_in_keeps_the_person_while_its_language_is_chosen(visitor: Browser) -> None:
    chooser = re.search('name="back" value="([^"]+)"', visitor.page("/entrar?persona=Ana%20Quispe"))
    assert chooser is not None
    back = visitor.choose("en", html.unescape(chooser[1])).headers["location"]
    assert "<option selected>Ana Quispe</option>" in visitor.page(back)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_chosen_nothing_reads_the_language_of_the_hall(hall: Hall, language: str) -> None:
    with Serving(hall, languages=Languages(language)) as serving, Browser(serving) as visitor:
        assert f'<html lang="{TAGS[language]}">' in visitor.page("/entrar")


@pytest.mark.req("AJ-83")
def test_what_is_read_aloud_stays_in_the_hall_s_language_whoever_reads_it(
    serving: Serving, visitor: Browser
) -> None:
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=600)
    serving.play("Cerrar venta")
    visitor.enter(JEFE)
    visitor.choose("en")
    page = visitor.page()
    script = page.partition('<blockquote class="script" lang="es-BO">')[2].partition("</blockquote>")[0]
    assert "Read aloud" in script
    read = Markup(script).striptags()
    assert "Cartones vendidos 600, de la serie A 1042 del número 1 al 600." in read
    assert "Bs 3,000.00" in page.replace(script, ""), "for who reads it, amounts are as she writes them"
    assert "Bs 1.800,00" not in page.replace(script, "")


def test_a_refusal_is_in_her_language_and_keeps_its_requirement(serving: Serving, visitor: Browser) -> None:
    serving.play_until("Vender cartones")
    visitor.enter(JEFE)
    visitor.choose("pt")
    step = {"request": "r", "post": "jefe", "command": "SignGame", "body": '{"sheets":1}'}
    said = visitor.client.post("/steps", data=step | {"csrf": csrf_of(visitor.page())}).text
    assert 'Assinar a jogada: não se pode <abbr title="SIGN-PHASE"><a class="law"' in said
    assert ">AJ-52</a></abbr>" in said
    assert "A jogada assina-se quando terminou ou foi anulada." in said


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (None, "La partida se firma cuando ha finalizado o se ha anulado."),
        ("fr, de;q=0.5", "La partida se firma cuando ha finalizado o se ha anulado."),
        ("en-GB,en;q=0.9", "A game is signed when it is over or void."),
        ("en;q=0.4, pt-BR;q=0.8", "A jogada assina-se quando terminou ou foi anulada."),
        ("en; q=0.2, es;q=0.1", "A game is signed when it is over or void."),
        ("en;q=x, pt;q=0.0", "La partida se firma cuando ha finalizado o se ha anulado."),
    ],
)
def test_a_program_is_refused_in_the_language_that_it_accepts(
    serving: Serving, header: str | None, said: str
) -> None:
    serving.play_until("Vender cartones")
    asked = {"request": "r", "post": "jefe", "command": "SignGame", "body": {"sheets": 1}}
    headers = serving.bearer(JEFE) | ({} if header is None else {"Accept-Language": header})
    headers |= {"Cookie": f"{COOKIE}=pt"} if header is None else {}
    refusal = serving.client.post("/api/commands", json=asked, headers=headers).json()["refusal"]
    assert (refusal["code"], refusal["requirement"], refusal["sentence"]) == ("SIGN-PHASE", "AJ-52", said)


def test_the_help_says_in_her_language_what_is_refused_and_leaves_the_regulation_as_it_is(
    visitor: Browser,
) -> None:
    visitor.choose("en")
    page = visitor.page("/ayuda/AJ-25")
    assert "The regulation says" in page
    assert "<li>Ball set … has played … games. Change it before the Director.</li>" in page
    quoted = re.findall('<blockquote lang="es-BO">(.+?)</blockquote>', page, re.DOTALL)
    assert len(quoted) == 1
    assert "cada juego de bolas deberá ser cambiado cada mil partidas" in quoted[0]
    assert '<article class="manual" lang="es-BO">' in visitor.page("/ayuda")
    assert '<article class="regulation" lang="es-BO">' in visitor.page("/ayuda/reglamento")
    missing = visitor.client.get("/ayuda/AJ-999")
    assert missing.status_code == 404
    assert "There is no rule “AJ-999”." in missing.text


def test_money_is_counted_and_a_card_is_scanned_in_her_language(serving: Serving, visitor: Browser) -> None:
    serving.play_until("Anunciar serie A 1042 y precio")
    visitor.choose("en")
    visitor.enter(CAJERO)
    page = visitor.page()
    assert "<h3>Notes</h3>" in page
    assert "<span>0.50</span>" in page
    visitor.client.post("/salir", data={"csrf": csrf_of(page)})
    visitor.enter(JEFE)
    headers = {"Content-Type": "image/jpeg", "X-CSRF": csrf_of(visitor.page())}
    answer = visitor.client.post("/escanear", content=b"", headers=headers)
    assert answer.json() == {"sentence": "The picture cannot be read.", "fields": {}}


def test_a_program_finds_the_steps_by_their_names_whatever_it_accepts(serving: Serving) -> None:
    shown = serving.client.get("/api/desk", headers={"Accept-Language": "en"}).json()
    assert shown["offers"][0]["label"] == "Diligencia de apertura"
    wrong = {"person": JEFE, "passphrase": "x"}
    told = serving.plain.post("/api/session", json=wrong, headers={"Accept-Language": "pt"}).json()["refusal"]
    assert told["sentence"].startswith("A pessoa, a palavra-passe ou o código")


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_keys_are_the_same_in_every_language(serving: Serving, visitor: Browser, language: str) -> None:
    serving.play_until("Vender cartones")
    visitor.enter(LOCUTOR)
    shortcut = 'data-step="([^"]+)" data-shortcut="([^"]+)"'
    spanish = re.findall(shortcut, visitor.page())
    visitor.choose(language)
    assert spanish
    assert re.findall(shortcut, visitor.page()) == spanish


def test_a_stranger_is_refused_in_some_language_whatever_he_sends(serving: Serving) -> None:
    for host in ("[", "evil.example", ""):
        answer = serving.plain.get(
            "/entrar", headers={b"Host": host.encode(), b"Cookie": f"{COOKIE}=en; \xff".encode("latin-1")}
        )
        assert (answer.status_code, answer.text.partition(" to ")[0]) == (403, "This console answers only")
