"""A hall is made whole or not at all: its files, keys, accounts and cards."""

import os
import stat

import pytest

from hallctl.app.installing import making
from hallctl.app.installing.answers import answers_of
from hallctl.app.installing.draft import draft_text, keep, read_answers
from hallctl.app.installing.interview import faults, filled, from_file
from hallctl.app.installing.making import AUTHORITY, FolderTakenError, make_hall
from hallctl.app.installing.plan import plan
from hallctl.app.setting import load
from hallctl.app.vault import Places, rekeyer
from hallctl.config.problems import ConfigError
from hallctl.config.ready import demand_ready
from hallctl.minutes.signing.console import console_pair
from hallctl.minutes.signing.keystore import Keystore
from hallctl.web.access.auth import Entered
from hallctl.web.access.people import People, Secrets
from hallctl.web.access.words import AccessError
from tests.hallctl.app.installing.halls import FOUND, HALLS, MACHINE, MANUAL, QUICK, ROULETTE
from tests.hallctl.web.access.doors import Time, door_at


def planned(values):
    return plan(answers_of(filled(from_file(values), FOUND)))


def made(folder, values, **more):
    given = filled(from_file(values), FOUND)
    return make_hall(plan(answers_of(given)), folder, draft_text(given), strength=QUICK, **more)


@pytest.mark.parametrize("hall", HALLS.values(), ids=HALLS)
def test_the_file_of_every_game_is_read_without_a_fault_and_lacks_calibrations_at_most(tmp_path, hall):
    hall = made(tmp_path / "sala", hall)
    setting = load(hall.config)
    try:
        demand_ready(setting)
    except ConfigError as error:
        assert all("no está calibrado" in problem for problem in error.problems)
        assert setting.config.camera is not None
    text = hall.config.read_text("utf-8")
    assert "simulated" not in text
    assert not any(passphrase in text for passphrase in hall.passphrases.values())


@pytest.mark.req("AJ-13", "AJ-42")
def test_everybody_enters_and_signs_with_the_passphrase_that_was_told_and_no_two_are_alike(tmp_path):
    hall = made(tmp_path / "sala", MANUAL)
    setting, store = load(hall.config), Keystore(tmp_path / "sala/claves")
    assert len(set(hall.passphrases.values())) == len(setting.config.people) + 1
    store.open_authority(hall.passphrases[AUTHORITY])
    with door_at(Places(setting.directory).directory, Time()) as auth:
        for person in setting.config.people:
            signer = store.unlock(person.name, hall.passphrases[person.name])
            assert signer.fingerprint == store.person(person.name).fingerprint
            entered = auth.log_in(person.name, hall.passphrases[person.name], "", "127.0.0.1")
            assert isinstance(entered, Entered)
            assert [post.value for post in entered.who.account.posts] == list(person.posts)
    assert console_pair(store) is not None
    assert {"192.168.1.10"} == {setting.config.console.host, setting.config.feed.host}


def test_a_first_passphrase_is_changed_for_entering_and_signing_at_once(tmp_path):
    hall = made(tmp_path / "sala", ROULETTE)
    setting, store, new = load(hall.config), Keystore(tmp_path / "sala/claves"), "una nueva contraseña"
    with door_at(Places(setting.directory).directory, Time()) as auth:
        auth.rekey, first = rekeyer(setting), hall.passphrases["Ana Quispe"]
        account = next(each for each in auth.store.accounts() if each.name == "Ana Quispe")
        people = People(auth, "Ana Quispe", "127.0.0.1")
        assert people.change_own(account, Secrets(new), first) is None
        assert isinstance(auth.log_in("Ana Quispe", new, "", "127.0.0.1"), Entered)
        store.unlock("Ana Quispe", new)
        store.key_file("Ana Quispe").write_bytes(b"")
        with pytest.raises(AccessError):
            people.change_own(account, Secrets("otra contraseña más"), new)
        assert isinstance(auth.log_in("Ana Quispe", new, "", "127.0.0.1"), Entered)


def test_a_key_with_a_passphrase_of_its_own_keeps_it(tmp_path):
    hall = made(tmp_path / "sala", ROULETTE)
    rekeyer(load(hall.config))("Ana Quispe", "la de la cuenta", "una nueva contraseña")
    Keystore(tmp_path / "sala/claves").unlock("Ana Quispe", hall.passphrases["Ana Quispe"])


def test_nobody_else_reads_any_of_it_and_no_secret_is_kept(tmp_path):
    hall = made(tmp_path / "sala", MANUAL)
    for path in (tmp_path / "sala").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    kept = b"".join(path.read_bytes() for path in (tmp_path / "sala").rglob("*") if path.is_file())
    assert not any(passphrase.encode() in kept for passphrase in hall.passphrases.values())
    assert [path.name for path in tmp_path.iterdir()] == ["sala"]


