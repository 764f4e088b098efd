"""A calibration before a camera that mirrors stops after a few balls and says what to do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.app.calibrating.mirror import BALLS, MirrorCheck, MirroredError
from tests.drivers.patterned import READER, picture

NOTHING: dict[int, float] = {}
UPRIGHT, MIRRORED, BOTH, NEITHER = "upright", "mirrored", "both", "neither"


def scores(number: int, what: str) -> tuple[dict[int, float], dict[int, float]]:
    sure, other = {number: 0.9999}, {number + 1: 0.97}
    seen = {UPRIGHT: (sure, other), MIRRORED: (other, sure), BOTH: (sure, sure), NEITHER: (other, NOTHING)}
    return seen[what]


def stopped_at(balls: list[str]) -> int | None:
    check = MirrorCheck(0.995)
    for number, what in enumerate(balls, 1):
        try:
            check.see(number, *scores(number, what))
        except MirroredError as error:
            assert "espejo" in str(error)
            return number
    return None


def test_three_balls_that_are_read_only_in_a_mirror_stop_it_whatever_says_nothing() -> None:
    assert stopped_at([NEITHER, MIRRORED, BOTH, MIRRORED, NEITHER, MIRRORED, MIRRORED]) == 6
    assert stopped_at([UPRIGHT, MIRRORED, MIRRORED, MIRRORED]) == 4
    assert stopped_at([MIRRORED] * (BALLS - 1)) is None


def test_the_turns_of_one_ball_count_once() -> None:
    check = MirrorCheck(0.995)
    for _ in range(9):
        check.see(2, *scores(2, MIRRORED))


@given(
    st.lists(st.tuples(st.integers(1, 20), st.sampled_from([UPRIGHT, MIRRORED, BOTH, NEITHER])), max_size=90)
)
def test_a_mirror_is_looked_into_only_where_it_says_anything(seen: list[tuple[int, str]]) -> None:
    whole, asked = MirrorCheck(0.995), MirrorCheck(0.995)
    for number, what in seen:
        stands, mirrored = scores(number, what)
        stops = []
        for check, looks in ((whole, True), (asked, asked.asks(number, stands, 20))):
            try:
                check.see(number, stands, mirrored) if looks else None
            except MirroredError:
                stops.append(check)
        assert stops in ([], [whole, asked])
        if stops:
            return


@given(st.lists(st.sampled_from([UPRIGHT, UPRIGHT, UPRIGHT, MIRRORED, BOTH, NEITHER]), max_size=90))
def test_a_pass_in_which_balls_are_read_as_they_stand_is_not_stopped(balls: list[str]) -> None:
    at = stopped_at(balls)
    if at is not None:
        seen = balls[:at]
        assert seen.count(MIRRORED) >= max(BALLS, 3 * seen.count(UPRIGHT))


@pytest.mark.invariant("I15")
def test_real_pictures_before_a_mirror_stop_it_and_as_they_are_do_not() -> None:
    for mirrored in (False, True):
        check, found = MirrorCheck(0.995), None
        for number in (2, 5, 12, 25):
            shown = picture(number, 61)
            image = shown[:, ::-1].copy() if mirrored else shown
            try:
                check.see(number, READER.read(image).scores, READER.read_in_a_mirror(image).scores)
            except MirroredError:
                found = number
                break
        assert (found is not None) is mirrored
