"""What of the book goes to the head office next: the book is the outbox, and the office says what it has.

Everything follows from the office's last word and the book, so nothing of it is kept: a power cut loses
nothing. What merely waits for the office is not sent again. Not responsible for the connection, nor for what
the office makes of it.
"""

import secrets
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hallctl.minutes.entry import stored_line
from hallctl.minutes.errors import named_trouble
from hallctl.minutes.note import Checkpoint, NoteError
from hallctl.minutes.reader import newest_note, read_only, stored_rows
from hallctl.minutes.volumes import number_of, volume_name, volumes_in
from hallctl.minutes.wire.messages import Have, entries_subject, notes_subject

WINDOW: Final = 2_000
"""How many entries may be on their way beyond what the office has."""

PAGE: Final = 40
"""How many entries are read at a time: a millisecond or two beside the hall's other threads."""

PATIENCE_S: Final = 10.0
LONGEST_S: Final = 300.0
"""How long the office may be silent about what was sent before one entry asks it; longer each time."""

LOOK_S: Final = 2.0
"""How often a book is looked into whose files look as they did."""


@dataclass(frozen=True, slots=True)
class Letter:
    """One message to the office.

    Attributes:
        subject: Where it is sent.
        content: An entry as a line of the second medium, or a signed checkpoint.
        id: By which the server knows it again.
        volume: Of which volume it is.
        number: The entry's number; 0 for a checkpoint.
        size: How many entries a checkpoint covers; 0 for an entry.
    """

    subject: str
    content: bytes
    id: str
    volume: int
    number: int = 0
    size: int = 0


