"""A key that another program replaced, or took away, signs no more in the hall that runs (I29)."""

from datetime import timedelta

import pytest

from hallctl.minutes.signing.certificates import Validity
from hallctl.minutes.signing.keystore import Keystore
from hallctl.rules.commands.volumes import CloseBook, ProposeClosing
from tests.hallctl.games.bingo.rules.night import OPENING
from tests.hallctl.table.signed import PASSPHRASE, START, SignedTable, make_keys


@pytest.fixture
def table(tmp_path):
    table = SignedTable(tmp_path, make_keys(tmp_path / "claves"))
    table.do(OPENING)
    yield table
    table.close()


@pytest.fixture
def elsewhere(tmp_path):
    """The same keys, as another program has them."""
    return Keystore(tmp_path / "claves", rounds=1000)


@pytest.mark.invariant("I29")
def test_a_key_in_memory_signs_no_more_once_another_program_replaced_it(table, elsewhere):
    table.unlock("Ana")
    before = table.keeper.entry
    years = Validity(START - timedelta(days=1), START + timedelta(days=200))
    elsewhere.enrol("Ana", ["jefe"], "otra contraseña", PASSPHRASE, years, replace=True)
    assert table.ask(ProposeClosing()).code == "SIGN-LOCKED"
    kinds = [entry.kind for entry in table.shelf.entries()][before:]
    assert kinds == ["SignatoryEnrolled"]
    table.pins["Ana"] = "otra contraseña"
    table.do(ProposeClosing(), CloseBook())
    table.close()
    assert table.verdict().ok, table.verdict().describe()


@pytest.mark.invariant("I29")
def test_a_key_that_was_taken_away_signs_no_more(table, elsewhere):
    table.unlock("Ana")
    for path in elsewhere.folder.glob("persona-ana*"):
        path.unlink()
    before = table.keeper.entry
    assert table.ask(ProposeClosing()).code == "SIGN-LOCKED"
    assert table.keeper.entry == before
    assert table.unlocked.unlock("Ana", PASSPHRASE, table.clock.now()).code == "KEY-UNKNOWN"
    table.close()
    assert table.verdict().ok, table.verdict().describe()
