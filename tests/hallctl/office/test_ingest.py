"""The running office with real servers: many books at once, and everything killed at random."""

import asyncio
import random
import shutil
import threading
import time

import pytest

from drivers.patience import worked_by
from hallctl.minutes.volumes import volumes_in
from hallctl.office import alarms, database
from hallctl.office.replaying import lines_in, replay
from tests.hallctl.minutes.format_2 import Format2
from tests.hallctl.office.killing import Killer, Servers, lasting
from tests.hallctl.office.noise import send_noisily
from tests.hallctl.office.sent import Book, stored
from tools.chain_figures import memory_mib


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return Format2.unpacked(tmp_path_factory.mktemp("format-2"))


async def all_sent(servers, halls, book, seconds):
    """Send the book in a folder as that of each hall, however often the line breaks."""
    async with asyncio.timeout(seconds):
        each = [lambda h=h: replay(servers.addresses, servers.keys[h], h, book) for h in halls]
        await asyncio.gather(*map(lasting, each))


async def night(servers, number, kept, book, dice):
    """Send the books of a night's halls: one plainly, one with noise, one whose line is cut for the night."""
    plain, noisy, cut = halls_of(number)
    key = servers.keys[noisy]
    async with asyncio.timeout(240):
        await all_sent(servers, [cut], without_newest(kept.book), 120)
        await asyncio.gather(
            all_sent(servers, [plain], kept.book, 240),
            lasting(lambda: send_noisily(servers.addresses, key, noisy, book, dice)),
        )
        await all_sent(servers, [cut], kept.book, 120)


def without_newest(folder):
    """Return a copy of a book as it was before its newest volume."""
    target, newest = folder.with_name("hasta-el-corte"), volumes_in(folder)[-1].name
    if not target.exists():
        shutil.copytree(folder, target, ignore=shutil.ignore_patterns(f"{newest}*"))
    return target


def halls_of(number):
    return [f"{name}-{number}" for name in ("llana", "ruidosa", "cortada")]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_servers_and_office_killed_at_random_lose_and_repeat_nothing(kept, tmp_path, full):
    """Three kills, one of each; under --torture two hundred, over as many nights as that takes."""
    kills, dice, book = 200 if full else 3, random.Random(7), Book.read(kept.book, kept.outside("clave"))
    most = 40 if full else 1
    names = [hall for number in range(most) for hall in halls_of(number)]
    servers = Servers(tmp_path, dict.fromkeys(names, 1), kept.outside("clave"))
    killed, began = 0, time.monotonic()
    try:
        for number in range(most):
            killer = Killer(servers, dice, min(21, kills - killed) if full else 3)
            killer.start()
            try:
                asyncio.run(night(servers, number, kept, book, dice))
            finally:
                killer.end(early=full)
            killed += killer.killed
            servers.wait_for(dict.fromkeys(halls_of(number), book.size))
            print(f"{killed} kills, {number + 1} nights, {time.monotonic() - began:.0f} s", flush=True)
            if killed >= kills:
                break
        with database.connect(servers.url) as connection:
            for hall in names[: 3 * (number + 1)]:
                assert stored(connection, hall) == book.volumes, hall
            assert alarms.alarms_of(connection, ended=True) == [], servers.said()
        assert killed >= kills
    finally:
        servers.stop()


@pytest.mark.campaign
def test_many_books_of_a_night_come_into_one_office(kept, tmp_path):
    """Forty halls; the figures are printed for docs/chain.md."""
    halls, book = [f"sala-{number}" for number in range(1, 41)], [line for _, line in lines_in(kept.book)]
    servers = Servers(tmp_path, dict.fromkeys(halls, 1), kept.outside("clave"))
    try:
        began, seen = time.monotonic(), []
        before = worked_by(servers.office.pid)
        watching = threading.Event()

        def watch():
            while not watching.wait(0.2):
                seen.append(memory_mib(servers.office.pid))

        watcher = threading.Thread(target=watch)
        watcher.start()
        asyncio.run(all_sent(servers, halls, kept.book, 280))
        watching.set()
        watcher.join()
        seconds, used = time.monotonic() - began, worked_by(servers.office.pid) - before
        entries = len(book) * len(halls)
        with database.connect(servers.url) as connection:
            for hall in halls:
                lines = [line for volume in stored(connection, hall) for line in volume]
                assert lines == book
            assert alarms.alarms_of(connection, ended=True) == []
        print(
            f"{entries} entries of {len(halls)} halls in {seconds:.1f} s; office {used:.1f} s of processor,"
            f" {entries / used:.0f} entries a processor second; most memory {max(seen):.0f} MiB"
        )
        assert max(seen) < 195, "memory does not grow with the books"
        assert entries / used > 1500
    finally:
        servers.stop()
