"""Sessions: random tokens kept as hashes; idle ten minutes, twelve hours at most, by the boot's own clock."""

from hypothesis import given
from hypothesis import strategies as st

from hallctl.web.access.sessions import (
    FRESH_MS,
    IDLE_MS,
    LONGEST_MS,
    MOST,
    PIN_TRIES,
    Sessions,
    key_of,
)


def test_the_token_is_kept_nowhere_and_each_is_new() -> None:
    sessions = Sessions()
    opened = [sessions.open("Ana", "x", 1, 0) for _ in range(MOST)]
    assert len({token for token, _ in opened}) == len({session.csrf for _, session in opened}) == MOST
    for token, session in opened:
        assert len(token) >= 43
        assert token not in repr(vars(sessions))
        assert sessions.find(token, 0) == session
        assert session.key == key_of(token)
        assert session.csrf not in {token, session.key}


@given(st.lists(st.integers(1, IDLE_MS), max_size=100))
def test_a_session_sleeps_after_ten_idle_minutes_and_ends_after_twelve_hours(pauses: list[int]) -> None:
    sessions, now = Sessions(), 0
    token, session = sessions.open("Ana", "x", 1, 0)
    for pause in pauses:
        now += pause
        found = sessions.find(token, now)
        if now > LONGEST_MS:
            assert found is None
            return
        assert found is not None
        assert not found.asleep(now)
        sessions.touch(session.key, now)
    found = sessions.find(token, now + IDLE_MS + 1)
    assert found is None or found.asleep(now + IDLE_MS + 1)
    assert sessions.find(token, LONGEST_MS + 1) is None


def test_those_awake_and_those_asleep_are_counted_and_what_has_ended_is_neither() -> None:
    sessions = Sessions()
    _, first = sessions.open("Ana", "x", 1, 0)
    sessions.open("Luis", "x", 1, IDLE_MS)
    assert sessions.count(IDLE_MS) == (2, 0)
    assert sessions.count(IDLE_MS + 1) == (1, 1)
    sessions.close(first.key)
    assert sessions.count(IDLE_MS + 1) == (1, 0)
    assert sessions.count(IDLE_MS + LONGEST_MS) == (0, 1)
    assert sessions.count(IDLE_MS + LONGEST_MS + 1) == (0, 0)


def test_a_woken_session_has_another_token_and_ends_no_later() -> None:
    sessions = Sessions()
    token, session = sessions.open("Ana", "x", 1, 0)
    fresh, renewed = sessions.renew(session, LONGEST_MS - 10)
    assert sessions.find(token, LONGEST_MS - 10) is None
    assert fresh != token
    assert renewed.csrf != session.csrf
    assert sessions.find(fresh, LONGEST_MS) == renewed
    assert sessions.find(fresh, LONGEST_MS + 1) is None


def test_an_authentication_is_fresh_for_two_minutes() -> None:
    sessions = Sessions()
    _, session = sessions.open("Ana", "x", 1, 0)
    assert session.fresh(FRESH_MS)
    assert not session.fresh(FRESH_MS + 1)
    sessions.touch(session.key, FRESH_MS + 1)
    touched = sessions.of(session.key)
    assert touched is not None
    assert not touched.fresh(FRESH_MS + 1), "to do something is not to authenticate"
    sessions.prove(session.key, FRESH_MS + 1)
    proved = sessions.of(session.key)
    assert proved is not None
    assert proved.fresh(2 * FRESH_MS + 1)


def test_a_person_has_so_many_sessions_and_the_one_least_used_ends() -> None:
    sessions = Sessions()
    opened = [sessions.open("Ana", "x", 1, now) for now in range(MOST)]
    other, _ = sessions.open("Marta", "x", 1, 0)
    sessions.touch(opened[0][1].key, 100)
    sessions.open("Ana", "x", 1, 101)
    assert sessions.find(opened[0][0], 101) is not None
    assert sessions.find(opened[1][0], 101) is None
    assert sessions.find(other, 101) is not None


def test_the_pin_of_a_session_is_tried_three_times() -> None:
    sessions = Sessions()
    token, session = sessions.open("Ana", "x", 1, 0)
    assert [sessions.try_pin(session.key) for _ in range(PIN_TRIES + 2)] == [1, 2, 3, 4, 4]
    assert sessions.find(token, 0) is None


def test_a_person_s_sessions_end_together_but_one() -> None:
    sessions = Sessions()
    first, session = sessions.open("Ana", "x", 1, 0)
    second, _ = sessions.open("Ana", "y", 1, 0)
    other, _ = sessions.open("Marta", "x", 1, 0)
    sessions.close_of("Ana", but=session.key)
    assert [sessions.find(token, 0) is None for token in (first, second, other)] == [False, True, False]
