"""The hall's line to an office that the test plays, over a real nats-server."""

import asyncio
import queue
import threading
import time
from contextlib import contextmanager, suppress

import nats.errors
import pytest

from hallctl.devices.office_line import AHEAD, LOST, REFUSED, Office, OfficeLine, OfficePatience, last_word
from hallctl.minutes.entry import stored_line
from hallctl.minutes.note import COSIGNATURE, Note, cosign, verifier_of
from hallctl.minutes.reader import read_only, stored_rows
from hallctl.minutes.volumes import volume_name
from hallctl.minutes.wire.connection import connect, make_streams
from hallctl.minutes.wire.messages import (
    ENTRIES_STREAM,
    LATEST_STREAM,
    Have,
    have_subject,
    paper_subject,
    read_object,
    state_subject,
)
from hallctl.table.messages import Cosigned, Recovered, Trouble
from tests.hallctl.office.keys import ENTERING, OFFICE, accounts
from tests.hallctl.office.servers import Nats
from tools.chain_books import make_hall

NAME = "oficina.example"
QUICK = OfficePatience(answer=2.0, first=0.05, longest=0.2, silence=0.6, full=0.1)


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    """A night's book, and its lines."""
    made = tmp_path_factory.mktemp("cadena")
    make_hall(made, 1, 1, "pt-bingo-30")
    book = made / "sala-1/libro"
    with read_only(book / volume_name(1)) as connection:
        return book, [stored_line(row) for row in stored_rows(connection)]


class PlayedOffice:
    """An office that stores what follows and says what it has; in a thread of its own."""

    def __init__(self, url, most_bytes=1 << 26):
        self.url, self.most_bytes = url, most_bytes
        self.lines, self.notes, self.more, self.seen = [], [], {}, 0
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self._stay()))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.thread.join()

    def have(self):
        last = read_object(self.lines[-1].rstrip())["hash"] if self.lines else ""
        return Have(1 if self.lines else 0, len(self.lines), last, **self.more)

    async def _stay(self):
        while not self.stopping.is_set():
            with suppress(nats.errors.Error, OSError):
                client = await connect([self.url], OFFICE, "oficina", timeout_s=2)
                try:
                    await self._work(client)
                finally:
                    await client.close()

    async def _work(self, client):
        await make_streams(client, self.most_bytes)
        stream = client.jetstream()
        waiting = await stream.pull_subscribe("", "office", stream=ENTRIES_STREAM)
        while not self.stopping.is_set() and client.is_connected:
            messages = []
            with suppress(nats.errors.TimeoutError):
                messages = await waiting.fetch(100, timeout=0.2)
            for message in messages:
                self._take(message)
                await message.ack()
            if messages:
                await stream.publish(have_subject("sala-1"), self.have().encode())

    def _take(self, message):
        self.seen += 1
        if ".notes." in message.subject:
            self.notes.append(message.data)
        elif read_object(message.data.rstrip())["number"] == len(self.lines) + 1:
            self.lines.append(message.data)


@contextmanager
def line(url, book, inbox, view=None, papers=None):
    office = Office("sala-1", [url], verifier_of(NAME, OFFICE, COSIGNATURE), lambda: (ENTERING, None))
    made = OfficeLine(office, book, inbox, view, QUICK, papers)
    made.start()
    try:
        yield made
    finally:
        began = time.monotonic()
        made.stop()
        assert time.monotonic() - began < 5


def until(told, seconds=30.0):
    end = time.monotonic() + seconds
    while not told():
        assert time.monotonic() < end
        time.sleep(0.02)


def drained(inbox):
    found = []
    with suppress(queue.Empty):
        while True:
            found.append(inbox.get_nowait())
    return found


@pytest.fixture
def server(tmp_path):
    made = Nats(tmp_path, more=accounts())
    yield made
    made.stop()


def said(inbox, heard):
    heard += drained(inbox)
    return [(each.code, isinstance(each, Trouble)) for each in heard if isinstance(each, Trouble | Recovered)]


def test_a_night_arrives_byte_for_byte_also_when_the_server_is_killed_on_the_way(server, night):
    book, whole = night
    inbox, heard = queue.SimpleQueue(), []
    with read_only(book / volume_name(1)) as connection:
        kept = [str(row[0]).encode() for row in connection.execute("SELECT note FROM checkpoints")]
    with line(server.url, book, inbox, lambda: {"round": 1}), PlayedOffice(server.url) as office:
        until(lambda: len(office.lines) > 20)
        server.kill()
        until(lambda: (LOST, True) in said(inbox, heard))
        server.start()
        # Of what is sent again the server drops what it still has, so the last need not come last.
        until(lambda: office.lines == whole and kept[-1] in office.notes)
        until(lambda: said(inbox, heard)[-1] == (LOST, False))

        async def shown():
            client = await connect([server.url], OFFICE, "oficina")
            try:
                subject = state_subject("sala-1")
                return (await client.jetstream().get_last_msg(LATEST_STREAM, subject, direct=True)).data
            finally:
                await client.close()

        assert read_object(asyncio.run(shown()))["round"] == 1
    assert set(office.notes) <= set(kept)


