"""Code 128: what is encoded is what a scanner reads, in as few symbols as there can be."""

import string
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.outputs.code128 import _PATTERNS, BarcodeError, code128
from tests.hallctl.games.bingo.cards.scanner import scan, symbols

PRINTABLE = st.text(
    st.sampled_from(string.digits * 5 + "".join(map(chr, range(32, 127)))), min_size=1, max_size=24
)


def test_every_symbol_is_eleven_modules_with_an_even_number_of_dark_ones():
    assert len(set(_PATTERNS)) == len(_PATTERNS) == 106
    for pattern in _PATTERNS:
        widths = tuple(map(int, pattern))
        assert (len(widths), sum(widths), sum(widths[::2]) % 2) == (6, 11, 0)
        assert all(1 <= width <= 4 for width in widths)


def test_a_card_is_the_symbols_that_the_standard_says():
    start_b, to_c, to_b = 104, 99, 100
    body = [start_b, *(ord(c) - 32 for c in "A-"), to_c, 10, 42, 99, to_b, *(ord(c) - 32 for c in "/17")]
    check = (start_b + sum(place * value for place, value in enumerate(body))) % 103
    assert symbols(code128("A-104299/17").widths) == [*body, check]
    # Start B, "A": the widths are those of any printed table of the standard.
    assert code128("A").widths[:12] == (2, 1, 1, 2, 1, 4, 1, 1, 1, 3, 2, 3)


@given(PRINTABLE)
def test_a_scanner_reads_what_was_encoded(text):
    bars = code128(text)
    assert scan(bars.widths) == text
    assert bars.modules == sum(bars.widths) == 11 * len(symbols(bars.widths)) + 13


def shortest(text):
    """The least number of symbols, start included, found by trying everything."""

    @cache
    def rest(at, pairs):
        if at == len(text):
            return 0
        two = text[at : at + 2]
        character = 1 + rest(at + 1, False)
        pair = 1 + rest(at + 2, True) if len(two) == 2 and two.isdigit() else 99
        return min(pair, 1 + character) if pairs else min(character, 1 + pair)

    return 1 + min(rest(0, False), rest(0, True))


@given(PRINTABLE)
def test_no_encoding_in_these_code_sets_is_shorter(text):
    assert len(symbols(code128(text).widths)) == shortest(text) + 1


@pytest.mark.parametrize(
    ("text", "said"), [("", "vacío"), ("A-1/ñ", "'ñ'"), ("a\nb", r"'\\n'"), ("\x7f", "x7f")]
)
def test_what_does_not_fit_is_refused(text, said):
    with pytest.raises(BarcodeError, match=said):
        code128(text)
