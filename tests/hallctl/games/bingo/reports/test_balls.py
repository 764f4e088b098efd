"""The statistics of the balls: right by chance alone at any stopping rule, and able to find a bad ball."""

import math
from typing import Any

import numpy as np
import pytest

from hallctl.games.bingo.reports.ball_pages import balls_paper
from hallctl.games.bingo.reports.balls import (
    LEVEL,
    Drawn,
    ball_statistics,
    overall,
    score,
    serial_checks,
    silences,
)
from hallctl.games.bingo.rules.events.draw import BallDrawn
from hallctl.games.bingo.rules.events.opening import BallSetMounted, BallSetRegistered
from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.games.bingo.variants.aj import AJ_90
from hallctl.outputs.chance import chi_square_tail, holm, normal_tail
from tests.hallctl.games.bingo.reports.record import draws, night, noted
from tests.hallctl.games.bingo.rules.night import OPENING, Night

about: Any = pytest.approx
"""A number near another one, also inside of a value."""


NIGHTS, GAMES = 400, 20


def distance(probabilities):
    """Return how far probabilities lie from a uniform distribution (Kolmogorov-Smirnov)."""
    p = np.sort(probabilities)
    n = len(p)
    return max(np.max(np.arange(1, n + 1) / n - p), np.max(p - np.arange(n) / n))


UNIFORM_TO = 1.63 / math.sqrt(NIGHTS)
"""What a uniform sample passes once in a hundred."""


def naive(played):
    """Return the tail that counting balls alone would give."""
    observed = score(played, 90).observed
    each = observed.sum() / 90
    return chi_square_tail(float(((observed - each) ** 2 / each).sum()), 89)


@pytest.fixture(scope="module")
def fair():
    rng = np.random.default_rng(20261121)
    return [draws(rng, GAMES) for _ in range(NIGHTS)]


def test_fair_nights_give_uniform_probabilities_and_counting_balls_alone_does_not(fair):
    right = [overall(score(played, 90))[2] for played in fair]
    assert distance(right) < UNIFORM_TO
    assert 0.02 < np.mean(np.array(right) < 0.05) < 0.09
    assert distance([naive(played) for played in fair]) > 0.9


@pytest.mark.parametrize(
    "stop",
    [lambda place: place[7], lambda place: 40, lambda place: min(place[1:4]), lambda place: 90],
    ids=["when the 7 comes", "after forty", "at the first of three", "never"],
)
def test_any_stopping_rule_leaves_the_probabilities_uniform(stop):
    rng = np.random.default_rng(5)
    found = [overall(score(draws(rng, 80, 6, stop=stop), 90))[2] for _ in range(150)]
    assert distance(found) < 1.63 / math.sqrt(150)


def test_each_ball_alone_gives_few_false_alarms(fair):
    least = [min(holm([normal_tail(z) for z in score(played, 90).z])) for played in fair]
    assert np.mean(np.array(least) < 0.05) < 0.09


def test_observed_less_expected_adds_up_to_nothing_and_its_spread_is_right(fair):
    scores = [score(played, 90) for played in fair]
    for found in scores:
        assert abs(found.difference.sum()) < 1e-9
    squares = np.mean([found.difference @ found.difference for found in scores])
    assert squares == pytest.approx(89 * np.mean([found.spread for found in scores]), rel=0.02)


def test_a_game_worked_out_by_hand():
    found = score([(2, 1)], 3)
    assert found.observed.tolist() == [1, 1, 0]
    assert found.expected == pytest.approx([1 / 3 + 1 / 2, 1 / 3, 1 / 3 + 1 / 2])
    assert found.spread == pytest.approx((2 / 3 + 1 / 2) / 2)


@pytest.mark.parametrize(("games", "least"), [(200, 0.25), (400, 0.8), (600, 0.9)])
def test_a_ball_that_comes_three_tenths_too_often_is_found(games, least):
    rng = np.random.default_rng(42)
    weights = np.ones(90)
    weights[41] = 1.3
    found = 0
    for _ in range(60):
        z = score(draws(rng, games, weights=weights), 90).z
        corrected = holm([normal_tail(value) for value in z])
        found += int(np.argmax(z) == 41 and corrected[41] < 0.05)
    assert found / 60 >= least


def quiet(played):
    return silences([Drawn(balls) for balls in played], 90)


def test_silence_is_the_product_of_staying_in_the_machine():
    played = [Drawn((1, 2, 3)), Drawn((2, 3)), Drawn((3,), (4,))]
    found = silences(played, 10)
    assert found[3] == (0, 1.0)
    assert found[2] == (1, about(0.9))
    assert found[1] == (2, about(0.8 * 0.9))
    assert found[4] == (0, 1.0)
    assert found[7] == (3, about(0.7 * 0.8 * 0.9))


