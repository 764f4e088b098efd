"""When a match is certain: from how few strangers what follows."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from drivers.recogniser.judging import Judge, learn_judge, student
from drivers.recogniser.matching import Match


def matches(rng: np.random.Generator, count: int, off: float) -> list[Match]:
    """Whole prints in sight that differ from the nearest print of the set by about so much."""
    drawn = [float(each) for each in np.exp(rng.normal(np.log(off), 0.25, count))]
    return [Match(1, 1 - each / 3, 1 - 2 * each, 1.0, 1.0, each, 0.02) for each in drawn]


def judged(rng: np.random.Generator, balls: int) -> Judge:
    return learn_judge(matches(rng, balls, 0.08), matches(rng, balls, 0.35), range(balls))


@pytest.mark.parametrize(
    ("freedom", "part", "above"), [(5, 1e-3, 5.893), (12, 1e-3, 3.930), (29, 1e-2, 2.462), (89, 0.25, 0.677)]
)
def test_a_part_of_students_distribution_is_above_what_its_tables_say(
    freedom: int, part: float, above: float
) -> None:
    assert student(freedom, part) == pytest.approx(above, rel=2e-3)


@pytest.mark.parametrize("balls", [4, 8, 15, 60])
def test_of_unknown_balls_hardly_any_is_told_however_few_are_known(balls: int) -> None:
    rng = np.random.default_rng(balls)
    told = asked = 0
    for _ in range(150):
        judge = judged(rng, balls)
        told += sum(judge.margin(each) >= 0 for each in matches(rng, 40, 0.35))
        asked += 40
    assert told / asked < 3e-3


def test_the_fewer_balls_are_known_the_more_is_asked_for() -> None:
    def asked_for(balls: int) -> float:
        rng = np.random.default_rng(1)
        return float(np.median([judged(rng, balls).threshold for _ in range(40)]))

    # Below a dozen of each the weights are the usual ones.
    assert asked_for(3) > asked_for(6) > asked_for(11)


def test_pictures_of_one_ball_are_one_stranger() -> None:
    def asked_for(balls: Sequence[int]) -> float:
        rng = np.random.default_rng(2)
        return learn_judge(matches(rng, 11, 0.08), matches(rng, 11, 0.35), balls).threshold

    assert asked_for([1, 2, 3] * 3 + [1, 2]) > asked_for(range(11))


def test_where_no_two_balls_can_be_compared_none_is_told() -> None:
    rng = np.random.default_rng(3)
    judge = learn_judge(matches(rng, 20, 0.05), matches(rng, 20, 0.35), [7] * 20)
    assert all(judge.margin(each) < 0 for each in matches(rng, 50, 0.02))


def test_a_ball_of_another_colour_is_not_certain_however_well_its_print_fits() -> None:
    rng = np.random.default_rng(4)
    judge = judged(rng, 30)
    (match,) = matches(rng, 1, 0.05)
    assert judge.margin(match) > 0
    assert judge.margin(replace(match, colour=0.35)) == judge.margin(match), "another white balance"
    assert judge.margin(replace(match, colour=0.5)) < 0


@pytest.mark.parametrize(("widest", "still", "another"), [(0.4, 0.55, 0.65), (3.0, 0.75, 0.85)])
def test_what_colours_a_set_shows_of_its_own_balls_is_no_other_colour(
    widest: float, still: float, another: float
) -> None:
    """Of a ball with a white disc now more, now less of its paint is seen; another paint is not all one."""
    rng = np.random.default_rng(5)
    far = np.linspace(0, widest, 30).tolist()
    own = [replace(each, colour=one) for each, one in zip(matches(rng, 30, 0.08), far, strict=True)]
    judge = learn_judge(own, matches(rng, 30, 0.35), range(30))
    (match,) = matches(rng, 1, 0.05)
    assert judge.margin(replace(match, colour=still)) > 0
    assert judge.margin(replace(match, colour=another)) < 0


def test_one_picture_of_many_that_is_of_another_colour_opens_no_bound() -> None:
    rng = np.random.default_rng(7)
    first, *rest = matches(rng, 90, 0.08)
    judge = learn_judge([replace(first, colour=3.0), *rest], matches(rng, 90, 0.35), range(90))
    (match,) = matches(rng, 1, 0.05)
    assert judge.margin(replace(match, colour=0.5)) < 0 < judge.margin(replace(match, colour=0.35))


def test_where_each_ball_was_shown_once_another_paint_is_another_ball() -> None:
    rng = np.random.default_rng(6)
    judge = learn_judge([], [*matches(rng, 30, 0.9)], range(30))
    (match,) = matches(rng, 1, 0.005)
    assert judge.margin(replace(match, colour=0.75)) == judge.margin(match) > 0
    assert judge.margin(replace(match, colour=0.85)) < 0
