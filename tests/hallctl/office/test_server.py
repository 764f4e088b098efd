"""The message server is kept running, and starts anew, whole, when who may enter has changed."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.note import verifier_of
from hallctl.minutes.wire.connection import connect, last_word, make_streams
from hallctl.minutes.wire.messages import entries_subject
from hallctl.minutes.wire.nkey import public_nkey
from hallctl.office import database, enrolment
from hallctl.office.errors import OfficeError
from hallctl.office.keys import read_keys
from hallctl.office.making import Plan, make_office
from hallctl.office.server import ServerKeeper, admit, is_kept
from tests.hallctl.office.servers import free_port, kept_server, pid_of

HALLS = 12
MEGABYTES = 64 << 20
CONTROLLER = str(verifier_of("sala/libro", Ed25519PrivateKey.generate()))


def hall(number, key=None):
    nkey = public_nkey(key or Ed25519PrivateKey.generate())
    return enrolment.Hall(f"sala-{number}", f"Sala {number}", "bingo", "America/La_Paz", nkey, CONTROLLER)


@pytest.fixture
def setting(tmp_path, office_url):
    plan = Plan("C", "cadena", office_url, f"127.0.0.1:{free_port()}")
    with database.connect(office_url) as connection:
        database.make_tables(connection)
    return make_office(tmp_path / "oficina", plan)


def enrol(setting, one, **patience):
    """Enrol a hall; return whether the server knows it."""
    with database.connect(setting.config.database.url) as connection:
        keys = read_keys(setting)
        return admit(connection, setting, keys, lambda to: enrolment.enrol(to, one), **patience)


def until(seen, seconds=20.0):
    end = time.monotonic() + seconds
    while not seen():
        assert time.monotonic() < end
        time.sleep(0.05)


def users(setting):
    return (setting.folder / "nats-users.conf").read_text("utf-8")


def runs(process):
    """Whether a process runs; one that ended and that nobody asked for has no command."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes() != b""
    except OSError:
        return False


async def entered(setting, key, name):
    """Enter as a hall or the office does, which tries again."""
    end = time.monotonic() + 20
    while True:
        try:
            return await connect(setting.config.nats.servers, key, name)
        except OSError:
            assert time.monotonic() < end
            await asyncio.sleep(0.1)


def test_each_enrolled_hall_can_send_at_once_and_those_before_it_still_can(setting):
    keys = [Ed25519PrivateKey.generate() for _ in range(HALLS)]

    async def streams():
        centre = await entered(setting, read_keys(setting).entering, "office")
        await make_streams(centre, MEGABYTES)
        await centre.close()

    async def all_send(count):
        async def one(number):
            client = await entered(setting, keys[number - 1], f"sala-{number}")
            try:
                await last_word(client, f"sala-{number}", 3.0)
                sent = await client.jetstream(timeout=3.0).publish(entries_subject(f"sala-{number}", 1), b"x")
                return sent.seq
            finally:
                await client.close()

        return await asyncio.gather(*(one(number) for number in range(1, count + 1)))

    said = []
    with kept_server(setting, said):
        asyncio.run(streams())
        for count in range(1, HALLS + 1):
            assert enrol(setting, hall(count, keys[count - 1]))
            assert len(set(asyncio.run(all_send(count)))) == count
    assert said == [], "it ended only when it was told to"


def test_halls_that_are_enrolled_at_once_are_all_let_in(setting):
    ones = [hall(number) for number in range(1, 9)]
    threads = [threading.Thread(target=enrol, args=(setting, one)) for one in ones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(one.nkey in users(setting) for one in ones)


def test_who_is_enrolled_again_as_before_cuts_nobody_off(setting):
    one = hall(1)
    with kept_server(setting, []):
        assert enrol(setting, one)
        before = pid_of(setting)
        assert enrol(setting, one)
        assert pid_of(setting) == before


def test_a_server_that_dies_is_started_again(setting):
    said = []
    with kept_server(setting, said):
        before = pid_of(setting)
        os.kill(before, signal.SIGKILL)
        until(lambda: pid_of(setting) not in {before, None})
    assert said == ["El servidor de mensajes terminó (-9); arranca de nuevo en 2 s."]


def test_what_the_server_would_refuse_does_not_end_it(setting):
    said, conf = [], setting.folder / "nats.conf"
    good = conf.read_text("utf-8")
    with kept_server(setting, said):
        before = pid_of(setting)
        conf.write_text("listen: {", "utf-8")
        until(lambda: said)
        assert "sigue con lo de antes" in said[0] and "Parse error" in said[0]
        conf.write_text(good, "utf-8")
        until(lambda: pid_of(setting) not in {before, None})


def test_the_server_of_a_killed_keeper_is_ended_by_the_next_one(setting, tmp_path):
    command = [sys.executable, "-m", "hallctl", "office", "server", str(setting.folder)]
    with (tmp_path / "log").open("ab") as log:
        keeper = subprocess.Popen(command, stdout=log, stderr=log)
    until(lambda: pid_of(setting) is not None)
    keeper.kill()
    keeper.wait()
    left, said = pid_of(setting), []
    assert not is_kept(setting)
    with kept_server(setting, said):
        until(lambda: pid_of(setting) not in {left, None})
        assert is_kept(setting) and said == []
        with pytest.raises(OfficeError, match="mantiene ya"):
            ServerKeeper(setting, print).keep(lambda: False)
        assert not runs(left)


def test_a_server_that_nobody_keeps_is_said_not_to_know_a_new_hall(setting, tmp_path):
    assert not enrol(setting, hall(1)), "none runs"
    with (tmp_path / "log").open("ab") as log:
        command = ["nats-server", "-c", str(setting.folder / "nats.conf")]
        server = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        until(lambda: pid_of(setting) is not None)
        assert not enrol(setting, hall(2))
    finally:
        server.terminate()
        server.wait()


def test_a_hall_is_enrolled_and_let_in_or_neither(setting):
    (setting.folder / "nats-users.conf.new").mkdir()
    with pytest.raises(OfficeError, match="no cambió nada"):
        enrol(setting, hall(1))
    with database.connect(setting.config.database.url) as connection:
        assert enrolment.halls_of(connection) == []
    assert "sala-1" not in users(setting)


def test_without_its_program_or_its_files_it_says_so(setting):
    with pytest.raises(OfficeError, match="instalado"):
        ServerKeeper(setting, print, "no-such-server").keep(lambda: False)
    (setting.folder / "nats.conf").unlink()
    with pytest.raises(OfficeError, match="no existe"):
        ServerKeeper(setting, print).keep(lambda: False)
