import math

import pytest

from displays.legibility import drawn_pixels, needed_pixels, too_small
from tests.displays.golden import FULL, SIZES


@pytest.mark.req("AJ-37")
@pytest.mark.parametrize(
    ("arcmin", "metres", "millimetres"), [(5, 6.0, 8.73), (20, 10.0, 58.18), (10, 15.0, 43.63)]
)
def test_the_height_is_that_of_the_visual_angle(arcmin: float, metres: float, millimetres: float) -> None:
    """The first is the 20/20 letter of Snellen's chart at six metres: 8.73 mm."""
    assert needed_pixels(arcmin, metres, 1000, 1_000_000) / 1000 == pytest.approx(millimetres, abs=0.01)


def test_pixels_are_rounded_up_and_follow_the_monitor() -> None:
    one, twice = (needed_pixels(20, 10, height, 1080) for height in (700, 1400))
    assert one == math.ceil(58.178 * 1080 / 700)
    assert twice == math.ceil(58.178 * 1080 / 1400)


def test_every_field_that_is_too_small_is_told() -> None:
    assert too_small(FULL, 4, False, 5, 685) == []
    found = {problem.field: problem for problem in too_small(FULL, 4, False, 20, 685)}
    assert set(found) == {"called", "sold", "price", "prizes"}
    for problem in found.values():
        assert problem.drawn < problem.needed


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_field_is_read_from_its_limit_and_not_from_beyond(size: tuple[int, int]) -> None:
    drawn = drawn_pixels(size, 4, True)
    limit = drawn["called"] / needed_pixels(20, 1000, 700, size[1]) * 1000
    fields = [
        {problem.field for problem in too_small(size, 4, True, limit * share, 700)} for share in (0.97, 1.03)
    ]
    assert "called" not in fields[0]
    assert "called" in fields[1]
