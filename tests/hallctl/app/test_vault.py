"""A book that is older than its printed folios, or than what its witness saw, does not open (I12)."""

import subprocess
import sys
from dataclasses import replace
from datetime import UTC
from pathlib import Path
from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl import BUILT, __version__
from hallctl.app.practice.demo import CONFIG, demo_overrides
from hallctl.app.practice.keys import PASSPHRASE, prepare_keys
from hallctl.app.program import program, program_digest
from hallctl.app.replay import empty_state
from hallctl.app.setting import load
from hallctl.app.vault import (
    Places,
    demand_cosigned_size,
    demand_own_checkpoint,
    demand_printed,
    open_shelf,
    read_keys,
)
from hallctl.config.hall import TokenSection
from hallctl.devices.newest import keep_newest
from hallctl.devices.witness import Statement
from hallctl.minutes.entry import Entry
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.note import COSIGNATURE, Checkpoint, sign, verifier_of
from hallctl.minutes.signing.signers import Outcome
from hallctl.rules.folding.changes import changed
from hallctl.table.table import Inbox
from hallctl.table.troubles import NOTICES
from tests.hallctl.minutes.sample import chain_of

ROOT = Path(__file__).parents[3]


@pytest.fixture
def setting(tmp_path):
    return load(CONFIG, demo_overrides(tmp_path))


@pytest.mark.invariant("I12")
def test_a_folio_beyond_the_book_keeps_it_closed(setting, tmp_path):
    acts = tmp_path / "actas"
    acts.mkdir()
    state = changed(empty_state(setting), volume=2, folios=7)
    for name in ("tomo-0001-folio-0090-acta.pdf", "tomo-0002-folio-0007-acta.pdf", "otra cosa.pdf"):
        (acts / name).touch()
    demand_printed(acts, state)
    (acts / "tomo-0002-folio-0008-acta-sesion.pdf").touch()
    with pytest.raises(MinutesError, match="folio 8 impreso y el libro llega al 7"):
        demand_printed(acts, state)


def test_the_practice_hall_has_keys_for_everybody_and_makes_them_once(setting, tmp_path):
    prepare_keys(setting)
    prepare_keys(setting)
    keys = read_keys(setting)
    assert keys is not None
    assert {who.person for who in keys.people()} == {person.name for person in setting.config.people}
    assert not keys.unlocked.unlock("Ana Quispe", PASSPHRASE, 0).code


def test_a_hall_without_a_volume_has_an_empty_book(setting):
    with open_shelf(setting, None) as shelf:
        assert list(shelf.entries()) == []
        assert shelf.ending() is None


def test_the_program_says_its_version_and_one_digest_over_its_files():
    name, version, digest = program().split(" ")
    assert (name, digest) == ("hallctl", program_digest())
    assert version[0].isdigit()
    assert len(digest) == 64


def test_the_program_was_made_on_the_day_of_its_version():
    newest = next(
        line for line in (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines() if line[:2] == "##"
    )
    assert newest.startswith(f"## {__version__} — ")
    assert newest.endswith(("unreleased", f"{BUILT:%Y-%m-%d}"))
    assert BUILT.tzinfo is UTC


def test_a_person_whose_token_the_configuration_names_is_asked_for_it(tmp_path):
    module = {"person": "Ana Quispe", "module": "nada.so", "label": "jefe", "key": "firma"}
    setting = load(CONFIG, demo_overrides(tmp_path))
    prepare_keys(setting)
    section = setting.config.keys.model_copy(update={"tokens": [TokenSection(**module)]})
    config = setting.config.model_copy(update={"keys": section})
    keys = read_keys(replace(setting, config=config))
    attempt = keys.unlocked.unlock("Ana Quispe", PASSPHRASE, 0)
    assert (attempt.outcome, attempt.code) == (Outcome.BROKEN, "KEY-TOKEN")
    others = [person.name for person in config.people if person.name != "Ana Quispe"]
    assert not keys.unlocked.unlock(others[0], PASSPHRASE, 0).code


def entry(number: int) -> Entry:
    """The newest entry of a volume with so many."""
    return chain_of(number)[-1]


@pytest.mark.invariant("I12")
def test_a_book_shorter_than_what_the_hall_itself_signed_keeps_it_closed(setting, tmp_path):
    prepare_keys(setting)
    keys, place = read_keys(setting), Places(setting.directory).newest
    origin = f"{keys.origin}/tomo-0001"
    book = SimpleNamespace(origin=origin)
    state = changed(empty_state(setting), volume=1, book=book)

    def note(size, by=keys.controller):
        return sign(keys.origin, by, Checkpoint(origin, size, bytes(32)).text)

    demand_own_checkpoint(setting, entry(3), keys, state)
    for size in (40, 30):  # what was signed later of a shorter book hides nothing
        keep_newest(place, note(size))
    demand_own_checkpoint(setting, entry(40), keys, state)
    with pytest.raises(MinutesError, match="firmó 40 asientos de tomo-0001") as error:
        demand_own_checkpoint(setting, entry(39), keys, state)
    assert error.value.code == "MIN-SHORT"
    demand_own_checkpoint(setting, entry(39), keys, changed(state, accepted=40))
    demand_own_checkpoint(
        setting, entry(1), keys, changed(state, book=SimpleNamespace(origin=f"{keys.origin}/tomo-0002"))
    )
    for spoilt in (str(note(40, Ed25519PrivateKey.generate())), "", "\0", str(note(40))[:-9]):
        place.write_text(spoilt, "utf-8")
        demand_own_checkpoint(setting, entry(1), keys, state)


@pytest.mark.invariant("I12")
@pytest.mark.parametrize(
    ("said", "code"),
    [
        (Statement(answered=False), "WITNESS-UNASKED"),
        (Statement(True, 41), "WITNESS-UNPROVED"),
        (Statement(True, 40), None),
        (Statement(True, 41, Checkpoint("x", 41, bytes(32))), "MIN-SHORT"),
        (Statement(True, 39, Checkpoint("x", 39, bytes(32))), None),
    ],
)
def test_only_what_the_witness_signed_keeps_the_hall_closed(setting, monkeypatch, said, code):
    prepare_keys(setting)
    keys, inbox = read_keys(setting), Inbox()
    newest = sign(keys.origin, keys.controller, Checkpoint("x", 40, bytes(32)).text)
    key = str(verifier_of("testigo.example/w1", keys.controller, COSIGNATURE))
    setting = load(CONFIG, [*demo_overrides(setting.directory), "witness.url=http://x", f"witness.key={key}"])
    monkeypatch.setattr("hallctl.app.vault.ask", lambda *_: said)
    if code == "MIN-SHORT":
        with pytest.raises(MinutesError, match="firmó 41 asientos"):
            demand_cosigned_size(setting, newest, empty_state(setting), inbox)
        return
    demand_cosigned_size(setting, newest, empty_state(setting), inbox)
    told = [] if inbox.empty() else [inbox.get_nowait()]
    assert [(each.device, each.code) for each in told] == ([("testigo", code)] if code else [])
    assert all((each.device, each.code) in NOTICES for each in told)


def test_a_program_that_has_sealed_nothing_has_not_loaded_what_seals() -> None:
    loaded = "import sys, hallctl.main; print(*sorted(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    names = {name.split(".")[0] for name in ran.stdout.split()}
    assert "hallctl" in names
    assert not names & {"pyhanko", "aiohttp"}, "half a second of each start"
