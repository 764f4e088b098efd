"""What a hall took of another's calls is compared with that hall's book, and a difference is named."""

import json
from dataclasses import replace
from itertools import count

import pytest

from hallctl.office import alarms, calls, database, enrolment
from hallctl.office.calls import look
from hallctl.office.database import add_partitions
from tests.hallctl.office.keys import two_halls

HASH = "ab" * 32
BODY = {"ball": 7, "entry": 2, "hash": HASH}
NOON = "2026-11-21T12:00:00Z"
OPENED = ("BookOpened", {})


@pytest.fixture
def connection(office_url):
    """The office's database, with two halls of which the second follows the first."""
    with database.connect(office_url) as connection:
        one, two = two_halls()
        enrolment.enrol(connection, one)
        enrolment.enrol(connection, replace(two, caller=one.hall))
        yield connection


def keep(connection, hall, *entries, after=0, volume=1, time=NOON, closed=False):
    """Store entries of a hall, kind and body each, after so many others; their hashes are all alike."""
    add_partitions(connection, hall, volume)
    for number, (kind, body) in enumerate(entries, after + 1):
        line = json.dumps({"kind": kind, "body": body}).encode()
        row = hall, volume, number, time, kind, HASH, line
        connection.execute("INSERT INTO entries VALUES (%s, %s, %s, %s, %s, %s, %s)", row)
    connection.execute(
        "INSERT INTO heads (hall, volume, number, hash, peaks, time, closed)"
        " VALUES (%s, %s, %s, '', '', %s, %s) ON CONFLICT (hall, volume) DO UPDATE"
        " SET number = excluded.number, time = excluded.time, closed = excluded.closed",
        (hall, volume, after + len(entries), time, closed),
    )


def announced(game=1, volume=1, caller="sala-1"):
    """What a following hall announces."""
    return "GameAnnounced", {"caller": caller, "caller_volume": volume, "caller_game": game}


def taken(ball, entry):
    return "BallDrawn", {"ball": ball, "entry": entry, "hash": HASH}


def called(*balls, game=1):
    """A game of a calling hall: its announcement, and each ball."""
    return ("GameAnnounced", {"game": game}), *(("BallCalled", {"ball": ball}) for ball in balls)


FOLLOWED = announced()


def named(connection):
    return [(each.hall, each.code, each.number) for each in alarms.alarms_of(connection)]


DIFFERS = [("sala-2", "OFFICE-CALLS", 2)]


@pytest.mark.parametrize(
    ("body", "there"),
    [
        (BODY | {"ball": 8}, called(7)),
        (BODY, called(8)),
        (BODY | {"hash": "cd" * 32}, called(7)),
        (BODY | {"entry": 1}, called(7)),
        (BODY, (*called(), ("BallCorrected", {"ball": 7}))),
    ],
    ids=["another ball", "called another", "another hash", "another entry", "no call"],
)
@pytest.mark.parametrize("first", ["sala-1", "sala-2"])
@pytest.mark.req("AJ-86", "I12")
def test_a_ball_that_the_calling_hall_s_book_has_otherwise_is_named(connection, body, there, first):
    books = {"sala-1": there, "sala-2": (FOLLOWED, ("BallDrawn", body))}
    for hall in (first, *(books.keys() - {first})):
        keep(connection, hall, *books[hall])
        look(connection)
    assert named(connection) == DIFFERS
    (alarm,) = alarms.alarms_of(connection)
    assert f"asiento {body['entry']} del tomo 1 de «sala-1»" in alarm.detail
    look(connection)
    assert len(alarms.alarms_of(connection)) == 1


WHATEVER = [None, "x", True, -1, 2**53, 10**40, {}, [], "\ud800", "\0"]


@pytest.mark.req("I12")
@pytest.mark.parametrize("field", ["ball", "entry", "hash"])
@pytest.mark.parametrize("value", WHATEVER, ids=repr)
def test_whatever_a_followed_ball_s_body_holds_is_an_alarm_and_stops_no_other_comparison(
    connection, field, value
):
    keep(connection, "sala-2", FOLLOWED, ("BallDrawn", BODY | {field: value}), announced(2), taken(8, 9))
    keep(connection, "sala-1", *called(7), *called(5, game=2))
    look(connection)
    assert named(connection) == [*DIFFERS, ("sala-2", "OFFICE-CALLS", 4)]


