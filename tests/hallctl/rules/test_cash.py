"""The denominations that money is counted in, and an amount made up of them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.rules.cash import Tender, made_up, total
from tests.hallctl.games.bingo.rules.night import RULES

NOTE, COIN, CHIP = Tender
BLANK = RULES.blank_count


@pytest.mark.req("AJ-11", "AJ-46")
def test_the_boliviano_is_counted_by_its_notes_and_coins_and_the_halls_chips_beside_it():
    values = {tender: [each.value for each in BLANK if each.tender is tender] for tender in Tender}
    assert values[NOTE] == [20_000, 10_000, 5_000, 2_000, 1_000]
    assert values[COIN] == [500, 200, 100, 50, 20, 10]
    assert min(values[CHIP]) == RULES.chip
    assert all(each.count == 0 for each in BLANK)


@given(st.integers(0, 10**9))
def test_an_amount_is_made_up_of_the_denominations_to_less_than_the_smallest(amount):
    pieces = made_up(amount, BLANK)
    assert 0 <= amount - total(pieces) < min(each.value for each in BLANK)
    assert all(each.count >= 0 for each in pieces)


@pytest.mark.parametrize("values", [{"notes": (0,)}, {"coins": (10, 10)}, {"chips": (-50,)}])
def test_a_rule_set_has_each_denomination_once_and_above_nothing(values):
    with pytest.raises(ValueError, match="AJ-11"):
        replace(RULES, **values)
