"""What a hall took of another's calls is compared with that hall's book, and a difference is named."""

import json

import pytest

from hallctl.office import alarms, database, enrolment
from hallctl.office.calls import Comparison
from hallctl.office.database import add_partitions
from tests.hallctl.office.keys import two_halls

HASH = "ab" * 32
BODY = {"ball": 7, "entry": 2, "hash": HASH}


@pytest.fixture
def connection(office_url):
    with database.connect(office_url) as connection:
        for hall in two_halls():
            enrolment.enrol(connection, hall)
        yield connection


def keep(connection, hall, *entries, after=0):
    """Store entries of a hall, kind and body each, after so many others; their hashes are all alike."""
    add_partitions(connection, hall, 1)
    for number, (kind, body) in enumerate(entries, after + 1):
        line = json.dumps({"kind": kind, "body": body}).encode()
        row = hall, number, kind, HASH, line
        connection.execute("INSERT INTO entries VALUES (%s, 1, %s, now(), %s, %s, %s)", row)
    connection.execute(
        "INSERT INTO heads (hall, volume, number, hash, peaks, time) VALUES (%s, 1, %s, '', '', now())"
        " ON CONFLICT (hall, volume) DO UPDATE SET number = excluded.number",
        (hall, after + len(entries)),
    )


def called(ball, kind="BallCalled"):
    return ("BallDrawn", {"ball": ball}), (kind, {"ball": ball})


FOLLOWED = ("GameAnnounced", {"caller": "sala-1", "caller_volume": 1, "caller_game": 1})


def named(connection):
    return [(each.hall, each.code, each.number) for each in alarms.alarms_of(connection)]


@pytest.mark.parametrize(
    ("taken", "there"),
    [
        (BODY | {"ball": 8}, called(7)),
        (BODY, called(8)),
        (BODY | {"hash": "cd" * 32}, called(7)),
        (BODY | {"entry": 1}, called(7)),
        (BODY, called(7, "BallCorrected")),
    ],
    ids=["another ball", "called another", "another hash", "another entry", "no call"],
)
@pytest.mark.parametrize("first", ["sala-1", "sala-2"])
@pytest.mark.req("AJ-86", "I12")
def test_a_ball_that_the_calling_hall_s_book_has_otherwise_is_named(connection, taken, there, first):
    compared, books = Comparison(), {"sala-1": there, "sala-2": (FOLLOWED, ("BallDrawn", taken))}
    for hall in (first, *(books.keys() - {first})):
        keep(connection, hall, *books[hall])
        compared.look(connection)
    assert named(connection) == [("sala-2", "OFFICE-CALLS", 2)]
    (alarm,) = alarms.alarms_of(connection)
    assert f"asiento {taken['entry']} del tomo 1 de «sala-1»" in alarm.detail
    Comparison().look(connection)
    assert len(alarms.alarms_of(connection)) == 1


@pytest.mark.req("AJ-86")
def test_what_agrees_waits_for_the_other_book_and_a_game_of_one_s_own_is_not_compared(connection):
    compared = Comparison()
    keep(
        connection, "sala-2", FOLLOWED, ("BallDrawn", BODY), ("GameAnnounced", {}), ("BallDrawn", {"ball": 9})
    )
    keep(connection, "sala-1", ("GameAnnounced", {}))
    compared.look(connection)
    assert named(connection) == []
    keep(connection, "sala-1", ("BallCalled", {"ball": 7}), after=1)
    compared.look(connection)
    assert named(connection) == []
    keep(connection, "sala-2", FOLLOWED, ("BallDrawn", BODY | {"ball": 3}), after=4)
    compared.look(connection)
    assert named(connection) == [("sala-2", "OFFICE-CALLS", 6)]


@pytest.mark.req("I12")
def test_after_a_history_was_given_up_everything_is_compared_anew(connection):
    compared = Comparison()
    keep(connection, "sala-1", *called(7))
    keep(connection, "sala-2", FOLLOWED, ("BallDrawn", BODY))
    compared.look(connection)
    assert named(connection) == []
    connection.execute("UPDATE entries SET hash = %s WHERE hall = 'sala-1'", ("cd" * 32,))
    compared.look(connection)
    assert named(connection) == []
    connection.execute("INSERT INTO superseded VALUES ('sala-1', 1, 2, '', now(), now(), 'otra historia')")
    compared.look(connection)
    assert named(connection) == [("sala-2", "OFFICE-CALLS", 2)]
