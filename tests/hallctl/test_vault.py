"""A book that is older than its printed folios, or than what its witness saw, does not open (I12)."""

from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from hallctl import BUILT, __version__
from hallctl.config import TokenSection, load
from hallctl.main import empty_state
from hallctl.minutes.errors import MinutesError
from hallctl.practice.demo import CONFIG, demo_overrides
from hallctl.practice.keys import PASSPHRASE, prepare_keys
from hallctl.program import program, program_digest
from hallctl.rules.folding.changes import changed
from hallctl.signing.signers import Outcome
from hallctl.vault import demand_printed, open_shelf, read_keys

ROOT = Path(__file__).parents[2]


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
