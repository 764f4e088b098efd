import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from hallctl.minutes import Book, Verdict, read_entries, verify
from hallctl.minutes.entry import NO_HASH
from hallctl.minutes.schema import SCHEMA
from tests.hallctl.minutes.sample import STAMP, ball, closed_book

FLIPS = 800


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return closed_book(tmp_path / "book.sqlite", 9)


def codes(verdict: Verdict) -> list[str]:
    return [problem.code for problem in verdict.problems]


def tamper(path: Path, statement: str) -> None:
    """Change a closed book as someone who knows SQLite would, and put the triggers back."""
    connection = sqlite3.connect(path, isolation_level=None)
    triggers = [name for name in SCHEMA if SCHEMA[name].startswith("CREATE TRIGGER")]
    for name in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute(statement)
    for name in triggers:
        connection.execute(SCHEMA[name])
    connection.close()


@pytest.mark.invariant("I10")
def test_a_whole_book_verifies(path: Path) -> None:
    verdict = verify(path)
    (*_, last) = read_entries(path)
    assert verdict.ok
    assert verdict.problems == ()
    assert (verdict.entries, verdict.root) == (9, last.hash)
    assert verdict.first_time == verdict.last_time == STAMP.time
    assert verdict.describe().startswith("El libro verifica: 9 asientos")


def test_an_empty_book_verifies(tmp_path: Path) -> None:
    verdict = verify(closed_book(tmp_path / "book.sqlite", 0))
    assert verdict == Verdict(0, None, None, NO_HASH, ())
    assert verdict.describe() == f"El libro verifica: 0 asientos; último hash {NO_HASH}."


def test_verifying_a_closed_book_leaves_nothing_beside_it(path: Path, tmp_path: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    verify(path)
    assert {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == before


def test_a_live_book_verifies_between_its_appends(path: Path) -> None:
    with Book.open(path) as book:
        for number in range(10, 14):
            book.append([ball(number)], STAMP)
            verdict = verify(path)
            assert verdict.ok, verdict.describe()
            assert verdict.entries == number


def test_a_book_verifies_on_a_read_only_medium(path: Path, tmp_path: Path) -> None:
    medium = tmp_path / "medium"
    medium.mkdir()
    shutil.copy(path, medium / "closed.sqlite")
    copy_while_open(path, medium)
    program = (
        "import sys; from pathlib import Path; from hallctl.minutes import verify\n"
        "for name in ('closed', 'open'): print(verify(Path(sys.argv[1], f'{name}.sqlite')).describe())"
    )
    mount = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && exec "$2" -c "$3" "$1"'
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", mount, "sh", medium, sys.executable, program],
        capture_output=True,
        text=True,
        check=False,
    )
    if "unshare" in done.stderr or "mount:" in done.stderr:
        pytest.skip(f"no mounting here: {done.stderr.strip()}")
    closed, opened = done.stdout.splitlines()
    assert closed.startswith("El libro verifica: 9 asientos")
    assert opened.startswith("El libro verifica: 10 asientos")
    assert sorted(file.name for file in medium.iterdir()) == [
        "closed.sqlite",
        "open.sqlite",
        "open.sqlite-wal",
    ]


def copy_while_open(path: Path, medium: Path) -> None:
    """Copy a book in the state a power cut leaves it in: its newest entry only in the log."""
    # In another process, for closing a copied file here would drop the locks that SQLite holds in this one.
    with Book.open(path) as book:
        book.append([ball(10)], STAMP)
        for suffix in ("", "-wal"):
            subprocess.run(["cp", f"{path}{suffix}", medium / f"open.sqlite{suffix}"], check=True)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("UPDATE entries SET body = replace(body, '3', '4') WHERE number = 3", ["MIN-HASH"]),
        ("UPDATE entries SET body = body || ' ' WHERE number = 3", ["MIN-FORM"]),
        ("UPDATE entries SET time = 'ayer' WHERE number = 3", ["MIN-FORM"]),
        ("UPDATE entries SET hash = previous WHERE number = 3", ["MIN-HASH", "MIN-LINK"]),
        ("UPDATE entries SET previous = hash WHERE number = 3", ["MIN-LINK", "MIN-HASH"]),
        ("UPDATE entries SET number = 30 WHERE number = 9", ["MIN-NUMBER", "MIN-HASH"]),
        ("DELETE FROM entries WHERE number = 5", ["MIN-NUMBER", "MIN-LINK"]),
        ("DELETE FROM entries WHERE number = 1", ["MIN-NUMBER", "MIN-LINK"]),
        ("ALTER TABLE entries ADD COLUMN note TEXT", ["MIN-SCHEMA"]),
        ("CREATE TABLE more (x)", ["MIN-SCHEMA"]),
        ("PRAGMA user_version = 1", ["MIN-SCHEMA"]),
        ("PRAGMA application_id = 2", ["MIN-SCHEMA"]),
    ],
)
def test_what_someone_changed_in_the_file_is_found(path: Path, statement: str, expected: list[str]) -> None:
    tamper(path, statement)
    verdict = verify(path)
    assert codes(verdict) == expected
    assert not verdict.ok
    assert "NO verifica" in verdict.describe()


