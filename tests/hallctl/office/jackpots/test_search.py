"""Every order in which halls, office and network may act, up to a bound: no cent made, lost or paid twice."""

import pytest

from tests.hallctl.office.jackpots.model import FAULTS, TERMS, Rules, search

ALL = 10**9


@pytest.mark.parametrize("at_once", TERMS)
def test_no_order_of_steps_makes_loses_or_pays_twice(at_once, full):
    found = search(Rules(), TERMS[at_once], most_worlds=ALL if full else 2_000)
    assert not found.fault, found


@pytest.mark.parametrize("fault", FAULTS)
def test_the_search_finds_a_planted_fault(fault):
    at_once, rules = FAULTS[fault]
    found = search(rules, TERMS[at_once], most_worlds=20_000, most=1)
    assert found.fault, found
