"""Strips of six: what each is, that all are equally likely, and that a seed gives them again."""

import os
import subprocess
import sys
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations, islice, product
from math import comb, factorial, prod, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallctl.games.bingo.cards.strips import (
    DECADES,
    STRIP,
    Fillings,
    StripError,
    count_strips,
    make_matrix,
    strips,
    without_equals,
)
from hallctl.games.bingo.rules.cards import COLUMNS, Card, MatrixError, faults

LAYOUTS = (1710, 639, 240, 90)
"""Layouts of a card in rows of five, by its number of columns of three."""
TAKES = [v for v in product((1, 2, 3), repeat=COLUMNS) if sum(v) == 15]
SIZES = tuple(len(decade) for decade in DECADES)
MADE = 1000


@pytest.fixture(scope="module")
def made():
    return list(islice(strips(20261121), MADE))


def counts(card):
    return tuple(sum(1 for n in card.cells[column::COLUMNS] if n) for column in range(COLUMNS))


@pytest.mark.req("AJ-16", "AJ-17", "AJ-18", "PT-55", "D13")
def test_a_strip_is_six_valid_cards_that_hold_every_number_once(made):
    for strip in made:
        assert len(strip) == STRIP
        assert sorted(n for card in strip for n in card.cells if n) == list(range(1, 91))
        for card in strip:
            assert not faults(card)
            for column, decade in enumerate(DECADES):
                numbers = [n for n in card.cells[column::COLUMNS] if n]
                assert 1 <= len(numbers) <= 3
                assert numbers == sorted(numbers)
                assert set(numbers) <= set(decade)


def test_a_card_has_735210_layouts():
    assert sum(LAYOUTS[v.count(3)] for v in TAKES) == 735_210


@settings(max_examples=20, deadline=None)
@given(st.permutations(TAKES[700]), st.sampled_from(TAKES))
def test_the_ways_to_fill_two_cards_are_those_found_by_trying_all(one, other):
    left = tuple(a + b for a, b in zip(one, other, strict=True))
    valid = set(TAKES)
    tried = 0
    for taken in TAKES:
        rest = tuple(had - n for had, n in zip(left, taken, strict=True))
        if rest in valid:
            chosen = prod(comb(had, n) for had, n in zip(left, taken, strict=True))
            tried += LAYOUTS[taken.count(3)] * LAYOUTS[rest.count(3)] * chosen
    assert Fillings().ways(2, left) == tried > 0


def test_the_number_of_strips_is_that_found_column_by_column():
    """Count again the other way round: a column at a time over six cards, instead of a card at a time."""
    reached = {((0, 0),) * STRIP: 1}
    for column, size in enumerate(SIZES):
        moves = [m for m in product((1, 2, 3), repeat=STRIP) if sum(m) == size]
        after = COLUMNS - 1 - column
        following = defaultdict(int)
        for cards, ways in reached.items():
            for move in moves:
                new = [(had + n, threes + (n == 3)) for (had, threes), n in zip(cards, move, strict=True)]
                if all(had + after <= 15 <= had + 3 * after for had, _ in new):
                    dealt = factorial(size) // prod(factorial(n) for n in move)
                    following[tuple(sorted(new))] += ways * dealt
        reached = following  # type: ignore[assignment]
    total = sum(ways * prod(LAYOUTS[threes] for _, threes in cards) for cards, ways in reached.items())
    assert count_strips() == total


@pytest.fixture(scope="module")
def chances():
    """The exact probability of each count vector of a card, when every strip is equally likely."""
    fillings, total = Fillings(), count_strips()
    found = {}
    for taken in TAKES:
        rest = tuple(had - n for had, n in zip(SIZES, taken, strict=True))
        chosen = prod(comb(had, n) for had, n in zip(SIZES, taken, strict=True))
        found[taken] = Fraction(LAYOUTS[taken.count(3)] * chosen * fillings.ways(STRIP - 1, rest), total)
    assert sum(found.values()) == 1
    return found


def chi_square(observed, expected):
    """Pearson's statistic less its degrees of freedom, in its standard deviations."""
    statistic = sum((observed.get(key, 0) - float(e)) ** 2 / float(e) for key, e in expected.items())
    freedom = len(expected) - 1
    return (statistic - freedom) / sqrt(2 * freedom)


