"""The simulated wheel: fair unless it is told to prefer pockets, and its ball flies as balls do."""

from collections import Counter
from random import Random

from drivers.wheel.machine import SINGLE_ZERO
from drivers.wheel.physics import catches_of, fly


def flights(count, seed=1, **more):
    luck = Random(seed)
    return [
        fly(luck, 37, launch=luck.uniform(1.6, 2.3), rotor=0.45, phase=luck.random(), **more)
        for _ in range(count)
    ]


def test_a_ball_runs_then_drops_then_lies_still():
    for each in flights(50):
        assert 0 < each.first_turn < each.slow < each.dropped < each.rested < 60
        assert each.turns > 3
        assert 0 <= each.place < 37
        assert each.rotor < 0.45


def test_the_wheel_is_fair():
    found = Counter(each.place for each in flights(1500))
    chi = sum((found[place] - 1500 / 37) ** 2 / (1500 / 37) for place in range(37))
    assert chi < 67.985  # 36 degrees of freedom, 1 in 1000


def test_a_biased_wheel_prefers_its_pockets():
    catches = catches_of(SINGLE_ZERO, dict.fromkeys(SINGLE_ZERO[:8], 1.0))
    found = Counter(each.place < 8 for each in flights(1500, catches=catches))
    share = 16 / (16 + 29)
    assert abs(found[True] - 1500 * share) < 4 * (1500 * share * (1 - share)) ** 0.5


def test_the_same_seed_is_the_same_wheel():
    assert flights(5, seed=3) == flights(5, seed=3) != flights(5, seed=4)