class Outbox:
    """Says what to send next; for one thread.

    Attributes:
        ahead: Why the office's word is not of this book; empty while it is.
        refused: The code with which the office takes nothing more; empty while it does.
    """

    def __init__(self, hall: str, folder: Path, window: int = WINDOW) -> None:
        """Begin, without a word of the office.

        Args:
            hall: What the office calls the hall.
            folder: Where the volumes are.
            window: How many entries may be on their way.
        """
        self._hall = hall
        self._folder = folder
        self._window = window
        self._have: Have | None = None
        self._sent = (1, 0)
        self._noted = 0
        self._attempt = 0
        # Nobody else may know a name: the server drops what comes under one that it has, whoever sent that.
        self._name = f"{hall}.{secrets.token_hex(8)}"
        self._suffix = ""
        self._probed: tuple[int, int] | None = None
        self._repeated = False
        self._taken_at = 0.0
        self._asked_at = 0.0
        self._patience = PATIENCE_S
        self._idle: tuple[object, float] | None = None
        self.ahead = ""
        self.refused = ""

    @property
    def waiting(self) -> int:
        """How many entries are on their way."""
        had, sent = self._had, self._sent
        if sent[0] != had[0]:
            return sent[1] if sent[0] > had[0] else 0
        return max(0, sent[1] - had[1])

    @property
    def _had(self) -> tuple[int, int]:
        have = self._have or Have()
        return (have.volume, have.number) if have.volume else (1, 0)

    def begin(self) -> None:
        """Forget what was under way: the connection is new, and the office says first what it has."""
        self._have, self._suffix, self._probed, self._repeated = None, "", None, False

    def heard(self, have: Have, now: float) -> None:
        """Take the office's word.

        Args:
            have: What it has.
            now: Monotonic seconds.

        Raises:
            MinutesError: The book cannot be read.
        """
        before, had, self._idle = self._have, self._had, None
        self._have, self.refused = have, have.refused
        self.ahead = self._contradiction(have)
        moved = before is None or self._had != had
        lost = moved and self._probed == self._had  # of all that was sent only the probe came
        if moved:
            self._taken_at, self._asked_at, self._patience = now, now, PATIENCE_S
            self._probed, self._repeated = None, False
        if before is None:
            self._rewind()
        elif self._had < had or before.refused != have.refused or lost:
            self.again()
        elif have.missing and self.waiting and not self._repeated:
            self._repeated = True  # once in a place: what was sent before may still be on its way
            self.again()
        elif self._sent < self._had and not (self.ahead and self._sent[0] < have.volume):
            self._rewind()

    def again(self) -> None:
        """Send everything beyond the office's last word again, under other names."""
        self.resume()
        self._rewind()

    def resume(self) -> None:
        """Send what the server refused, and all after it, under other names: of that it may have some."""
        self._attempt, self._idle, self._probed = self._attempt + 1, None, None
        self._suffix = f".{self._attempt}"

    def page(self, now: float) -> list[Letter]:
        """Return what goes next, in order; nothing where nothing is to be sent.

        Raises:
            MinutesError: The book cannot be read.
        """
        if self._have is None:
            return []
        # An office that took nothing may take more again, and says so to who sends.
        if (self.waiting or self.refused) and now - self._asked_at > self._patience:
            self._asked_at, self._patience = now, min(2 * self._patience, LONGEST_S)
            return self._probe()
        if self.refused:
            return []
        volume, number = self._sent
        path = self._folder / volume_name(volume)
        looks = _looks(path)
        if looks is None or self._is_idle(looks, now):
            return []
        room = min(PAGE, self._window - self.waiting)
        if room <= 0:
            return []
        with named_trouble(path), read_only(path) as connection:
            letters = self._entries(connection, number + 1, number + room)
            letters += self._note(connection, letters[-1].number if letters else number)
        if (
            not letters
            and (self._had == (volume, number) or volume < self._had[0])
            and (self._folder / volume_name(volume + 1)).is_file()
        ):
            self._sent, self._noted = (volume + 1, 0), 0
            return self.page(now)
        self._idle = None if letters else (looks, now)
        return letters

    def _is_idle(self, looks: object, now: float) -> bool:
        """Return whether there was nothing to send a moment ago, and nobody wrote since."""
        return self._idle is not None and self._idle[0] == looks and now - self._idle[1] < LOOK_S

    def went(self, letter: Letter, now: float) -> None:
        """Take note that the server has a message."""
        if letter.size:
            self._noted = max(self._noted, letter.size)
        elif (letter.volume, letter.number - 1) == self._sent:
            if not self.waiting:
                self._taken_at = self._asked_at = now
            self._sent = letter.volume, letter.number

    def calm(self, now: float, silence_s: float) -> bool:
        """Return whether the office has taken what was sent lately."""
        return not self.waiting or now - self._taken_at < silence_s

    def _rewind(self) -> None:
        """Go on from the office's last word; where the book is another, from what shows it."""
        volume, number = self._had
        if self.ahead:
            there = [number_of(path) or 0 for path in volumes_in(self._folder)]
            volume = max((each for each in there if each <= volume), default=volume)
            # Of a former volume the office does not say what it has: it is shown the whole of it.
            number = max(0, min(number, self._last(volume)) - 1) if volume == self._had[0] else 0
        self._sent, self._noted = (volume, number), 0

    def _probe(self) -> list[Letter]:
        """Return the next entry that the office lacks, or its last, under another name."""
        self._attempt += 1
        self._suffix = f".{self._attempt}"
        volume, number = self._had if self._sent[0] == self._had[0] else (self._sent[0], 0)
        path = self._folder / volume_name(volume)
        if not path.is_file():
            return []
        with named_trouble(path), read_only(path) as connection:
            letters = self._entries(connection, number + 1, number + 1)
            self._probed = (volume, number + 1) if letters else None
            return letters or self._entries(connection, number, number)

    def _entries(self, connection: sqlite3.Connection, first: int, last: int) -> list[Letter]:
        volume = self._sent[0]
        subject = entries_subject(self._hall, volume)
        return [
            Letter(
                subject,
                stored_line(row),
                f"{self._name}.{row[-1]}{self._suffix}",
                volume,
                number=int(str(row[0])),
            )
            for row in stored_rows(connection, first, last)
        ]

    def _note(self, connection: sqlite3.Connection, size: int) -> list[Letter]:
        """Return the newest checkpoint of what is sent: of those on the way only that one matters."""
        note = newest_note(connection, size)
        try:
            covered = 0 if note is None else Checkpoint.read(note.text).size
        except NoteError:
            return []  # what is wrong with the book's own notes the book verifier reports
        if note is None or covered <= self._noted:
            return []
        volume = self._sent[0]
        name = f"{self._name}.{volume}.{covered}{self._suffix}"
        return [Letter(notes_subject(self._hall, volume), str(note).encode(), name, volume, size=covered)]

    def _contradiction(self, have: Have) -> str:
        """Return in Spanish why the office's word is not of this book; empty where it is."""
        if not have.volume or not have.number:
            return ""
        last = self._last(have.volume)
        at = f"{have.number} asientos del tomo {have.volume}"
        if last < have.number:
            return f"la oficina tiene {at} y este libro, {last}: es uno anterior, o la oficina no dice verdad"
        path = self._folder / volume_name(have.volume)
        with named_trouble(path), read_only(path) as connection:
            (row,) = stored_rows(connection, have.number, have.number)
        if row[-1] != have.hash:
            return f"la oficina tiene {at} y el último es otro que el de este libro"
        return ""

    def _last(self, volume: int) -> int:
        path = self._folder / volume_name(volume)
        if not path.is_file():
            return 0
        with named_trouble(path), read_only(path) as connection:
            return int(connection.execute("SELECT coalesce(max(number), 0) FROM entries").fetchone()[0])


def _looks(path: Path) -> tuple[object, ...] | None:
    """Return what changes when a volume is written to; None where there is none."""
    try:
        found = [each.stat() for each in (path, path.with_name(f"{path.name}-wal")) if each.exists()]
    except OSError:
        return None
    return (path, *((each.st_mtime_ns, each.st_size) for each in found)) if path.exists() else None
