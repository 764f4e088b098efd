"""The desk's unlocked keys: who can sign when, how wrong passphrases delay, and that nobody is locked out."""

import threading
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.minutes.signing.certificates import issue_person, make_authority, new_key
from hallctl.minutes.signing.errors import KeyFileError, KeyRefusedError, refused, trouble
from hallctl.minutes.signing.signers import TWO_PERSON_MS, Outcome, SoftwareSigner, Unlocked, fingerprint_of
from hallctl.minutes.signing.verify import verifies
from tests.hallctl.minutes.signing.conftest import ANA, DECADE, OFFICE, YEARS
from tests.hallctl.minutes.signing.test_verify import der

AUTHORITY = make_authority("Sala", "Empresa", DECADE, new_key())


def signer(name):
    key = new_key()
    return SoftwareSigner(der(issue_person(AUTHORITY, name, ["jefe"], YEARS, key.public_key())), key)


class Drawer:
    """Keys behind passphrases, opened at once; the tests with real files are at the end."""

    def __init__(self):
        self.signers = {name: signer(name) for name in ("Ana", "Luis")}
        self.asked = 0
        self.broken = False

    def unlock(self, person, passphrase):
        self.asked += 1
        if self.broken:
            raise trouble("KEY-IO", path="x", detail="x")
        if person not in self.signers:
            raise refused("KEY-UNKNOWN", name=person)
        if passphrase != f"clave de {person}":
            raise refused("KEY-PASSPHRASE", name=person)
        return self.signers[person]


@pytest.fixture
def drawer():
    return Drawer()


@pytest.fixture
def desk(drawer):
    return Unlocked(drawer)


def code_of(call, *arguments):
    with pytest.raises(KeyRefusedError) as caught:
        call(*arguments)
    return caught.value.code


def test_a_person_signs_after_unlocking_and_not_after_locking(desk, drawer):
    assert code_of(desk.sign, "Ana", b"x", 0) == "KEY-LOCKED"
    attempt = desk.unlock("Ana", "clave de Ana", 5)
    assert (attempt.outcome, attempt.failures, attempt.wait_ms, attempt.code) == (Outcome.UNLOCKED, 0, 0, "")
    used, signature = desk.sign("Ana", b"x", 10)
    assert used.fingerprint == fingerprint_of(drawer.signers["Ana"].certificate)
    assert verifies(used.certificate, used.algorithm, b"x", signature)
    assert desk.unlocked(10) == ("Ana",)
    assert code_of(desk.sign, "Luis", b"x", 10) == "KEY-LOCKED"
    desk.lock("Ana")
    desk.lock("Ana")
    assert code_of(desk.sign, "Ana", b"x", 11) == "KEY-LOCKED"


def test_a_name_is_the_same_person_s_however_it_is_typed(desk, drawer):
    drawer.signers["Inés"] = signer("Inés")
    apart = unicodedata.normalize("NFD", "Inés")
    assert apart != "Inés"
    assert desk.unlock(apart, "clave de Inés", 0).code == ""
    assert desk.unlocked(0) == ("Inés",)
    assert desk.sign("Inés", b"x", 0)[0] is desk.sign(apart, b"x", 0)[0]
    desk.lock(apart)
    assert desk.unlocked(0) == ()


@pytest.mark.invariant("I16")
def test_a_two_person_step_needs_an_authentication_within_120_seconds(desk):
    desk.unlock("Ana", "clave de Ana", 1000)
    desk.sign("Ana", b"x", 1000 + TWO_PERSON_MS, TWO_PERSON_MS)
    assert code_of(desk.sign, "Ana", b"x", 1001 + TWO_PERSON_MS, TWO_PERSON_MS) == "KEY-AGAIN"
    desk.sign("Ana", b"x", 1001 + TWO_PERSON_MS)
    desk.unlock("Ana", "clave de Ana", 200_000)
    desk.sign("Ana", b"x", 200_000, TWO_PERSON_MS)


def test_signing_does_not_count_as_authenticating_again(desk):
    desk.unlock("Ana", "clave de Ana", 0)
    for now in range(0, 121_000, 10_000):
        desk.sign("Ana", b"x", now)
    assert code_of(desk.sign, "Ana", b"x", 121_000, TWO_PERSON_MS) == "KEY-AGAIN"


def test_an_idle_key_is_forgotten_after_ten_minutes_and_any_after_twelve_hours(desk):
    desk.unlock("Ana", "clave de Ana", 0)
    desk.sign("Ana", b"x", 600_000)
    assert code_of(desk.sign, "Ana", b"x", 1_200_001) == "KEY-LOCKED"
    desk.unlock("Ana", "clave de Ana", 0)
    for now in range(0, 43_200_001, 500_000):
        desk.sign("Ana", b"x", now)
    assert code_of(desk.sign, "Ana", b"x", 43_200_001) == "KEY-LOCKED"


