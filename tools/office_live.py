"""A chain at a hall's pace: live halls, replays of prepared books, and how long an entry takes to the office.

From its seal, by the hall's clock, until the office's transaction is committed; of a replay, whose entries
are old, from its sending. Not responsible for servers and office (``office``).
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from nats.js.errors import NotFoundError

from hallctl.config.chain import KEY
from hallctl.games.bingo.files import PROFILES
from hallctl.minutes.wire.connection import connect
from hallctl.minutes.wire.credentials import read_server_key
from hallctl.minutes.wire.messages import LATEST_STREAM, have_subject
from hallctl.minutes.wire.outbox import Letter
from hallctl.office import database
from hallctl.office.config import OfficeSetting
from hallctl.office.keys import read_keys
from hallctl.office.replaying import replay

FIRST: Final = 501
"""The number of the first live hall: none of a prepared book."""

_HEARD_S: Final = 60.0

Moments = dict[tuple[str, int, int], float]
"""Hall, volume and number of an entry with a moment, in seconds of POSIX time."""

_STORED: Final = """SELECT hall, volume, number, extract(epoch FROM time)::float8,
    extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 FROM entries"""


@contextmanager
def live_halls(setting: OfficeSetting, folder: Path, count: int, seconds: float) -> Iterator[list[Any]]:
    """Start live halls, each a process that waits to begin.

    Args:
        setting: Of the office.
        folder: Where their books are.
        count: How many.
        seconds: How long they play.

    Yields:
        Each process with what the office enrols.
    """
    server, office = setting.config.nats.servers[0], str(read_keys(setting).verifier)
    with ExitStack() as stack:
        started = []
        for number, rules in zip(range(FIRST, FIRST + count), cycle(PROFILES)):
            command = [sys.executable, "-m", "tools.live_hall", str(folder / f"sala-{number}")]
            command += ["--number", str(number), "--rules", rules, "--seconds", str(seconds)]
            command += ["--server", server, "--office", office]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            stack.enter_context(process)
            stack.callback(process.terminate)
            started.append(process)
        yield [(each, json.loads(each.stdout.readline())) for each in started if each.stdout]


def heard(setting: OfficeSetting, halls: Sequence[dict[str, Any]]) -> float:
    """Wait until the office has said what it has of each hall, and return for how long, in seconds.

    Raises:
        TimeoutError: It says nothing for a minute.
    """
    began = time.monotonic()

    async def said() -> None:
        key = read_keys(setting).entering
        client = await connect(setting.config.nats.servers, key, "office")
        try:
            stream = client.jetstream()
            async with asyncio.timeout(_HEARD_S):
                for each in halls:
                    while True:
                        with suppress(NotFoundError):
                            await stream.get_last_msg(LATEST_STREAM, have_subject(each["hall"]))
                            break
                        await asyncio.sleep(0.1)
        finally:
            await client.close()

    asyncio.run(said())
    return time.monotonic() - began


def begin(processes: Sequence[subprocess.Popen[bytes]]) -> float:
    """Have live halls begin, and return when, in seconds of POSIX time."""
    for each in processes:
        assert each.stdin is not None
        each.stdin.write(b"\n")
        each.stdin.flush()
    return time.time()


def send(setting: OfficeSetting, books: Path, halls: Sequence[str], pace: float, seconds: float) -> Moments:
    """Send books for a time; return when each entry was sent first.

    Args:
        setting: Of the office.
        books: Where each hall's folder is.
        halls: Whose books.
        pace: How many entries a second of each.
        seconds: For how long.
    """
    sent: Moments = {}

    async def one(hall: str) -> None:
        def told(each: Letter) -> None:
            if each.number:
                sent.setdefault((hall, each.volume, each.number), time.time())

        key = read_server_key(books / hall / KEY)
        await replay(setting.config.nats.servers, key, hall, books / hall / "libro", pace, told, seconds)

    async def every() -> None:
        await asyncio.gather(*map(one, halls))

    asyncio.run(every())
    return sent


def lags(setting: OfficeSetting, sent: Moments, begun: float) -> tuple[list[float], list[float]]:
    """Return the lags of live entries and of replayed ones, in seconds, each list in order.

    Args:
        setting: Of the office.
        sent: When each replayed entry was sent.
        begun: When live halls began: they had sealed their opening diligences before.
    """
    live, replayed = list[float](), list[float]()
    with database.connect(setting.config.database.url) as connection:
        for hall, volume, number, sealed, stored in connection.execute(_STORED):
            since = sent.get((hall, volume, number))
            if since is None:
                live.append(stored - max(sealed, begun))
            else:
                replayed.append(stored - since)
    return sorted(live), sorted(replayed)


def told_of(name: str, halls: int, found: Sequence[float]) -> str:
    """Return a line of how long entries took."""
    if not found:
        return f"{name}: {halls} salas, ningún asiento"
    middle, high = (found[min(len(found) - 1, int(len(found) * part))] for part in (0.5, 0.99))
    return (
        f"{name}: {halls} salas, {len(found)} asientos; retraso p50 {middle:.2f} s, p99 {high:.2f} s, "
        f"máximo {found[-1]:.2f} s"
    )
