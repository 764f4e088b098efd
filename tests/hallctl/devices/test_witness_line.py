"""The line to the witness: a real witness, real books, and what a person is told when they disagree."""

import queue
import shutil
import socket
import sqlite3
import threading
import time
from contextlib import contextmanager

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.devices.witness import Patience, Statement, WitnessLine, ask
from hallctl.minutes import Book
from hallctl.minutes.note import COSIGNATURE, Checkpoint, Verifier, cosign, verifier_of
from hallctl.minutes.verify import verify
from hallctl.minutes.witness.memory import MEMORY, Memory, read_verifier
from hallctl.table.messages import Recovered, Trouble
from hallctl.table.troubles import NOTICES
from tests.hallctl.minutes.sample import STAMP, ball
from tests.hallctl.minutes.witness.hall import (
    KEY,
    NAME,
    more,
    new_book,
    note_of,
    signed,
    tree_of,
    witness_program,
)

WITNESS, OTHER = (Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (7, 8))
QUICK = Patience(answer=1.0, first=0.02, longest=0.1, silence=0.3)
BACK = [Recovered("testigo", f"WITNESS-{code}") for code in ("LOST", "AHEAD", "UNPROVED", "UNASKED")]


class Desk:
    """What the table would get."""

    def __init__(self):
        self.inbox = queue.Queue()
        self.kept = queue.Queue()

    def said(self, count=1):
        return [self.inbox.get(timeout=20) for _ in range(count)]


@pytest.fixture
def desk():
    return Desk()


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """One witness for the tests whose books are the same up to where the witness saw them."""
    folder = tmp_path_factory.mktemp("testigo")
    with witness_program(folder) as (_, url):
        yield url, read_verifier(folder)


@pytest.fixture
def fresh(tmp_path):
    with witness_program(tmp_path / "testigo") as (_, url):
        yield url, read_verifier(tmp_path / "testigo")


@contextmanager
def line(url, verifier, folder, desk, patience=QUICK):
    made = WitnessLine(url, verifier, folder, desk.kept.put, desk.inbox, patience)
    made.start()
    try:
        yield made
    finally:
        made.stop()


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "libro"
    made.mkdir()
    return made


@pytest.mark.invariant("I12")
def test_every_checkpoint_comes_back_cosigned_and_the_book_keeps_it(fresh, folder, desk):
    url, verifier = fresh
    with new_book(folder, 5) as book, line(url, verifier, folder, desk) as made:
        assert made.lag is None, "nothing was exchanged yet"
        for entries in (1, 7, 30, 600):
            more(book, entries)
            note = signed(book)
            made.offer(note)
            cosigned = desk.kept.get(timeout=20)
            assert cosigned.text == note.text
            assert cosigned.cosigned_at(verifier)
            book.keep_note(cosigned)
            assert made.lag == 0
        assert desk.said(len(BACK)) == BACK
        assert desk.inbox.empty()
        size = book.last().number
    verdict = verify(folder / "tomo-0001.sqlite")
    assert verdict.ok, verdict.describe()
    found = ask(url, cosigned, verifier)
    assert (found.answered, found.claimed, found.signed.size) == (True, size, size)


def test_the_next_volume_is_witnessed_from_nothing(fresh, folder, desk):
    url, verifier = fresh
    with line(url, verifier, folder, desk) as made:
        for volume in (1, 2):
            with new_book(folder, 4, volume) as book:
                made.offer(signed(book, volume))
                note = desk.kept.get(timeout=20)
                assert Checkpoint.read(note.text).origin.endswith(f"tomo-000{volume}")


def test_a_line_that_starts_again_goes_on_from_the_witnesss_size(fresh, folder, desk):
    url, verifier = fresh
    with new_book(folder, 9) as book:
        with line(url, verifier, folder, desk) as made:
            made.offer(signed(book))
            kept = desk.kept.get(timeout=20)
        more(book, 5)
        with line(url, verifier, folder, desk) as made:
            made.offer(signed(book))
            assert desk.kept.get(timeout=20)
            made.offer(kept)  # an old one again is no step back
        assert ask(url, book.note, verifier).signed.size == 14
        assert desk.inbox.qsize() == 2 * len(BACK), "no trouble"