def test_three_failures_delay_30_seconds_doubling_to_a_quarter_of_an_hour(desk):
    now, waits = 0, []
    for _ in range(10):
        attempt = desk.unlock("Ana", "mal", now)
        assert attempt.outcome is Outcome.WRONG
        waits.append(attempt.wait_ms // 1000)
        now += attempt.wait_ms
    assert waits == [0, 0, 30, 60, 120, 240, 480, 900, 900, 900]
    assert desk.unlock("Ana", "clave de Ana", now).outcome is Outcome.UNLOCKED
    assert desk.unlock("Ana", "mal", now).wait_ms == 0


def test_during_the_delay_no_passphrase_is_looked_at_and_nothing_is_counted(desk, drawer):
    for _ in range(3):
        desk.unlock("Ana", "mal", 0)
    asked = drawer.asked
    for now in range(0, 30_000, 1000):
        attempt = desk.unlock("Ana", "clave de Ana", now)
        assert (attempt.outcome, attempt.failures, attempt.wait_ms) == (Outcome.DELAYED, 3, 30_000 - now)
    assert drawer.asked == asked
    assert desk.unlock("Ana", "clave de Ana", 30_000).outcome is Outcome.UNLOCKED


def test_nobody_locks_the_jefe_out(desk):
    desk.unlock("Ana", "clave de Ana", 0)
    for _ in range(5):
        desk.unlock("Ana", "mal", 0, "una tableta de la sala")
    desk.sign("Ana", b"x", 1)
    assert desk.unlock("Ana", "clave de Ana", 2, "la mesa").outcome is Outcome.UNLOCKED
    assert desk.unlock("Luis", "clave de Luis", 2, "una tableta de la sala").outcome is Outcome.UNLOCKED


def test_a_broken_disk_and_a_name_that_is_not_there_are_told_and_do_not_delay(desk, drawer):
    for number in range(50):
        attempt = desk.unlock(f"Nadie {number}", "x", 0)
        assert (attempt.outcome, attempt.code, attempt.wait_ms) == (Outcome.UNKNOWN, "KEY-UNKNOWN", 0)
    assert not desk._failures
    desk.unlock("Ana", "mal", 0)
    desk.unlock("Ana", "mal", 0)
    drawer.broken = True
    attempt = desk.unlock("Ana", "clave de Ana", 0)
    assert (attempt.outcome, attempt.code, attempt.failures) == (Outcome.BROKEN, "KEY-IO", 2)
    drawer.broken = False
    assert desk.unlock("Ana", "mal", 0).wait_ms == 30_000


def test_many_guesses_at_once_are_no_more_than_three(desk, drawer):
    gate = threading.Barrier(8)

    def guess(number):
        gate.wait()
        return desk.unlock("Ana", f"mal {number}", 0).outcome

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(guess, range(8)))
    assert outcomes.count(Outcome.WRONG) == 3
    assert outcomes.count(Outcome.DELAYED) == 5
    assert drawer.asked == 3


def test_many_threads_sign_while_the_key_is_locked_and_unlocked(desk):
    def work(number):
        results = []
        for now in range(200):
            if number == 0:
                desk.lock("Ana")
                desk.unlock("Ana", "clave de Ana", now)
            else:
                try:
                    used, signature = desk.sign("Ana", b"x", now)
                except KeyRefusedError as error:
                    results.append(error.code == "KEY-LOCKED")
                else:
                    results.append(verifies(used.certificate, used.algorithm, b"x", signature))
        return all(results)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(4)))


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 1_000_000)), max_size=30))
def test_whatever_was_typed_the_right_passphrase_opens_within_a_quarter_of_an_hour(steps):
    desk, now = Unlocked(Drawer()), 0
    for right, wait in steps:
        now += wait
        attempt = desk.unlock("Ana", "clave de Ana" if right else "mal", now)
        assert attempt.wait_ms <= 900_000
        assert (attempt.outcome is Outcome.UNLOCKED) <= right
    assert desk.unlock("Ana", "clave de Ana", now + 900_000).outcome is Outcome.UNLOCKED


def test_the_keystore_is_an_opener(store, ana):
    desk = Unlocked(store)
    assert desk.unlock("Ana Quispe", OFFICE, 0).outcome is Outcome.WRONG
    assert desk.unlock("Ana Quispe", ANA, 0).outcome is Outcome.UNLOCKED
    used, signature = desk.sign("Ana Quispe", b"acta", 0)
    assert verifies(ana.certificate, used.algorithm, b"acta", signature)
    store.folder.chmod(0o755)
    assert desk.unlock("Ana Quispe", ANA, 0).code == "KEY-OPEN"
    with pytest.raises(KeyFileError):
        store.unlock("Ana Quispe", ANA)


def test_the_same_message_always_gets_the_same_signature():
    ours = signer("Ana")
    assert ours.sign(b"acta") == ours.sign(b"acta") != ours.sign(b"otra")
