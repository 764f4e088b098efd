"""What is known of a 90-ball card, from combinatorics and from the scan."""

from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from hallctl.games.bingo.rules.cards import COLUMNS, PER_ROW, ROWS, UNIVERSE
from hallctl.games.bingo.scan.scan import Scan
from tests.hallctl.games.bingo.rules.night import MATRIX
from tools.bench import random_cards

NUMBERS = ROWS * PER_ROW


def covered(numbers: int, balls: int) -> Fraction:
    """The chance that these many numbers are all among the first balls."""
    return (
        Fraction(comb(UNIVERSE - numbers, balls - numbers), comb(UNIVERSE, balls))
        if balls >= numbers
        else Fraction()
    )


def line_by(balls: int) -> Fraction:
    """The chance that a card has a line after so many balls: any of its three rows."""
    return 3 * covered(PER_ROW, balls) - 3 * covered(2 * PER_ROW, balls) + covered(NUMBERS, balls)


def mean(by) -> Fraction:
    """The mean ball of what has happened after k balls with the chance ``by(k)``."""
    return sum((1 - by(balls) for balls in range(UNIVERSE)), Fraction())


MEAN_LINE = mean(line_by)
MEAN_BINGO = mean(lambda balls: covered(NUMBERS, balls))


def test_a_card_has_735210_layouts():
    rows = [sum(1 << column for column in row) for row in combinations(range(COLUMNS), PER_ROW)]
    every = (1 << COLUMNS) - 1
    pairs = [first | second for first in rows for second in rows]
    assert sum(pair | third == every for pair in pairs for third in rows) == 735_210


def test_one_card_has_a_line_at_ball_64_63_in_the_mean():
    assert float(MEAN_LINE) == pytest.approx(64.63, abs=0.005)


def test_one_card_has_a_bingo_at_ball_85_3125_in_the_mean_exactly():
    assert Fraction(91 * 15, 16) == MEAN_BINGO
    assert float(MEAN_BINGO) == 85.3125


def test_one_card_has_a_bingo_in_50_balls_with_chance_4_915e_5():
    assert covered(NUMBERS, 50) == Fraction(comb(75, 35), comb(90, 50))
    assert float(covered(NUMBERS, 50)) == pytest.approx(4.915e-5, abs=5e-9)


def shares(scan, order):
    """Return which share of the cards has a line, and a bingo, after 0 to 89 balls."""
    found = []
    scan.replay(())
    for ball in order:
        found.append((scan.lines_count, scan.bingos_count))
        scan.call(ball)
    return np.array(found) / scan.size


def test_20000_independent_cards_have_the_known_means():
    """Each card has an order of its own: its numbers, drawn at random, stand for the places in that order."""
    numbers = np.tile(np.arange(1, UNIVERSE + 1, dtype=np.uint8), (20_000, 1))
    cards = np.random.default_rng(1042).permuted(numbers, axis=1)[:, :NUMBERS].reshape(-1, ROWS, PER_ROW)
    without = 1 - shares(Scan(cards), range(1, UNIVERSE + 1))
    balls = np.arange(UNIVERSE)[:, None]
    means = without.sum(axis=0)
    deviations = np.sqrt(((2 * balls + 1) * without).sum(axis=0) - means**2)
    for measured, deviation, exact in zip(means, deviations, (MEAN_LINE, MEAN_BINGO), strict=True):
        error = deviation / sqrt(20_000)
        assert error < 0.11
        assert abs(measured - float(exact)) < 3 * error


def test_a_halls_600_cards_have_the_known_means_over_200_draws():
    """Cards of one draw go together, so that the draws are what is independent."""
    scan = Scan.of(MATRIX.cards)
    rng = np.random.default_rng(1042)
    draws = [1 - shares(scan, (rng.permutation(UNIVERSE) + 1).tolist()) for _ in range(200)]
    means = np.array(draws).sum(axis=1)
    errors = means.std(axis=0, ddof=1) / sqrt(len(means))
    for measured, error, exact in zip(means.mean(axis=0), errors, (MEAN_LINE, MEAN_BINGO), strict=True):
        assert error < 0.2
        assert abs(measured - float(exact)) < 3 * error


def test_of_a_million_cards_as_many_have_a_bingo_in_50_balls_as_chance_gives():
    scan = Scan(random_cards(1_000_000, seed=50))
    scan.replay(range(1, 51))
    expected = 1_000_000 * float(covered(NUMBERS, 50))
    assert abs(scan.bingos_count - expected) < 3 * sqrt(expected)
