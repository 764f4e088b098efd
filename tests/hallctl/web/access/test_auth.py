"""Authentication as a whole: who gets in, who does not, and what the security log has of it."""

import random
import threading
from datetime import timedelta
from pathlib import Path

import pytest

from hallctl.web.access import totp
from hallctl.web.access.auth import AuthService, Entered, Who
from hallctl.web.access.hashing import Cost, Hasher
from hallctl.web.access.people import People, Secrets
from hallctl.web.access.sessions import IDLE_MS, LONGEST_MS
from hallctl.web.access.words import AccessError, Denied
from tests.hallctl.web.access.doors import (
    ANA,
    DESK,
    LUIS,
    MARTA,
    PASSPHRASE,
    PIN,
    Time,
    code,
    door_at,
    enter,
    furnish,
)


def heard(auth: AuthService, start: int = 0) -> list[tuple[str, str]]:
    return [(entry.kind, entry.person) for entry in auth.log.entries()[start:]]


def test_who_knows_the_passphrase_gets_in_and_acts_in_her_own_posts(auth: AuthService) -> None:
    entered = enter(auth, LUIS)
    who = auth.who(entered.token)
    assert isinstance(who, Who)
    assert who.person == LUIS
    assert {post.value for post in who.posts} == {"locutor", "vendedor"}
    assert heard(auth, 3) == [("log-in", LUIS)]


@pytest.mark.parametrize("name", [ANA, "Nadie", "", "\ud800", "x" * 5000])
def test_who_does_not_know_it_stays_out_and_learns_nothing(auth: AuthService, name: str) -> None:
    answer = auth.log_in(name, "no es esta", "", DESK)
    assert isinstance(answer, Denied)
    assert (answer.code, answer.wait_s) == ("ACC-WRONG", 0)
    # What was typed for a name may be a passphrase in the wrong field: it is not written.
    assert heard(auth, 3) == [("log-in-failed", ANA if name == ANA else "")]


def test_who_is_unknown_takes_the_time_of_who_is_known(
    auth: AuthService, monkeypatch: pytest.MonkeyPatch
) -> None:
    costs: list[str] = []
    verify = Hasher.verify

    def looked(hasher: Hasher, encoded: str, secret: str) -> bool:
        costs.append(encoded.rpartition("$")[0].rpartition("$")[0])
        return verify(hasher, encoded, secret)

    monkeypatch.setattr(Hasher, "verify", looked)
    auth.log_in(ANA, "x", "", DESK)
    auth.log_in("Nadie", "x", "", DESK)
    assert costs == ["$argon2id$v=19$m=64,t=1,p=1"] * 2


@pytest.mark.invariant("I16", "I22")
@pytest.mark.parametrize("seed", [1, 2])
def test_ten_thousand_attempts_are_delayed_and_the_jefe_at_the_desk_still_gets_in(
    auth: AuthService, time: Time, seed: int
) -> None:
    chance = random.Random(seed)
    sources = [f"10.0.0.{n}" for n in range(1, 6)]
    looked_at = dict.fromkeys(sources, 0)
    entries, began = len(auth.log.entries()), time.ms
    for attempt in range(10_000):
        time.pass_(chance.choice((10, 200, 1000, 20_000)))
        # The wall clock may be set to anything meanwhile.
        time.wall_of += timedelta(minutes=chance.choice((-90, 0, 0, 90)))
        source = chance.choice(sources)
        before = len(auth.log.entries(1)) and auth.log.entries(1)[0].number
        answer = auth.log_in(ANA, f"intento {attempt}", "", source)
        assert code(answer) in {"ACC-WRONG", "ACC-WAIT"}
        assert not isinstance(answer, Entered)
        newest = auth.log.entries(1)[0]
        looked_at[source] += newest.number > before and newest.kind == "log-in-failed"
        if attempt % 500 == 0:
            jefe = auth.log_in(ANA, PASSPHRASE, "", DESK)
            assert isinstance(jefe, Entered), "an attacker locked the jefe out at the desk"
            assert isinstance(auth.who(jefe.token), Who)
    hours = (time.ms - began) / 3_600_000
    for source in sources:
        # Two are free, then 30 s, 60 s … 15 min; in an hour no more than four are looked at.
        assert looked_at[source] <= 3 + 5 + 4 * hours, (looked_at, hours)
    assert len(auth.log.entries()) - entries < 2_000, "an attacker cannot fill the disk"
    assert auth.log.broken() is None


