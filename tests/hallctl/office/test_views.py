"""The views of the office give, for each hall, the figures of the views of its own book."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from hallctl.games.bingo.rules.commands.opening import RetireBallSet
from hallctl.minutes.views import VIEWS
from hallctl.office.database import connect
from hallctl.rules.commands.incidents import ApproveIncident, FileComplaint, MinuteIncident, ResolveComplaint
from hallctl.rules.commands.running import ReportFault
from hallctl.rules.events.till import ShiftClosed
from tests.hallctl.games.baccarat import table as baccarat
from tests.hallctl.games.bingo.reports.books import write_book
from tests.hallctl.games.bingo.reports.record import night, noted, two_volumes
from tests.hallctl.games.bingo.rules.night import Night
from tests.hallctl.games.roulette import table as roulette
from tests.hallctl.office.books import HallBook, lines_of_volume, put_hall, sealed

RENAMED = {
    "sessions": {"opened": "opened", "closed": "closed"},
    "balls": {"time": "drawn"},
    "sales": {"time": "sold"},
    "claims": {"time": "verified"},
    "progressives": {"time": "moved"},
    "incidents": {"time": "minuted"},
    "faults": {"time": "noted"},
    "complaints": {"time": "filed"},
}
"""The columns that have another name at the office, where `time` is a moment."""

OF_BINGO = ("games", "balls", "sales", "prizes", "claims", "progressives", "ball_sets")
SAME = (*OF_BINGO, "sessions", "incidents", "faults", "complaints")


@pytest.fixture(scope="module")
def books(tmp_path_factory):
    """Three books of bingo as a hall writes them: a night, a second volume, one where much went wrong."""
    folder = tmp_path_factory.mktemp("views")
    bad = Night().open_session().sell()
    bad.do(
        MinuteIncident("pelea"),
        ApproveIncident(1),
        MinuteIncident("otra"),
        ReportFault("cámara", "CAMERA-LOST", "sin imagen"),
        FileComplaint("Juan", "LP-1", "no oí el 7", signed=True),
        ResolveComplaint(1, "desestimada"),
        RetireBallSet("J-02", "rota"),
    )
    records = {"noche": night(25), "segundo": two_volumes()[1], "mala": noted(bad.events)}
    return {name: write_book(folder / f"{name}.sqlite", record) for name, record in records.items()}


@pytest.fixture
def office(office_url):
    with connect(office_url) as connection:
        yield connection


def of_the_book(path, view):
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(f"SELECT * FROM {view}")
        columns = [each[0] for each in found.description]
        return columns, sorted(found.fetchall(), key=repr)


def of_the_office(connection, hall, view, columns):
    named = {**{each: each for each in columns}, **RENAMED.get(view, {})}
    shown = ", ".join(f'"{named[each]}"' for each in columns)
    rows = connection.execute(f"SELECT {shown} FROM books.{view} WHERE hall = %s", (hall,)).fetchall()
    return sorted((tuple(map(_plain, row)) for row in rows), key=repr)


def _plain(value):
    """Return a value as SQLite gives it."""
    if hasattr(value, "isoformat"):
        return value.isoformat(" ")
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return int(value) if isinstance(value, bool) else value


def test_the_same_book_gives_the_same_figures_both_ways(office, books):
    for name, path in books.items():
        put_hall(office, HallBook(name, name, "bingo", lines_of_volume(path)))
    assert office.execute("SELECT books.refresh()").fetchone() == (3,)
    for view in SAME:
        assert view in VIEWS
        found = {name: of_the_book(path, view) for name, path in books.items()}
        for name, (columns, told) in found.items():
            assert of_the_office(office, name, view, columns) == told, (name, view)
        assert any(told for _, told in found.values()), view


def test_what_comes_later_is_placed_as_if_it_had_come_at_once(office, books):
    lines = lines_of_volume(books["noche"])
    put_hall(office, HallBook("a", "A", "bingo", lines))
    put_hall(office, HallBook("b", "B", "bingo", lines))
    for number in (*range(1, len(lines), 97), len(lines)):
        office.execute("UPDATE heads SET number = %s WHERE hall = 'b'", (number,))
        office.execute("SELECT books.refresh()")
    for view in SAME:
        columns, told = of_the_book(books["noche"], view)
        assert of_the_office(office, "b", view, columns) == told, view
    assert office.execute("SELECT books.refresh()").fetchone() == (0,)


def test_an_end_that_was_given_up_for_another_is_forgotten(office):
    record = night(25)[:400]
    first, other = sealed(record), sealed((*record[:200], *night(25)[-20:]))
    put_hall(office, HallBook("a", "A", "bingo", first))
    office.execute("SELECT books.refresh()")
    for table in ("entries", "heads", "notes"):
        office.execute(f"DELETE FROM {table}")
    put_hall(office, HallBook("a", "A", "bingo", other))
    office.execute("SELECT books.refresh()")
    assert office.execute("SELECT max(number) FROM books.placed").fetchone() == (len(other),)
    other_kind = """SELECT count(*) FROM books.placed AS p JOIN entries AS e USING (hall, volume, number)
        WHERE p.kind <> e.kind"""
    assert office.execute(other_kind).fetchone() == (0,)


def test_what_makes_no_sense_stops_its_own_hall_and_no_other(office, books):
    record = night(25)[:40]
    broken = tuple(
        replace(each, event=replace(each.event, day="ayer")) if hasattr(each.event, "day") else each
        for each in record
    )
    put_hall(office, HallBook("mala", "Mala", "bingo", sealed(broken)))
    put_hall(office, HallBook("otra", "Otra", "bingo", sealed(record)))
    office.execute("SELECT books.refresh()")
    assert office.execute("SELECT hall, problem <> '' FROM books.placed_until ORDER BY 1").fetchall() == [
        ("mala", True),
        ("otra", False),
    ]
    assert office.execute("SELECT DISTINCT hall FROM books.sessions").fetchall() == [("otra",)]


MANY = """
INSERT INTO books.placed
    (hall, volume, number, time, local, actor, kind, body, plays, session, day, game, game_day)
