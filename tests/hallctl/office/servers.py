"""nats-server and PostgreSQL as Debian has them, on free ports of this machine, in a folder of the test.

PostgreSQL refuses to run as root: as root it is run as its own user.
"""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from hallctl.minutes.threads import HallThread
from hallctl.office.ingest import Ingest
from hallctl.office.server import ServerKeeper

CONF = """
listen: 127.0.0.1:{port}
server_name: {name}
jetstream {{ store_dir: "{folder}", max_mem: 64MB, max_file: 4GB }}
{more}
"""

WITHOUT_DISK = ["fsync=off", "full_page_writes=off", "max_wal_size=96MB", "min_wal_size=32MB"]
MEMORY, ROOM = Path("/dev/shm"), 2 << 30


def place_in_memory():
    """Where files are kept in memory; None where there is little room."""
    return MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM else None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for_port(port, process, seconds=30.0) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        assert process.poll() is None, "the server ended"
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    raise TimeoutError(f"nothing listens on {port}")


def pid_of(setting):
    """The process of an office's message server; None where none runs."""
    with suppress(OSError, ValueError):
        return int((setting.folder / "nats.pid").read_text("ascii"))
    return None


@contextmanager
def kept_server(setting, said):
    """Keep an office's message server in a thread of the test, as «hallctl office server» does."""
    stopped = threading.Event()
    thread = HallThread(
        lambda: ServerKeeper(setting, said.append).keep(stopped.is_set), "server", stopped.is_set
    )
    thread.start()
    try:
        until = time.monotonic() + 30
        while pid_of(setting) is None:
            assert time.monotonic() < until
            time.sleep(0.02)
        yield
    finally:
        stopped.set()
        thread.join(20)
        assert not thread.is_alive()


@contextmanager
def taking(centre):
    """The office takes entries in."""
    part = Ingest(centre)
    thread = threading.Thread(target=part.run)
    thread.start()
    try:
        yield
    finally:
        part.stop()
        thread.join()


class Nats:
    """A nats-server that can be killed and started again over the same folder."""

    def __init__(self, folder, more=""):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.port, self.process = folder, free_port(), None
        self.conf = folder / "nats.conf"
        self.conf.write_text(CONF.format(port=self.port, name="prueba", folder=folder / "store", more=more))
        self.start()

    @property
    def url(self):
        return f"nats://127.0.0.1:{self.port}"

    def start(self):
        command = [shutil.which("nats-server") or "/usr/sbin/nats-server", "-c", str(self.conf)]
        with (self.folder / "nats.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        wait_for_port(self.port, self.process)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()


class Postgres:
    """A PostgreSQL server that can be killed and started again over the same folder; loopback alone."""

    def __init__(self, folder, *, durable=False):
        """Make its files and start it.

        What a killed process has written stays, in memory too, and fsync or none: only a power cut would tell
        them apart. So the tests' servers do without a disk, where half of their time went.

        Args:
            folder: Where its files are, if it is durable or memory is short.
            durable: Whether it keeps them as an office's does: for figures.
        """
        self.binaries = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: int(each.parent.name))
        folder.mkdir(parents=True, exist_ok=True)
        self.user = pwd.getpwnam("postgres") if os.getuid() == 0 else None
        self.settings, self.own = [] if durable else WITHOUT_DISK, None
        memory = None if durable else place_in_memory()
        if memory is not None or self.user is not None:
            # Every start of pytest closes the folder above its own to others, under a server that runs.
            folder = self.own = Path(tempfile.mkdtemp(prefix="hallctl-postgres-", dir=memory))
        if self.user is not None:
            os.chown(folder, self.user.pw_uid, self.user.pw_gid)
        self.folder, self.port, self.process = folder / "data", free_port(), None
        options = ("-A", "trust", "-U", "office", "-E", "UTF8", "--locale=C", "--no-sync")
        subprocess.run(
            [self.binaries / "initdb", "-D", self.folder, *options],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
            **self._as_user(),
        )
        self.start()

    def _as_user(self):
        if self.user is None:
            return {}
        return {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": ()}

    def start(self):
        settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "shared_buffers=32MB"]
        settings += self.settings
        settings += ["track_commit_timestamp=on"]  # when an entry was stored, to the millisecond
        command = [self.binaries / "postgres", "-D", self.folder, "-p", str(self.port)]
        command += [part for each in settings for part in ("-c", each)]
        with (self.folder.parent / "postgres.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/", **self._as_user())
        wait_for_port(self.port, self.process)
        self._wait_until_ready()

    def _wait_until_ready(self):
        until = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=5).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)

    def url(self, database):
        return f"postgresql://office@127.0.0.1:{self.port}/{database}"

    def kill(self):
        """End the server and all that it forked at once."""
        children = subprocess.run(
            ["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False
        ).stdout.split()
        self.process.kill()
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(int(child), 9)
        self.process.wait()
        (self.folder / "postmaster.pid").unlink(missing_ok=True)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(2)  # fast: connections are ended
            self.process.wait()
        if self.own is not None:
            shutil.rmtree(self.own, ignore_errors=True)


@contextmanager
def database(server, name, template="template1"):
    """Make a database as a copy of another and drop it afterwards; gives its address."""
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY')
    try:
        yield server.url(name)
    finally:
        with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
