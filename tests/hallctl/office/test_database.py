"""The office's tables: made once or again, a partition for each volume of a hall."""

import asyncio

import nats.errors
import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.wire.connection import connect, make_streams
from hallctl.minutes.wire.messages import (
    Have,
    WireError,
    demand_hall,
    entries_subject,
    notes_subject,
    parts_of,
    read_object,
)
from hallctl.minutes.wire.nkey import is_public_nkey, public_nkey
from hallctl.office import database
from hallctl.office.database import add_partitions, make_tables
from tests.hallctl.office.servers import Nats


def test_tables_are_made_once_and_can_be_made_again(office_url):
    with database.connect(office_url) as connection:
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


def test_a_new_volume_waits_for_nobody_who_reads(office_url):
    with database.connect(office_url) as writing, database.connect(office_url) as reading:
        make_tables(writing)
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
    for message in (
        b"",
        b"{}",
        b"[]",
        b"\xff",
        have.encode() + b" ",
        b'{"hash":1,"note":"","number":0,"refused":"","volume":0}',
    ):
        with pytest.raises(WireError):
            Have.read(message)
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
