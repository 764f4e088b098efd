"""The views of a book say what the reports say."""

import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace

import pytest

from hallctl.games.bingo.reports.balls import ball_statistics
from hallctl.games.bingo.reports.ballsets import ball_sets
from hallctl.games.bingo.reports.game import figures
from hallctl.games.bingo.reports.prizes import register
from hallctl.games.bingo.reports.reconcile import reconcile
from hallctl.games.bingo.reports.record import games, sessions
from hallctl.games.bingo.reports.session import summary
from hallctl.games.bingo.rules.commands.opening import RetireBallSet
from hallctl.games.bingo.rules.events.draw import BallDrawn
from hallctl.minutes.views import VIEWS
from hallctl.rules.commands.incidents import ApproveIncident, FileComplaint, MinuteIncident, ResolveComplaint
from hallctl.rules.commands.running import ReportFault
from hallctl.rules.events.volumes import EntrySigned
from tests.hallctl.games.bingo.reports.books import write_book
from tests.hallctl.games.bingo.reports.record import POTS, night, noted, two_volumes
from tests.hallctl.games.bingo.rules.night import Night


def rows(path, query):
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(query)]


@pytest.fixture(scope="module")
def record():
    return night(45)


@pytest.fixture(scope="module")
def book(tmp_path_factory, record):
    folder = tmp_path_factory.mktemp("views")
    return write_book(folder / "libro.sqlite", record)


def test_every_view_can_be_read_and_is_made_under_its_name(book):
    for name, statement in VIEWS.items():
        assert statement.startswith(f"CREATE VIEW {name} AS\n")
        assert rows(book, f"SELECT count(*) AS n FROM {name}")[0]["n"] >= (name != "complaints")


def test_games_are_those_of_the_reports(book, record):
    found = rows(book, "SELECT * FROM games ORDER BY game")
    played = [figures(game) for game in games(record)]
    assert len(found) == len(played) == 45
    for row, game in zip(found, played, strict=True):
        assert row["game"] == game.number
        assert row["outcome"] == game.outcome
        assert (row["price"], row["cards"], row["collected"]) == (game.face_value, game.cards, game.collected)
        assert (row["line"], row["bingo"], row["house"]) == (game.line, game.bingo, game.house)
        assert (row["refunded"] or 0, row["paid"]) == (game.refunded, game.paid)
        assert row["awarded"] == game.line_awarded + game.bingo_awarded + game.pot_awards
        assert (row["balls"], row["cash_counted"]) == (game.pace.balls, game.cash)
        assert row["announced"] == f"{game.announced:%Y-%m-%d %H:%M:%S}"


def test_sessions_are_those_of_the_reports(book, record):
    found = rows(book, "SELECT * FROM sessions ORDER BY session")
    assert [row["session"] for row in found] == [1, 2, 3]
    for row in found:
        told = summary(record, row["session"], POTS)
        assert (row["games"], row["paid"]) == (len(told.games), told.total("paid"))
        assert row["refunds_paid"] == told.total("refunds_paid")
        assert row["opened"] == f"{told.opened:%Y-%m-%d %H:%M:%S}"
        assert row["closed"] == f"{told.closed:%Y-%m-%d %H:%M:%S}"


def test_balls_are_those_the_statistics_count(book, record):
    found = rows(book, "SELECT ball_set, ball, count(*) AS n FROM balls GROUP BY ball_set, ball")
    told = ball_statistics(record)
    assert sum(row["n"] for row in found) == sum(one.extractions + one.by_hand for one in told)
    assert {row["ball_set"] for row in found} == {one.ball_set for one in told}
    first = rows(book, 'SELECT game, ball FROM balls WHERE "order" = 1 ORDER BY game')
    assert [row["ball"] for row in first] == [
        e.event.ball for e in record if isinstance(e.event, BallDrawn) and e.event.order == 1
    ]


def test_sales_add_up_to_the_reconciliation(book, record):
    query = """SELECT game, seller, sum(cards) AS sold, sum(CASE movement WHEN 'delivered' THEN cards END)
        AS delivered FROM sales GROUP BY game, seller ORDER BY game"""
    found = [(row["game"], row["seller"], row["delivered"], row["sold"]) for row in rows(book, query)]
    assert found == [(s.game, s.seller, s.delivered, s.sold) for s in reconcile(record).sellers]


def test_prizes_and_claims_are_the_register(book, record):
    told = register(record)
    found = rows(book, "SELECT * FROM prizes ORDER BY entry")
    assert [(r["entry"], r["game"], r["card"], r["amount"]) for r in found] == [
        (p.entry, p.game, p.card, p.amount) for p in told.prizes
    ]
    assert [(r["paid"], r["paid_by"], r["winner"], r["document"]) for r in found] == [
        (f"{p.paid:%Y-%m-%d %H:%M:%S}", p.paid_by, p.winner, p.document) for p in told.prizes
    ]
    claims = rows(book, "SELECT entry, good FROM claims ORDER BY entry")
    assert [(r["entry"], bool(r["good"])) for r in claims] == [(c.entry, c.good) for c in told.claims]


