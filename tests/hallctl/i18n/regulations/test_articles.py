"""Behind each ID stand the regulation's own words, and the hall's."""

import csv
import hashlib
import re
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.app.games import every_refusal
from hallctl.i18n.regulations import macau_baccarat, portugal, portugal_roulette
from hallctl.i18n.regulations.articles import LEFT_OUT, QUOTES, TEXT, Law, paragraphs, passages, read_law
from hallctl.rules.claim_faults import PAPER, ClaimFault
from tools.regulations import quotes

ROOT = Path(__file__).parents[4]
PUBLISHED = "b7d8f340c7dd087e31cb9273cf2416088dd63b80ec08fb1c541c6350357bd792"
"""The SHA-256 of the regulation as the hall was given it."""

PUBLISHED_IN_PORTUGAL = "76149b926151be3231d34151f096fe82a52b3bcd26c92b1a51e6b0d7d1e914cf"
"""The same of Portugal's."""

PUBLISHED_OF_ROULETTE = "d0c639579bf46206e5a288909056068f86f309277da03567bff4920a0bd0da86"
"""The same of Portugal's for roulette."""

PUBLISHED_OF_BACCARAT = "033e06ddba8451157f1f56cdca7c28004ba092d2ececab04d3d0c58cbd09fa88"
"""The same of Macau's for baccarat."""

LAW = read_law()
TEXT_OF_LAW = files("hallctl.i18n.regulations").joinpath(TEXT).read_bytes()


def rows(path: str) -> list[dict[str, str]]:
    return list(csv.DictReader((ROOT / path).read_text("utf-8").splitlines()))


def test_the_regulation_is_the_one_that_was_given_byte_for_byte() -> None:
    assert hashlib.sha256(TEXT_OF_LAW).hexdigest() == PUBLISHED


def test_portugals_regulation_is_the_one_that_was_given_byte_for_byte_and_loses_no_letter() -> None:
    given = files("hallctl.i18n.regulations").joinpath(portugal.TEXT).read_bytes()
    assert hashlib.sha256(given).hexdigest() == PUBLISHED_IN_PORTUGAL
    letters = "".join(character for character in given.decode() if character.isalnum())
    read = "".join(character for each in LAW.of_portugal for character in each.text if character.isalnum())
    assert read == letters
    said = [each.text for each in LAW.of_portugal]
    assert "h) «Modo repetição», reprodução em diferido de uma jogada anteriormente realizada." in said
    assert [each.text for each in LAW.of_portugal if each.heading][-4:] == [
        *("SECÇÃO III", "BINGO 75", "SECÇÃO IV", "BINGO 30"),
    ]


def test_every_quote_of_portugals_regulation_is_in_one_of_its_paragraphs() -> None:
    found = rows(f"hallctl/i18n/regulations/{portugal.QUOTES}")
    listed = rows("fixtures/requirements-pt.csv")
    assert [(row["id"], row["kind"]) for row in found] == [(row["id"], row["kind"]) for row in listed]
    for row in found:
        for words in row["quote"].split(LEFT_OUT):
            assert any(words.strip() in each.text for each in LAW.of_portugal), row["id"]


def test_the_regulation_of_roulette_is_the_one_that_was_given_and_quotes_are_in_its_paragraphs() -> None:
    given = files("hallctl.i18n.regulations").joinpath(portugal_roulette.TEXT).read_bytes()
    assert hashlib.sha256(given).hexdigest() == PUBLISHED_OF_ROULETTE
    said = [each.text for each in LAW.of_roulette]
    assert "16 — O número sorteado é assinalado no tabuleiro." in said
    found, listed = (
        rows(path)
        for path in (f"hallctl/i18n/regulations/{portugal_roulette.QUOTES}", "fixtures/requirements-ro.csv")
    )
    assert [(row["id"], row["kind"]) for row in found] == [(row["id"], row["kind"]) for row in listed]
    assert [row["id"] for row in found if not any(row["quote"] in words for words in said)] == []


def test_the_regulation_of_baccarat_is_the_one_that_was_given_and_quotes_are_in_its_paragraphs() -> None:
    given = files("hallctl.i18n.regulations").joinpath(macau_baccarat.TEXT).read_bytes()
    assert hashlib.sha256(given).hexdigest() == PUBLISHED_OF_BACCARAT
    said = [each.text for each in LAW.of_baccarat]
    found, listed = (
        rows(path)
        for path in (f"hallctl/i18n/regulations/{macau_baccarat.QUOTES}", "fixtures/requirements-ba.csv")
    )
    assert [(row["id"], row["kind"]) for row in found] == [(row["id"], row["kind"]) for row in listed]
    assert [row["id"] for row in found if not any(row["quote"] in words for words in said)] == []
    (passage,) = LAW.articles["BA-63"].passages
    assert passage.heading == "Comissão"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("com núme- ros de", "com números de"),
        ("entende- -se por", "entende-se por"),
        ("Decreto -Lei n.º", "Decreto-Lei n.º"),
    ],
)
def test_what_the_lines_broke_is_whole(lines: str, said: str) -> None:
    assert portugal.whole(lines) == said


