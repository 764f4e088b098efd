"""What a card's bar code says: the same card, or none where a character is lost or another."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.games.bingo.cards.barcode_text import LENGTHS, PREFIX, CodeError, code_of, read_code
from hallctl.games.bingo.rules.written import WrittenCard
from hallctl.outputs.code128 import code128
from tests.hallctl.games.bingo.cards.scanner import scan

DIGITS = "0123456789"
ROOT = Path(__file__).parents[5]
CARDS = st.builds(
    lambda letters, identification, card: WrittenCard(f"{letters}-{identification}", card),
    st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=3),
    st.integers(1, 9_999) | st.integers(1, 999_999),
    st.integers(1, 9_999) | st.integers(1, 999_999),
)


@given(CARDS)
def test_every_card_has_one_code_which_a_scanner_reads(card: WrittenCard) -> None:
    code = code_of(card)
    assert scan(code128(code).widths) == code
    assert {read_code(code), read_code(f"]C0{code.lower()}\r\n")} == {card}
    digits = code.removeprefix(PREFIX)
    assert len(digits) == LENGTHS[digits[0]]


def test_a_code_is_of_letters_and_digits_whose_keys_are_the_same_everywhere() -> None:
    assert re.fullmatch(r"[B-LNOPR-VX]{3}", PREFIX)
    assert code_of(WrittenCard("A-1042", 17)) == "XKV011042001791"
    assert code_of(WrittenCard("ZZZ-999999", 999_999)) == "XKV91968299999999999981"
    assert code128(code_of(WrittenCard("A-9999", 9_999))).modules == 145
    for page in (
        "docs/manual.es.md",
        *(f"hallctl/i18n/{tongue}/LC_MESSAGES/console.po" for tongue in ("pt", "en")),
    ):
        assert PREFIX.lower() not in (ROOT / page).read_text(encoding="utf-8").lower()


@given(CARDS, st.data())
def test_a_code_with_a_character_lost_doubled_swapped_or_another_is_no_card(
    card: WrittenCard, data: st.DataObject
) -> None:
    code = code_of(card)
    at = data.draw(st.integers(len(PREFIX), len(code) - 1))
    cut, doubled = code[:at] + code[at + 1 :], code[: at + 1] + code[at:]
    other = data.draw(st.sampled_from(DIGITS.replace(code[at], "")))
    swapped = code[: at - 1] + code[at] + code[at - 1] + code[at + 1 :]
    for wrong in (cut, doubled, code[:at], code[:at] + other + code[at + 1 :], swapped, code + code):
        assert wrong == code or read_code(wrong) is None


@given(st.sampled_from(sorted(LENGTHS)), st.data())
def test_of_all_digits_one_in_ninety_seven_at_most_is_a_card_and_that_has_this_code(
    first: str, data: st.DataObject
) -> None:
    rest = data.draw(st.text(DIGITS, min_size=LENGTHS[first] - 1, max_size=LENGTHS[first] - 1))
    found = {check: read_code(f"{PREFIX}{first}{rest[:-2]}{check:02}") for check in range(100)}
    cards = {check: card for check, card in found.items() if card is not None}
    assert len(cards) <= 1
    assert all(code_of(card) == f"{PREFIX}{first}{rest[:-2]}{check:02}" for check, card in cards.items())


@pytest.mark.parametrize("text", ["A-1042/17", "a-1042/17", "]C0A-1042/17"])
def test_a_code_from_before_the_prefix_is_read(text: str) -> None:
    assert read_code(text) == WrittenCard("A-1042", 17)


@pytest.mark.parametrize(
    "text", ["", PREFIX, "17", "7501031311309", "XKV01104200179١", "XKV6" + "0" * 20, "XKV00"]
)
def test_what_is_no_card_s_code_is_none(text: str) -> None:
    assert read_code(text) is None


@pytest.mark.parametrize(
    "card", [WrittenCard("", 17), WrittenCard("A-1042", 0), WrittenCard("A-1042", 10**6)]
)
def test_what_is_no_card_has_no_code(card: WrittenCard) -> None:
    with pytest.raises(CodeError):
        code_of(card)
