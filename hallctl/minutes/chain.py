"""The chain: whether every entry follows the one before it, and still is what was sealed.

Pure and streaming: it sees one row at a time and keeps none but the newest. Not responsible for where the
rows come from. A chain cannot show that its newest entries were cut off, nor that all of it was written anew:
only a root kept elsewhere can.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from hallctl.minutes.entry import COLUMNS, NO_HASH, Entry, EntryError, Row, entry_of, hash_of, row_of

_NUMBER, _HASH = 0, -1


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a book that is not as it should be.

    Attributes:
        number: The entry it was found at; 0 when it concerns the whole book.
        code: Stable code, e.g. ``"MIN-HASH"``; docs/minutes.md lists them.
        sentence: What was found, in Spanish.
    """

    number: int
    code: str
    sentence: str


@dataclass(slots=True)
class Audit:
    """A walk along the chain: what was seen so far, and the problems found.

    Attributes:
        entries: How many rows were seen.
        first_time: Time of the first readable entry, None before it.
        last: The newest readable entry, None before it.
        root: Hash that the newest row carries; 64 zeros for an empty book.
    """

    entries: int = 0
    first_time: str | None = None
    last: Entry | None = None
    root: str = NO_HASH
    problems: list[Problem] = field(default_factory=list)
    _number: int = 0

    def take(self, row: Row) -> None:
        """Check the next row against all that was seen before it."""
        expected = self._number + 1
        stored = row[_NUMBER] if row else None
        self._number = stored if type(stored) is int else expected
        self.entries += 1
        try:
            entry = entry_of(row)
        except EntryError as error:
            self._report("MIN-FORM", f"el asiento {self._number} no tiene la forma de un asiento: {error}")
            self.root = str(row[_HASH]) if row else NO_HASH
        else:
            self._check(entry, expected)
            self.first_time = self.first_time or entry.time
            self.last = entry
            self.root = entry.hash

    def _check(self, entry: Entry, expected: int) -> None:
        if entry.number != expected:
            self._report("MIN-NUMBER", f"se esperaba el asiento {expected} y está el {entry.number}")
        if entry.previous != self.root:
            self._report("MIN-LINK", f"el asiento {entry.number} no enlaza con el anterior")
        try:
            genuine = entry.hash == hash_of(entry)
        except ValueError:
            genuine = False
        if not genuine:
            self._report("MIN-HASH", f"el contenido del asiento {entry.number} no corresponde a su hash")

    def _report(self, code: str, sentence: str) -> None:
        self.problems.append(Problem(self._number, code, sentence))


def audit(rows: Iterable[Row]) -> Audit:
    """Walk along stored rows, in their order, and tell what was found."""
    found = Audit()
    for row in rows:
        found.take(row)
    return found


def check(entries: Iterable[Entry]) -> list[Problem]:
    """List all that is wrong with a whole chain of entries, from the first; empty when nothing is."""
    return audit(_stored(entry) for entry in entries).problems


def _stored(entry: Entry) -> Row:
    try:
        return row_of(entry)
    except ValueError:
        # As it is: whatever keeps it from being stored is then found in it.
        return tuple(getattr(entry, name) for name in COLUMNS)
