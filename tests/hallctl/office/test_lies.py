"""Halls that lie while servers and office are killed: each is named within a minute of its lie."""

import asyncio
import random
import time
from contextlib import ExitStack
from functools import partial

import pytest

from hallctl.minutes.note import COSIGNATURE, verifier_of
from hallctl.office.keys import read_keys
from hallctl.office.replaying import replay
from tests.hallctl.minutes.format_2 import Format2
from tests.hallctl.office.killing import Killer, Servers, lasting
from tests.hallctl.office.liars import KEPT, OTHER_BOOKS, lies_of, line_of, says, with_tail
from tests.hallctl.office.sent import Book

VOLUME = 3
"""Of the kept book: the halls begin with it."""

NAMED_S = 60
ALARMS = """SELECT hall, code, extract(epoch FROM raised)::float8 FROM alarms WHERE hall = ANY(%s)"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    return Format2.unpacked(tmp_path_factory.mktemp("format-2"))


class Round:
    """One hall of each lie: the office has their books, then all lie at once."""

    def __init__(self, number, lines, note):
        self.lines, self.note = lines, note
        self.others = {lie: f"{lie}-{number}" for lie in OTHER_BOOKS}
        self.sent = {lie: f"{lie}-{number}" for lie in lies_of("sala", VOLUME, self.lines, self.note)}

    async def honest(self, servers, whole, part):
        """Have the office what is true of each: a hall that only says its lie sends a part of the book."""
        halls = dict.fromkeys(self.others.values(), whole) | dict.fromkeys(self.sent.values(), part)

        async def sent(hall):
            await replay(servers.addresses, servers.keys[hall], hall, halls[hall])

        await asyncio.gather(*(lasting(partial(sent, hall)) for hall in halls))

    async def lie(self, servers):
        found = {hall: lies_of(hall, VOLUME, self.lines, self.note)[lie] for lie, hall in self.sent.items()}
        await asyncio.gather(*(says(servers, hall, sent) for hall, (_, sent) in found.items()))

    def wanted(self, lies):
        codes = {lie: code for lie, (code, _) in lies_of("sala", VOLUME, self.lines, self.note).items()}
        every = {**self.others, **self.sent}
        return {every[lie]: codes.get(lie, "OFFICE-FORK") for lie in lies}


def named(servers, wanted, began):
    """Wait until each liar has its alarm; return after how many seconds."""
    while True:
        rows = servers.rows(ALARMS, [*wanted])
        found = {hall: raised - began for hall, code, raised in rows if code == wanted[hall]}
        if found.keys() == wanted.keys() or time.time() - began > NAMED_S:
            assert {(hall, code) for hall, code, _ in rows} == {*wanted.items()}, servers.said()
            return found
        time.sleep(0.3)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_each_lie_is_named_within_a_minute_though_servers_are_killed(kept, tmp_path, full):
    """Once each, and a kill of each; under --torture ten times, with kills until all are named."""
    book = Book.read(kept.book, kept.outside("clave"))
    lines, (_, note) = book.volumes[VOLUME - 1], book.notes[VOLUME - 1][0]
    rounds, dice, slowest = range(10 if full else 1), random.Random(5), {}
    part = with_tail(kept.book, tmp_path / "parte", VOLUME, len(lines) - KEPT, [])
    books = {lie: make(kept.book, lines, tmp_path / lie, VOLUME) for lie, make in OTHER_BOOKS.items()}
    made = [Round(number, lines, note) for number in rounds]
    halls = [hall for each in made for hall in (*each.others.values(), *each.sent.values())]
    servers = Servers(tmp_path, dict.fromkeys(halls, VOLUME), kept.outside("clave"))
    keys = read_keys(servers.setting)
    office = verifier_of(keys.name, keys.cosigning, COSIGNATURE)
    try:
        for each in made:
            asyncio.run(each.honest(servers, kept.book, part))
            lies = [*OTHER_BOOKS, *(lie for lie in each.sent if full or lie != "calla")]
            killer = Killer(servers, dice, 100 if full else 3, 20 if full else 1)
            with ExitStack() as stack:
                began = time.time()
                killer.start()
                try:
                    for lie, hall in each.others.items():
                        stack.enter_context(line_of(servers, hall, books[lie], office))
                    asyncio.run(each.lie(servers))
                    if not full:
                        killer.end(early=False)
                    found = named(servers, each.wanted(lies), began)
                finally:
                    killer.end(early=True)
            for hall, seconds in found.items():
                lie = hall.partition("-")[0]
                slowest[lie] = max(slowest.get(lie, 0), seconds)
            print(
                killer.killed,
                "kills;",
                {lie: round(seconds, 1) for lie, seconds in slowest.items()},
                flush=True,
            )
            assert killer.killed and max(found.values()) <= NAMED_S
    finally:
        servers.stop()