def test_delays_hold_also_while_many_ask_at_once(tmp_path: Path, time: Time) -> None:
    with door_at(tmp_path, time, Cost(passes=1, memory_kib=4096)) as auth:
        furnish(auth)
        answers: list[str] = []
        threads = [
            threading.Thread(
                target=lambda n=n: answers.append(code(auth.log_in(ANA, f"x{n}", "", "10.0.0.7")))
            )
            for n in range(24)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        failed = [kind for kind, _ in heard(auth, 3) if kind == "log-in-failed"]
    assert len(answers) == 24
    assert len(failed) == 3, "three were looked at, whoever came first"


def test_a_wait_is_told_and_over_when_it_is_over(auth: AuthService, time: Time) -> None:
    answers = [auth.log_in(ANA, "x", "", DESK) for _ in range(4)]
    assert [code(answer) for answer in answers] == ["ACC-WRONG", "ACC-WRONG", "ACC-WAIT", "ACC-WAIT"]
    assert isinstance(answers[3], Denied)
    assert answers[3].wait_s == 30
    assert "30 s" in answers[3].sentence
    assert code(auth.log_in(ANA, PASSPHRASE, "", DESK)) == "ACC-WAIT", "not looked at, right or wrong"
    time.pass_(30_000)
    enter(auth, ANA)
    kinds = [entry.kind for entry in auth.log.entries()[3:]]
    assert kinds == ["log-in-failed"] * 3 + ["log-in-delayed", "log-in-delayed", "log-in"]
    assert auth.log.entries()[-2].detail == "+1", "the attempt that was not written is a number"


def test_a_passphrase_of_an_older_cost_is_hashed_anew_when_its_person_enters(
    tmp_path: Path, time: Time
) -> None:
    with door_at(tmp_path, time) as auth:
        furnish(auth)
    with door_at(tmp_path, time, Cost(passes=2, memory_kib=128)) as auth:
        token = enter(auth, ANA).token
        account, other = auth.store.account(ANA), auth.store.account(LUIS)
        assert account is not None
        assert other is not None
        assert account.passphrase.startswith("$argon2id$v=19$m=128,t=2")
        assert other.passphrase.startswith("$argon2id$v=19$m=64,t=1")
        assert isinstance(auth.who(token), Who), "the same passphrase ends no session"
        enter(auth, ANA)


def test_a_director_with_codes_needs_a_code_and_each_works_once(auth: AuthService, time: Time) -> None:
    secret = totp.new_secret()
    assert People(auth, MARTA, DESK).set_totp(MARTA, secret) is None
    step = int(time.wall().timestamp()) // totp.STEP_S

    def ask(typed: str) -> str:
        return code(auth.log_in(MARTA, PASSPHRASE, typed, "10.0.0.7"))

    assert ask("") == "ACC-WRONG"
    assert ask(totp.code_at(secret, step)) == ""
    assert ask(totp.code_at(secret, step)) == "ACC-WRONG", "the same code again"
    assert ask(totp.code_at(secret, step - 1)) == "ACC-WRONG", "an earlier one"
    time.pass_(60_000)
    assert code(auth.log_in(MARTA, "otra", totp.code_at(secret, step + 2), DESK)) == "ACC-WRONG"
    assert ask(totp.code_at(secret, step + 2)) == "", "a wrong passphrase used no code up"


def test_a_session_sleeps_and_its_person_s_pin_wakes_it_under_another_token(
    auth: AuthService, time: Time
) -> None:
    token = enter(auth).token
    time.pass_(IDLE_MS + 1)
    assert code(auth.who(token)) == "ACC-ASLEEP"
    assert auth.sleeper(token) == ANA
    assert code(auth.wake(token, "000001", DESK)) == "ACC-PIN"
    woken = auth.wake(token, PIN, DESK)
    assert isinstance(woken, Entered)
    assert isinstance(auth.who(woken.token), Who)
    assert code(auth.who(token)) == "ACC-NONE"
    assert code(auth.wake(token, PIN, DESK)) == "ACC-NONE", "replayed"
    assert heard(auth, 4) == [("wake-failed", ANA), ("woken", ANA)]


def test_the_third_wrong_pin_ends_the_session_and_the_passphrase_still_opens(
    auth: AuthService, time: Time
) -> None:
    token = enter(auth).token
    time.pass_(IDLE_MS + 1)
    assert [code(auth.wake(token, "000001", DESK)) for _ in range(4)] == [
        "ACC-PIN",
        "ACC-PIN",
        "ACC-PIN-OVER",
        "ACC-NONE",
    ]
    assert code(auth.wake(token, PIN, DESK)) == "ACC-NONE"
    enter(auth)


def test_a_session_without_a_pin_ends_when_it_sleeps(auth: AuthService, time: Time) -> None:
    token = enter(auth, LUIS).token
    time.pass_(IDLE_MS + 1)
    assert code(auth.who(token)) == "ACC-NONE"
    assert auth.sleeper(token) == ""
    assert code(auth.wake(token, "", DESK)) == "ACC-NONE"


@pytest.mark.invariant("I22")
def test_the_wall_clock_moves_no_session(auth: AuthService, time: Time) -> None:
    token = enter(auth).token
    for days in (-400, 400):
        time.wall_of += timedelta(days=days)
        assert isinstance(auth.who(token), Who)
    time.wall_of -= timedelta(days=4000)
    time.ms += LONGEST_MS + 1
    assert code(auth.who(token)) == "ACC-NONE"


@pytest.mark.invariant("I16")
@pytest.mark.parametrize("secret", [PIN, PASSPHRASE])
def test_a_person_authenticates_again_with_pin_or_passphrase(
    auth: AuthService, time: Time, secret: str
) -> None:
    who = enter(auth).who
    time.pass_(120_001)
    assert not auth.fresh(who)
    assert auth.prove(who, secret, DESK) is None
    assert auth.fresh(who)
    assert heard(auth)[-1] == ("proved", ANA)


def test_a_wrong_passphrase_inside_a_session_is_delayed_and_a_wrong_pin_ends_it(
    auth: AuthService, time: Time
) -> None:
    who = enter(auth).who
    time.pass_(120_001)
    said = [code(auth.prove(who, "no es esta", "10.0.0.7")) for _ in range(4)]
    assert said == ["ACC-WRONG", "ACC-WRONG", "ACC-WAIT", "ACC-WAIT"]
    assert not auth.fresh(who)
    assert [code(auth.prove(who, "999991", DESK)) for _ in range(3)] == ["ACC-PIN", "ACC-PIN", "ACC-PIN-OVER"]
    assert code(auth.prove(who, PIN, DESK)) == "ACC-PIN-OVER"
    assert not auth.fresh(who)
    enter(auth)


def test_who_logged_out_is_out(auth: AuthService) -> None:
    entered, other = enter(auth), enter(auth)
    auth.log_out(entered.who, DESK)
    assert code(auth.who(entered.token)) == "ACC-NONE"
    assert not auth.open(entered.token)
    assert isinstance(auth.who(other.token), Who)
    assert heard(auth)[-1] == ("log-out", ANA)


def test_a_token_of_nobody_opens_nothing(auth: AuthService) -> None:
    for token in ("", "x", "\ud800", "a" * 10_000):
        assert code(auth.who(token)) == "ACC-NONE"
        assert not auth.open(token)
        assert auth.sleeper(token) == ""


def test_nobody_gets_in_where_the_log_cannot_be_written(auth: AuthService) -> None:
    auth.log.close()
    with pytest.raises(AccessError):
        auth.log_in(ANA, PASSPHRASE, "", DESK)
    assert auth._sessions._open == {}


@pytest.mark.parametrize(
    "change",
    [
        lambda people: people.disable(ANA),
        lambda people: people.reset(ANA, Secrets("otra contraseña")),
        lambda people: people.set_posts(ANA, ["locutor"]),
        lambda people: people.set_totp(ANA, totp.new_secret()),
    ],
)
def test_what_changes_an_account_ends_its_sessions_also_from_another_program(
    tmp_path: Path, auth: AuthService, time: Time, change: object
) -> None:
    token = enter(auth).token
    with door_at(tmp_path, time) as other:
        assert change(People(other, "root", "máquina")) is None  # type: ignore[operator]
    assert code(auth.who(token)) == "ACC-NONE"
    assert not auth.open(token)
