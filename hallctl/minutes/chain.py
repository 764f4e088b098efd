"""The chain: whether every entry follows the one before it, and still is what was sealed.

Pure and streaming: it sees one row at a time and keeps none but the newest. Not responsible for where the
rows come from. A chain cannot show that its newest entries were cut off, nor that all of it was written anew:
only a root kept elsewhere can.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256

from hallctl.i18n.plain import named
from hallctl.minutes.entry import (
    NO_HASH,
    Entry,
    EntryError,
    Row,
    checked_text_of,
    demand_form,
    entry_of,
    row_of,
)
from hallctl.minutes.tree import Frontier, leaf_hash

_NUMBER, _HASH = 0, -1


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a book that is not as it should be.

    Attributes:
        number: The entry it was found at; 0 when it concerns the whole book.
        code: Stable code, e.g. ``"MIN-HASH"``; docs/minutes.md lists them.
        sentence: What was found, in Spanish, on one line; what it quotes of the book is made plain.
    """

    number: int
    code: str
    sentence: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "sentence", named(self.sentence))


@dataclass(slots=True)
class Audit:
    """A walk along the chain: what was seen so far, and the problems found.

    Attributes:
        entries: How many rows were seen.
        first_time: Time of the first readable entry, None before it.
        last: The newest readable entry, None before it.
        root: Hash that the newest row carries; 64 zeros for an empty book.
        problems: What is wrong.
        tree: The tree over the readable entries.
        text: What the hash of the newest row covers; empty when it cannot be read.
        form: The format of the volume.
    """

    entries: int = 0
    first_time: str | None = None
    last: Entry | None = None
    root: str = NO_HASH
    problems: list[Problem] = field(default_factory=list)
    tree: Frontier = field(default_factory=Frontier)
    text: bytes = b""
    form: int = 3
    _number: int = 0

    @classmethod
    def after(cls, entry: Entry, peaks: Iterable[bytes], form: int) -> "Audit":
        """Begin after an entry that is taken as right, with the peaks of the tree up to it.

        Raises:
            ValueError: The peaks are not those of so many entries.
        """
        tree = Frontier(entry.number, peaks)
        return cls(entry.number, None, entry, entry.hash, [], tree, b"", form, entry.number)

    def take(self, row: Row) -> Entry | None:
        """Check the next row against all that was seen before it; return it, if it can be read."""
        expected = self._number + 1
        stored = row[_NUMBER] if row else None
        self._number = stored if type(stored) is int else expected
        self.entries += 1
        try:
            entry, text = entry_of(row), _text_of(row)
            if self.form > 2:
                demand_form(entry)
        except EntryError as error:
            self._report("MIN-FORM", f"el asiento {self._number} no tiene la forma de un asiento: {error}")
            self.root, self.text = str(row[_HASH]) if row else NO_HASH, b""
            return None
        return self._taken(entry, text, expected)

    def take_sealed(self, entry: Entry, text: bytes) -> None:
        """Check the next entry as `take` does a row, its form seen already (`sealed_of`).

        Args:
            entry: The entry.
            text: What its hash covers.
        """
        expected = self._number + 1
        self._number = entry.number
        self.entries += 1
        try:
            if self.form > 2:
                demand_form(entry)
        except EntryError as error:
            self._report("MIN-FORM", f"el asiento {self._number} no tiene la forma de un asiento: {error}")
        self._taken(entry, text, expected)

    def _taken(self, entry: Entry, text: bytes, expected: int) -> Entry:
        self._check(text, entry, expected)
        self.first_time = self.first_time or entry.time
        self.last = entry
        self.root = entry.hash
        return entry

    def _check(self, text: bytes, entry: Entry, expected: int) -> None:
        if entry.number != expected:
            self._report("MIN-NUMBER", f"se esperaba el asiento {expected} y está el {entry.number}")
        if entry.previous != self.root:
            self._report("MIN-LINK", f"el asiento {entry.number} no enlaza con el anterior")
        self.text = text
        self.tree.add(leaf_hash(text))
        if entry.hash != sha256(text).hexdigest():
            self._report("MIN-HASH", f"el contenido del asiento {entry.number} no corresponde a su hash")

    def _report(self, code: str, sentence: str) -> None:
        self.problems.append(Problem(self._number, code, sentence))


def _text_of(row: Row) -> bytes:
    """Give what the hash of a row covers, whose types were checked.

    Raises:
        EntryError: A text is not UTF-8, or an integer is beyond what canonical JSON has.
    """
    try:
        str(row[_HASH]).encode()
        return checked_text_of(row)
    except ValueError as error:
        raise EntryError(str(error)) from error


def audit(rows: Iterable[Row]) -> Audit:
    """Walk along stored rows, in their order, and return what was found."""
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
        return tuple(entry)
