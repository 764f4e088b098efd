"""The chips of a prize come to it exactly, and there is no way with fewer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.games.bingo.files import rule_set
from hallctl.outputs.chips import IN_CHIPS, Pile, make_up

KINDS = st.lists(st.integers(1, 40), min_size=1, max_size=6)


def fewest(amount: int, values: list[int]) -> int | None:
    """Count the chips of an amount by looking at every smaller one first."""
    best: list[int | None] = [0]
    for least in range(1, amount + 1):
        before = [best[least - value] for value in values if value <= least]
        best.append(min((count + 1 for count in before if count is not None), default=None))
    return best[amount]


@given(st.integers(0, 300), KINDS)
def test_chips_that_there_are_come_to_the_amount_and_none_are_fewer(amount: int, values: list[int]) -> None:
    piles = make_up(amount, values)
    least = fewest(amount, values)
    if piles is None:
        assert least is None
        return
    assert sum(pile.value * pile.count for pile in piles) == amount
    assert {pile.value for pile in piles} <= set(values)
    assert all(pile.count > 0 for pile in piles)
    assert [pile.value for pile in piles] == sorted({pile.value for pile in piles}, reverse=True)
    assert sum(pile.count for pile in piles) == least


def test_taking_the_largest_first_is_not_always_the_fewest() -> None:
    assert make_up(60, (10, 30, 40)) == (Pile(30, 2),)


@given(st.integers(0, 100_000_000))
def test_the_chips_of_the_rule_set_pay_every_prize_of_it(units: int) -> None:
    rules = rule_set("aj-bolivia")
    assert min(rules.chips) == rules.chip
    piles = make_up(units * rules.chip, rules.chips)
    assert piles is not None
    assert sum(pile.value * pile.count for pile in piles) == units * rules.chip


@pytest.mark.parametrize(("amount", "values"), [(30, (50, 100)), (1, ()), (29, (6, 10, 15)), (75, (50, 100))])
def test_an_amount_that_no_chips_come_to_has_none(amount: int, values: tuple[int, ...]) -> None:
    assert make_up(amount, values) is None


def test_the_prizes_of_the_rule_set_are_paid_in_chips() -> None:
    assert rule_set("aj-bolivia").payment == IN_CHIPS