@pytest.mark.req("I12")
@pytest.mark.parametrize(
    "body", [{}, {"ball": "x"}, {"ball": True}, {"ball": [7]}, {"ball": 10**40}], ids=repr
)
def test_whatever_a_call_s_body_holds_is_an_alarm(connection, body):
    keep(connection, "sala-2", FOLLOWED, taken(7, 2))
    keep(connection, "sala-1", ("GameAnnounced", {"game": "x"}), ("BallCalled", {}))
    look(connection)
    keep(connection, "sala-1", *called()[:1], ("BallCalled", body), after=2)
    look(connection)
    assert named(connection) == DIFFERS


@pytest.mark.req("I12")
@pytest.mark.parametrize("field", ["caller", "caller_volume", "caller_game"])
@pytest.mark.parametrize("value", WHATEVER, ids=repr)
def test_whatever_an_announcement_holds_keeps_no_later_game_from_being_compared(connection, field, value):
    other = {"caller": "sala-1", "caller_volume": 1, "caller_game": 1} | {field: value}
    keep(connection, "sala-2", ("GameAnnounced", other), ("BallDrawn", {}), announced(2), taken(8, 4))
    keep(connection, "sala-1", *called(7), *called(5, game=2))
    look(connection)
    assert ("sala-2", "OFFICE-CALLS", 4) in named(connection) and len(named(connection)) == 2


@pytest.mark.req("I12")
def test_a_line_that_is_no_entry_stops_nothing(connection):
    keep(connection, "sala-2", FOLLOWED, taken(7, 2), announced(2), taken(8, 4))
    keep(connection, "sala-1", *called(7), *called(5, game=2))
    connection.execute("UPDATE entries SET line = '[' WHERE hall = 'sala-2' AND number IN (1, 2)")
    look(connection)
    assert {number for _, _, number in named(connection)} == {1, 4}


@pytest.mark.req("AJ-86")
def test_what_agrees_waits_for_the_other_book_and_a_game_of_one_s_own_is_not_compared(connection):
    own = ("GameAnnounced", {}), ("BallDrawn", {"ball": 9}), ("BallDrawn", {})
    keep(connection, "sala-2", FOLLOWED, taken(7, 2), *own)
    keep(connection, "sala-1", *called())
    look(connection)
    assert named(connection) == []
    keep(connection, "sala-1", ("BallCalled", {"ball": 7}), after=1)
    look(connection)
    assert named(connection) == []
    keep(connection, "sala-2", announced(2), taken(3, 4), after=5)
    keep(connection, "sala-1", *called(4, game=2), after=2)
    look(connection)
    assert named(connection) == [("sala-2", "OFFICE-CALLS", 7)]


@pytest.mark.req("AJ-86", "I12")
@pytest.mark.parametrize(
    ("balls", "at"),
    [
        ([(5, 2), (6, 3)], 2),
        ([(9, 7), (8, 6)], 2),
        ([(8, 6), (4, 8)], 3),
        ([(8, 6), (8, 6)], 3),
        ([(8, 6), (9, 7), (4, 8), (3, 10)], 5),
    ],
    ids=["of the former game", "out of order", "with a gap", "twice", "of the next game"],
)
def test_the_balls_of_a_game_are_the_calls_of_that_game_in_their_order(connection, balls, at):
    keep(connection, "sala-2", announced(2), *(taken(*ball) for ball in balls))
    keep(connection, "sala-1", *called(5, 6, 7), *called(8, 9, 4, game=2), *called(3, game=3))
    look(connection)
    assert named(connection) == [("sala-2", "OFFICE-CALLS", at)]


@pytest.mark.req("AJ-86", "I12")
@pytest.mark.parametrize(
    "later",
    [{"after": 2, "closed": True}, {"after": 2, "time": "2026-11-21T12:11:00Z"}, {"volume": 2}],
    ids=["closed", "written later", "a volume after it"],
)
def test_a_ball_that_the_calling_hall_s_book_is_past_and_does_not_have_differs(connection, later):
    keep(connection, "sala-1", *called(7))
    keep(connection, "sala-2", FOLLOWED, taken(7, 2), taken(8, 9))
    look(connection)
    assert named(connection) == []
    keep(connection, "sala-1", ("ControllerStarted", {}), **later)
    look(connection)
    assert named(connection) == [("sala-2", "OFFICE-CALLS", 3)]


