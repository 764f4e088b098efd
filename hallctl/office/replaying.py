"""Sends a prepared book as its hall would: for trials of how much an office carries.

Not responsible for the line of a real hall (``hallctl.devices``).
"""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nats.aio.msg import Msg

from hallctl.minutes.entry import stored_line
from hallctl.minutes.note import Checkpoint, Note
from hallctl.minutes.reader import read_only, stored_notes, stored_rows
from hallctl.minutes.volumes import volumes_in
from hallctl.minutes.wire.connection import connect
from hallctl.minutes.wire.messages import MESSAGE_ID, Have, entries_subject, have_subject, notes_subject

WINDOW: Final = 2000
"""How many entries may be on their way."""

AGAIN_S: Final = 3.0
"""After how long without progress they are sent again, in seconds."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """An entry as it is sent, with the checkpoint of just so many entries where the hall signed one.

    Attributes:
        volume: Its volume.
        number: Its number.
        line: Its line.
        hash: Its hash.
        note: The checkpoint; empty where there is none.
    """

    volume: int
    number: int
    line: bytes
    hash: str
    note: bytes = b""


def prepared(folder: Path) -> Iterator[Prepared]:
    """Read the book in a folder, volume after volume.

    Raises:
        MinutesError: It cannot be read.
    """
    for volume, path in enumerate(volumes_in(folder), 1):
        with read_only(path) as connection:
            notes: dict[int, bytes] = {}
            for *_, text in stored_notes(connection):
                notes[Checkpoint.read(Note.read(str(text)).text).size] = str(text).encode()
            for row in stored_rows(connection):
                number = int(str(row[0]))
                yield Prepared(volume, number, stored_line(row), str(row[-1]), notes.get(number, b""))


async def replay(
    servers: Sequence[str],
    key: Ed25519PrivateKey,
    hall: str,
    book: Sequence[Prepared],
    pace: float = 0.0,
) -> float:
    """Send a book until the office has all of it; return how long that took, in seconds.

    Args:
        servers: Of the message server.
        key: The hall's.
        hall: What the office calls the hall.
        book: What is sent.
        pace: How many entries a second; 0: as fast as the office takes them.

    Raises:
        OSError, nats.errors.Error: The server cannot be reached.
    """
    begun = time.monotonic()
    places = {(each.volume, each.number): at for at, each in enumerate(book)}
    have, moved = Have(), asyncio.Event()

    async def heard(message: Msg) -> None:
        nonlocal have
        have = Have.read(message.data)
        moved.set()

    client = await connect(servers, key, hall)
    try:
        await client.subscribe(have_subject(hall), cb=heard)
        sent, attempt, progress = 0, 0, time.monotonic()
        while True:
            moved.clear()
            done = places.get((have.volume, have.number), -1) + 1
            if done == len(book):
                return time.monotonic() - begun
            allowed = len(book) if pace == 0 else int((time.monotonic() - begun) * pace)
            sent = max(sent, done)
            for each in book[sent : min(done + WINDOW, allowed)]:
                # The server has what it dropped no more: sent again, it has another name.
                name = f"{each.hash}-{attempt}" if attempt else each.hash
                header = {MESSAGE_ID: name}
                await client.publish(entries_subject(hall, each.volume), each.line, headers=header)
                if each.note:
                    noted = {MESSAGE_ID: f"note-{name}"}
                    await client.publish(notes_subject(hall, each.volume), each.note, headers=noted)
                sent += 1
            await client.flush()
            with suppress(TimeoutError):
                await asyncio.wait_for(moved.wait(), min(AGAIN_S, 1 / pace if pace else AGAIN_S))
            if places.get((have.volume, have.number), -1) + 1 > done:
                progress = time.monotonic()
            elif sent > done and time.monotonic() - progress > AGAIN_S:
                sent, attempt, progress = done, attempt + 1, time.monotonic()
    finally:
        await client.close()
