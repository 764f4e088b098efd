"""The running office with real servers: many books at once, and everything killed at random."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import nats.errors
import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.wire.nkey import public_nkey
from hallctl.office import alarms, database, enrolment
from hallctl.office.keys import read_keys
from hallctl.office.making import Plan, make_office
from hallctl.office.replaying import lines_in, replay
from tests.hallctl.minutes.format_2 import Format2
from tests.hallctl.office.sent import stored
from tests.hallctl.office.servers import Postgres, free_port, wait_for_port

RUN = """
import sys, time
from pathlib import Path
from hallctl.office.config import load_office
from hallctl.office.errors import OfficeError
from hallctl.office.running import run_office, say
while True:  # as a service manager does: it refuses to begin where a server is away
    try:
        run_office(load_office(Path(sys.argv[1])), say)
        break
    except OfficeError:
        time.sleep(0.2)
"""


class Servers:
    """A message server, PostgreSQL and an office, each a process that can be killed and started again."""

    def __init__(self, folder, halls, controller):
        self.folder, self.port = folder, free_port()
        self.postgres = Postgres(folder / "postgres")
        self.url = self.postgres.url("postgres")
        self.setting = make_office(folder / "office", Plan("C", "cadena", self.url, f"127.0.0.1:{self.port}"))
        self.keys = {hall: Ed25519PrivateKey.generate() for hall in halls}
        with database.connect(self.url) as connection:
            database.make_tables(connection)
            for hall, key in self.keys.items():
                row = (hall, hall, "bingo", "America/La_Paz", public_nkey(key), controller)
                enrolment.enrol(connection, enrolment.Hall(*row))
            enrolment.write_users(self.setting, read_keys(self.setting), enrolment.halls_of(connection))
        self.log = (folder / "log").open("ab")
        self.start_nats()
        self.start_office()

    def start_nats(self):
        command = ["nats-server", "-c", str(self.folder / "office/nats.conf")]
        self.nats = subprocess.Popen(command, stdout=self.log, stderr=self.log)
        wait_for_port(self.port, self.nats)

    def start_office(self):
        command = [sys.executable, "-c", RUN, str(self.folder / "office")]
        self.office = subprocess.Popen(command, stdout=self.log, stderr=self.log)

    def kill(self, which, pause=0.0):
        if which == "postgres":
            self.postgres.kill()
            time.sleep(pause)
            self.postgres.start()
            return
        process = getattr(self, which)
        process.kill()
        process.wait()
        time.sleep(pause)
        getattr(self, f"start_{which}")()

    def stop(self):
        for process in (self.office, self.nats):
            process.send_signal(signal.SIGTERM)
            process.wait(30)
        self.postgres.stop()
        self.log.close()

    def said(self):
        return (self.folder / "log").read_text("utf-8", "replace")


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return Format2.unpacked(tmp_path_factory.mktemp("format-2"))


async def sent_for_ever(servers, hall, book):
    """Send a book however often the line breaks."""
    while True:
        with suppress(OSError, nats.errors.Error):
            return await replay(servers.setting.config.nats.servers, servers.keys[hall], hall, book)
        await asyncio.sleep(0.2)


async def all_sent(servers, book, seconds):
    async with asyncio.timeout(seconds):
        await asyncio.gather(*(sent_for_ever(servers, hall, book) for hall in servers.keys))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_servers_and_office_killed_at_random_lose_and_repeat_nothing(kept, tmp_path, full):
    """Three kills, one of each; under --torture two hundred, over as many nights as that takes."""
    kills, dice, book = 200 if full else 3, random.Random(7), [line for _, line in lines_in(kept.book)]
    halls, killed = ["sala-1", "sala-2"], 0
    while killed < kills:
        folder = tmp_path / f"night-{killed}"
        folder.mkdir()
        servers = Servers(folder, halls, kept.outside("clave"))
        killer = Killer(servers, dice, 21 if full else 3)
        killer.start()
        try:
            asyncio.run(all_sent(servers, kept.book, 240))
            killer.end(early=full)
            wait_for_all(servers, halls, len(book))
            with database.connect(servers.url) as connection:
                for hall in halls:
                    lines = [line for volume in stored(connection, hall) for line in volume]
                    assert lines == book
                assert alarms.alarms_of(connection, ended=True) == [], servers.said()
        finally:
            killer.end(early=True)
            servers.stop()
        killed += killer.killed


class Killer(threading.Thread):
    """Kills servers and office at random, each as often as the others."""

    def __init__(self, servers, dice, kills):
        super().__init__()
        self.servers, self.dice, self.kills, self.killed = servers, dice, kills, 0
        self.ended = threading.Event()

    def run(self):
        while self.killed < self.kills:
            order = ["office", "postgres", "nats"]
            self.dice.shuffle(order)
            for which in order:
                if self.ended.wait(self.dice.random() * 1.5):
                    return
                self.servers.kill(which, self.dice.random() * 0.5)
                self.killed += 1

    def end(self, *, early):
        if early:
            self.ended.set()
        self.join()


def wait_for_all(servers, halls, entries):
    until = time.monotonic() + 60
    question = "SELECT coalesce(sum(number), 0) FROM heads"
    while True:
        with suppress(psycopg.OperationalError), database.connect(servers.url) as connection:
            if connection.execute(question).fetchall()[0][0] == entries * len(halls):
                return
        assert time.monotonic() < until, servers.said()
        time.sleep(0.2)


def memory_kib(process):
    lines = Path(f"/proc/{process.pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def processor_s(process):
    fields = Path(f"/proc/{process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_many_books_of_a_night_come_into_one_office(kept, tmp_path, full):
    """Forty halls under --torture, three otherwise; the figures are printed for docs/chain.md."""
    halls = [f"sala-{number}" for number in range(1, 41 if full else 4)]
    book = [line for _, line in lines_in(kept.book)]
    servers = Servers(tmp_path, halls, kept.outside("clave"))
    try:
        began, seen = time.monotonic(), []
        before = processor_s(servers.office)
        watching = threading.Event()

        def watch():
            while not watching.wait(0.2):
                seen.append(memory_kib(servers.office))

        watcher = threading.Thread(target=watch)
        watcher.start()
        asyncio.run(all_sent(servers, kept.book, 280))
        watching.set()
        watcher.join()
        seconds, used = time.monotonic() - began, processor_s(servers.office) - before
        entries = len(book) * len(halls)
        with database.connect(servers.url) as connection:
            for hall in halls:
                lines = [line for volume in stored(connection, hall) for line in volume]
                assert lines == book
            assert alarms.alarms_of(connection, ended=True) == []
        print(
            f"{entries} entries of {len(halls)} halls in {seconds:.1f} s; office {used:.1f} s of processor,"
            f" {entries / used:.0f} entries a processor second; most memory {max(seen) // 1024} MiB"
        )
        assert max(seen) < 200_000, "memory does not grow with the books"
        assert not full or entries / used > 1500
    finally:
        servers.stop()