def test_a_ball_that_is_not_in_the_machine_raises_the_alarm_and_fair_ones_do_not(fair):
    alarms = [min(p for _, p in quiet(played).values()) * 90 < LEVEL for played in fair]
    assert np.mean(alarms) <= 0.02
    rng = np.random.default_rng(3)
    weights = np.ones(90)
    weights[6] = 1e-9
    played = draws(rng, 12, weights=weights)
    needed = next(n for n in range(1, 13) if quiet(played[:n])[7][1] * 90 < LEVEL)
    assert needed <= 9


def test_a_neighbour_that_follows_and_a_game_that_repeats_are_found(fair):
    tails = np.array([[check.p for check in serial_checks(played, 90)] for played in fair])
    assert distance(tails[:, 0]) < 0.1
    assert np.all(np.mean(tails < 0.01, axis=0) < 0.04)
    in_order = [tuple(range(1, 60))] * 3
    neighbour, place = serial_checks(in_order, 90)
    assert neighbour.p < 1e-9
    assert place.p < 1e-9
    assert place.observed == 59 * 2


def test_sets_are_counted_apart_and_balls_taken_out_by_hand_are_left_out():
    record = night(60)
    found = ball_statistics(record)
    drawn = sum(isinstance(entry.event, BallDrawn) for entry in record)
    assert sum(one.extractions + one.by_hand for one in found) == drawn
    assert sum(one.by_hand for one in found) > 0
    for one in found:
        assert sum(ball.observed for ball in one.balls) == one.extractions
        assert one.p > 0.001
        assert one.freedom == 89
        assert one.enough


@pytest.mark.parametrize(
    ("value", "freedom", "tail"),
    [
        (3.841458820694124, 1, 0.05),
        (6.634896601021213, 1, 0.01),
        (18.307038053275146, 10, 0.05),
        (2.0, 2, math.exp(-1)),
        (200.0, 2, math.exp(-100)),
        (0.0, 89, 1.0),
        (112.02198574980785, 89, 0.05),
        (122.9422067982886, 89, 0.01),
        (64.79336148515908, 89, 0.975),
    ],
)
def test_the_chi_square_tail_is_that_of_the_tables(value, freedom, tail):
    assert chi_square_tail(value, freedom) == pytest.approx(tail, rel=1e-9)


def test_the_tail_of_an_even_number_of_degrees_is_a_poisson_sum():
    for freedom in (4, 20, 90):
        for value in (0.5, 12.0, 89.0, 150.0):
            half = value / 2
            terms = (math.exp(-half + k * math.log(half) - math.lgamma(k + 1)) for k in range(freedom // 2))
            assert chi_square_tail(value, freedom) == pytest.approx(sum(terms), rel=1e-10)


def test_no_tail_without_freedom_or_below_nothing():
    for value, freedom in ((1.0, 0), (-1.0, 3)):
        with pytest.raises(ValueError, match="chi-square"):
            chi_square_tail(value, freedom)


def test_holm_corrects_in_order_and_never_beyond_one():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx((0.03, 0.06, 0.06))
    assert holm([0.9, 0.8]) == (1.0, 1.0)
    assert normal_tail(1.959963984540054) == pytest.approx(0.05)


@pytest.mark.parametrize(
    ("games", "weight", "said", "good"),
    [
        (300, 1.0, "Nada se aparta de lo que explica el azar.", True),
        (300, 1.9, "Se apartan de lo esperado más de lo que explica el azar: 42.", False),
        (9, 1e-9, "Llevan demasiadas partidas sin salir: 42. Búsquelas.", False),
        (3, 1.0, "Son pocas extracciones para juzgar: hacen falta 5 esperadas por bola.", None),
    ],
)
def test_the_page_says_in_a_sentence_what_is_found(games, weight, said, good):
    weights = np.ones(90)
    weights[41] = weight
    record = list(Night().do(OPENING))
    record += [BallSetRegistered("J-01"), BallSetMounted("J-01", 0, 2)]
    for number, balls in enumerate(draws(np.random.default_rng(8), games, weights=weights), 1):
        record.append(GameAnnounced(number, "A-1", 600, 500, 1, "fichas"))
        record += [BallDrawn(order, ball, "", "camera") for order, ball in enumerate(balls, 1)]
    entries = noted(record)
    blocks = balls_paper(entries, ball_statistics(entries), AJ_90)["blocks"]
    sentences = [block for block in blocks if block["kind"] == "text"]
    tone = {True: "good", False: "bad", None: ""}[good]
    assert said in sentences[0]["body"]
    assert sentences[0]["tone"] == tone