def test_what_is_cosigned_already_is_not_kept_again(fresh, folder, desk):
    url, verifier = fresh
    with new_book(folder, 9) as book, line(url, verifier, folder, desk) as made:
        made.offer(signed(book))
        book.keep_note(desk.kept.get(timeout=20))
        assert desk.said(len(BACK)) == BACK
    with line(url, verifier, folder, desk) as made:
        made.offer(book.note)
        assert desk.said(len(BACK)) == BACK
    assert desk.kept.empty()


@pytest.mark.invariant("I12")
def test_a_book_rolled_back_to_an_older_copy_is_found(fresh, folder, desk):
    url, verifier = fresh
    with new_book(folder, 9) as book:
        signed(book)
    older = shutil.copytree(folder, folder.with_name("copia"))
    with Book.open(folder / "tomo-0001.sqlite") as book:
        more(book, 4)
        with line(url, verifier, folder, desk) as made:
            made.offer(signed(book))
            desk.kept.get(timeout=20)
            desk.said(len(BACK))
    assert verify(older / "tomo-0001.sqlite").ok, "by itself an older copy verifies"
    with Book.open(older / "tomo-0001.sqlite") as book, line(url, verifier, older, desk) as made:
        assert ask(url, book.note, verifier).signed.size == 13 > book.last().number  # type: ignore[arg-type]
        made.offer(book.note)
        (trouble,) = desk.said()
        assert (trouble.device, trouble.code) == ("testigo", "WITNESS-AHEAD")
        assert "13" in trouble.detail


@pytest.mark.invariant("I12")
@pytest.mark.parametrize("entries", [4, 9, 12])
def test_a_book_written_anew_is_found(fresh, folder, desk, entries):
    url, verifier = fresh
    with new_book(folder, 9) as book, line(url, verifier, folder, desk) as made:
        made.offer(signed(book))
        desk.kept.get(timeout=20)
        desk.said(len(BACK))
    other = folder.with_name("otro")
    other.mkdir()
    with new_book(other, 2) as book, line(url, verifier, other, desk) as made:
        book.append([ball(77)], STAMP)
        more(book, entries - 3)
        made.offer(signed(book))
        (trouble,) = desk.said()
        assert isinstance(trouble, Trouble)
        assert trouble.code == "WITNESS-AHEAD"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_a_witness_that_is_away_is_said_once_and_taken_up_when_it_is_back(tmp_path, folder, desk):
    with Memory.open(tmp_path / "testigo", "testigo.example/w1") as memory:
        verifier = memory.verifier
    port = free_port()
    with (
        new_book(folder, 9) as book,
        line(f"http://127.0.0.1:{port}", verifier, folder, desk) as made,
    ):
        assert not ask(f"http://127.0.0.1:{port}", signed(book), verifier).answered
        made.offer(book.note)
        (trouble,) = desk.said()
        assert (trouble.device, trouble.code) == ("testigo", "WITNESS-LOST")
        assert made.lag == 9
        more(book, 3)
        made.offer(signed(book))
        with witness_program(tmp_path / "testigo", "--port", str(port)):
            assert Checkpoint.read(desk.kept.get(timeout=20).text).size == 12
            assert desk.said(len(BACK)) == BACK
        assert desk.inbox.empty()


def test_a_short_absence_is_nobodys_trouble(tmp_path, folder, desk):
    with Memory.open(tmp_path / "testigo", "testigo.example/w1") as memory:
        verifier = memory.verifier
    port = free_port()
    patient = Patience(answer=1.0, first=0.02, longest=0.1, silence=60)
    with (
        new_book(folder, 9) as book,
        line(f"http://127.0.0.1:{port}", verifier, folder, desk, patient) as made,
    ):
        made.offer(signed(book))
        with witness_program(tmp_path / "testigo", "--port", str(port)):
            desk.kept.get(timeout=20)
        assert desk.said(len(BACK)) == BACK


