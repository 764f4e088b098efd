"""From when on an event may be, by when the machine was heard (I23)."""

from random import Random

import pytest

from drivers.extractor.event_times import EventTimes

pytestmark = pytest.mark.invariant("I23")

PROMPT = 0.1


def test_an_event_that_comes_promptly_is_of_then() -> None:
    times = EventTimes(PROMPT, 10.0)
    times.received(10.05)
    assert times.since(1) == 10.05


def test_an_event_whose_own_frame_was_lost_is_dated_by_the_states_that_number_it() -> None:
    times = EventTimes(PROMPT, 10.0)
    for at in (10.05, 10.10, 10.15, 10.20):
        times.received(at)
        times.numbered(1, known=0)
    times.received(10.30)
    assert times.since(1) == 10.0


def test_an_event_after_a_silence_may_be_as_old_as_that() -> None:
    times = EventTimes(PROMPT, 10.0)
    times.received(10.05)
    times.received(10.60)
    assert times.since(1) == 10.05


def test_of_two_events_the_later_is_dated_by_its_own_number() -> None:
    times = EventTimes(PROMPT, 10.0)
    for at, newest in ((10.05, 4), (10.10, 5), (10.15, 6), (10.20, 6)):
        times.received(at)
        times.numbered(newest, known=4)
    assert times.since(5) == 10.05
    assert times.since(6) == 10.10


def test_a_machine_that_counts_and_never_says_fills_no_memory() -> None:
    times = EventTimes(PROMPT, 10.0)
    for number in range(10_000):
        times.received(10.0 + number / 20)
        times.numbered(number, known=0)
    assert len(times._numbered) < 100


@pytest.mark.parametrize("seed", range(200))
def test_no_event_is_dated_later_than_the_time_to_answer_after_it(seed: int) -> None:
    """Frames that are lost, and a link that stalls for up to a second and then hands on what it held."""
    rng = Random(seed)
    born = sorted(rng.uniform(1.0, 5.0) for _ in range(rng.randint(1, 4)))
    said: list[tuple[float, str, int]] = []
    for tick in range(120):
        at = tick * 0.05
        said.append((at, "state", sum(each <= at for each in born)))
    for number, each in enumerate(born, 1):
        after = born[number] if number < len(born) else 9.0
        said += [(each + again * 0.25, "event", number) for again in range(4) if each + again * 0.25 < after]
    stalls = [(start := rng.uniform(0.5, 5.0), start + rng.uniform(0.0, 0.9)) for _ in range(2)]
    came: dict[float, list[tuple[float, str, int]]] = {}
    for at, what, number in sorted(said):
        if rng.random() < 0.3:
            continue
        heard = at + 0.002
        for start, end in stalls:
            heard = end if start <= heard < end else heard
        came.setdefault(heard, []).append((at, what, number))
    times, known = EventTimes(PROMPT, 0.0), 0
    for heard in sorted(came):
        times.received(heard)
        for _, what, number in came[heard]:
            if what == "state":
                times.numbered(number, known)
            elif number == known + 1:
                assert times.since(number) <= born[number - 1] + PROMPT + 0.003
                known = number