def test_a_passphrase_that_was_chosen_is_taken(tmp_path):
    hall = made(tmp_path / "sala", ROULETTE, chosen={"Marta Suárez": "una contraseña de prueba"})
    assert hall.passphrases["Marta Suárez"] == "una contraseña de prueba"
    Keystore(tmp_path / "sala/claves").unlock("Marta Suárez", "una contraseña de prueba")


def test_cards_and_rules_of_the_halls_own_are_copied_beside_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "reglas.toml").write_text('base = "aj-bolivia-manual"\napproval = "RA 7"\n', "utf-8")
    first = made(tmp_path / "sala", MANUAL)
    (tmp_path / "impresos.csv").write_bytes((first.config.parent / "series/a-1.csv").read_bytes())
    own = made(tmp_path / "otra", {**MANUAL, "rules": "reglas.toml", "cards": "impresos.csv"})
    setting = load(own.config)
    assert setting.rules.approval == "RA 7"
    assert setting.material[0].digest == load(first.config).material[0].digest


@pytest.mark.parametrize("step", ["_write", "_check", "_keys", "_accounts"])
def test_whatever_fails_leaves_nothing_behind(tmp_path, monkeypatch, step):
    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(making, step, fail)
    with pytest.raises(KeyboardInterrupt):
        made(tmp_path / "sala", MANUAL)
    assert list(tmp_path.iterdir()) == []


def test_what_a_power_cut_left_is_made_anew(tmp_path):
    left = tmp_path / ".sala.part/claves"
    left.mkdir(parents=True)
    (left / "ca.key").write_text("medio")
    made(tmp_path / "sala", ROULETTE)
    assert [path.name for path in tmp_path.iterdir()] == ["sala"]


def test_a_hall_that_is_there_is_never_touched_nor_a_folder_with_other_things(tmp_path):
    hall = made(tmp_path / "sala", ROULETTE)
    before = hall.config.read_bytes(), sorted((tmp_path / "sala").rglob("*"))
    with pytest.raises(FolderTakenError, match="ya hay una sala"):
        made(tmp_path / "sala", MACHINE)
    assert before == (hall.config.read_bytes(), sorted((tmp_path / "sala").rglob("*")))
    (tmp_path / "cosas").mkdir()
    (tmp_path / "cosas/nota.txt").touch()
    with pytest.raises(FolderTakenError, match="no está vacía"):
        made(tmp_path / "cosas", MACHINE)
    (tmp_path / "vacía").mkdir()
    assert made(tmp_path / "vacía", ROULETTE).config.is_file()


def test_two_at_once_do_not_mix(tmp_path):
    with making._alone(tmp_path), pytest.raises(FolderTakenError, match="Otro «hallctl init»"):
        made(tmp_path / "sala", ROULETTE)


def test_the_faults_of_a_file_name_the_place_that_it_will_have(tmp_path):
    (tmp_path / "malos.csv").write_text("nada\n")
    with pytest.raises(ConfigError) as caught:
        made(tmp_path / "sala", {**MANUAL, "cards": str(tmp_path / "malos.csv")})
    assert f"{tmp_path}/sala/hall.toml" in str(caught.value)
    assert ".part" not in str(caught.value)
    assert not (tmp_path / "sala").exists()


def test_the_answers_are_kept_whole_for_their_owner_alone_and_read_back(tmp_path):
    given, draft = filled(from_file({**MANUAL, "name": 'Bingo "Ñ" \\ 1'}), FOUND), tmp_path / ".r.toml"
    before = os.umask(0)
    try:
        keep(draft, {"name": "a"})
        keep(draft, given)
    finally:
        os.umask(before)
    assert stat.S_IMODE(draft.stat().st_mode) == 0o600
    assert from_file(read_answers(draft)) == given
    assert list(faults(given, FOUND)) == []
    assert [path.name for path in tmp_path.iterdir()] == [".r.toml"]


def test_the_plan_says_what_is_to_calibrate():
    assert planned(MACHINE).calibrate == ("J-01", "J-02")
    assert planned(MANUAL).calibrate == ()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_root_makes_in_the_place_of_the_halls_user_is_that_users(tmp_path):
    os.chown(tmp_path, 65534, 65534)
    made(tmp_path / "sala", ROULETTE)
    assert {path.stat().st_uid for path in (tmp_path / "sala", *(tmp_path / "sala").rglob("*"))} == {65534}
