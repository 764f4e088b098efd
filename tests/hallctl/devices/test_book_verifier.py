"""The book is verified in the background, and the deciding loop does not feel it."""

import queue
import sqlite3
import threading
import time

import pytest

from hallctl.devices.book_verifier import BookVerifier
from hallctl.minutes import Book
from hallctl.table.messages import Recovered, Trouble
from hallctl.table.table import TICK_S, Inbox
from tests.hallctl.cli.book.hall import Hall
from tests.hallctl.minutes.sample import STAMP, ball
from tests.hallctl.minutes.witness.hall import VKEY, more, new_book, signed

FINE = Recovered("libro", "BOOK-DAMAGED")


def change(path, statement):
    connection = sqlite3.connect(path)
    for trigger in ("entries_no_update", "entries_no_delete"):
        connection.execute(f"DROP TRIGGER {trigger}")
    connection.execute(statement)
    connection.commit()
    schema = [
        "CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries\nBEGIN\n    SELECT RAISE(ABORT, "
        "'un asiento no se modifica: se corrige con una salvedad');\nEND",
        "CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries\nBEGIN\n    SELECT RAISE(ABORT, "
        "'un asiento no se borra: se corrige con una salvedad');\nEND",
    ]
    for trigger in schema:
        connection.execute(trigger)
    connection.commit()
    connection.close()


@pytest.fixture
def watch(tmp_path):
    inbox, looks = Inbox(), queue.Queue()
    made = BookVerifier(tmp_path, None, inbox, 3600, lambda problems, entries: looks.put((problems, entries)))
    yield made, inbox, looks
    made.stop()


def test_a_whole_book_is_whole_while_it_is_written(tmp_path, watch):
    made, inbox, looks = watch
    with new_book(tmp_path, 700) as book:
        signed(book)
        made.start()
        for _ in range(40):
            more(book, 5)
        assert inbox.get(timeout=30) == FINE
        (problems, entries) = looks.get(timeout=30)
        assert problems == ()
        assert 700 <= entries <= 900
        made.ask()
        assert looks.get(timeout=30) == ((), 900)


@pytest.mark.invariant("I10")
def test_a_change_before_the_newest_checkpoint_is_found_although_the_book_opens(tmp_path, watch):
    made, inbox, _ = watch
    with new_book(tmp_path, 300) as book:
        signed(book)
        more(book, 3)
    path = tmp_path / "tomo-0001.sqlite"
    change(path, "UPDATE entries SET actor = 'jefe:otra' WHERE number = 17")
    with Book.open(path, trusted=VKEY) as book:
        made.start()
        trouble = inbox.get(timeout=30)
        assert isinstance(trouble, Trouble)
        assert (trouble.device, trouble.code) == ("libro", "BOOK-DAMAGED")
        assert "MIN-HASH" in trouble.detail
        assert "17" in trouble.detail
        assert book.last().number == 303


@pytest.fixture
def three(tmp_path):
    """A book of three volumes on both media, and who watches it."""
    hall = Hall.made(tmp_path).three()
    inbox, looks = Inbox(), queue.Queue()
    made = BookVerifier(hall.book, hall.second, inbox, 3600, lambda problems, _: looks.put(problems))
    made.start()
    assert inbox.get(timeout=30) == FINE
    assert looks.get(timeout=30) == ()

    def asked():
        made.ask()
        problems = looks.get(timeout=30)
        assert isinstance(inbox.get(timeout=30), Trouble)
        return problems

    yield hall, asked
    made.stop()


@pytest.mark.invariant("I10")
def test_what_is_wrong_with_several_volumes_is_said_of_each(three):
    hall, asked = three
    change(hall.volume(1), "UPDATE entries SET boot = 'x' WHERE number = 2")
    hall.volume(2).write_bytes(b"no book")
    assert [problem[:9] for problem in asked()[:2]] == ["tomo-0001", "tomo-0002"]


@pytest.mark.invariant("I10")
def test_a_second_medium_that_says_something_else_is_found(three):
    hall, asked = three
    lines = hall.medium(1).read_bytes()
    hall.medium(1).write_bytes(lines.replace(b"Marta", b"Maria", 1))
    (problem,) = asked()
    assert problem.startswith("tomo-0001.sqlite: MIN-FORK")
    hall.medium(1).write_bytes(lines)
    hall.medium(2).unlink()
    (problem,) = asked()
    assert problem.startswith("tomo-0002.sqlite: MIN-SECOND")


@pytest.mark.invariant("I10")
def test_a_volume_that_is_gone_is_found(three):
    hall, asked = three
    hall.volume(1).unlink()
    assert any("tomo-0002.sqlite dice ser el tomo 2" in problem for problem in asked())


def test_a_hall_whose_book_nobody_has_opened_yet_has_no_damaged_book(tmp_path, watch):
    made, inbox, looks = watch
    made.start()
    assert looks.get(timeout=30) == ((), 0)
    assert inbox.get(timeout=1) == FINE
    with new_book(tmp_path, 20) as book:
        signed(book)
        made.ask()
        assert looks.get(timeout=30) == ((), 20)
    next(tmp_path.glob("tomo-*.sqlite")).unlink()
    made.ask()
    (problem,) = looks.get(timeout=30)[0]
    assert problem.startswith("MIN-MISSING"), "a book that was there is missing"


def test_it_looks_again_by_itself(tmp_path):
    with new_book(tmp_path, 20) as book:
        signed(book)
    looks = queue.Queue()
    made = BookVerifier(tmp_path, None, Inbox(), 0.05, lambda *found: looks.put(found))
    made.start()
    try:
        assert [looks.get(timeout=30) for _ in range(3)] == [((), 20)] * 3
    finally:
        made.stop()


def test_a_look_is_broken_off_at_once_and_says_nothing(tmp_path, watch):
    made, inbox, looks = watch
    with long_book(tmp_path, 20_000):
        made.start()
        time.sleep(0.2)
        began = time.monotonic()
        made.stop()
        assert time.monotonic() - began < 1.0
    assert inbox.empty()
    assert looks.empty()


def long_book(folder, entries):
    book = new_book(folder, 2)
    while book.last().number < entries:
        first = book.last().number + 1
        book.append([ball(n) for n in range(first, min(first + 5000, entries + 1))], STAMP)
    signed(book)
    return book


def test_the_deciding_loop_keeps_its_beat_meanwhile(tmp_path, watch, full):
    made, _, looks = watch
    entries = 200_000 if full else 10_000
    with long_book(tmp_path, entries):
        inbox = queue.Queue()
        late = []

        def beat():
            while not over.is_set():
                due = time.monotonic() + TICK_S
                try:
                    inbox.get(timeout=TICK_S)
                except queue.Empty:
                    late.append(time.monotonic() - due)

        over = threading.Event()
        loop = threading.Thread(target=beat)
        loop.start()
        began = time.monotonic()
        made.start()
        found = looks.get(timeout=280)
        took = time.monotonic() - began
        over.set()
        loop.join()
    assert found == ((), entries)
    late.sort()
    print(
        f"{entries} entries in {took:.1f} s; late p50 {late[len(late) // 2] * 1e3:.1f} ms, "
        f"p99 {late[int(len(late) * 0.99)] * 1e3:.1f} ms, worst {late[-1] * 1e3:.1f} ms of {len(late)}"
    )
    assert late[len(late) // 2] < TICK_S / 4
