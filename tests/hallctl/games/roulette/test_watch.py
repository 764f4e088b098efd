"""The watch over a wheel: known answers, no alarm of fair wheels at any look, and preferences found."""

from collections.abc import Callable
from math import inf
from statistics import median

import numpy as np
import pytest
from numpy.typing import NDArray

from hallctl.games.roulette.rules.wheel import SINGLE_ZERO_ORDER, Wheel
from hallctl.games.roulette.watch import Preference, Spin, Watch, first_harmonic, pearson
from tests.hallctl.games.roulette.many_watches import ManyWatches

WHEEL = Wheel("Cammegh", "37-001", SINGLE_ZERO_ORDER)
POCKETS = tuple(WHEEL.place)
FAIR = np.full(37, 1 / 37)
CROUPIERS = ("Inês", "Rui", "Marta")


def watched(spins: list[tuple[int, int]]) -> Watch:
    """Return a watch that saw each place so often."""
    watch = Watch(WHEEL)
    for place, often in spins:
        for _ in range(often):
            watch.spin(Spin(POCKETS[place], "left", "Inês"))
    return watch


def alarm(chances: Callable[[str, str], NDArray[np.float64]], spins: int, seed: int) -> tuple[float, Watch]:
    """Return with which spin a wheel of these chances raised the alarm, and its watch."""
    luck, watch = np.random.default_rng(seed).random(spins), Watch(WHEEL)
    sums: dict[tuple[str, str], NDArray[np.float64]] = {}
    for spin in range(spins):
        direction, croupier = ("left", "right")[spin % 2], CROUPIERS[spin // 40 % 3]
        if (direction, croupier) not in sums:
            sums[direction, croupier] = np.cumsum(chances(direction, croupier))
        place = int(np.searchsorted(sums[direction, croupier], luck[spin])) % 37
        watch.spin(Spin(POCKETS[place], direction, croupier))
        if watch.alarm is not None:
            return spin + 1, watch
    return inf, watch


def alarms(chances: NDArray[np.float64], spins: int, seeds: range) -> tuple[list[float], ManyWatches]:
    """Return with which spin each of many wheels of the same chances raised the alarm, and their watches."""
    sums, many = np.cumsum(chances), ManyWatches(len(seeds))
    luck = np.array([np.random.default_rng(seed).random(spins) for seed in seeds])
    for spin in range(spins):
        places = np.searchsorted(sums, luck[:, spin]) % 37
        many.spin(places, ("left", "right")[spin % 2], CROUPIERS[spin // 40 % 3])
        if not np.isinf(many.alarm).any():
            break
    return list(many.alarm), many


def preferring(places: range, by: float) -> NDArray[np.float64]:
    chances = FAIR.copy()
    chances[list(places)] *= 1 + by
    return np.asarray(chances / chances.sum())


def test_the_evidence_of_pockets_has_its_known_answers() -> None:
    assert Watch(WHEEL).evidence[Preference.POCKET] == pytest.approx(0)
    every_ten = watched([(place, 10) for place in range(37)])
    assert every_ten.evidence[Preference.POCKET] == pytest.approx(-6.091708436)
    uneven = watched(
        [(0, 34), *((place, 9) for place in range(1, 25)), *((place, 10) for place in range(25, 37))]
    )
    assert uneven.evidence[Preference.POCKET] == pytest.approx(1.151102848)
    assert uneven.counts["0"] == 34


def test_pearson_and_the_first_harmonic_are_those_of_the_text_books() -> None:
    assert pearson([10] * 37) == 0
    assert pearson([20, *[10] * 36]) == pytest.approx(100 * 36 / 37 / (380 / 37))
    assert first_harmonic([10] * 37) == pytest.approx(1)
    assert first_harmonic([0] * 37) == 1
    leaning = [round(100 * (1 + 0.3 * np.cos(2 * np.pi * at / 37))) for at in range(37)]
    assert first_harmonic(leaning) < 1e-9


@pytest.mark.timeout(3600)
def test_a_fair_wheel_raises_no_alarm_however_often_one_looks(full: bool) -> None:
    wheels, spins = (200, 20_000) if full else (4, 2_000)
    assert alarms(FAIR, spins, range(wheels))[0] == [inf] * wheels


def test_many_watches_at_once_are_the_watch_of_the_house_spin_by_spin() -> None:
    many, luck = ManyWatches(3), np.random.default_rng(7)
    watches = [Watch(WHEEL) for _ in range(3)]
    raised = [inf] * 3
    chances = [FAIR, preferring(range(12), 0.9), preferring(range(30, 37), 2.0)]
    for spin in range(900):
        direction, croupier = ("left", "right")[spin % 2], CROUPIERS[spin // 40 % 3]
        places = np.array([luck.choice(37, p=each) for each in chances])
        many.spin(places, direction, croupier)
        found = many.evidence
        for at, watch in enumerate(watches):
            watch.spin(Spin(POCKETS[places[at]], direction, croupier))
            alone = watch.evidence
            assert all(found[each][at] == pytest.approx(alone[each], abs=1e-9) for each in Preference)
            if watch.alarm is not None and raised[at] == inf:
                raised[at] = spin + 1
    assert list(many.alarm) == raised
    assert raised[0] == inf
    assert max(raised[1:]) < 900


def test_the_watch_of_the_house_alone_raises_the_same_alarms() -> None:
    chances = preferring(range(8), 0.6)
    found, _ = alarms(chances, 3_000, range(3))
    assert found == [alarm(lambda *_: chances, 3_000, seed)[0] for seed in range(3)]


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("first", [pytest.param(0, marks=pytest.mark.campaign), 33])
def test_eight_neighbours_that_come_more_often_are_found_wherever_they_lie(first: int, full: bool) -> None:
    chances = FAIR.copy()
    chances[[(first + step) % 37 for step in range(8)]] *= 1.3
    chances /= chances.sum()
    found, _ = alarms(chances, 20_000, range(60 if full else 5))
    assert median(found) <= 2_000


@pytest.mark.parametrize(
    ("which", "chances"),
    [
        (
            Preference.DIRECTION,
            lambda direction, _: preferring(range(12) if direction == "left" else range(18, 30), 0.6),
        ),
        (Preference.CROUPIER, lambda _, croupier: preferring(range(12), 0.9) if croupier == "Rui" else FAIR),
    ],
)
def test_what_one_direction_or_one_croupier_prefers_is_found_as_theirs(
    which: Preference, chances: Callable[[str, str], NDArray[np.float64]]
) -> None:
    spin, watch = alarm(chances, 5_000, seed=5)
    assert spin < 5_000
    assert watch.alarm is which


def test_after_a_change_the_watch_begins_anew() -> None:
    _, watch = alarm(lambda *_: preferring(range(8), 0.9), 5_000, seed=1)
    assert watch.alarm is not None
    assert Watch(WHEEL).alarm is None
    for place in range(37):
        watch.spin(Spin(POCKETS[place], "left", "Inês"))
    assert watch.alarm is not None, "an alarm that was raised stays"
