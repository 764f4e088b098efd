"""The demonstration goes as fast as the computer that it is played on."""

from itertools import chain, repeat
from types import SimpleNamespace

import pytest

from drivers.camera import balls
from hallctl.app.practice import demo


@pytest.mark.parametrize(("picture_s", "pace"), [(0.05, 4.0), (0.1, 4.0), (0.2, 2.0), (0.4, 1.0), (9.0, 1.0)])
def test_a_slow_computer_plays_at_a_slower_pace_but_never_slower_than_a_real_machine(
    picture_s: float, pace: float
) -> None:
    assert demo.pace_of(picture_s) == pytest.approx(pace)


def test_the_pace_is_measured_by_a_picture_and_not_by_what_the_first_one_loads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first picture takes a second of the processor, each other one a twentieth."""
    worked, takes = [0.0], chain([1.0], repeat(0.05))
    monkeypatch.setattr(demo, "time", SimpleNamespace(thread_time=lambda: worked[0]))
    monkeypatch.setattr(balls, "render", lambda *_: worked.append(worked.pop() + next(takes)))
    assert demo._picture_s() == pytest.approx(0.05)
    assert next(takes) == 0.05
