"""Halls that lie: each makes another book of the one that the office has of it, or sends what is in none.

The first two send by the hall's own line; the others speak to the message server themselves.
"""

import queue
import shutil
import sqlite3
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from hallctl.devices.office_line import Office, OfficeLine, OfficePatience
from hallctl.minutes.entry import read_line, sealed_of
from hallctl.minutes.volumes import volume_name
from hallctl.minutes.wire.connection import connect
from hallctl.minutes.wire.messages import MESSAGE_ID, entries_subject, notes_subject
from tests.hallctl.office.killing import lasting
from tests.hallctl.office.sent import altered

KEPT = 20
"""How many of the newest entries a hall's other book has not, or has otherwise."""


def chained(lines, previous, moment="2027-01-01T00:00:00.000Z"):
    """The same entries of another moment, each sealed after the one before."""
    made = []
    for line in lines:
        made.append(altered(line, previous=previous, time=moment))
        previous = sealed_of(made[-1])[0].hash
    return made


def with_tail(book, target, volume, keep, lines):
    """Copy a book, with these lines after the first `keep` of its newest volume."""
    shutil.copytree(book, target)
    with sqlite3.connect(target / volume_name(volume)) as connection:
        triggers = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("DELETE FROM entries WHERE number > ?", (keep,))
        places = ", ".join("?" * 12)
        rows = [read_line(line.rstrip(b"\n")) for line in lines]
        connection.executemany(f"INSERT INTO entries VALUES ({places})", rows)
    connection.close()
    return target


@contextmanager
def line_of(servers, hall, book, office):
    """The hall's own line, over a book."""
    about = Office(hall, servers.addresses, office, lambda: (servers.keys[hall], None))
    line = OfficeLine(about, book, queue.SimpleQueue(), None, OfficePatience())
    line.start()
    try:
        yield line
    finally:
        line.stop()


def rewrites_its_tail(book, lines, target, volume):
    """The newest entries have other content."""
    keep = len(lines) - KEPT
    tail = chained(lines[keep:], sealed_of(lines[keep - 1])[0].hash)
    return with_tail(book, target, volume, keep, tail)


def goes_on_from_a_backup(book, lines, target, volume):
    """The newest entries are lost, and others were written since: fewer than the office has."""
    keep = len(lines) - KEPT
    tail = chained(lines[keep : keep + 3], sealed_of(lines[keep - 1])[0].hash)
    return with_tail(book, target, volume, keep, tail)


OTHER_BOOKS = {"reescrita": rewrites_its_tail, "copia": goes_on_from_a_backup}
"""Which other book a hall has after the office has its own: a fork each."""


async def says(servers, hall, messages):
    """Send messages as a hall, until the message server has each."""

    async def work():
        client = await connect(servers.addresses, servers.keys[hall], hall)
        try:
            stream = client.jetstream()
            for subject, content in messages:
                header = {MESSAGE_ID: f"{hall}-{time.monotonic_ns()}"}
                await stream.publish(subject, content, headers=header)
        finally:
            await client.close()

    await lasting(work)


def of_another_tree(note):
    """A checkpoint whose root is not what its hall signed."""
    origin, size, root, *rest = note.split(b"\n")
    return b"\n".join((origin, size, root.swapcase(), *rest))


def lies_of(hall, volume, lines, note):
    """What each other liar sends after the honest part, with the alarm that names it."""
    entries, at = entries_subject(hall, volume), len(lines) - KEPT
    tomorrow = f"{datetime.now(UTC) + timedelta(days=1):%Y-%m-%dT%H:%M:%S.000Z}"
    ahead = chained(lines[at : at + 1], sealed_of(lines[at - 1])[0].hash, tomorrow)
    return {
        "ajena": ("OFFICE-FORK", [(entries, altered(lines[at], previous="ab" * 32))]),
        "falsa": ("OFFICE-UNVERIFIED", [(entries, lines[at].replace(b'"hash":"', b'"hash":"0', 1))]),
        "punto": ("OFFICE-NOTE", [(notes_subject(hall, volume), of_another_tree(note))]),
        "adelanta": ("OFFICE-CLOCK", [(entries, line) for line in ahead]),
        "calla": ("OFFICE-GAP", [(entries, line) for line in lines[at + 1 :]]),
    }
