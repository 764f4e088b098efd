"""The message server is kept running, and starts anew, whole, when who may enter has changed."""

import asyncio
import os
import signal
import subprocess
import threading
import time

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.wire.connection import connect, last_word, make_streams
from hallctl.minutes.wire.messages import entries_subject
from hallctl.minutes.wire.nkey import public_nkey
from hallctl.office.enrolment import Hall
from hallctl.office.errors import OfficeError
from hallctl.office.keys import read_keys
from hallctl.office.making import Plan, make_office
from hallctl.office.server import admit, keep_server
from tests.hallctl.office.servers import free_port, kept_server, pid_of

HALLS = 12
MEGABYTES = 64 << 20


def hall(number, key):
    return Hall(f"sala-{number}", f"Sala {number}", "bingo", "America/La_Paz", public_nkey(key), "x+1+y")


@pytest.fixture
def setting(tmp_path, office_url):
    return make_office(tmp_path / "oficina", Plan("C", "cadena", office_url, f"127.0.0.1:{free_port()}"))


def until(seen, seconds=20.0):
    end = time.monotonic() + seconds
    while not seen():
        assert time.monotonic() < end
        time.sleep(0.05)


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
    office, halls = read_keys(setting), [hall(number, key) for number, key in enumerate(keys, 1)]

    async def streams():
        centre = await entered(setting, office.entering, "office")
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
            assert admit(setting, office, halls[:count])
            assert len(set(asyncio.run(all_send(count)))) == count
    assert said == [], "it ended only when it was told to"


def test_a_server_that_dies_is_started_again(setting):
    said = []
    with kept_server(setting, said):
        before = pid_of(setting)
        os.kill(before, signal.SIGKILL)
        until(lambda: pid_of(setting) not in {before, None})
    assert said == ["El servidor de mensajes terminó con -9: se arranca otra vez."]


def test_a_server_that_nobody_starts_anew_is_said_not_to_know_a_new_hall(setting, tmp_path):
    halls, keys = [hall(1, Ed25519PrivateKey.generate())], read_keys(setting)
    assert not admit(setting, keys, halls), "none runs"
    with (tmp_path / "log").open("ab") as log:
        command = ["nats-server", "-c", str(setting.folder / "nats.conf")]
        server = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        until(lambda: pid_of(setting) is not None)
        asyncio.run(closed(setting, keys.entering))
        assert not admit(setting, keys, halls, patience_s=1.0)
    finally:
        server.terminate()
        server.wait()


async def closed(setting, key):
    await (await entered(setting, key, "office")).close()


def test_without_its_program_or_its_files_it_says_so(setting):
    stopped = threading.Event()
    with pytest.raises(OfficeError, match="instalado"):
        keep_server(setting, print, stopped, "no-such-server")
    (setting.folder / "nats.conf").unlink()
    with pytest.raises(OfficeError, match="no existe"):
        keep_server(setting, print, stopped)