def test_progressives_hold_at_every_game_what_the_reports_say(book, record):
    told = {
        (level.game, name): held
        for session in sessions(record)
        for level in summary(record, session.number, POTS).levels
        for name, held in level.pots
    }
    query = "SELECT game, progressive, held FROM progressives WHERE game IS NOT NULL ORDER BY entry, amount"
    found = {(row["game"], row["progressive"]): row["held"] for row in rows(book, query)}
    assert len(found) > 40
    assert {key: told[key] for key in found} == found
    for pot in summary(record, 3, POTS).pots:
        query = f"SELECT sum(amount) AS n FROM progressives WHERE progressive = '{pot.name}'"
        assert rows(book, query) == [{"n": pot.closing}]


def test_ball_sets_are_their_life(book, record):
    found = rows(book, "SELECT * FROM ball_sets ORDER BY ball_set")
    told = sorted(ball_sets(record, POTS), key=lambda life: life.name)
    assert [(r["ball_set"], r["games"], r["void"], r["mountings"]) for r in found] == [
        (life.name, life.games, life.void, len(life.mountings)) for life in told
    ]


def test_people_are_those_who_acted(book, record):
    found = {
        (r["post"], r["person"]): r["n"]
        for r in rows(book, "SELECT post, person, count(*) AS n FROM people_actions GROUP BY post, person")
    }
    assert found == {
        tuple(actor.split(":")): n
        for actor, n in Counter(e.actor for e in record).items()
        if not actor.startswith("controller:")
    }


def test_incidents_faults_and_complaints_stand_with_their_end(tmp_path):
    hall = Night().open_session().sell()
    hall.do(
        MinuteIncident("pelea"),
        ApproveIncident(1),
        MinuteIncident("otra"),
        ReportFault("cámara", "CAMERA-LOST", "sin imagen"),
        FileComplaint("Juan", "LP-1", "no oí el 7", signed=True),
        ResolveComplaint(1, "desestimada"),
        RetireBallSet("J-02", "rota"),
    )
    book = write_book(tmp_path / "libro.sqlite", noted(hall.events))
    incidents = rows(book, "SELECT incident, text, approver FROM incidents ORDER BY incident")
    assert [tuple(row.values()) for row in incidents] == [(1, "pelea", "Marta"), (2, "otra", None)]
    (fault,) = rows(book, "SELECT session, game, device, code, detail FROM faults")
    assert tuple(fault.values()) == (1, 1, "cámara", "CAMERA-LOST", "sin imagen")
    (complaint,) = rows(book, "SELECT game, claimant, decision, late FROM complaints")
    assert tuple(complaint.values()) == (1, "Juan", "desestimada", 0)
    (retired,) = rows(book, "SELECT ball_set, reason FROM ball_sets WHERE retired IS NOT NULL")
    assert tuple(retired.values()) == ("J-02", "rota")


@pytest.mark.req("AJ-42")
def test_signatures_under_entries_double_no_row(tmp_path, record):
    plain = write_book(tmp_path / "plain.sqlite", record)
    signed = write_book(tmp_path / "signed.sqlite", with_signatures(record))
    for view in VIEWS:
        if view == "placed":
            continue
        (one,), (other,) = (rows(path, f"SELECT count(*) AS n FROM {view}") for path in (plain, signed))
        assert one == other, view


def with_signatures(record):
    """Return the record with a signature under every entry of a person."""
    found = []
    for entry in record:
        found.append(entry)
        if not entry.actor.startswith("controller:"):
            sign = EntrySigned(len(found), entry.hash, entry.actor.partition(":")[2], "ab", "x", "y")
            found.append(replace(entry, event=sign))
    return tuple(replace(entry, number=number) for number, entry in enumerate(found, 1))


@pytest.fixture(scope="module")
def second():
    return two_volumes()[1]


def test_the_views_of_a_second_volume_say_what_its_reports_say(tmp_path, second):
    book = write_book(tmp_path / "tomo-0002.sqlite", second)
    told = ball_statistics(second)
    (balls,) = rows(book, "SELECT count(*) AS n, count(ball_set) AS sets FROM balls")
    assert balls["n"] == balls["sets"] == sum(one.extractions + one.by_hand for one in told) > 0
    sets = {row["ball_set"]: row["games"] for row in rows(book, "SELECT ball_set, games FROM ball_sets")}
    assert sets == {life.name: life.games for life in ball_sets(second, POTS)}
    for pot in summary(second, sessions(second)[-1].number, POTS).pots:
        query = f"SELECT sum(amount) AS n FROM progressives WHERE progressive = '{pot.name}'"
        assert rows(book, query) == [{"n": pot.closing}]
    assert [row["game"] for row in rows(book, "SELECT game FROM games ORDER BY game")] == [
        game.number for game in games(second)
    ]
    assert rows(book, "SELECT count(*) AS n FROM placed WHERE kind = 'BookOpened' AND session IS NULL") == [
        {"n": 1}
    ]
