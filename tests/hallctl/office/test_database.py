"""The office's tables: made once or again, a partition for each volume of a hall."""

import asyncio
import threading
import time
from types import SimpleNamespace
from typing import Any

import nats.errors
import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.canonical import canonical
from hallctl.minutes.wire.connection import connect, make_streams
from hallctl.minutes.wire.messages import (
    MESSAGE_ID,
    Have,
    WireError,
    demand_hall,
    entries_subject,
    notes_subject,
    parts_of,
    read_object,
)
from hallctl.minutes.wire.nkey import is_public_nkey, public_nkey
from hallctl.office import database, ingest
from hallctl.office.database import add_partitions, make_tables
from tests.hallctl.office.servers import Nats


def test_tables_are_made_once_and_can_be_made_again(empty_url):
    with database.connect(empty_url) as connection:
        make_tables(connection)
        make_tables(connection)
        for _ in range(2):
            add_partitions(connection, "sala-1", 3)
        row = ("sala-1", 3, 1, "2026-11-30T00:00:00Z", "BookOpened", "ab", b'{"body":{"volume":3}}')
        columns = "hall, volume, number, time, kind, hash, line"
        insert = f"INSERT INTO entries ({columns}) VALUES (%s, %s, %s, %s, %s, %s, %s)"
        connection.execute(insert, row)
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.execute(insert, row)
        assert connection.execute("SELECT body->>'volume' FROM entry_bodies").fetchall() == [("3",)]


def test_a_connection_that_was_cut_is_found_dead_by_both_sides(office_url):
    with database.connect(f"{office_url}?keepalives_idle=7&options=-c%20work_mem%3D5MB") as connection:
        told = connection.info.get_parameters()
        assert (told["keepalives_idle"], told["keepalives_count"]) == ("7", "4")
        asked = "SELECT current_setting('tcp_keepalives_idle'), current_setting('work_mem')"
        assert connection.execute(asked).fetchone() == ("20", "5MB")


def test_a_second_office_says_once_that_it_waits(office_url, monkeypatch):
    monkeypatch.setattr(ingest, "AGAIN_S", 0.01)
    said, asked = [], []
    office: Any = SimpleNamespace(database=lambda: database.connect(office_url), said=said.append)
    only_one = ingest._is_only_one
    monkeypatch.setattr(ingest, "_is_only_one", lambda each: asked.append(1) or only_one(each))
    with database.connect(office_url) as first:
        assert only_one(first)
        second = ingest.Ingest(office)
        thread = threading.Thread(target=second.run)
        thread.start()
        until = time.monotonic() + 30
        while len(asked) < 4 and time.monotonic() < until:
            time.sleep(0.01)
        second.stop()
        thread.join()
    assert len(said) == 1 and said[0].startswith("Otra oficina")


def test_a_stored_message_that_comes_by_a_reply_subject_is_not_the_halls_own(tmp_path):
    server = Nats(tmp_path)

    async def heard():
        client = await connect([server.url], Ed25519PrivateKey.generate(), "sala")
        try:
            await make_streams(client, 1 << 20)
            got = await client.subscribe("hall.*.state")
            await client.publish("hall.a.state", b"{}", headers={MESSAGE_ID: "x"})
            own = await got.next_msg(5)
            await client.publish("$JS.API.DIRECT.GET.LATEST.hall.a.state", b"", reply="hall.b.state")
            replayed = await got.next_msg(5)
            await client.publish("hall.a.state", b"{}")
            return own, replayed, await got.next_msg(5)
        finally:
            await client.close()

    try:
        messages = asyncio.run(heard())
    finally:
        server.stop()
    assert [message.subject[5] for message in messages] == ["a", "b", "a"]
    assert [ingest.is_own(message) for message in messages] == [True, False, False]
    assert [ingest.is_replayed(message) for message in messages] == [False, True, False]


def test_a_new_volume_waits_for_nobody_who_reads(office_url):
    with database.connect(office_url) as writing, database.connect(office_url) as reading:
        add_partitions(writing, "sala-1", 1)
        reading.execute("BEGIN")
        assert reading.execute("SELECT count(*) FROM entries").fetchone() == (0,)
        writing.execute("SET lock_timeout = '2s'")
        add_partitions(writing, "sala-1", 2)
        add_partitions(writing, "sala-2", 1)
        reading.execute("ROLLBACK")


# What nats-py leaves of a connection that the server refused.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_key_enters_nats_by_its_signature_and_no_other_does(tmp_path):
    key, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    assert is_public_nkey(public_nkey(key))
    assert not is_public_nkey(public_nkey(key)[:-1] + "A" * (public_nkey(key)[-1] != "A"))
    server = Nats(tmp_path, more=f'authorization {{ users: [ {{ nkey: "{public_nkey(key)}" }} ] }}')

    async def streams(entering):
        client = await connect([server.url], entering, "oficina", timeout_s=1)
        try:
            for _ in range(2):
                await make_streams(client, 1 << 20)
            return {each.config.name for each in await client.jetstream().streams_info()}
        finally:
            await client.close()

    try:
        assert asyncio.run(streams(key)) == {"ENTRIES", "LATEST"}
        with pytest.raises((nats.errors.Error, OSError)):
            asyncio.run(streams(other))
    finally:
        server.stop()


def test_what_the_office_has_is_read_back_and_nothing_else_is():
    have = Have(2, 1041, "ab" * 32, "", "OFFICE-FORK")
    assert Have.read(have.encode()) == have
    former = {name: value for name, value in read_object(have.encode()).items() if name != "missing"}
    assert Have.read(canonical(former)) == Have.read(canonical({**former, "news": [1]})) == have
    for message in (
        b"",
        b"{}",
        b"[]",
        b"\xff",
        have.encode() + b" ",
        b'{"hash":1,"note":"","number":0,"refused":"","volume":0}',
        b'{"hash":"","missing":0,"note":"","number":0,"refused":"","volume":0}',
        b'{"hash":"","missing":false,"note":"","number":0,"refused":""}',
    ):
        with pytest.raises(WireError):
            Have.read(message)
    for wrong in (
        Have(1, -1, "ab" * 32),
        Have(-1),
        Have(0, 1, "ab" * 32),
        Have(10**6, 1, "ab" * 32),
        Have(1, 1, "AB" * 32),
        Have(1, 1),
        Have(1, 0, "ab" * 32),
        Have(1, 1, "ab" * 32, note="x" * 20_000),
        Have(1, 1, "ab" * 32, refused="no\u202e"),
    ):
        with pytest.raises(WireError, match="out of range"):
            Have.read(wrong.encode())
    with pytest.raises(WireError):
        read_object(b"1")


def test_a_subject_names_its_hall_and_volume():
    assert parts_of(entries_subject("sala-1", 12)) == ("sala-1", "entries", 12)
    assert parts_of(notes_subject("sala-1", 1)) == ("sala-1", "notes", 1)
    for subject in (
        "hall.a.state",
        "hall.A.entries.1",
        "hall.a.entries.x",
        "hall.a.entries.1.2",
        "office.a.have",
    ):
        with pytest.raises(WireError):
            parts_of(subject)
    for hall in ("", "Sala", "a.b", "a*", "-a", "a" * 33, "office", "jackpots"):
        with pytest.raises(WireError):
            demand_hall(hall)
