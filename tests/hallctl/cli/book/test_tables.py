"""``hallctl book query`` and ``search``: what they find, and that they can neither change nor be deceived."""

import csv
import io
import json
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from hallctl.cli.book.cli import app
from hallctl.minutes import Book, Draft, Stamp
from hallctl.minutes.reader import read_entries
from tests.hallctl.games.bingo.reports.books import write_book
from tests.hallctl.games.bingo.reports.record import night, noted
from tests.hallctl.games.bingo.test_listed_prizes import played

STAMP = Stamp("2026-11-21T20:00:00.000Z", -240, "synchronised", "b1")


@pytest.fixture(scope="module")
def volume(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One night's volume, which the tests only read."""
    path = tmp_path_factory.mktemp("tables") / "tomo-0001.sqlite"
    write_book(path, night(3, 3))
    return path


def asked(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments])


def test_a_view_by_its_name_gives_all_its_rows(volume: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(asked("query", volume, "games").stdout)))
    assert [row["outcome"] for row in rows].count("open") == 0
    assert len(rows) == 3


def test_csv_and_json_have_the_same_rows(volume: Path) -> None:
    question = "SELECT game, ball FROM balls ORDER BY entry"
    as_csv = list(csv.DictReader(io.StringIO(asked("query", volume, question).stdout)))
    as_json = [json.loads(line) for line in asked("query", volume, question, "--json").stdout.splitlines()]
    assert [{name: str(value) for name, value in row.items()} for row in as_json] == as_csv
    assert len(as_json) > 100


@pytest.mark.parametrize(
    "question",
    [
        "DELETE FROM entries",
        "INSERT INTO checkpoints VALUES (1, 1, '', '') RETURNING number",
        "DROP VIEW games",
        "VACUUM INTO 'copy.sqlite'",
        "ATTACH 'other.sqlite' AS other",
        "/* */ PRAGMA journal_mode = DELETE",
        "PRAGMA writable_schema = ON",
        "SELECT",
        "no such view",
        "SELECT 1; DELETE FROM entries",
        "",
    ],
)
def test_no_question_changes_a_volume(
    volume: Path, question: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before, beside = volume.read_bytes(), sorted(volume.parent.iterdir())
    done = asked("query", volume, question)
    assert volume.read_bytes() == before
    assert sorted(volume.parent.iterdir()) == beside
    assert not list(tmp_path.iterdir())
    if "PRAGMA" not in question:
        assert done.exit_code == 2
        assert not done.stdout


def test_an_altered_view_is_shown_to_nobody(volume: Path, tmp_path: Path) -> None:
    copy = tmp_path / volume.name
    copy.write_bytes(volume.read_bytes())
    with sqlite3.connect(copy) as connection:
        connection.executescript("DROP VIEW games; CREATE VIEW games AS SELECT 1 AS game")
    connection.close()
    done = asked("query", copy, "games")
    assert done.exit_code == 1
    assert "MIN-SCHEMA" in done.stderr


@pytest.fixture
def typed(tmp_path: Path) -> Path:
    """A volume with what people type: accents, formulas and a digest."""
    path = tmp_path / "tomo-0001.sqlite"
    bodies = [
        {"text": "La señora PEÑA reclama", "number": 1042},
        {"picture": "1042" * 16},
        {"text": "=HYPERLINK(1)", "deep": [{"seller": "Ana"}]},
    ]
    with Book.create(path) as book:
        book.append([Draft("Said", body, "jefe:Íñigo") for body in bodies], STAMP)  # type: ignore[arg-type]
    return path


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("pena", [1]),
        ("SEÑORA pe", [1]),
        ("1042", [1]),
        ("ANA", [3]),
        ("inigo", [1, 2, 3]),
        ("picture", []),
        ("'); DROP", []),
        ("%", []),
    ],
)
def test_a_text_is_found_whatever_its_case_and_accents(typed: Path, text: str, entries: list[int]) -> None:
    done = asked("search", typed, text)
    assert [int(line.split()[1]) for line in done.stdout.splitlines()] == entries
    assert done.exit_code == (0 if entries else 1)


def test_a_formula_in_an_answer_is_none_to_a_spreadsheet(typed: Path) -> None:
    done = asked("query", typed, "SELECT json_extract(body, '$.text') AS text FROM entries WHERE number = 3")
    assert done.stdout == "text\n'=HYPERLINK(1)\n"


def test_a_volume_is_searched_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "tomo-0001.sqlite"
    with Book.create(path) as book:
        book.append([Draft("Said", {"text": "first"}, "jefe:Ana")], STAMP)
        assert asked("search", path, "first").exit_code == 0
        book.append([Draft("Said", {"text": "second"}, "jefe:Ana")], STAMP)
    assert [entry.number for entry in read_entries(path)] == [1, 2]


def test_the_prizes_of_each_game_are_there_by_their_keys_also_where_line_and_bingo_are_none(
    volume: Path, tmp_path: Path
) -> None:
    usual = list(csv.DictReader(io.StringIO(asked("query", volume, "offered").stdout)))
    games = {row["game"]: row for row in csv.DictReader(io.StringIO(asked("query", volume, "games").stdout))}
    assert {(row["game"], row["prize"]): row["amount"] for row in usual} == {
        (game, prize): row[prize] for game, row in games.items() for prize in ("line", "bingo")
    }
    listed = write_book(tmp_path / "tomo-0001.sqlite", noted(played().events))
    question = "SELECT place, prize, amount, awarded, cards > 0 AS won FROM offered"
    found = list(csv.DictReader(io.StringIO(asked("query", listed, question).stdout)))
    assert [(row["place"], row["prize"], row["amount"]) for row in found] == [
        ("1", "corners", "1500"),
        ("2", "line", "3000"),
        ("3", "pattern", "4500"),
        ("4", "full", "13500"),
    ]
    assert all(row["won"] == "1" and int(row["awarded"]) <= int(row["amount"]) for row in found)


def test_entries_are_read_with_the_currency_and_the_names_of_the_halls_own_rules(
    volume: Path, tmp_path: Path
) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text('base = "aj-bolivia"\nname = "aj-bolivia"\ncurrency = "Pts"\n', "utf-8")
    config = tmp_path / "hall.toml"
    config.write_text('[hall]\nrule_set = "rules.toml"\n', "utf-8")
    own = asked("tail", volume, "-n", "100000", "--config", config).stdout
    plain = asked("tail", volume, "-n", "100000").stdout
    assert own.count("Pts ") > 20 and own.replace("Pts ", "") == plain.replace("Bs ", "")
    rules.write_text('base = "aj-bolivia"\ncurrency = "Pts"\n', "utf-8")  # of another name: another hall's
    assert asked("tail", volume, "-n", "100000", "--config", config).stdout == plain