SELECT 'mala', %s, n, now(), now(), '', 'PrizePaid', jsonb_build_object('amount', %s::jsonb), 'bingo',
    1, current_date, 1, current_date
FROM generate_series(1, 2000) AS n
"""


def test_no_number_of_one_hall_s_entries_breaks_the_figures_of_all(office):
    put_hall(office, HallBook("otra", "Otra", "bingo", sealed(night(25))))
    office.execute("SELECT books.refresh()")
    of_other = "SELECT * FROM books.days WHERE hall = 'otra'"
    before = office.execute(of_other).fetchall()
    for volume, amount in enumerate(("9007199254740991", '"x"', "true", "{}", "-9007199254740991"), 1):
        office.execute(MANY, (volume, amount))
        for view in ("sessions", "games", "days"):
            assert office.execute(f"SELECT * FROM books.{view} WHERE hall = 'mala'").fetchall()
    assert before and office.execute(of_other).fetchall() == before


def test_a_table_has_rounds_and_a_bank_and_no_games(office):
    wheel = roulette.TableDay.opened()
    for pocket in ("7", "0", "32"):
        wheel.spun(pocket)
    shoe = baccarat.TableDay.opened()
    shoe.played(*baccarat.NATURAL)
    shoe.played(*baccarat.TIE)
    shift = ShiftClosed(1, "Rosa", 100, 0, 0, 0, 100, 90, ())
    put_hall(office, HallBook("r", "R", "roulette", sealed((*noted(wheel.events), *noted((shift,))))))
    put_hall(office, HallBook("b", "B", "baccarat", sealed(noted(shoe.events))))
    office.execute("SELECT books.refresh()")
    found = office.execute(
        "SELECT plays, round, outcome, result FROM books.rounds ORDER BY 1 DESC, 2"
    ).fetchall()
    assert found == [
        ("roulette", 1, "finished", "7"),
        ("roulette", 2, "finished", "0"),
        ("roulette", 3, "finished", "32"),
        ("baccarat", 1, "finished", "player"),
        ("baccarat", 2, "finished", "tie"),
    ]
    for view in ("games", "balls", "sales", "prizes", "claims"):
        assert office.execute(f"SELECT count(*) FROM books.{view}").fetchone() == (0,), view
    assert office.execute("SELECT hall, rounds, cash_difference FROM books.days ORDER BY 1").fetchall() == [
        ("b", 2, 0),
        ("r", 3, -10),
    ]
