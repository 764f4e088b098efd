"""What people decide carries their signature, and without it nothing is written."""

from datetime import timedelta

import pytest

from hallctl.games.bingo.rules.commands.sale import AnnounceGame
from hallctl.games.bingo.rules.tables import BINGO_RULES
from hallctl.minutes.note import Checkpoint
from hallctl.minutes.signing.certificates import Validity
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.incidents import ApproveIncident, MinuteIncident
from hallctl.rules.commands.printing import SealFolio
from hallctl.rules.commands.running import ReportNotice, StartController
from hallctl.rules.refusals import Refusal
from hallctl.table.messages import Done
from tests.hallctl.games.bingo.rules.night import OPENING, PEOPLE
from tests.hallctl.table.signed import PASSPHRASE, START, SignedTable, make_keys


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return make_keys(tmp_path_factory.mktemp("llaves") / "claves")


@pytest.fixture
def table(tmp_path, store):
    table = SignedTable(tmp_path, store)
    yield table
    table.close()


def signed(table):
    """Return which entries are signed, and by whom."""
    entries = list(table.shelf.entries())
    kinds = {entry.number: entry.kind for entry in entries}
    return [(kinds[e.body["entry"]], e.body["person"]) for e in entries if e.kind == "EntrySigned"]


@pytest.mark.req("AJ-42", "AJ-52")
@pytest.mark.invariant("I10")
def test_the_opening_and_the_closing_of_a_game_are_signed_by_the_jefe(table):
    table.open_session()
    table.void_game()
    table.close_session()
    assert ("DrawStarted", "Ana") in signed(table)
    assert ("GameSigned", "Ana") in signed(table)
    entries = list(table.shelf.entries())
    due = [entry.number for entry in entries if entry.kind in BINGO_RULES.signed_within]
    assert [entry.body["entry"] for entry in entries if entry.kind == "EntrySigned"] == due
    table.close()
    assert table.verdict().ok, table.verdict().describe()


@pytest.mark.req("AJ-42")
def test_a_step_that_needs_a_signature_waits_for_the_passphrase_and_writes_nothing(table):
    outcome = table.ask(OPENING, "r1")
    assert (outcome.code, outcome.requirement) == ("SIGN-LOCKED", "AJ-42")
    assert table.keeper.entry == 0
    table.unlock(PEOPLE[Post.DIRECTOR])
    # The same request is taken now: a refusal for want of a signature is not its answer for ever (I17).
    assert isinstance(table.ask(OPENING, "r1"), Done)
    assert table.ask(OPENING, "r1").entries == (1, 2)


@pytest.mark.invariant("I16")
def test_two_people_each_authenticate_within_two_minutes(table):
    table.open_session()
    table.do(AnnounceGame("A-1042"))
    table.clock.ms += 121_000
    outcome = table.ask(MinuteIncident("se cae una bola"))
    assert (outcome.code, outcome.requirement) == ("SIGN-AGAIN", "I16")
    table.unlock("Ana")
    assert isinstance(table.ask(MinuteIncident("se cae una bola")), Done)
    assert table.ask(ApproveIncident(1)).code == "SIGN-AGAIN"
    table.unlock("Marta")
    table.clock.ms += 119_000
    assert isinstance(table.ask(ApproveIncident(1)), Done)
    assert signed(table)[-2:] == [("IncidentMinuted", "Ana"), ("IncidentApproved", "Marta")]


@pytest.mark.req("AJ-54")
@pytest.mark.invariant("I16")
def test_one_person_with_both_keys_cannot_sign_an_incident_twice(table):
    table.open_session()
    table.do(MinuteIncident("x"))
    outcome = table.ask(ApproveIncident(1), post=Post.JEFE)
    assert isinstance(outcome, Refusal)


def test_a_correction_names_an_entry_that_is_there(table):
    table.open_session()
    last = table.keeper.entry
    table.unlock("Ana")
    assert table.ask(MinuteIncident("dice 7, era 1", corrects=last + 1)).code == "INCIDENT-ENTRY"
    assert table.ask(MinuteIncident("dice 7, era 1", corrects=-1)).code == "INCIDENT-ENTRY"
    table.do(MinuteIncident("dice 7, era 1", corrects=last))
    minuted = next(e for e in table.shelf.entries() if e.kind == "IncidentMinuted")
    assert minuted.body["corrects"] == last


@pytest.mark.invariant("I10")
def test_the_state_of_the_book_is_signed_after_every_game_and_offered_to_the_witness(table):
    table.open_session()
    before = len(table.offered)
    table.void_game()
    assert len(table.offered) == before + 1
    said = Checkpoint.read(table.offered[-1].text)
    assert said.origin == "sala.example/libro/tomo-0001"
    assert said.size == table.keeper.entry
    assert table.offered[-1].signed_by(table.trusted)
    table.close()
    assert table.verdict([said]).ok


@pytest.mark.invariant("I10")
def test_entries_stand_unbound_for_a_minute_at_most(table):
    table.open_session()
    table.keeper.report(ReportNotice("disco", "DISK-PICTURES", "x"))
    unbound, before = table.shelf.book.unbound, len(table.offered)
    assert unbound > 0
    for second in range(0, 60, 10):
        table.clock.ms += 10_000 if second else 0
        table.keeper.bind()
    assert (len(table.offered), table.shelf.book.unbound) == (before, unbound)
    table.clock.ms += 10_000
    table.keeper.bind()
    assert (len(table.offered), table.shelf.book.unbound) == (before + 1, 0)
    for _ in range(3):
        table.clock.ms += 100_000
        table.keeper.bind()
    assert len(table.offered) == before + 1, "nothing is signed where nothing was written"


@pytest.mark.invariant("I10")
def test_a_start_and_a_sealed_folio_are_bound_at_once(table):
    table.open_session()
    assert table.shelf.book.unbound > 0
    table.keeper.report(StartController("boot-3", "test", "died"))
    assert table.shelf.book.unbound == 0
    folio = SealFolio(1, "acta", 1, 1, 0, 1, "ab" * 32, "cd" * 32, "tomo-0001-folio-0001-acta.pdf")
    table.keeper.report(folio)
    assert table.shelf.book.unbound == 0
    ordinals = [Checkpoint.read(note.text).ordinal for note in table.shelf.book.notes()]
    assert ordinals == list(range(1, len(ordinals) + 1))
    table.close()
    assert table.verdict().ok


def test_a_new_certificate_is_in_the_book_before_it_counts(tmp_path):
    table = SignedTable(tmp_path, make_keys(tmp_path / "claves"))
    table.open_session()
    old = table.store.people()[0]
    validity = Validity(START, START + timedelta(days=200))
    table.store.enrol("Ana", ["jefe"], PASSPHRASE, PASSPHRASE, validity, replace=True)
    assert old.name == "Ana"
    table.keeper.enrol()
    enrolled = [e for e in table.shelf.entries() if e.kind == "SignatoryEnrolled"]
    assert [e.body["person"] for e in enrolled] == ["Ana"]
    table.void_game()
    table.close()
    assert table.verdict().ok, table.verdict().describe()


@pytest.mark.invariant("I4")
def test_a_restart_takes_the_book_up_where_it_was_and_counts_on(table):
    table.open_session()
    table.void_game()
    before, entries = table.state, table.keeper.entry
    table.restart()
    assert table.state == before
    assert table.keeper.entry == entries
    table.do(StartController("b2", "test", "died"))
    table.void_game()
    table.close_session()
    table.close()
    assert table.verdict().ok, table.verdict().describe()
