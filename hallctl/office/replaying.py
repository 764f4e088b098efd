"""Sends a prepared book as its hall would: for trials of how much an office carries.

Not responsible for what is sent next (``wire.outbox``), nor for a real hall's line (``hallctl.devices``).
"""

import asyncio
import math
import ssl
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nats.aio.msg import Msg

from hallctl.minutes.entry import stored_line
from hallctl.minutes.reader import read_only, stored_rows
from hallctl.minutes.volumes import volumes_in
from hallctl.minutes.wire.connection import connect, last_word
from hallctl.minutes.wire.messages import MESSAGE_ID, Have, have_subject
from hallctl.minutes.wire.outbox import Letter, Outbox

_TICK_S: Final = 0.2
"""How long there is nothing to send before the book is looked into again, in seconds."""


def lines_in(folder: Path) -> Iterator[tuple[int, bytes]]:
    """Read the book in a folder, volume after volume: its number and a line.

    Raises:
        MinutesError: It cannot be read.
    """
    for volume, path in enumerate(volumes_in(folder), 1):
        with read_only(path) as connection:
            for row in stored_rows(connection):
                yield volume, stored_line(row)


class _Pace:
    """How many entries may go now."""

    def __init__(self, entries_a_second: float) -> None:
        self._pace = entries_a_second
        self._begun = time.monotonic()
        self._gone = 0

    def allowed(self, letters: list[Letter]) -> list[Letter]:
        """Return those of a page that may go."""
        if not self._pace:
            return letters
        may = int((time.monotonic() - self._begun) * self._pace) - self._gone
        found = letters[: max(may, 0)]
        self._gone += len(found)
        return found


async def replay(
    servers: Sequence[str],
    key: Ed25519PrivateKey,
    hall: str,
    folder: Path,
    pace: float = 0.0,
    told: Callable[[Letter], None] | None = None,
    most_s: float = math.inf,
    tls: ssl.SSLContext | None = None,
) -> float:
    """Send a book until the office has all of it; return how long that took, in seconds.

    What the server drops is not noticed here: the office says that it is missing.

    Args:
        servers: Of the message server.
        key: The hall's.
        hall: What the office calls the hall.
        folder: Where its volumes are; nobody writes there.
        pace: How many entries a second; 0: as fast as the office takes them.
        told: Given each message as it is sent.
        most_s: After how long it ends in any case: nats-py may take a cancellation for an answer that came
            at the same moment.
        tls: With what the server is checked; None on this machine alone.

    Raises:
        OSError, nats.errors.Error: The server cannot be reached, or the connection is lost.
        MinutesError: The book cannot be read.
    """
    begun, end = time.monotonic(), _end_of(folder)
    outbox, words = Outbox(hall, folder), asyncio.Queue[Have]()

    async def hear(message: Msg) -> None:
        words.put_nowait(Have.read(message.data))

    client = await connect(servers, key, hall, tls=tls)
    try:
        await client.subscribe(have_subject(hall), cb=hear)
        await client.flush()
        have, may = await last_word(client, hall), _Pace(pace)
        outbox.heard(have, time.monotonic())
        while (have.volume, have.number) != end and time.monotonic() - begun < most_s:
            if not client.is_connected:
                raise ConnectionError("the connection to the message server is lost")
            letters = may.allowed(outbox.page(time.monotonic()))
            for each in letters:
                if told is not None:
                    told(each)
                await client.publish(each.subject, each.content, headers={MESSAGE_ID: each.id})
                outbox.went(each, time.monotonic())
            await client.flush()
            with suppress(TimeoutError):
                async with asyncio.timeout(0 if letters else _TICK_S):
                    have = await words.get()
                outbox.heard(have, time.monotonic())
        return time.monotonic() - begun
    finally:
        await client.close()


def _end_of(folder: Path) -> tuple[int, int]:
    """Return volume and number of the last entry of a book."""
    path = volumes_in(folder)[-1]
    with read_only(path) as connection:
        (number,) = connection.execute("SELECT max(number) FROM entries").fetchone()
    return len(volumes_in(folder)), int(number)
