"""Passphrases, PINs and one-time codes: what is kept of them, and what is taken for them."""

import base64

import pytest

from hallctl.web.access import totp
from hallctl.web.access.account import fault_of_name, fault_of_passphrase, fault_of_pin
from hallctl.web.access.hashing import Cost, Hasher
from tests.hallctl.web.access.doors import CHEAP

RFC = base64.b32encode(b"12345678901234567890").decode()


def test_a_hash_names_argon2id_and_its_cost_and_is_never_the_same_twice() -> None:
    hasher = Hasher(Cost(passes=2, memory_kib=128, lanes=1))
    first, second = hasher.hash("secreto"), hasher.hash("secreto")
    assert first.startswith("$argon2id$v=19$m=128,t=2,p=1$")
    assert first != second
    assert hasher.verify(first, "secreto")
    assert not hasher.verify(first, "secreta")


def test_the_hall_s_own_cost_is_that_of_a_machine_without_other_users() -> None:
    assert Hasher().hash("x").startswith("$argon2id$v=19$m=65536,t=3,p=1$")


def test_a_hash_of_another_cost_is_still_checked_and_said_to_be_outdated() -> None:
    old = Hasher(CHEAP).hash("secreto")
    dearer = Hasher(Cost(passes=2, memory_kib=64))
    assert dearer.verify(old, "secreto")
    assert dearer.outdated(old)
    assert not dearer.outdated(dearer.hash("secreto"))


def test_the_same_letters_of_another_keyboard_are_the_same_passphrase() -> None:
    hasher = Hasher(CHEAP)
    assert hasher.verify(hasher.hash("contraseña"), "contrasen\u0303a")
    assert not hasher.verify(hasher.hash("contraseña"), "contrasena")
    assert not hasher.verify("no hash at all", "x")
    assert not hasher.verify(hasher.hash("x"), "\ud800")


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_one_time_codes_are_those_of_rfc_6238(seconds: int, code: str) -> None:
    assert totp.code_at(RFC, seconds // 30) == code
    assert totp.step_of(RFC, f"{code[:3]} {code[3:]}", seconds) == seconds // 30


def test_a_code_is_taken_one_step_early_or_late_and_no_more() -> None:
    code = totp.code_at(RFC, 1000)
    taken = [totp.step_of(RFC, code, 30 * (1000 + steps)) for steps in (-2, -1, 0, 1, 2)]
    assert taken == [None, 1000, 1000, 1000, None]
    assert totp.step_of(RFC, "", 30_000) is None
    assert totp.step_of(RFC, "٢٨٧٠٨٢", 59) is None


def test_a_telephone_is_told_whose_code_it_is() -> None:
    secret = totp.new_secret()
    assert len(base64.b32decode(secret)) == 20
    said = totp.uri(secret, "Bingo Illimani", "Marta Suárez")
    assert said.startswith("otpauth://totp/Bingo%20Illimani:Marta%20Su%C3%A1rez?secret=")


@pytest.mark.parametrize("pin", ["12345", "123456", "987654", "111111", "1234567890123", "27182x", "٢٧١٨٢٨"])
def test_a_pin_that_anybody_would_try_is_none(pin: str) -> None:
    assert fault_of_pin(pin) is not None


def test_names_and_passphrases_have_a_measure() -> None:
    assert [fault_of_pin(pin) for pin in ("", "271828", "100200300400")] == [None] * 3
    assert fault_of_passphrase("diez letra", "Ana") is None
    for bad in ("", "nueve let", "x" * 201, "ana maría quispe"):
        assert fault_of_passphrase(bad, "Ana María Quispe") is not None
    assert fault_of_name("Ana Quispe") is None
    for bad in ("", " Ana", "Ana  Quispe", "x" * 65, "Ana\nQuispe", "Mun\u0303oz"):
        assert fault_of_name(bad) is not None
