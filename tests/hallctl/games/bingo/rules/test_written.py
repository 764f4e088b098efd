"""Series and cards are understood however a person writes them, and from a scanner on any keyboard."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.games.bingo.rules.written import LONGEST, WrittenCard, read_card, read_series
from hallctl.outputs.code128 import code128
from tests.hallctl.games.bingo.cards.scanner import scan

LETTERS = st.text(st.characters(min_codepoint=ord("A"), max_codepoint=ord("Z")), min_size=1, max_size=3)
CARDS = st.builds(
    lambda letter, identification, card: WrittenCard(f"{letter}-{identification}", card),
    LETTERS,
    st.integers(1, 999_999),
    st.integers(1, 999_999),
)

KEYBOARDS = [
    str.maketrans({"-": hyphen, "/": stroke}) for hyphen, stroke in ("'-", "-;", "ß-", "/&", ";&", "-/")
]
"""What the keys of one of the United States are on one of Spain, Latin America or Portugal, of Brazil, of
Germany; and those of Spain on one of the United States and of Brazil."""


@given(CARDS)
def test_what_is_printed_is_read_back_by_every_keyboard(card: WrittenCard) -> None:
    printed = scan(code128(str(card)).widths)
    assert read_card(printed) == card
    for keyboard in KEYBOARDS:
        assert read_card(printed.translate(keyboard)) == card
        assert read_card(f"+C0{printed.translate(keyboard)}") == card
    assert read_card(f" {printed.swapcase()}\n") == card


@pytest.mark.parametrize(
    "text",
    [
        "A-1042/17",
        "A 1042 17",
        "a1042/17",
        "A 1042 n.º 17",
        "A 1042 nº17",
        "A 1042 № 17",
        "A‑1042 – 17",
        "serie A 1042 n.º 17",
        "Serie A-1042, cartón 17",
        "série A 1042, cartão n.º 17",
        "series A 1042 card 17",
        "cartón 17 de la serie A 1042",
        "17, serie A 1042",
        "A-01042/00017",
        "A 1042 carto\u0301n 17",
    ],
)
def test_a_card_is_understood_however_it_is_written(text: str) -> None:
    assert read_card(text) == WrittenCard("A-1042", 17)


@pytest.mark.parametrize("text", ["17", " 017 ", "n.º 17", "N° 17", "#17", "cartón 17", "no. 17"])
def test_a_number_alone_is_a_card_of_the_series_that_is_played(text: str) -> None:
    assert read_card(text) == WrittenCard("", 17)


@pytest.mark.parametrize("text", ["A 1042", "a-1042", "A1042", "Serie A 1042", "serie A n.º 1042", "A_1042"])
def test_a_series_is_understood_however_it_is_written(text: str) -> None:
    assert read_series(text) == "A-1042"


@pytest.mark.parametrize(
    "text",
    ["", "A-1042", "A-1042/17/2", "A-1042/", "ABCD-1/1", "Ñ-1/1", "A-1042/٣", "A-1/1234567", "1.5.7", "-17-"],
)
def test_what_names_no_card_is_none(text: str) -> None:
    assert read_card(text) is None


@given(st.text(st.sampled_from("nN.º o#a1 /de-ª"), max_size=LONGEST) | st.text(max_size=LONGEST + 1))
def test_every_text_is_answered_at_once(text: str) -> None:
    """No way to write it makes the patterns go back over it again and again (the tests' own deadline)."""
    read_card(text)
    read_series(text)