def test_columns_of_one_two_and_three_are_as_frequent_as_they_must_be(made, chances):
    for place in range(STRIP):
        seen = Counter(counts(strip[place]).count(3) for strip in made)
        expected = Counter()
        for taken, chance in chances.items():
            expected[taken.count(3)] += chance * MADE
        assert sum(seen.values()) == MADE
        assert chi_square(seen, expected) < 4
    for column in range(COLUMNS):
        seen = Counter(counts(strip[0])[column] for strip in made)
        expected = Counter()
        for taken, chance in chances.items():
            expected[taken[column]] += chance * MADE
        assert chi_square(seen, expected) < 4


def test_every_cell_is_filled_as_often_as_it_must_be(made):
    for row, column in product(range(3), range(COLUMNS)):
        seen = sum(card.cells[row * COLUMNS + column] > 0 for strip in made for card in strip)
        # A column's numbers are shared by 18 rows, so a row has one with the chance size / 18.
        chance = SIZES[column] / 18
        assert abs(seen - 6 * MADE * chance) < 4.5 * sqrt(6 * MADE * chance * (1 - chance))


def test_pairs_of_numbers_meet_on_a_card_as_often_as_they_must(made, chances):
    """4005 pairs: none strays far, and all together they stray as much as chance makes them."""
    column_of = {n: column for column, decade in enumerate(DECADES) for n in decade}
    together = {}
    for a, b in product(range(COLUMNS), repeat=2):
        places = SIZES[a] * (SIZES[b] - (a == b))
        held = sum(chance * taken[a] * (taken[b] - (a == b)) for taken, chance in chances.items())
        together[a, b] = float(6 * held / places)
    seen = Counter(pair for strip in made for card in strip for pair in combinations(sorted(card.numbers), 2))
    strays = []
    for pair in combinations(range(1, 91), 2):
        chance = together[column_of[pair[0]], column_of[pair[1]]]
        strays.append((seen[pair] - MADE * chance) / sqrt(MADE * chance * (1 - chance)))
    assert len(strays) == 4005
    assert max(map(abs, strays)) < 5
    assert 0.93 < sum(stray**2 for stray in strays) / len(strays) < 1.07


def test_a_place_of_the_strip_gets_every_number_equally(made):
    for place in range(STRIP):
        seen = Counter(n for strip in made for n in strip[place].numbers)
        spread = sqrt(MADE * 1 / 6 * 5 / 6)
        assert all(abs(seen[n] - MADE / 6) < 4.5 * spread for n in range(1, 91))


def test_each_number_is_on_one_card_in_six_exactly():
    matrix = make_matrix(60, 5)
    seen = Counter(n for card in matrix.cards for n in card.numbers)
    assert set(seen.values()) == {10}
    assert len(seen) == 90


@pytest.mark.req("AJ-72")
def test_no_two_cards_of_a_matrix_are_equal(made):
    repeated = [made[0], made[1], made[0], made[2], (made[3][0], *made[4][1:]), made[3]]
    kept = list(without_equals(repeated))
    assert kept == [made[0], made[1], made[2], repeated[4]]


@pytest.mark.req("AJ-72")
def test_equal_numbers_in_other_places_are_equal_cards(made):
    card = made[0][0]
    turned = Card((*card.cells[9:], *card.cells[:9]))
    assert list(without_equals([made[0], (turned, *made[1][1:])])) == [made[0]]


def test_a_seed_gives_the_same_matrix_in_any_process_and_version():
    digest = "60371664afc73bd4"
    program = (
        "from hallctl.games.bingo.cards.strips import make_matrix; print(make_matrix(600, 1042).digest[:16])"
    )
    for hash_seed in ("0", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        ran = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        assert ran.stdout.strip() == digest


def test_another_seed_is_another_matrix_and_a_larger_one_begins_alike():
    told = []
    large = make_matrix(18, 7, told.append)
    assert told == [6, 12, 18]
    assert large.cards[:6] == make_matrix(6, 7).cards != make_matrix(6, 8).cards


@pytest.mark.parametrize("cards", [0, -6, 1, 599])
def test_what_is_not_whole_strips_is_refused(cards):
    with pytest.raises(StripError, match=f"{cards} no es un múltiplo de 6") as caught:
        make_matrix(cards, 1)
    assert not isinstance(caught.value, MatrixError)