def test_taken_apart_it_has_lost_no_word() -> None:
    whole = TEXT_OF_LAW.decode().replace("•", " ").split()
    assert [word for each in LAW.regulation for word in each.text.split()] == whole
    assert [each.number for each in LAW.regulation] == list(range(len(LAW.regulation)))


def test_every_quote_is_in_the_regulation_letter_by_letter() -> None:
    found = rows(f"hallctl/i18n/regulations/{QUOTES}")
    assert [(row["id"], row["kind"]) for row in found] == [
        (row["id"], row["kind"]) for row in rows("fixtures/requirements.csv")
    ]
    for row in found:
        for words in row["quote"].split(LEFT_OUT):
            assert TEXT_OF_LAW.decode().count(words.strip()) == 1, row["id"]


def test_every_check_decision_and_invariant_has_its_words_and_only_checks_have_an_article() -> None:
    checks = {row["id"] for row in rows("fixtures/requirements.csv")}
    for law in ("pt", "ro", "ba"):
        checks |= {row["id"] for row in rows(f"fixtures/requirements-{law}.csv") if row["kind"] != "ONLINE"}
    others = {f"{each}{n}" for each in ("DR", "DB") for n in range(1, 20)}
    others |= {f"D{n}" for n in range(1, 26)} | {f"I{n}" for n in (*range(1, 23), 24, 25, 26)}
    assert set(LAW.articles) == checks | others
    for name, article in LAW.articles.items():
        assert article.id == name
        assert article.meaning.endswith((".", ")")), name
        assert bool(article.passages) == bool(article.kind) == (name in checks)


def test_a_passage_is_its_whole_paragraph_with_the_quote_marked() -> None:
    for row in rows(f"hallctl/i18n/regulations/{QUOTES}"):
        found = LAW.articles[row["id"]].passages
        for passage in found:
            assert "".join(words for words, _ in passage.parts) == LAW.regulation[passage.number].text
        marked = [words for passage in found for words, quoted in passage.parts if quoted]
        assert marked == [words.strip() for words in row["quote"].split(LEFT_OUT)]


def test_an_item_of_a_list_comes_with_what_the_list_begins_with() -> None:
    (second,) = LAW.articles["AJ-69"].passages
    assert second.heading == "Reglas del juego"
    assert second.lead.endswith("siempre que se cumplan los siguientes requisitos:")
    (pace,) = LAW.articles["AJ-88"].passages
    assert pace.lead == ""


def test_two_quotes_of_a_paragraph_are_marked_in_it_once() -> None:
    (passage,) = LAW.articles["AJ-07"].passages
    assert [quoted for _, quoted in passage.parts] == [False, True, False, True, False]


def test_whatever_the_hall_cites_has_something_behind_it() -> None:
    cited = {requirement for requirement, _ in every_refusal().values()}
    words = " ".join([sentence for _, sentence in every_refusal().values()] + [*PAPER.values(), *ClaimFault])
    words += "".join(path.read_text("utf-8") for path in (ROOT / "hallctl/web/console/templates").iterdir())
    words += "".join(path.read_text("utf-8") for path in (ROOT / "hallctl/games").rglob("*.py"))
    words += "".join(article.meaning for article in LAW.articles.values())
    words += (ROOT / "docs/manual.es.md").read_text("utf-8")
    cited |= set(re.findall(r"\b(?:(?:AJ|PT|RO)-\d+|DR?\d+|I\d+)\b", words))
    assert len(cited) > 60
    assert cited <= set(LAW.articles)


def test_quotes_are_written_as_the_regulation_spells_them() -> None:
    checks = '| AJ-01 | DO | «con las voces "¿más?" … y punto» | asks |\n| PT-01 | r.1 | ADAPT | «x» | y |\n'
    written = quotes(checks, 'Pregunta con  las voces “¿más?" y sigue, y punto.')
    assert written == 'id,kind,quote\nAJ-01,DO,"con  las voces “¿más?"" … y punto"\n'
    with pytest.raises(ValueError, match="not in the regulation: y punto"):
        quotes(checks, 'con las voces "¿más?"')


def test_a_quote_that_is_nowhere_is_told() -> None:
    with pytest.raises(ValueError, match="not in the regulation: nunca dicho"):
        passages(LAW.regulation, "nunca dicho")
    with pytest.raises(ValueError, match="not in the regulation"):
        Law(
            "Un párrafo.",
            "id,kind,quote\nAJ-01,DO,otro\n",
            "id,meaning\nAJ-01,algo\n",
            ("", "id,kind,quote\n"),
        )


@given(st.text(alphabet="ab •:.\n\t“", max_size=80))
def test_any_text_is_taken_apart_and_a_list_never_begins_after_its_items(text: str) -> None:
    for each in paragraphs(text):
        assert each.lead is None or each.lead < each.number
        assert not (each.heading and each.depth)
