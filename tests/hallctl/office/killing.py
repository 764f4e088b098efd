"""A message server, PostgreSQL and an office that are killed and started again while halls send."""

import asyncio
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

import nats.errors
import psycopg
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.wire.nkey import public_nkey
from hallctl.office import database, enrolment
from hallctl.office.keys import read_keys
from hallctl.office.making import Plan, make_office
from tests.hallctl.office.servers import Postgres, free_port, wait_for_port

SERVERS = ("office", "postgres", "nats")

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
        """Start all three; `halls` gives the volume from which on the office has the book of each."""
        self.folder, self.port = folder, free_port()
        self.postgres = Postgres(folder / "postgres")
        self.url = self.postgres.url("postgres")
        plan = Plan("C", "cadena", self.url, f"127.0.0.1:{self.port}")
        self.setting = make_office(folder / "office", plan)
        text = self.setting.path.read_text("utf-8")
        self.setting.path.write_text(f"{text}\n[web]\nport = {free_port()}\n", "utf-8")
        self.keys = {hall: Ed25519PrivateKey.generate() for hall in halls}
        with database.connect(self.url) as connection:
            database.make_tables(connection)
            for hall, key in self.keys.items():
                row = (hall, hall, "bingo", "America/La_Paz", public_nkey(key), controller, halls[hall])
                enrolment.enrol(connection, enrolment.Hall(*row))
            enrolment.write_users(self.setting, read_keys(self.setting), enrolment.halls_of(connection))
        self.log = (folder / "log").open("ab")
        self.start_nats()
        self.start_office()
        self.wait_until_up()

    def wait_until_up(self):
        """Wait for the office's first start: before it there is nothing that takes a message."""
        until = time.monotonic() + 60
        while "La oficina central funciona." not in self.said():
            assert time.monotonic() < until, self.said()
            time.sleep(0.1)

    @property
    def addresses(self):
        return self.setting.config.nats.servers

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
        return (self.folder / "log").read_text("utf-8", "replace")[-3000:]

    def rows(self, query, *given):
        """Ask the database, however often it is away meanwhile."""
        until = time.monotonic() + 60
        while True:
            try:
                with database.connect(self.url) as connection:
                    return connection.execute(query, given).fetchall()
            except psycopg.OperationalError:
                assert time.monotonic() < until, self.said()
                time.sleep(0.2)

    def wait_for(self, halls, seconds=90):
        """Wait until the office has as many entries of each hall as are told."""
        until = time.monotonic() + seconds
        query = "SELECT hall, sum(number)::bigint FROM heads WHERE hall = ANY(%s) GROUP BY hall"
        while (found := dict(self.rows(query, [*halls]))) != halls:
            assert time.monotonic() < until, f"{found} of {halls}: {self.said()}"
            time.sleep(0.2)


class Killer(threading.Thread):
    """Kills servers and office at random, each as often as the others."""

    def __init__(self, servers, dice, kills, most_s=1.5):
        """Prepare; between two kills are at most `most_s` seconds."""
        super().__init__()
        self.servers, self.dice, self.kills, self.most_s, self.killed = servers, dice, kills, most_s, 0
        self.ended = threading.Event()

    def run(self):
        while self.killed < self.kills:
            for which in self.dice.sample(SERVERS, k=3):
                self.servers.kill(which, self.dice.random() * 0.5)
                self.killed += 1
                if self.ended.wait(self.dice.random() * self.most_s):
                    return

    def end(self, *, early):
        if early:
            self.ended.set()
        self.join()


async def lasting(work):
    """Do some work with the message server however often the line breaks."""
    while True:
        with suppress(OSError, nats.errors.Error):
            return await work()
        await asyncio.sleep(0.2)
