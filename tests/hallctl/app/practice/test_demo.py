"""The demonstration goes as fast as the computer that it is played on."""

import pytest

from hallctl.app.practice import demo


@pytest.mark.parametrize(("picture_s", "pace"), [(0.05, 4.0), (0.3, 4.0), (0.6, 2.0), (1.2, 1.0), (9.0, 1.0)])
def test_a_slow_computer_plays_at_a_slower_pace_but_never_slower_than_a_real_machine(
    picture_s: float, pace: float
) -> None:
    assert demo.pace_of(picture_s) == pytest.approx(pace)


def test_the_pace_is_measured_by_a_picture() -> None:
    assert 0.001 <= demo._picture_s() < 60.0