def test_a_full_stream_refuses_and_what_it_refused_comes_later(server, night):
    book, whole = night
    with PlayedOffice(server.url, most_bytes=30_000) as office, line(server.url, book, queue.SimpleQueue()):
        until(lambda: office.lines == whole, 60)


def test_what_the_office_says_of_the_book_is_told_the_director_and_its_cosignature_is_kept(server, night):
    book, whole = night
    inbox, heard = queue.SimpleQueue(), []

    async def say(*haves):
        client = await connect([server.url], OFFICE, "oficina")
        try:
            await make_streams(client, 1 << 26)
            for have in haves:
                await client.jetstream().publish(have_subject("sala-1"), have.encode())
        finally:
            await client.close()

    last = len(whole)
    asyncio.run(say())
    asked = Office("sala-1", [server.url], verifier_of(NAME, OFFICE, COSIGNATURE), lambda: (ENTERING, None))
    assert last_word(asked) == Have()
    asyncio.run(say(Have(1, last + 5, "ab" * 32)))
    assert last_word(asked).number == last + 5
    with line(server.url, book, inbox):
        until(lambda: (AHEAD, True) in said(inbox, heard))
        assert f"este libro, {last}" in next(each.detail for each in heard if each.code == AHEAD)
        right = read_object(whole[-1].rstrip())["hash"]
        asyncio.run(say(Have(1, last, right, refused="OFFICE-FORK")))
        until(lambda: (AHEAD, False) in said(inbox, heard) and (REFUSED, True) in said(inbox, heard))
        with read_only(book / volume_name(1)) as connection:
            rows = connection.execute("SELECT note FROM checkpoints ORDER BY number").fetchall()
        note = Note.read(rows[-1][0])
        note = note.with_lines([cosign(NAME, OFFICE, note.text, 1)])
        asyncio.run(say(Have(1, last, right, note=str(note))))
        until(lambda: said(inbox, heard)[-1] == (REFUSED, False) and isinstance(heard[-2], Cosigned))
        kept = [each.note for each in heard if isinstance(each, Cosigned)]
        assert [(each.text, len(each.lines)) for each in kept] == [(note.text, 1)]


def test_nothing_that_the_office_says_ends_the_line_and_it_is_told(server, night):
    book, whole = night
    inbox, heard = queue.SimpleQueue(), []

    async def say(*messages):
        client = await connect([server.url], OFFICE, "oficina")
        try:
            await make_streams(client, 1 << 26)
            for subject, content in messages:
                await client.jetstream().publish(subject, content)
            return (await client.jetstream().stream_info(ENTRIES_STREAM)).state.messages
        finally:
            await client.close()

    below = b'{"hash":"","note":"","number":-1,"refused":"","volume":1}'
    asyncio.run(say((have_subject("sala-1"), below), (paper_subject("sala-1", "rules"), b"x")))
    with line(server.url, book, inbox):
        until(lambda: asyncio.run(say()) > 20)
        until(lambda: (LOST, True) in said(inbox, heard))
        assert any("no se puede leer" in each.detail for each in heard if isinstance(each, Trouble))
        good = Have(1, len(whole), read_object(whole[-1].rstrip())["hash"]).encode()
        asyncio.run(say((have_subject("sala-1"), good)))
        until(lambda: said(inbox, heard)[-1] == (LOST, False))
        asyncio.run(say((have_subject("sala-1"), b"[" * 100_000)))
        until(lambda: said(inbox, heard)[-1] == (LOST, True))

    def fails(*_):
        raise ZeroDivisionError

    for faulty in ({"papers": fails}, {"view": fails}):
        heard.clear()
        with line(server.url, book, inbox, **faulty) as made:
            until(lambda: (LOST, True) in said(inbox, heard))
            assert any("ZeroDivisionError" in each.detail for each in heard if isinstance(each, Trouble))
            assert made._thread.is_alive()


def test_a_server_that_is_not_there_is_told_once_and_holds_nothing_up(tmp_path, night):
    inbox, heard = queue.SimpleQueue(), []
    with line("nats://127.0.0.1:9", night[0], inbox):
        until(lambda: (LOST, True) in said(inbox, heard))
        time.sleep(1)
        assert said(inbox, heard) == [(LOST, True)]


class LostAgain(OfficeLine):
    """A line that is cut as soon as it stands."""

    cuts = 0

    async def _connected(self):
        self._begun = time.monotonic()
        self.cuts += 1
        raise ConnectionError("cut")


def test_a_line_that_stood_is_tried_again_soon_however_often_it_is_cut(tmp_path):
    patience = OfficePatience(first=0.01, longest=60.0)
    office = Office(
        "sala-1", ["nats://127.0.0.1:1"], verifier_of(NAME, OFFICE, COSIGNATURE), lambda: (OFFICE, None)
    )
    line = LostAgain(office, tmp_path, queue.SimpleQueue(), patience=patience)
    line.start()
    try:
        until = time.monotonic() + 20
        while line.cuts < 20:  # a wait twice as long each time: 0.01 · 2 ** 20 seconds
            assert time.monotonic() < until
            time.sleep(0.01)
    finally:
        line.stop()
