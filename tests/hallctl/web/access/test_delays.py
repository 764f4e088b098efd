"""Lock-out by delay: three failures, then 30 s, doubling to 15 min, for an account from a source."""

from hypothesis import given
from hypothesis import strategies as st

from hallctl.web.access.delays import FORGET_MS, FREE_FAILURES, MOST, Delays

ATTEMPTS = st.lists(
    st.tuples(
        st.sampled_from(["Ana", "Marta"]),
        st.sampled_from(["127.0.0.1", "10.0.0.7"]),
        st.integers(0, 1_200_000),
        st.booleans(),
    ),
    max_size=60,
)


@given(ATTEMPTS)
def test_no_attempt_is_looked_at_before_its_delay_and_every_one_is_after_it(
    attempts: list[tuple[str, str, int, bool]],
) -> None:
    delays, now = Delays(), 0
    failures: dict[tuple[str, str], list[int]] = {}
    for account, source, later, right in attempts:
        now += later
        seen = failures.setdefault((account, source), [])
        wait = min(30_000 << min(len(seen) - FREE_FAILURES, 10), 900_000) if len(seen) >= FREE_FAILURES else 0
        attempt = delays.begin(account, source, now)
        if seen and now < seen[-1] + wait:
            assert attempt.wait_ms == seen[-1] + wait - now
            continue
        assert attempt.wait_ms == 0
        if right:
            delays.forgive(account, source)
            seen.clear()
        else:
            seen.append(now)


@given(st.lists(st.integers(0, 900_001), max_size=200))
def test_nobody_waits_longer_than_fifteen_minutes_and_nobody_for_ever(pauses: list[int]) -> None:
    delays, now = Delays(), 0
    for pause in pauses:
        now += pause
        assert delays.begin("Ana", "10.0.0.7", now).wait_ms <= 900_000
    assert delays.wait_ms("Ana", "10.0.0.7", now) <= 900_000
    assert delays.begin("Ana", "10.0.0.7", now + 900_000).wait_ms == 0


@given(st.lists(st.sampled_from([f"10.0.0.{n}" for n in range(20)]), max_size=300))
def test_what_comes_from_elsewhere_never_delays_the_desk(sources: list[str]) -> None:
    delays = Delays()
    for now, source in enumerate(sources):
        delays.begin("Ana", source, now)
    assert delays.begin("Ana", "127.0.0.1", len(sources)).wait_ms == 0


@given(st.integers(0, 500), st.integers(0, 29_999))
def test_every_attempt_is_accounted_for_though_not_each_is_written(many: int, apart: int) -> None:
    delays = Delays()
    looked_at = sum(delays.begin("Ana", "x", n).wait_ms == 0 for n in range(3))
    written = 0
    for n in range(many):
        written += delays.begin("Ana", "x", 2 + apart * n // max(many, 1)).first
    attempt = delays.begin("Ana", "x", 2 + 30_000)
    assert looked_at == 3
    assert (attempt.wait_ms, written + attempt.unsaid) == (0, many)


def test_failures_are_forgotten_after_an_hour_of_quiet() -> None:
    delays = Delays()
    for n in range(3):
        delays.begin("Ana", "x", n)
    assert delays.begin("Ana", "x", 40_000).wait_ms == 0
    assert delays.begin("Ana", "x", 41_000).wait_ms == 59_000, "the fourth failure waits twice as long"
    later = 100_000 + FORGET_MS + 1
    assert [delays.begin("Ana", "x", later + n).wait_ms for n in range(4)] == [0, 0, 0, 29_999]


def test_any_number_of_sources_costs_a_bounded_memory() -> None:
    delays = Delays()
    for n in range(MOST + 500):
        for attempt in range(3 if n < 10 else 1):
            delays.begin("Ana", f"10.{n}", attempt)
    assert len(delays._failures) <= MOST
    assert delays.begin("Ana", "10.3", 5).wait_ms > 0, "who is delayed is not forgotten before who is not"