def test_cutting_off_the_newest_entries_shows_only_in_the_root(path: Path) -> None:
    whole = verify(path)
    tamper(path, "DELETE FROM entries WHERE number > 7")
    cut = verify(path)
    assert cut.ok
    assert (cut.entries, whole.entries) == (7, 9)
    assert cut.root != whole.root


@pytest.mark.parametrize(
    ("content", "expected"),
    [(b"", "MIN-SCHEMA"), (b"x" * 5000, "MIN-CORRUPT"), (b"SQLite format 3\0", "MIN-CORRUPT")],
)
def test_a_file_of_another_kind_is_a_verdict(tmp_path: Path, content: bytes, expected: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert codes(verify(path)) == [expected]


def test_a_long_list_of_problems_is_cut_short_when_shown(path: Path) -> None:
    with Book.open(path) as book:
        book.append([ball(number) for number in range(10, 40)], STAMP)
    tamper(path, "UPDATE entries SET actor = 'nadie'")
    lines = verify(path).describe().splitlines()
    assert lines[0] == "El libro NO verifica: 39 problemas en 39 asientos."
    assert lines[-1].strip() == "… y 19 más."
    assert len(lines) == 22


@pytest.mark.parametrize("name", ["x'00ff'", "'entries_follow'", "NULL", "12"])
def test_a_schema_with_names_that_are_none_is_a_verdict(path: Path, name: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(f"UPDATE sqlite_schema SET name = {name} WHERE name = 'entries_request'")
    connection.close()
    assert set(codes(verify(path))) <= {"MIN-SCHEMA", "MIN-CORRUPT"}
    assert not verify(path).ok


def test_a_missing_file_and_a_folder_are_verdicts(tmp_path: Path) -> None:
    assert codes(verify(tmp_path / "nothing")) == ["MIN-MISSING"]
    assert codes(verify(tmp_path)) == ["MIN-MISSING"]


def test_another_programs_database_is_a_verdict(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY)")
    connection.close()
    assert codes(verify(path)) == ["MIN-SCHEMA"]


def test_a_book_cut_in_the_middle_of_the_file_is_a_verdict(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    assert not verify(path).ok


@pytest.mark.invariant("I10")
def test_a_flipped_byte_is_found_or_changes_no_content(path: Path, tmp_path: Path) -> None:
    content = path.read_bytes()
    genuine = list(read_entries(path))
    copy = tmp_path / "flipped.sqlite"
    harmless = 0
    for position in random.Random(90).sample(range(len(content)), FLIPS):
        flipped = bytearray(content)
        flipped[position] ^= 0xFF
        copy.write_bytes(flipped)
        if verify(copy).ok:
            assert list(read_entries(copy)) == genuine, position
            harmless += 1
    # Most of a small file is empty space; the rest of the flips were found.
    assert 0 < harmless < FLIPS


@pytest.mark.timeout(60)
def test_a_damaged_row_address_neither_hides_entries_nor_keeps_the_verifier_for_ever(
    path: Path, tmp_path: Path
) -> None:
    content = path.read_bytes()
    genuine = list(read_entries(path))
    copy = tmp_path / "flipped.sqlite"
    # Before a row's text stand its size, its number and the types of its columns.
    row = content.rindex(STAMP.time.encode(), 0, content.index(b'{"ball":5,'))
    for position in range(row - 24, row):
        for bit in range(8):
            flipped = bytearray(content)
            flipped[position] ^= 1 << bit
            copy.write_bytes(flipped)
            assert not verify(copy).ok or list(read_entries(copy)) == genuine, (position, bit)


def test_a_table_that_is_no_table_any_more_is_not_an_empty_book(path: Path) -> None:
    content = path.read_bytes()
    assert content.count(b"tableentries") == 1
    path.write_bytes(content.replace(b"tableentries", b"taBleentries"))
    assert codes(verify(path)) == ["MIN-SCHEMA"]
