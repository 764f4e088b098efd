"""Halls' lines and the office's own intake, over its message server: the books are the same."""

import queue
import shutil
import sqlite3
import time
from contextlib import ExitStack

import pytest

from hallctl.devices.office_line import AHEAD, Office, OfficeLine, OfficePatience
from hallctl.minutes.volumes import volume_name
from hallctl.minutes.wire.credentials import read_server_key
from hallctl.office import enrolment
from hallctl.office.database import connect
from hallctl.office.keys import read_keys
from hallctl.office.making import Plan, make_office
from hallctl.office.parts import Office as Centre
from hallctl.office.server import admit
from hallctl.table.messages import Trouble
from tests.hallctl.office.servers import free_port, kept_server, taking
from tools.chain_books import make_hall

QUICK = OfficePatience(answer=3.0, first=0.05, longest=0.2, silence=5.0, full=0.1)


@pytest.fixture
def centre(tmp_path, office_url):
    """An office with its message server, and its tables."""
    plan = Plan("Cadena", "cadena/oficina", office_url, f"127.0.0.1:{free_port()}")
    setting = make_office(tmp_path / "oficina", plan)
    with kept_server(setting, []):
        yield Centre(setting, read_keys(setting), lambda _: None)


def line(centre, hall, book, key):
    servers, verifier = centre.setting.config.nats.servers, centre.keys.verifier
    office = Office(hall, servers, verifier, lambda: (read_server_key(key), None))
    return OfficeLine(office, book, queue.SimpleQueue(), lambda: {"round": 1}, QUICK)


def until(told, seconds=60.0):
    end = time.monotonic() + seconds
    while not told():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_the_books_of_halls_are_the_same_at_the_office_and_one_restored_from_a_backup_is_named(
    centre, tmp_path
):
    chain = tmp_path / "cadena"
    halls = [make_hall(chain, number, 1, "pt-bingo-30") for number in (1, 2)]
    url = centre.setting.config.database.url
    with connect(url) as connection:

        def enrol(to):
            for hall in halls:
                row = (hall.hall, hall.name, "bingo", hall.time_zone, hall.nkey, hall.controller)
                enrolment.enrol(to, enrolment.Hall(*row))

        assert admit(connection, centre.setting, centre.keys, enrol)

        def kept(hall):
            rows = connection.execute("SELECT line FROM entries WHERE hall = %s ORDER BY number", (hall,))
            return b"".join(bytes(row[0]) for row in rows)

        books = {hall.hall: (chain / hall.hall / "segundo/tomo-0001.jsonl").read_bytes() for hall in halls}
        with ExitStack() as stack:
            for hall in halls:  # before the office: they wait for it
                made = line(centre, hall.hall, chain / hall.hall / "libro", chain / hall.hall / "chain.key")
                made.start()
                stack.callback(made.stop)
            with taking(centre):
                until(lambda: all(kept(hall) == whole for hall, whole in books.items()))
                until(lambda: connection.execute("SELECT count(*) FROM live").fetchone() == (2,))
        noted = connection.execute(
            "SELECT hall, max(cosigned) FROM heads GROUP BY hall ORDER BY hall"
        ).fetchall()
        assert noted == [(hall, books[hall].count(b"\n")) for hall in sorted(books)]
        assert connection.execute("SELECT count(*) FROM alarms WHERE code <> 'OFFICE-CLOCK'").fetchone() == (
            0,
        )

    older = tmp_path / "copia"
    shutil.copytree(chain / "sala-1/libro", older)
    with sqlite3.connect(older / volume_name(1)) as volume:
        for (name,) in volume.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            volume.execute(f"DROP TRIGGER {name}")
        volume.execute("DELETE FROM entries WHERE number > 50")
    volume.close()
    restored = line(centre, "sala-1", older, chain / "sala-1/chain.key")
    restored.start()
    try:
        said = [restored._inbox.get(timeout=30)]
        until(lambda: isinstance(said[-1], Trouble) or said.append(restored._inbox.get(timeout=30)))
        assert said[-1].code == AHEAD and "este libro, 50" in said[-1].detail
    finally:
        restored.stop()