@pytest.mark.req("AJ-86", "I12")
def test_a_volume_that_never_comes_and_one_before_those_of_the_office_are_told(connection):
    keep(connection, "sala-1", OPENED, volume=3)
    keep(connection, "sala-2", announced(volume=9), taken(7, 2), announced(volume=1), taken(7, 2))
    look(connection)
    assert named(connection) == [("sala-2", "OFFICE-CALLS", 4)]
    keep(connection, "sala-1", OPENED, volume=3, after=1, time="2026-11-21T12:11:00Z")
    look(connection)
    assert {number for _, _, number in named(connection)} == {2, 4}


def test_a_game_from_before_the_office_had_its_caller_s_book_is_not_compared(connection):
    keep(connection, "sala-1", OPENED, volume=3, time="2026-11-21T13:00:00Z")
    keep(connection, "sala-2", announced(volume=2), taken(7, 2))
    look(connection)
    assert named(connection) == []
    assert connection.execute("SELECT done FROM followed_games").fetchall() == [(True,)]


@pytest.mark.req("AJ-86", "I12")
@pytest.mark.parametrize("caller", ["sala-9", "sala-2"])
def test_a_caller_that_the_office_does_not_know_as_the_hall_s_is_named_once(connection, caller):
    keep(connection, "sala-2", announced(caller=caller), announced(2, caller=caller))
    keep(connection, "sala-1", announced(caller="sala-2"))
    look(connection)
    assert {*named(connection)} == {(hall, "OFFICE-CALLS", 0) for hall in ("sala-1", "sala-2")}
    assert f"«{caller}»" in next(e for e in alarms.alarms_of(connection) if e.hall == "sala-2").detail


@pytest.mark.req("I12")
def test_what_waits_is_not_lost_when_the_hall_begins_a_new_volume(connection):
    keep(connection, "sala-2", FOLLOWED, taken(8, 2), closed=True)
    look(connection)
    keep(connection, "sala-2", OPENED, volume=2)
    look(connection)
    keep(connection, "sala-1", *called(7))
    look(connection)
    assert named(connection) == DIFFERS


@pytest.mark.req("I12")
def test_balls_in_many_parts_are_each_compared_once(connection, monkeypatch):
    monkeypatch.setattr(calls, "_BATCH", 3)
    numbers = count(2)
    keep(connection, "sala-1", *called(*range(1, 11)))
    keep(connection, "sala-2", FOLLOWED, *(taken(ball, next(numbers)) for ball in range(1, 11)))
    for _ in range(6):
        look(connection)
    found = "SELECT ball, call, done FROM followed_games"
    assert connection.execute(found).fetchall() == [(11, 11, False)]
    keep(connection, "sala-2", ("GameAnnounced", {}), after=11)
    look(connection)
    assert connection.execute(found).fetchall() == [(11, 11, True)]
    assert named(connection) == []


@pytest.mark.req("I12")
@pytest.mark.parametrize("hall", ["sala-1", "sala-2"])
def test_after_a_history_was_given_up_its_games_are_compared_anew(connection, hall):
    keep(connection, "sala-1", *called(7))
    keep(connection, "sala-2", FOLLOWED, taken(8, 2))
    look(connection)
    assert named(connection) == DIFFERS
    row = "DELETE FROM entries WHERE hall = %s AND number > 1"
    connection.execute(row, (hall,))
    connection.execute("UPDATE heads SET number = 1 WHERE hall = %s", (hall,))
    calls.begin_anew(connection, hall, 1, 1)
    look(connection)
    assert named(connection) == []
    other = {"sala-1": ("BallCalled", {"ball": 8}), "sala-2": taken(7, 2)}
    keep(connection, hall, other[hall], after=1)
    look(connection)
    assert named(connection) == []
    assert connection.execute("SELECT ball, call FROM followed_games").fetchall() == [(2, 2)]
