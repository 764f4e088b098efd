import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from sqlite_utils import Database

from hallctl.minutes import Book, CanonicalError, Draft, EntryError, MinutesError, Reader, read_entries
from hallctl.minutes.entry import row_of
from hallctl.minutes.schema import INSERT, SCHEMA
from tests.hallctl.minutes.sample import STAMP, ball, chain_of, closed_book


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "libro ñ?.sqlite"


@pytest.fixture
def book(path: Path) -> Iterator[Book]:
    with Book.create(path) as opened:
        yield opened


@pytest.fixture
def other(book: Book, path: Path) -> Iterator[sqlite3.Connection]:
    """Another program's connection to the open book, without any of our precautions."""
    book.append([ball(1), ball(2)], STAMP)
    connection = sqlite3.connect(path, isolation_level=None)
    yield connection
    connection.close()


def code_of(error: pytest.ExceptionInfo[MinutesError]) -> str:
    assert str(error.value) == f"{error.value.code}: {error.value.sentence}"
    return error.value.code


def test_a_new_book_is_empty(book: Book) -> None:
    assert book.last() is None
    assert list(book.entries()) == []
    assert book.append([], STAMP) == ()


@pytest.mark.invariant("I11")
def test_entries_appended_together_are_read_back_in_order(book: Book) -> None:
    appended = book.append([ball(1), ball(2)], STAMP) + book.append([ball(3)], STAMP)
    assert [entry.number for entry in appended] == [1, 2, 3]
    assert tuple(book.entries()) == appended == tuple(chain_of(3))
    assert tuple(book.entries(2, 2)) == appended[1:2]
    assert list(book.entries(4)) == []
    assert book.last() == appended[-1]


def test_a_book_goes_on_where_it_was_closed(path: Path) -> None:
    closed_book(path, 3)
    with Book.open(path) as book:
        (fourth,) = book.append([ball(4)], STAMP)
        assert fourth.number == 4
        assert len(list(book.entries())) == 4


@pytest.mark.invariant("I17")
def test_the_entries_of_a_request_are_found_again(book: Book) -> None:
    book.append([ball(1, "r-1")], STAMP)
    both = book.append([ball(2, "r-2"), ball(3, "r-2")], STAMP)
    book.append([ball(4)], STAMP)
    assert book.by_request("r-2") == both
    assert book.by_request("r-3") == ()
    assert book.by_request("") == ()


def test_asking_for_a_request_uses_the_index(other: sqlite3.Connection) -> None:
    plan = other.execute(
        "EXPLAIN QUERY PLAN SELECT * FROM entries WHERE request = ? AND request <> '' ORDER BY number", ("r",)
    ).fetchall()
    assert "entries_request" in plan[0][3]


