"""Real books put straight into the office's tables, as the office has them once it verified what halls sent.

Forty halls have four books between them, each sealed anew under its hall's name, night and keys.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.entry import NO_HASH, Draft, Stamp, compose, read_line, stored_line, text_of
from hallctl.minutes.note import COSIGNATURE, Checkpoint, Verifier, cosign, sign, verifier_of
from hallctl.minutes.reader import read_only, stored_rows
from hallctl.minutes.tree import Frontier, leaf_hash
from hallctl.office.database import Connection, add_partitions
from hallctl.outputs.minuted import Minuted
from hallctl.rules.codec import encode
from hallctl.rules.events.volumes import BookOpened

OFFICE_KEY = Ed25519PrivateKey.from_private_bytes(bytes([7]) * 32)
OFFICE = verifier_of("oficina.example", OFFICE_KEY, COSIGNATURE)
"""With what the office of the tests cosigns."""


@dataclass(frozen=True, slots=True)
class HallBook:
    """A hall whose book the office keeps.

    Attributes:
        hall: Its name in the chain.
        name: What people call it.
        game: What it plays.
        lines: The lines of its volume, as the second medium has them.
        zone: Its time zone.
        volume: Which volume they are.
        key: With what it signs checkpoints.
    """

    hall: str
    name: str
    game: str
    lines: Sequence[bytes] = field(repr=False)
    zone: str = "America/La_Paz"
    volume: int = 1
    key: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate, repr=False)

    @property
    def origin(self) -> str:
        """What its checkpoints are of."""
        return f"{self.hall}.example/libro/tomo-{self.volume:04}"

    @property
    def verifier(self) -> Verifier:
        """What checks its checkpoints."""
        return verifier_of(f"{self.hall}.example/libro", self.key)


def lines_of_volume(path: Path) -> list[bytes]:
    """Return the lines of a volume that a hall wrote."""
    with read_only(path) as connection:
        return [stored_line(row) for row in stored_rows(connection)]


def sealed(record: Iterable[Minuted], start: datetime | None = None, name: str = "") -> list[bytes]:
    """Return a record as the lines of a book, its first entry moved to a moment, its hall under a name."""
    lines, previous, moved = [], NO_HASH, timedelta()
    for number, entry in enumerate(record, 1):
        if number == 1 and start is not None:
            moved = start - entry.time
        event = entry.event
        if name and isinstance(event, BookOpened):
            event = replace(event, hall=name)
        body = encode(event)
        if start is not None and "day" in body:
            body = {**body, "day": (entry.time + moved).date().isoformat()}
        draft = Draft(type(event).__name__, body, entry.actor)
        done = compose(draft, Stamp.at(entry.time + moved, "synchronised", "b1"), number, previous)
        lines.append(done.line)
        previous = done.entry.hash
    return lines


def put_hall(connection: Connection, kept: HallBook, received: datetime | None = None) -> None:
    """Enrol a hall and store its book, with a checkpoint at its end that both sides signed."""
    add = """INSERT INTO halls (hall, name, game, time_zone, nkey, controller) VALUES (%s, %s, %s, %s, %s, %s)
        ON CONFLICT DO NOTHING"""
    about = (kept.hall, kept.name, kept.game, kept.zone, f"U-{kept.hall}", str(kept.verifier))
    connection.execute(add, about)
    if kept.lines:
        put_volume(connection, kept, received)


def put_volume(connection: Connection, kept: HallBook, received: datetime | None = None) -> None:
    """Store the book of a hall."""
    add_partitions(connection, kept.hall, kept.volume)
    tree = Frontier()
    columns = "hall, volume, number, time, kind, hash, line"
    with connection.cursor() as cursor, cursor.copy(f"COPY entries ({columns}) FROM STDIN") as copy:
        for row, line, leaf in _leaves(kept.lines):
            tree.add(leaf)
            copy.write_row((kept.hall, kept.volume, row[0], row[1], row[8], row[11], line))
    last = read_line(kept.lines[-1].rstrip(b"\n"))
    checkpoint = Checkpoint(kept.origin, tree.size, tree.root(), 1)
    note = sign(kept.verifier.name, kept.key, checkpoint.text)
    note = note.with_lines([cosign(OFFICE.name, OFFICE_KEY, checkpoint.text, 1_795_000_000)])
    connection.execute(
        "INSERT INTO notes (hall, volume, size, note) VALUES (%s, %s, %s, %s)",
        (kept.hall, kept.volume, tree.size, str(note)),
    )
    head = (kept.hall, kept.volume, tree.size, last[11], b"".join(tree.peaks), tree.size, last[1])
    connection.execute(
        """INSERT INTO heads (hall, volume, number, hash, peaks, cosigned, time, received)
        VALUES (%s, %s, %s, %s, %s, %s, %s, coalesce(%s, now()))""",
        (*head, received),
    )


def _leaves(lines: Iterable[bytes]) -> Iterator[tuple[tuple[object, ...], bytes, bytes]]:
    for line in lines:
        row = read_line(line.rstrip(b"\n"))
        yield row, line, leaf_hash(text_of(row))
