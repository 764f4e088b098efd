"""Books as halls send them: the lines of each volume with the checkpoints that the hall signed."""

from dataclasses import dataclass, field
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes.entry import Draft, Stamp, composed, seal, sealed_of, stored_line
from hallctl.minutes.note import Checkpoint, Note
from hallctl.minutes.reader import read_only, stored_notes, stored_rows
from hallctl.minutes.volumes import volumes_in
from hallctl.minutes.wire.messages import entries_subject, notes_subject
from hallctl.minutes.wire.nkey import public_nkey
from hallctl.office import enrolment
from hallctl.office.keys import OfficeKeys


@dataclass(frozen=True)
class Book:
    """What a hall has: of each volume its lines, and its notes by the size that they are of."""

    controller: str
    volumes: list[list[bytes]]
    notes: list[list[tuple[int, bytes]]] = field(default_factory=list)

    @classmethod
    def read(cls, folder: Path, controller: str) -> "Book":
        volumes, notes = [], []
        for path in volumes_in(folder):
            with read_only(path) as connection:
                volumes.append([stored_line(row) for row in stored_rows(connection)])
                texts = [str(row[3]) for row in stored_notes(connection)]
                notes.append([(Checkpoint.read(Note.read(text).text).size, text.encode()) for text in texts])
        return cls(controller, volumes, notes)

    def messages(self, hall="sala-1", *, notes=True):
        """Everything in the order in which a hall sends it."""
        found = []
        for volume, lines in enumerate(self.volumes, 1):
            noted = dict(self.notes[volume - 1]) if notes and self.notes else {}
            for number, line in enumerate(lines, 1):
                found.append((entries_subject(hall, volume), line))
                if number in noted:
                    found.append((notes_subject(hall, volume), noted[number]))
        return found

    @property
    def size(self):
        return sum(map(len, self.volumes))


def enrolled(connection, book, name="sala-1", **changes):
    hall = enrolment.Hall(
        name,
        name.title(),
        changes.get("game", "bingo"),
        "America/La_Paz",
        nkey=public_nkey(Ed25519PrivateKey.generate()),
        controller=book.controller,
    )
    enrolment.enrol(connection, hall)
    return hall


def office_keys():
    return OfficeKeys("cadena/oficina", Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate())


def stored(connection, hall="sala-1"):
    """The lines that the office has, volume by volume."""
    found = {}
    for volume, line in connection.execute(
        "SELECT volume, line FROM entries WHERE hall = %s ORDER BY volume, number", (hall,)
    ):
        found.setdefault(volume, []).append(bytes(line))
    return [found[volume] for volume in sorted(found)]


def altered(line, *, previous="", kind="", time="", body=None):
    """The same entry with another body or moment, sealed as anybody can who has no key."""
    entry, _ = sealed_of(line)
    stamp = Stamp(time or entry.time, entry.offset_minutes, entry.clock, entry.boot)
    content = {**entry.body, **(body or {})}
    draft = Draft(kind or entry.kind, content, entry.actor, entry.request, entry.digest)
    return composed(seal(draft, stamp, entry.number, previous or entry.previous)).line
