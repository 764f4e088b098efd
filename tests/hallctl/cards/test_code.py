"""The code of a card is read back as it was written, also by a scanner on another country's keyboard."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.cards.barcode import code128
from hallctl.cards.code import CardCode, read_code
from tests.hallctl.cards.scanner import scan

LETTERS = st.text(st.characters(min_codepoint=ord("A"), max_codepoint=ord("Z")), min_size=1, max_size=3)
CODES = st.builds(
    lambda letter, identification, card: CardCode(f"{letter}-{identification}", card),
    LETTERS,
    st.integers(1, 999_999),
    st.integers(1, 999_999),
)

SPANISH = str.maketrans({"-": "'", "/": "-"})
"""What the keys of a keyboard of the United States are on one of Spain, Latin America or Portugal."""


@given(CODES)
def test_what_is_printed_is_read_back_by_every_keyboard(code: CardCode) -> None:
    printed = scan(code128(str(code)).widths)
    assert read_code(printed) == code
    assert read_code(printed.translate(SPANISH)) == code
    assert read_code(f" {printed.swapcase()}\n") == code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "17",
        "A-1042",
        "A1042/17",
        "A-1042/17/2",
        "A-1042/",
        "ABCD-1/1",
        "Ñ-1/1",
        "A-1042/٣",
        "A-1/1234567",
    ],
)
def test_what_a_person_types_or_another_thing_says_is_no_code(text: str) -> None:
    assert read_code(text) is None