def test_a_witness_with_another_key_is_none(program, folder, desk):
    url, _ = program
    stranger = verifier_of("testigo.example/otro", KEY, COSIGNATURE)
    with new_book(folder, 9) as book, line(url, stranger, folder, desk) as made:
        made.offer(signed(book))
        (trouble,) = desk.said()
        assert trouble.code == "WITNESS-LOST"
        assert "clave" in trouble.detail


def test_a_witness_that_knows_another_book_is_said_to_be_so(tmp_path, folder, desk):
    other = Verifier("otra.example/libro", 1, bytes(range(32)))
    with (
        witness_program(tmp_path / "testigo", log=other) as (_, url),
        new_book(folder, 9) as book,
        line(url, read_verifier(tmp_path / "testigo"), folder, desk) as made,
    ):
        made.offer(signed(book))
        (trouble,) = desk.said()
        assert trouble.code == "WITNESS-LOST"
        assert "404" in trouble.detail


@pytest.mark.invariant("I12")
def test_a_witness_brought_back_from_a_copy_is_found(tmp_path, folder, desk):
    home = tmp_path / "testigo"
    with Memory.open(home, "testigo.example/w1") as memory:
        verifier = memory.verifier
    copy = (home / MEMORY).read_bytes()
    with new_book(folder, 9) as book:
        with witness_program(home) as (_, url), line(url, verifier, folder, desk) as made:
            made.offer(signed(book))
            book.keep_note(desk.kept.get(timeout=20))
            desk.said(len(BACK))
        (home / MEMORY).write_bytes(copy)
        more(book, 4)
        with witness_program(home) as (_, url), line(url, verifier, folder, desk) as made:
            made.offer(signed(book))
            (trouble,) = desk.said()
            assert trouble.code == "WITNESS-LOST"
            assert "perdió su memoria" in trouble.detail


def test_a_changed_entry_is_the_books_trouble(fresh, folder, desk):
    url, verifier = fresh
    with new_book(folder, 9) as book:
        signed(book)
    connection = sqlite3.connect(folder / "tomo-0001.sqlite")
    connection.execute("DROP TRIGGER entries_no_update")
    connection.execute("UPDATE entries SET actor = 'jefe:otra' WHERE number = 3")
    connection.commit()
    connection.close()
    with line(url, verifier, folder, desk) as made:
        made.offer(book.note)
        (trouble,) = desk.said()
        assert (trouble.device, trouble.code) == ("libro", "BOOK-DAMAGED")


def claiming(size, note=b"no\n"):
    """Answer every checkpoint with a larger size, and the question for a proof with this note."""

    def talk(connection, _, asked):
        if asked.startswith(b"GET"):
            answer(200, "text/plain", note)(connection, _)
        else:
            answer(409, "text/x.tlog.size", b"%d\n" % size)(connection, _)

    talk.asked = True  # type: ignore[attr-defined]
    return talk


def forged(kind):
    """What somebody on the network may show for a proof that the witness saw more."""
    tree = tree_of([b"otro"] * 40)
    longer = note_of(tree)
    other_volume = note_of(tree, origin=f"{NAME}/tomo-0002")
    by = "testigo.example/w1"
    shown = {
        "nothing": "",
        "the book's own word": str(longer),
        "another key": str(longer.with_lines([cosign(by, OTHER, longer.text, 1)])),
        "another volume": str(other_volume.with_lines([cosign(by, WITNESS, other_volume.text, 1)])),
    }
    return shown[kind].encode()


