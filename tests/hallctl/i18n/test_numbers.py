"""No sentence says "1 cartones": what stands beside a number is as the number wants it, in each language."""

import re
from string import Formatter

import pytest

from hallctl.i18n.phrasebook import DOMAIN, Phrasebook
from hallctl.i18n.refusals import LANGUAGES
from hallctl.i18n.sentences import Sentence
from hallctl.rules.refusals import inflected
from tools.catalogues import DOMAINS, HEADER, parse, path_of

NUMBER = r"\{(?:count|left|held|sold|cards|due|players|seats|games|size|called|wait|minutes|retired|usual)\}"
PLURAL = re.compile(
    rf"{NUMBER} (?!más\b|mais\b|less\b)[a-záéíóúãõçñ]{{3,}}s\b|\b\w{{3,}}(?:an|en|ron|am|dos|das) {NUMBER}"
)
"""A number beside a word that would be wrong for one."""

BESIDE_THEIR_SINGULAR = {
    **{"{count} partidas": "1 partida", "{count} premios": "1 premio", "{count} bolas": "1 bola"},
    **{
        "{count} bolas extraídas": "1 bola extraída",
        "Gana en {count} formas": "Gana en 1 forma",
        "{series}: {count} cartones a {price}": "{series}: 1 cartón a {price}",
    },
}
"""Older sentences, each with the one that is said of one."""

NEVER_ONE = {
    "Pagar los {count} premios",
    "Pagados {count} premios",
    "serie de {size} cartones",
    "Los {count} números de su cartón",
    "Son {count} números; hay {held}.",
    "Contadas {count} bolas del juego {name}: están todas",
    "{count} cartones sin faltas. Matriz {digest}",
    "la fila {row} tiene {count} números, no {wanted}",
    "tiene {count} casillas, no {cells}",
    "Rectificado: se dijo {announced}, son {cards}",
}
"""Of several by what they say, or of a file as a whole."""


def catalogue(language: str) -> dict[str, str]:
    """Return every sentence of the program with how it is said in a language."""
    if language == LANGUAGES[0]:
        return {text: text for wanted in DOMAINS.values() for _, text in wanted()}
    found = [
        item for domain in DOMAINS for item in parse(path_of(language, domain).read_text("utf-8")).items()
    ]
    return {text: said for (context, text), said in found if (context, text) != HEADER}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_beside_a_number_is_of_several_where_there_may_be_one(language: str) -> None:
    sentences = catalogue(language)
    assert all(one in sentences for one in BESIDE_THEIR_SINGULAR.values())
    left = {
        text: said for text, said in sentences.items() if text not in NEVER_ONE | BESIDE_THEIR_SINGULAR.keys()
    }
    assert [said for said in left.values() if PLURAL.search(said)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_with_two_forms_can_be_said_of_one_and_of_several(language: str) -> None:
    forms = [said for said in catalogue(language).values() if "|" in said and "{" in said]
    assert language == "en" or len(forms) > 15
    for said in forms:
        names = {name for _, name, _, _ in Formatter().parse(said) if name}
        one, many = (inflected(said, dict.fromkeys(names, number)) for number in (1, 2))
        assert "|" not in one + many
        assert one.replace("1", "") != many.replace("2", ""), said


def test_a_sentence_is_inflected_in_the_language_of_its_reader() -> None:
    template = "Venta cerrada: {count} {count:cartón|cartones}, {cards}"
    said = {n: Sentence(template, count=n, cards="el 7") for n in (1, 12)}
    assert [str(each) for each in said.values()] == [
        "Venta cerrada: 1 cartón, el 7",
        "Venta cerrada: 12 cartones, el 7",
    ]
    assert [Phrasebook("en")(each) for each in said.values()] == [
        "Sale closed: 1 card, el 7",
        "Sale closed: 12 cards, el 7",
    ]
    assert DOMAIN in DOMAINS
