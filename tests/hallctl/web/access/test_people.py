"""Accounts: made by who may, with a measure, every change in the security log."""

import unicodedata
from pathlib import Path
from typing import Literal

import pytest

from hallctl.rules.commands.base import Post
from hallctl.web.access.auth import AuthService
from hallctl.web.access.people import People, Secrets
from tests.hallctl.web.access.doors import ANA, DESK, LUIS, MARTA, PASSPHRASE, PIN, Time, code, door_at, enter

GOOD = Secrets("diez letras o más", "314159")


@pytest.fixture
def people(auth: AuthService) -> People:
    return People(auth, MARTA, DESK)


def test_the_first_account_is_a_director_s_and_there_is_no_other_first(tmp_path: object, time: Time) -> None:
    with door_at(tmp_path, time) as auth:  # type: ignore[arg-type]
        people = People(auth, "root", "máquina")
        assert auth.names() == ()
        assert people.begin(MARTA, ["jefe"], GOOD) is None
        (first,) = people.accounts()
        assert (first.name, first.posts) == (MARTA, (Post.DIRECTOR, Post.JEFE))
        assert code(people.begin(ANA, [], GOOD)) == "ACC-FIRST"
        assert code(people.add(ANA, ["jefe"], GOOD, first=True)) == "ACC-FIRST"
        (entry,) = auth.log.entries()
        assert (entry.kind, entry.person, entry.source) == ("account-added", MARTA, "máquina")
        assert entry.detail == "root: director, jefe"


@pytest.mark.parametrize(
    ("name", "posts", "secrets", "expected"),
    [
        (ANA, ["jefe"], GOOD, "ACC-EXISTS"),
        ("", ["jefe"], GOOD, "ACC-NAME"),
        ("Eva", [], GOOD, "ACC-POSTS"),
        ("Eva", ["jefe", "rey"], GOOD, "ACC-POSTS"),
        ("Eva", ["controller"], GOOD, "ACC-POSTS"),
        ("Eva", ["jefe"], Secrets("corta"), "ACC-SHORT"),
        ("Eva", ["jefe"], Secrets("diez letras o más", "123456"), "ACC-PIN-FORM"),
    ],
)
def test_an_account_that_is_none_is_not_made(
    auth: AuthService, people: People, name: str, posts: list[str], secrets: Secrets, expected: str
) -> None:
    before = people.accounts()
    assert code(people.add(name, posts, secrets)) == expected
    assert people.accounts() == before
    assert len(auth.log.entries()) == 3


def test_who_was_let_in_no_more_is_let_in_no_more_until_her_passphrase_is_set_again(
    auth: AuthService, people: People
) -> None:
    assert people.disable(ANA) is None
    assert code(auth.log_in(ANA, PASSPHRASE, "", DESK)) == "ACC-WRONG"
    assert ANA not in auth.names()
    assert people.reset(ANA, GOOD) is None
    assert code(auth.log_in(ANA, PASSPHRASE, "", "10.0.0.7")) == "ACC-WRONG"
    assert code(auth.log_in(ANA, GOOD.passphrase, "", DESK)) == ""


def test_the_last_director_is_neither_shut_out_nor_given_other_posts(people: People) -> None:
    assert code(people.disable(MARTA)) == "ACC-LAST"
    assert code(people.set_posts(MARTA, ["jefe"])) == "ACC-LAST"
    assert people.set_posts(LUIS, ["director", "locutor"]) is None
    assert people.disable(MARTA) is None
    assert code(people.disable(LUIS)) == "ACC-LAST"


def test_nobody_changes_who_is_not_there(people: People) -> None:
    for answer in (people.disable("Eva"), people.reset("Eva", GOOD), people.set_posts("Eva", ["jefe"])):
        assert code(answer) == "ACC-UNKNOWN"


def test_a_person_changes_what_she_knows_and_what_she_leaves_empty_stays(
    auth: AuthService, people: People
) -> None:
    who = enter(auth).who
    assert code(people.change_own(who.account, Secrets("corta"))) == "ACC-SHORT"
    assert code(people.change_own(who.account, Secrets("", "123456"))) == "ACC-PIN-FORM"
    assert people.change_own(who.account, Secrets("", "314159")) is None
    again = enter(auth).who
    assert auth.prove(again, "314159", DESK) is None
    assert code(auth.prove(again, PIN, DESK)) == "ACC-PIN"
    assert people.change_own(again.account, Secrets("una nueva contraseña")) is None
    assert code(auth.log_in(ANA, "una nueva contraseña", "", DESK)) == ""


def test_a_first_passphrase_is_changed_for_another_and_its_pin_goes_with_it(
    auth: AuthService, people: People
) -> None:
    given = "contraseña de año"
    assert people.reset(ANA, Secrets(given, PIN, initial=True)) is None
    account = auth.store.account(ANA)
    assert account is not None
    assert account.initial
    for wrong in (Secrets(""), Secrets("", "314159")):
        assert code(people.change_own(account, wrong, given)) == "ACC-CHANGE"
    forms: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFD")
    for form in forms:
        same = unicodedata.normalize(form, given)
        assert code(people.change_own(account, Secrets(same), given)) == "ACC-SAME", form
    assert code(people.change_own(account, Secrets(PASSPHRASE, PIN), given)) == "ACC-SAME-PIN"
    assert people.change_own(account, Secrets("una nueva contraseña"), given) is None
    account = auth.store.account(ANA)
    assert account is not None
    assert (account.initial, account.pin) == (False, ""), "who gave the PIN knows it"


def test_no_secret_is_in_the_log_nor_in_what_is_printed(auth: AuthService, people: People) -> None:
    people.add("Eva", ["cajero"], Secrets("un secreto de Eva", "314159"))
    people.reset("Eva", Secrets("otro secreto de Eva", "271828"))
    auth.log_in("Eva", "secreto equivocado", "123123", DESK)
    said = "".join(f"{entry}" for entry in auth.log.entries()) + repr(people.accounts())
    for secret in ("un secreto", "otro secreto", "equivocado", "314159", "271828", "123123", "$argon2id"):
        assert secret not in said


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC"])
def test_a_name_is_the_same_account_however_it_is_typed(
    tmp_path: Path, form: Literal["NFC", "NFD", "NFKC"]
) -> None:
    typed = unicodedata.normalize(form, "Iñés Peña")
    with door_at(tmp_path, Time()) as auth:
        people = People(auth, "tests", "máquina")
        other = unicodedata.normalize("NFD" if form == "NFC" else "NFC", typed)
        assert people.begin(typed, [], Secrets(PASSPHRASE, PIN)) is None
        assert code(people.add(other, ["jefe"], Secrets(PASSPHRASE))) == "ACC-EXISTS"
        for name in (typed, other):
            entered = enter(auth, name)
            assert entered.who.person == "Iñés Peña"
            assert people.set_posts(name, ["director", "jefe"]) is None
            assert code(auth.who(entered.token)) == "ACC-NONE"
            assert people.reset(name, Secrets(PASSPHRASE)) is None
        assert [account.name for account in people.accounts()] == ["Iñés Peña"]
        assert {entry.person for entry in auth.log.entries()} == {"Iñés Peña"}
