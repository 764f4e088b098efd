"""The help over HTTP: every rule that the console cites has its page, and every link leads somewhere."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import unquote, urldefrag

import httpx
import pytest

from hallctl.app.games import every_refusal
from hallctl.games.bingo.game import BINGO
from hallctl.table import messages as msg
from hallctl.web.console.citing import Citing
from hallctl.web.console.help import read_guide, refusals_by
from tests.hallctl.web.console.hall import CAJERO, DIRECTOR, JEFE, LOCUTOR, Hall, Serving

LAW = read_guide().law
CITED = sorted({requirement for requirement, _ in every_refusal().values()})


def text_of(answer: httpx.Response) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", answer.text)).split())


@pytest.fixture(scope="module")
def helped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Hall(tmp_path_factory.mktemp("help")) as hall, Serving(hall) as serving:
        yield serving


def squeezed(words: str) -> str:
    return " ".join(words.split())


def test_every_rule_has_its_page_with_its_article_and_all_that_is_refused_by_it(helped: Serving) -> None:
    for name, article in LAW.articles.items():
        answer = helped.plain.get(f"/ayuda/{name}")
        assert answer.status_code == 200, name
        shown = text_of(answer)
        assert squeezed(article.meaning) in shown
        for passage in article.passages:
            assert squeezed(LAW.text_of(name)[passage.number].text) in shown, name
            assert squeezed(passage.lead) in shown
        assert all(squeezed(sentence) in shown for sentence in refusals_by(name, BINGO.rules.all_refusals)), (
            name
        )


def test_each_requirement_of_a_refusal_has_a_page_that_says_the_refusal() -> None:
    assert len(CITED) > 50
    for requirement in CITED:
        assert requirement in LAW.articles
        assert refusals_by(requirement, every_refusal()), requirement
    assert refusals_by("AJ-25", every_refusal()) == [
        "El juego de bolas … cumplió … partidas. Cámbielo ante el Director."
    ]


@pytest.mark.parametrize(
    "name", ["AJ-124", "aj-25", "AJ-25x", "PT-08", "D26", "EXT-JAM", "<b>", "%2e%2e", "ñ"]
)
def test_a_rule_that_there_is_not_is_answered_with_a_sentence(helped: Serving, name: str) -> None:
    answer = helped.plain.get(f"/ayuda/{name}")
    assert answer.status_code == 404
    assert "No hay ninguna regla" in answer.text
    assert "<b>" not in answer.text


def test_every_link_of_the_help_leads_where_it_says_and_none_out_of_the_hall(helped: Serving) -> None:
    waiting, seen = ["/ayuda"], dict[str, str]()
    wanted: list[tuple[str, str]] = []
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        answer = helped.plain.get(path)
        assert answer.status_code == 200, path
        html = "html" in answer.headers["content-type"]
        seen[path] = answer.text if html else ""
        for found in re.findall(r'(?:href|src)="([^"]+)"', seen[path]):
            page, fragment = urldefrag(unquote(found))
            assert page.startswith("/") or not page, found
            if page == "/":
                continue  # the desk, which asks who comes
            wanted.append((page or path, fragment))
            waiting.append(page or path)
    for page, fragment in wanted:
        assert not fragment or f'id="{fragment}"' in seen[page], (page, fragment)
    assert {"/ayuda/reglamento", "/ayuda/AJ-86", "/ayuda/imagenes/manual-mesa.png"} <= set(seen)


def test_a_picture_that_there_is_not_is_not_there(helped: Serving) -> None:
    assert helped.plain.get("/ayuda/imagenes/console.png").status_code == 404
    there = helped.plain.get("/ayuda/imagenes/manual-mesa.png")
    assert there.headers["content-type"] == "image/png"


def test_the_help_keeps_nobody_awake_and_is_the_same_for_everybody(helped: Serving) -> None:
    for path in ("/ayuda", "/ayuda/AJ-25", "/ayuda/reglamento"):
        assert helped.plain.get(path).text == helped.client.get(path).text


def pages_of(serving: Serving) -> Iterator[str]:
    for person in (DIRECTOR, JEFE, LOCUTOR, CAJERO):
        answer = serving.client.get("/", headers=serving.bearer(person))
        assert answer.status_code == 200
        yield answer.text


def hall_s_links(page: str) -> list[str]:
    """Hold that every code of the page that has a text is linked to it, and return the links."""
    linked = re.findall(r'<a class="law" href="([^"]+)" target="ayuda">[^<]+</a>', page)
    for shown in re.findall(r"<abbr[^>]*>(.+?)</abbr>", page):
        assert re.fullmatch(r'<a class="law" href="/ayuda/([A-Z]+-?\d+)" target="ayuda">\1</a>', shown), shown
    return linked


def test_all_night_every_page_links_its_rules_and_its_chapter(hall: Hall, serving: Serving) -> None:
    links = set[str]()
    for until in ("Diligencia de apertura", "Abrir sesión", "Funciona: sonido", "Vender cartones"):
        serving.play_until(until)
        links |= {link for page in pages_of(serving) for link in hall_s_links(page)}
    serving.play("Vender cartones", count=20)
    serving.play("Cerrar venta", "Comienzo de la partida", "Extraer bola")
    hall.wait_for_ball()
    links |= {link for page in pages_of(serving) for link in hall_s_links(page)}
    serving.play("Cantar el 1", "Parar: ¡línea!")
    serving.play("Comprobar línea", card=5, marks=["erasable"])
    hall.inbox.put(msg.Trouble("extractor", "EXT-JAM", "bola atascada en el tubo"))
    while not hall.newest().state.faults:
        hall.after(hall.newest().sequence, 5)
    for page in pages_of(serving):
        links |= set(hall_s_links(page))
        assert 'href="/ayuda#cantan-línea-o-bingo" target="ayuda"' in page
    assert {"/ayuda/AJ-60", "/ayuda/AJ-86", "/ayuda/AJ-107", "/ayuda/I14", "/ayuda#EXT-JAM"} <= links
    manual = serving.plain.get("/ayuda").text
    for link in links:
        page, code = urldefrag(link)
        assert serving.plain.get(page).status_code == 200, link
        assert not code or f'id="{code}"' in manual


def test_every_page_has_the_help_on_it(helped: Serving) -> None:
    pages = [
        helped.plain.get("/entrar"),
        *(helped.client.get(path) for path in ("/", "/cuenta", "/personas")),
    ]
    for page in pages:
        assert page.status_code == 200
        assert len(re.findall(r'class="me help"[^>]* href="/ayuda#[^"]+" target="ayuda"', page.text)) == 1


def test_only_what_has_a_text_behind_it_is_linked_and_everything_is_escaped() -> None:
    cited = Citing({"AJ-25": "/ayuda/AJ-25", "EXT-JAM": "/ayuda#EXT-JAM", "I1": "/ayuda/I1"})
    assert cited("<i> (AJ-25); I1, I11, AJ-251, XAJ-25, A-1042 & J-01") == (
        '&lt;i&gt; (<a class="law" href="/ayuda/AJ-25" target="ayuda">AJ-25</a>); '
        '<a class="law" href="/ayuda/I1" target="ayuda">I1</a>, I11, AJ-251, XAJ-25, A-1042 &amp; J-01'
    )
    assert cited("Reconocer EXT-JAM-X y EXT-JAM.").count("<a ") == 1
    assert Citing({"D4": "/x"}, "")("D4") == '<a class="law" href="/x">D4</a>'
