"""The book bound of its volumes, through the table: one closes, the next one takes over."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.missing import DeclareMissing, RefundMissing
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, SellCards
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import fold
from hallctl.minutes.notary import verificar_libro
from hallctl.minutes.reader import read_entries
from hallctl.rules.commands.extraction import ReportFilled
from hallctl.rules.commands.incidents import ApproveIncident
from hallctl.rules.commands.volumes import CloseBook, ProposeClosing
from hallctl.rules.events.volumes import BookClosed
from hallctl.rules.ledger import REFUNDS_DUE
from tests.hallctl.bingo import event_of
from tests.hallctl.games.bingo.rules.night import MATRIX, OPENING
from tests.hallctl.table.signed import SignedTable, make_keys


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return make_keys(tmp_path_factory.mktemp("llaves") / "claves")


@pytest.fixture
def table(tmp_path, store):
    table = SignedTable(tmp_path, store)
    table.open_session()
    table.void_game()
    table.close_session()
    yield table
    table.close()


def close_volume(table):
    table.do(ProposeClosing(), CloseBook())


def open_next(table, volume=2):
    table.do(replace(OPENING, volume=volume))


@pytest.mark.req("AJ-39", "AJ-40")
@pytest.mark.invariant("I10")
def test_a_closed_volume_is_followed_by_one_that_names_its_end(table, tmp_path):
    close_volume(table)
    assert table.state.book is None
    open_next(table)
    first, opened = (next(read_entries(p)) for p in sorted((tmp_path / "libro").glob("*.sqlite")))
    *_, last = read_entries(tmp_path / "libro" / "tomo-0001.sqlite")
    assert first.body["previous"] is None
    assert opened.body["previous"]["hash"] == last.hash
    assert opened.body["previous"]["entries"] == last.number
    table.close()
    verdict = table.verdict()
    assert verdict.ok, verdict.describe()
    assert len(verdict.volumes) == 2


@pytest.mark.invariant("I4", "I7")
def test_each_volume_folds_by_itself_to_where_the_hall_stands(table, tmp_path):
    close_volume(table)
    open_next(table)
    table.session()
    table.void_game()
    empty = State(table.rules, matrices={MATRIX.digest: MATRIX})
    events = [event_of(entry) for entry in read_entries(tmp_path / "libro" / "tomo-0002.sqlite")]
    assert fold(empty, events) == table.state
    assert table.state.games == 2
    assert table.state.pointers == {"A-1042": 60}
    assert table.state.ball_sets["J-01"].games == 2
    assert sum(table.state.ledger.values()) == 0


@pytest.mark.req("AJ-76", "AJ-111")
@pytest.mark.invariant("I7", "I10", "I21")
def test_a_card_that_was_missing_in_one_volume_is_paid_in_the_next_and_both_verify(table, tmp_path):
    table.session()
    table.do(AnnounceGame("A-1042"), ReportFilled(), SellCards(30), ProposeVoid("fin"), ApproveVoid())
    table.do(PayRefunds(29), DeclareMissing("A-1042", "40", "se fue con él"), CollectCards(29))
    table.do(ApproveIncident(1), SignGame())
    table.close_session()
    close_volume(table)
    open_next(table)
    table.restart()
    (owed,) = table.state.owed
    assert (owed.game, owed.amount) == (2, 500)
    table.session()
    table.do(RefundMissing(2, "A-1042", 40))
    assert table.state.owed == ()
    assert table.state.ledger[REFUNDS_DUE] == 0
    empty = State(table.rules, matrices={MATRIX.digest: MATRIX})
    events = [event_of(entry) for entry in read_entries(tmp_path / "libro" / "tomo-0002.sqlite")]
    assert fold(empty, events).owed == ()
    table.close()
    assert table.verdict().ok, table.verdict().describe()


@pytest.mark.req("AJ-39")
def test_the_closing_diligence_has_the_totals_of_its_volume_alone(table):
    close_volume(table)
    open_next(table)
    table.session()
    table.void_game()
    table.void_game()
    table.close_session()
    close_volume(table)
    table.close()
    closings = [
        event
        for path in sorted((table.folder / "libro").glob("*.sqlite"))
        for event in map(event_of, read_entries(path))
        if isinstance(event, BookClosed)
    ]
    assert [(c.volume, c.games, c.voids, c.sessions) for c in closings] == [(1, 1, 1, 1), (2, 2, 2, 1)]
    assert [(c.collected, c.refunded) for c in closings] == [(15_000, 15_000), (30_000, 30_000)]


@pytest.mark.invariant("I16")
def test_a_volume_is_closed_by_two_people_between_sessions(table):
    table.unlock("Marta", "Ana")
    assert table.ask(CloseBook()).code == "CLOSE-NONE"
    table.session()
    table.unlock("Marta", "Ana")
    assert table.ask(ProposeClosing()).code == "CLOSE-SESSION"
    table.close_session()
    table.do(ProposeClosing())
    assert table.ask(ProposeClosing()).code == "AGREE-PROPOSED"
    table.do(CloseBook())


def test_a_restart_between_two_volumes_goes_on_with_the_next(table):
    close_volume(table)
    table.restart()
    assert table.state.book is None
    assert table.state.volume == 1
    outcome = table.ask(replace(OPENING, volume=1))
    assert outcome.code == "BOOK-VOLUME"
    open_next(table)
    table.restart("boot-3")
    assert table.state.volume == 2


def test_a_request_of_the_volume_before_is_answered_from_it(table):
    table.do(ProposeClosing())
    table.unlock("Marta")
    first = table.ask(CloseBook(), "r-close")
    open_next(table)
    again = table.ask(CloseBook(), "r-close")
    assert again.entries[0] == first.entries[0]


@pytest.mark.invariant("I12")
def test_a_lost_volume_does_not_open(table, tmp_path):
    close_volume(table)
    open_next(table)
    table.close()
    (tmp_path / "libro" / "tomo-0001.sqlite").unlink()
    with pytest.raises(Exception, match="MIN-MISSING"):
        table.restart()


@pytest.mark.invariant("I10")
def test_a_closed_volume_without_the_checkpoint_of_its_end_is_found(table, tmp_path):
    table.do(ProposeClosing())
    size = len(list(table.shelf.book.notes()))
    table.do(CloseBook())
    open_next(table)
    table.close()
    path = tmp_path / "libro" / "tomo-0001.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        guard = connection.execute(
            "SELECT sql FROM sqlite_schema WHERE name = 'checkpoints_no_delete'"
        ).fetchone()[0]
        connection.execute("DROP TRIGGER checkpoints_no_delete")
        connection.execute("DELETE FROM checkpoints WHERE number > ?", (size,))
        connection.execute(guard)
        connection.commit()
    verdict = table.verdict()
    assert [problem.code for problem in verdict.problems] == ["MIN-NOTE"]
    report = verificar_libro.verify(tmp_path / "libro", tmp_path / "segundo")
    assert [finding.code for finding in report.findings] == ["MIN-NOTE"]


def test_a_power_cut_between_closing_and_its_checkpoint_is_mended_before_the_next_volume(table):
    table.registrar.settle = lambda _, rests: None
    close_volume(table)
    table.restart()
    open_next(table)
    table.close()
    assert table.verdict().ok, table.verdict().describe()