@pytest.mark.invariant("I12")
@pytest.mark.parametrize("kind", ["nothing", "the book's own word", "another key", "another volume"])
def test_what_the_witness_did_not_sign_is_a_notice_and_stops_nobody(folder, desk, kind):
    verifier = verifier_of("testigo.example/w1", WITNESS, COSIGNATURE)
    with (
        new_book(folder, 9) as book,
        strange_server(claiming(40, forged(kind))) as url,
        line(url, verifier, folder, desk) as made,
    ):
        made.offer(signed(book))
        (trouble,) = desk.said()
        assert (trouble.device, trouble.code) == ("testigo", "WITNESS-UNPROVED")
        assert (trouble.device, trouble.code) in NOTICES
        assert ask(url, book.note, verifier) == Statement(True, 40, None)


@contextmanager
def strange_server(talk):
    """A server that answers each connection as it likes."""
    listener = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def run():
        while not over.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                try:
                    asked = connection.recv(65536)
                    talk(connection, over, asked) if hasattr(talk, "asked") else talk(connection, over)
                except OSError:
                    continue

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        over.set()
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


def answer(status, media, content):
    head = f"HTTP/1.1 {status} X\r\ncontent-type: {media}\r\ncontent-length: {len(content)}\r\n\r\n"
    return lambda connection, _: connection.sendall(head.encode() + content)


def drip(connection, over):
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    while not over.wait(0.05):
        connection.sendall(b"x-more: 1\r\n")


@pytest.mark.parametrize(
    "talk",
    [
        answer(200, "text/plain", b""),
        answer(200, "text/plain", b"\xff\xff"),
        answer(200, "text/plain", "— testigo.example/w1 AAAA\n".encode()),
        answer(200, "text/plain", b"A" * 100_000),
        answer(409, "text/x.tlog.size", b"-3\n"[1:] + b"x"),
        answer(500, "text/plain", b"no\n"),
        answer(302, "text/plain", b"no\n"),
        lambda connection, _: connection.sendall(b"\x00\x01\x02\r\n\r\n"),
        lambda connection, over: over.wait(3),
        drip,
    ],
)
def test_whatever_else_answers_is_a_lost_witness_and_ends_in_time(folder, desk, talk):
    verifier = verifier_of("testigo.example/w1", KEY, COSIGNATURE)
    impatient = Patience(answer=0.3, first=0.02, longest=0.05, silence=0)
    with (
        new_book(folder, 9) as book,
        strange_server(talk) as url,
        line(url, verifier, folder, desk, impatient) as made,
    ):
        made.offer(signed(book))
        (trouble,) = desk.said()
        assert trouble.code in {"WITNESS-LOST", "WITNESS-UNPROVED"}
        assert isinstance(trouble, Trouble)
        assert ask(url, book.note, verifier, 0.3) in (Statement(False), Statement(True))
    assert desk.kept.empty()


def test_hours_without_a_checkpoint_are_no_silence(folder, desk):
    verifier = verifier_of("testigo.example/w1", KEY, COSIGNATURE)
    patience = Patience(answer=0.3, first=0.02, longest=0.05, silence=0.6)
    with (
        new_book(folder, 9) as book,
        strange_server(answer(500, "text/plain", b"no\n")) as url,
        line(url, verifier, folder, desk, patience) as made,
    ):
        time.sleep(0.8)
        began = time.monotonic()
        made.offer(signed(book))
        (trouble,) = desk.said()
        assert trouble.code == "WITNESS-LOST"
        assert time.monotonic() - began >= 0.6


def test_a_proxy_of_the_environment_is_not_used(program, folder, monkeypatch):
    url, verifier = program
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{free_port()}")
    with new_book(folder, 9) as book:
        assert ask(url, signed(book), verifier).answered


@pytest.mark.parametrize("url", ["", "127.0.0.1:8090", "ftp://x", "http://", "http://x?y"])
def test_an_address_that_is_none_is_refused(url, folder, desk):
    with pytest.raises(ValueError, match="address"):
        WitnessLine(url, verifier_of("w", KEY, COSIGNATURE), folder, desk.kept.put, desk.inbox)
