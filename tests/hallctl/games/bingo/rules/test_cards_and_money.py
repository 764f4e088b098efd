"""Cards, shares, splits and the root of the sold cards."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.games.bingo.rules.cards import Card, faults, missing
from hallctl.games.bingo.rules.money import share_out, split
from hallctl.rules.merkle import root
from tests.hallctl.games.bingo.rules.night import MATRIX, full_line_of

CARD = MATRIX.card(1)


@pytest.mark.req("AJ-16", "AJ-17", "AJ-18")
def test_every_matrix_card_is_valid_and_each_kind_of_fault_is_named():
    assert all(not faults(card) for card in MATRIX.cards)
    assert faults(Card((0,) * 26)) == ("tiene 26 casillas, no 27",)
    cells = list(CARD.cells)
    first, second = [i for i, n in enumerate(cells) if n][:2]
    cells[first] = cells[second]
    assert any("está 2 veces" in fault for fault in faults(Card(tuple(cells))))
    cells[first] = 0
    assert "la fila 1 tiene 4 números, no 5" in faults(Card(tuple(cells)))
    column = [n if i % 9 else 0 for i, n in enumerate(CARD.cells)]
    assert "la columna 1 no tiene números" in faults(Card(tuple(column)))


@pytest.mark.req("AJ-91")
def test_a_line_is_any_of_the_three_rows():
    for index, row in enumerate(CARD.rows, 1):
        assert full_line_of(CARD, row) == index
        assert full_line_of(CARD, row[1:]) is None
        assert missing(CARD, row) == tuple(sorted(CARD.numbers - set(row)))


@given(
    st.integers(0, 10**9),
    st.lists(st.tuples(st.integers(0, 1000), st.just(0)), min_size=1, max_size=8),
    st.lists(st.integers(0, 500), max_size=4),
    st.integers(0, 10**6),
)
@pytest.mark.invariant("I7")
def test_shares_add_up_to_what_was_collected(collected, prizes, pots, fixed):
    shares = share_out(collected, [*prizes, (0, fixed)], pots)
    parts = [*shares.prizes, *shares.growing]
    assert sum(parts) + shares.house == collected
    assert min(parts) >= 0
    assert shares.house >= -fixed, "only a fixed amount can exceed what was collected"


@given(st.integers(0, 10**9), st.integers(1, 50), st.integers(1, 1000))
@pytest.mark.invariant("I8")
@pytest.mark.req("AJ-120", "AJ-121")
def test_the_parts_of_a_split_are_whole_chips_and_with_the_remainder_make_the_prize(prize, winners, chip):
    part, remainder = split(prize, winners, chip)
    assert part % chip == 0
    assert part * winners + remainder == prize
    assert 0 <= remainder < winners * chip


def by_definition(leaves):
    """RFC 6962, section 2.1, word for word."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    k = max(1 << n for n in range(len(leaves).bit_length()) if 1 << n < len(leaves))
    return hashlib.sha256(b"\1" + by_definition(leaves[:k]) + by_definition(leaves[k:])).digest()


@pytest.mark.parametrize("size", [*range(35), 600])
def test_the_root_is_that_of_the_definition(size):
    leaves = [f"A-1042/{n}".encode() for n in range(size)]
    assert root(leaves) == by_definition(leaves).hex()


def test_the_root_is_that_of_rfc_6962():
    leaf = [hashlib.sha256(b"\0" + bytes([n])).digest() for n in range(3)]
    pair = hashlib.sha256(b"\1" + leaf[0] + leaf[1]).digest()
    assert root([]) == hashlib.sha256(b"").hexdigest()
    assert root([b"\0"]) == leaf[0].hex()
    assert root([b"\0", b"\1", b"\2"]) == hashlib.sha256(b"\1" + pair + leaf[2]).hexdigest()
