"""What a score means is set so that one picture alone is believed only beyond the surest false one."""

import numpy as np
import pytest

from drivers.reader.network import Calibration
from drivers.reader.sighting import ALONE
from tools.reader.calibrate import meaning, threshold
from tools.reader.measure import Result


def result(told: int, score: float, truth: int | None = None, kind: str = "ball") -> Result:
    return Result(
        0,
        kind,
        told if truth is None else truth,
        told if truth is None else truth,
        True,
        told,
        score,
        "",
        1.0,
    )


def results(*false: Result) -> list[Result]:
    """Ten thousand right ones, a few false ones that are sure of hardly anything, and these."""
    right = [result(10 + at % 80, float(score)) for at, score in enumerate(np.linspace(0.02, 0.99, 10_000))]
    unsure = [result(told, score, 60) for told in (5, 50, 51) for score in (0.02, 0.03, 0.05, 0.1, 0.2)]
    return [*right, *unsure, *false]


def probability(found: list[Result], number: int, score: float) -> float:
    scores = np.zeros(91, np.float32)
    scores[number] = score
    return float(Calibration(1, 1, 1, 1, 1, 1, *meaning(found)).probability(scores)[number])


def test_without_a_false_number_one_picture_alone_is_believed_from_a_half_on_and_of_one_digit_later() -> None:
    assert threshold(results(), single=False) == pytest.approx(0.5)
    assert threshold(results(), single=True) == pytest.approx(0.538, abs=1e-3)


@pytest.mark.parametrize(("surest", "number"), [(0.6, 42), (0.8, 42), (0.7, 7)])
def test_one_picture_alone_is_believed_only_beyond_the_surest_false_one(surest: float, number: int) -> None:
    found = results(result(number, surest, truth=43))
    least = threshold(found, single=number < 10)
    assert least > surest + 0.05
    assert probability(found, number, surest) < ALONE
    assert probability(found, number, least + 0.01) > ALONE * 0.9995


def test_two_balls_and_rings_that_open_below_a_61_move_no_threshold() -> None:
    found = results(result(42, 0.9, truth=43, kind="two"))
    assert threshold(found, single=False) == pytest.approx(0.5)


def test_the_surer_the_score_the_likelier_the_number_and_a_single_digit_is_never_likelier() -> None:
    likely = [probability(results(), 42, score) for score in (0.02, 0.1, 0.5, 0.9)]
    assert likely == sorted(likely)
    assert all(
        probability(results(), 7, score) <= probability(results(), 42, score) for score in (0.1, 0.5, 0.9)
    )
