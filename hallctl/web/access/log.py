"""The security log: every log-in, refusal and change of an account, chained, in a file of its own.

Not responsible for the book: whoever tries to log in must not be able to fill its folios, nor slow its
writing (docs/decisions/0009). A chain shows what was changed inside; that its tail was cut, or all of it
written anew, shows only against where the book saw it end.
"""

import json
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Final

from hallctl.rules.binding import LogEnd
from hallctl.web.access.files import change, open_file, trouble

_VERSION: Final = 1
_SCHEMA: Final = """
CREATE TABLE entries (
    number INTEGER PRIMARY KEY,
    time TEXT NOT NULL,
    kind TEXT NOT NULL,
    person TEXT NOT NULL,
    source TEXT NOT NULL,
    detail TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;;
CREATE TRIGGER never_changed BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'append only'); END;;
CREATE TRIGGER never_deleted BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'append only'); END;;
CREATE TRIGGER only_next BEFORE INSERT ON entries
WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM entries)
BEGIN SELECT RAISE(ABORT, 'append only'); END"""
_START: Final = "0" * 64
_LONGEST: Final = 300


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened at the log-in.

    Attributes:
        number: From 1, without gaps.
        time: The wall clock, a label only.
        kind: What happened, e.g. "log-in".
        person: Whose account; empty where no account is meant.
        source: From where: an address, or the user of the machine.
        detail: Further details.
        hash: SHA-256 over all of it and the hash before.
    """

    number: int
    time: str
    kind: str
    person: str
    source: str
    detail: str
    hash: str


class SecurityLog:
    """The file of the log; thread-safe, and several programs may write it."""

    def __init__(
        self, path: Path, wall: Callable[[], datetime], heard: Callable[[str, str], None] = lambda *_: None
    ) -> None:
        """Open the file.

        Args:
            path: The file.
            wall: Returns the time of day, a label.
            heard: Called with the kind and the detail of every entry, once it is written.

        Raises:
            AccessError: It cannot be used.
        """
        self.path = path
        self._wall = wall
        self._heard = heard
        self._lock = threading.Lock()
        self._db = open_file(path, _VERSION, _SCHEMA)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def write(self, kind: str, person: str, source: str, detail: str = "") -> None:
        """Write an entry, durably.

        Raises:
            AccessError: It cannot be written.
        """
        texts = [_text(each) for each in (kind, person, source, detail)]
        with self._lock, trouble(self.path), change(self._db):
            last = self._db.execute(
                "SELECT number, hash FROM entries ORDER BY number DESC LIMIT 1"
            ).fetchone()
            number, before = (0, _START) if last is None else last
            values = [number + 1, self._wall().isoformat(timespec="seconds"), *texts]
            self._db.execute(
                "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", [*values, _hash(before, values)]
            )
        self._heard(kind, detail)

    def end(self) -> LogEnd:
        """Return where the log ends.

        Raises:
            AccessError: It cannot be read.
        """
        newest = self.entries(1)
        return LogEnd(newest[0].number, newest[0].hash) if newest else LogEnd(0, _START)

    def departs(self, ends: Iterable[LogEnd]) -> LogEnd | None:
        """Return the first of the ends that others saw which this log never had, None where it had all.

        Raises:
            AccessError: It cannot be read.
        """
        hashes = [_START, *(entry.hash for entry in self.entries())]
        return next((end for end in ends if hashes[end.entries : end.entries + 1] != [end.hash]), None)

    def entries(self, newest: int | None = None) -> tuple[Entry, ...]:
        """Return the newest entries, or all, the oldest first.

        Raises:
            AccessError: They cannot be read.
        """
        with self._lock, trouble(self.path):
            asked = "SELECT * FROM entries ORDER BY number DESC LIMIT ?"
            rows = self._db.execute(asked, (-1 if newest is None else newest,)).fetchall()
        return tuple(Entry(*row) for row in reversed(rows))

    def broken(self) -> int | None:
        """Return the first entry that is not what was written, None where all are.

        Raises:
            AccessError: They cannot be read.
        """
        before = _START
        for number, entry in enumerate(self.entries(), 1):
            values = [entry.number, entry.time, entry.kind, entry.person, entry.source, entry.detail]
            if entry.number != number or entry.hash != _hash(before, values):
                return number
            before = entry.hash
        return None


def _hash(before: str, values: list[object]) -> str:
    content = json.dumps([before, *values], ensure_ascii=True, separators=(",", ":"))
    return sha256(content.encode("ascii")).hexdigest()


def _text(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")[:_LONGEST]