def test_entries_are_read_while_others_are_appended(book: Book) -> None:
    for number in range(1, 1203):
        if number % 300 == 1:
            book.append([ball(n) for n in range(number, number + 300)], STAMP)
    reading = book.entries()
    first = next(reading)
    book.append([ball(99)], STAMP)
    numbers = [first.number, *(entry.number for entry in reading)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 1500


@pytest.mark.parametrize("draft", [Draft("k", {"x": 1.5}, "a"), Draft("k", {}, cast(str, None))])
def test_a_draft_that_cannot_be_written_leaves_the_book_as_it_was(book: Book, draft: Draft) -> None:
    with pytest.raises((CanonicalError, EntryError)):
        book.append([ball(1), draft], STAMP)
    assert [entry.number for entry in book.append([ball(1)], STAMP)] == [1]


def test_create_does_not_touch_a_file_that_is_there(path: Path) -> None:
    path.write_bytes(b"something else")
    with pytest.raises(MinutesError) as error:
        Book.create(path)
    assert code_of(error) == "MIN-EXISTS"
    assert path.read_bytes() == b"something else"


def test_a_creation_that_was_cut_short_is_done_again(path: Path) -> None:
    path.with_name(f"{path.name}.new").write_bytes(b"half a book")
    with Book.create(path) as book:
        book.append([ball(1)], STAMP)
    assert not path.with_name(f"{path.name}.new").exists()


@pytest.mark.parametrize(
    ("content", "expected"),
    [(None, "MIN-MISSING"), (b"", "MIN-SCHEMA"), (b"no base de datos " * 500, "MIN-CORRUPT")],
)
def test_what_is_not_a_book_is_not_opened(path: Path, content: bytes | None, expected: str) -> None:
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(MinutesError) as error:
        Book.open(path)
    assert code_of(error) == expected


def test_a_folder_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(MinutesError, match="no existe"):
        Book.create(tmp_path / "nowhere" / "book.sqlite")


def test_an_open_book_has_the_durability_that_was_measured(path: Path) -> None:
    closed_book(path, 1)
    program = f"""
from pathlib import Path; from hallctl.minutes import Book
book = Book.open(Path({str(path)!r}))
ask = lambda name: book._connection.execute(f"PRAGMA {{name}}").fetchone()[0]
print(ask("journal_mode"), ask("synchronous"), ask("locking_mode"))
"""
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["wal", "3", "normal"]


def test_a_second_writer_is_refused_and_the_first_goes_on(book: Book, path: Path) -> None:
    for attempt in (Book.open, Book.create):
        with pytest.raises(MinutesError, match="otro controlador") as error:
            attempt(path)
        assert code_of(error) == "MIN-LOCKED"
    assert book.append([ball(1)], STAMP)


def test_the_right_to_write_ends_with_the_process_that_held_it(path: Path) -> None:
    closed_book(path, 1)
    program = f"""
from pathlib import Path; from hallctl.minutes import Book
book = Book.open(Path({str(path)!r})); print("open", flush=True); input()
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        with pytest.raises(MinutesError):
            Book.open(path)
        holder.kill()
    Book.open(path).close()


@pytest.mark.invariant("I11")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET body = '{}' WHERE number = 1",
        "UPDATE OR REPLACE entries SET number = 1 WHERE number = 2",
        "DELETE FROM entries WHERE number = 2",
        "INSERT OR REPLACE INTO entries SELECT * FROM entries WHERE number = 2",
        "INSERT OR IGNORE INTO entries SELECT * FROM entries WHERE number = 1",
        "REPLACE INTO entries SELECT * FROM entries WHERE number = 1",
    ],
)
def test_another_connection_cannot_change_what_is_written(
    other: sqlite3.Connection, book: Book, statement: str
) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="asiento"):
        other.execute(statement)
    assert list(book.entries()) == chain_of(2)


@pytest.mark.invariant("I11")
@pytest.mark.parametrize("number", [None, 0, 2, 4, -1])
def test_another_connection_cannot_write_out_of_order(other: sqlite3.Connection, number: int | None) -> None:
    row = (number, *row_of(chain_of(3)[2])[1:])
    with pytest.raises(sqlite3.IntegrityError, match="no sigue"):
        other.execute(INSERT, row)


def test_an_entry_written_behind_our_back_stops_the_book(
    book: Book, other: sqlite3.Connection, path: Path
) -> None:
    other.execute(INSERT, row_of(chain_of(3)[2]))
    with pytest.raises(MinutesError) as error:
        book.append([ball(3)], STAMP)
    assert code_of(error) == "MIN-CHAIN"
    with pytest.raises(MinutesError) as error:
        book.append([ball(3)], STAMP)
    assert code_of(error) == "MIN-STOPPED"
    with pytest.raises(MinutesError) as error:
        book.by_request("r")
    assert code_of(error) == "MIN-STOPPED"
    assert book.last() == chain_of(2)[1]


def test_a_book_held_by_another_program_is_locked_and_opens_once_it_lets_go(
    book: Book, other: sqlite3.Connection, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.close()
    monkeypatch.setattr("hallctl.minutes.volume_file.BUSY_SECONDS", 0.05)
    with Book.open(path) as again:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(MinutesError) as error:
            again.append([ball(3)], STAMP)
        assert code_of(error) == "MIN-LOCKED"
        other.execute("ROLLBACK")
    with Book.open(path) as again:
        assert again.append([ball(3)], STAMP)[0].number == 3


@pytest.mark.parametrize("name", [name for name in SCHEMA if not SCHEMA[name].startswith("CREATE TABLE")])
def test_a_dropped_trigger_index_or_view_keeps_the_book_closed(path: Path, name: str) -> None:
    closed_book(path, 2)
    connection = sqlite3.connect(path)
    connection.execute(f"DROP {SCHEMA[name].split()[1]} {name}")
    connection.close()
    with pytest.raises(MinutesError, match=f"«{name}» falta") as error:
        Book.open(path)
    assert code_of(error) == "MIN-SCHEMA"


def test_a_trigger_weakened_by_one_letter_keeps_the_book_closed(path: Path) -> None:
    closed_book(path, 2)
    connection = sqlite3.connect(path)
    connection.executescript(
        "DROP TRIGGER entries_no_update;"
        + SCHEMA["entries_no_update"].replace("BEFORE UPDATE", "AFTER UPDATE")
    )
    connection.close()
    with pytest.raises(MinutesError, match="«entries_no_update» es distinto"):
        Book.open(path)


def test_the_library_that_drops_triggers_is_found_out(path: Path) -> None:
    closed_book(path, 2)
    database = Database(path)
    database.table("entries").transform()
    database.close()
    with pytest.raises(MinutesError, match="entries_follow"):
        Book.open(path)


def test_a_book_switched_out_of_wal_is_not_opened(path: Path) -> None:
    closed_book(path, 1)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    with pytest.raises(MinutesError, match="delete/3"):
        Book.open(path)


@pytest.mark.invariant("I10")
def test_a_book_whose_chain_is_broken_is_not_opened(path: Path) -> None:
    closed_book(path, 3)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DROP TRIGGER entries_no_update")
    connection.execute("UPDATE entries SET actor = 'nadie' WHERE number = 2")
    connection.execute(SCHEMA["entries_no_update"])
    connection.close()
    with pytest.raises(MinutesError, match="asiento 2") as error:
        Book.open(path)
    assert code_of(error) == "MIN-HASH"


def test_a_closed_book_refuses_everything_but_closing(path: Path) -> None:
    book = Book.create(path)
    book.close()
    book.close()
    for use in (lambda: book.append([ball(1)], STAMP), book.entries, lambda: book.by_request("r")):
        with pytest.raises(MinutesError) as error:
            use()
        assert code_of(error) == "MIN-STOPPED"


def test_a_book_belongs_to_the_thread_that_opened_it(book: Book) -> None:
    failures: list[BaseException] = []

    def misuse() -> None:
        try:
            book.append([ball(1)], STAMP)
        except MinutesError as error:
            failures.append(error)

    thread = threading.Thread(target=misuse)
    thread.start()
    thread.join()
    assert "thread" in str(failures[0])


def test_a_reader_follows_the_open_book_from_another_thread(book: Book, path: Path) -> None:
    seen: list[object] = []

    def follow() -> None:
        with Reader(path) as reader:
            seen.append(reader.last())
            seen.append(reader.by_request("r-2"))
            seen.append(list(reader.entries(2)))

    entries = book.append([ball(1), ball(2, "r-2")], STAMP)
    thread = threading.Thread(target=follow)
    thread.start()
    thread.join()
    assert seen == [entries[1], entries[1:], list(entries[1:])]


def test_reading_a_closed_book_leaves_nothing_beside_it(path: Path, tmp_path: Path) -> None:
    closed_book(path, 3)
    before = sorted(tmp_path.iterdir())
    assert list(read_entries(path, 2, 3)) == [entry for entry in read_entries(path) if entry.number > 1]
    with Reader(path) as reader:
        assert reader.last() is not None
    assert sorted(tmp_path.iterdir()) == before


def test_an_empty_book_has_no_newest_entry(book: Book, path: Path) -> None:
    with Reader(path) as reader:
        assert reader.last() is None


def test_a_reader_cannot_write(book: Book, path: Path) -> None:
    with Reader(path) as reader, pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader._connection.execute(INSERT, row_of(chain_of(1)[0]))


def test_reading_a_missing_book_is_a_clear_error(path: Path) -> None:
    with pytest.raises(MinutesError, match="no existe"):
        Reader(path)
