import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hallctl.minutes import Book, MinutesError, verify
from hallctl.minutes.inspection import inspect, inspect_tail
from hallctl.minutes.note import Verifier
from hallctl.minutes.schema import SCHEMA
from tests.hallctl.minutes.notary.hall import Hall, WrittenBook
from tests.hallctl.minutes.sample import STAMP, ball, closed_book

HALL = Hall()
TRUSTED = HALL.verifier


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The third volume of a small book: five entries, a checkpoint, one entry more."""
    return WrittenBook.make(tmp_path, HALL).volume(3)


def tamper(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        triggers = [name for name in SCHEMA if SCHEMA[name].startswith("CREATE TRIGGER")]
        for name in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)
        for name in triggers:
            connection.execute(SCHEMA[name])


def quick(path: Path, trusted: Verifier = TRUSTED) -> bool:
    """Whether only the tail was looked at, in which a book can be taken up as after a whole inspection."""
    with closing(sqlite3.connect(path)) as connection:
        tail = inspect_tail(connection, trusted)
        if tail is None:
            return False
        whole = inspect(connection)
    assert (tail.last, tail.tree.root(), tail.notes) == (whole.last, whole.tree.root(), whole.notes)
    assert (tail.note, tail.peaks) == (whole.note, whole.peaks)
    return True


def test_a_book_is_taken_up_at_its_newest_checkpoint(path: Path) -> None:
    assert quick(path)
    with Book.open(path, trusted=TRUSTED) as book:
        (seventh,) = book.append([ball(1)], STAMP)
        assert seventh.number == 7
    assert verify(path).ok


def test_what_is_before_a_trusted_checkpoint_is_left_to_the_whole_verification(path: Path) -> None:
    tamper(path, "UPDATE entries SET clock = 'exact' WHERE number = 2")
    Book.open(path, trusted=TRUSTED).close()
    with pytest.raises(MinutesError, match="MIN-HASH"):
        Book.open(path)


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE entries SET clock = 'exact' WHERE number = 6", "MIN-HASH"),
        ("UPDATE entries SET previous = hash WHERE number = 6", "MIN-LINK"),
        ("UPDATE entries SET number = 8 WHERE number = 6", "MIN-NUMBER"),
        ("UPDATE entries SET body = '[]' WHERE number = 6", "MIN-FORM"),
        ("UPDATE entries SET hash = previous WHERE number = 5", "MIN-HASH"),
        ("DELETE FROM entries WHERE number = 5", "MIN-NUMBER"),
        ("UPDATE checkpoints SET peaks = ''", "MIN-NOTE"),
        ("UPDATE checkpoints SET peaks = 'xx'", "MIN-NOTE"),
        ("UPDATE checkpoints SET size = 3", "MIN-NOTE"),
        ("UPDATE checkpoints SET note = replace(note, '5' || x'0a', '3' || x'0a')", "MIN-NOTE"),
        ("UPDATE checkpoints SET note = 'nada'", "MIN-NOTE"),
        ("UPDATE checkpoints SET note = CAST(x'ff' AS TEXT)", "MIN-NOTE"),
        ("UPDATE entries SET number = -1 WHERE number = 1", "MIN-NUMBER"),
        ("UPDATE checkpoints SET number = 0", "MIN-NOTE"),
        ("CREATE TABLE more (x)", "MIN-SCHEMA"),
    ],
)  # fmt: skip
def test_whatever_is_wrong_at_the_checkpoint_or_after_it_is_found(
    path: Path, statement: str, code: str
) -> None:
    tamper(path, statement)
    with pytest.raises(MinutesError, match=code):
        Book.open(path, trusted=TRUSTED)


def test_a_checkpoint_of_another_key_is_not_trusted(path: Path) -> None:
    assert not quick(path, Hall(seed=2).verifier)
    Book.open(path, trusted=Hall(seed=2).verifier).close()


def test_a_book_without_a_checkpoint_is_verified_whole(tmp_path: Path) -> None:
    path = closed_book(tmp_path / "book.sqlite", 3)
    assert not quick(path)
    tamper(path, "UPDATE entries SET clock = 'exact' WHERE number = 2")
    with pytest.raises(MinutesError, match="MIN-HASH"):
        Book.open(path, trusted=TRUSTED)
