"""Prints every folio of the book, once, from what the book says.

Not responsible for what a document says (``outputs.folios``) nor for its type (``drivers.printer``). A folio
that an outlet does not have yet goes to it at the next start: it can always be made again from the book.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from drivers.printer import PrinterError, print_on, render
from hallctl.devices.seal import FolioSeal
from hallctl.devices.worker import Worker
from hallctl.minutes.entry import Entry
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.reader import read_entries
from hallctl.minutes.volumes import volume_name
from hallctl.outputs.folios import (
    NO_HASH,
    Binder,
    Folio,
    Letterhead,
    Place,
    complaints_book,
    folios,
    prize_book,
    stamped,
)
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events import BookClosed, FolioReprinted
from hallctl.rules.evolve import evolve
from hallctl.rules.state import State
from hallctl.signing.errors import SigningError
from hallctl.table import messages as msg
from hallctl.table.keeper import event_of, local_time
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.table.table import Inbox

_Occasions = tuple[int, int, int]
_FOLIO = re.compile(r"tomo-([0-9]{4})-folio-([0-9]{4})-[a-z-]+\.pdf")
_ANNEXES = frozenset({"registro-premios", "libro-reclamos"})


class Outlet(Protocol):
    """Where printed folios go; each has a name of its own."""

    def has(self, name: str) -> bool:
        """Whether the folio of this name went there before."""

    def put(self, name: str, content: bytes) -> None:
        """Send a folio there.

        Raises:
            OSError: It did not arrive; nothing is remembered of it.
        """


class FolderOutlet:
    """A folder of PDF files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def has(self, name: str) -> bool:
        """Whether the file is there."""
        return (self._folder / name).exists()

    def put(self, name: str, content: bytes) -> None:
        """Write beside its place and move it there: a folio is whole or not there."""
        draft = (self._folder / name).with_suffix(".new")
        draft.write_bytes(content)
        draft.replace(self._folder / name)


class CupsOutlet:
    """A queue of CUPS, with a folder that remembers what was sent to it.

    A folio is remembered once the queue has taken it. Should the controller die between the two, it is
    printed twice: the jefe crosses the second out. One printed twice is seen; a missing one might not be.
    """

    def __init__(self, queue: str, sent: Path) -> None:
        """Send to the queue of this name; ``sent`` is the folder of what was sent."""
        self._queue = queue
        self._sent = FolderOutlet(sent)

    def has(self, name: str) -> bool:
        """Whether the queue took it."""
        return self._sent.has(f"{name}.job")

    def put(self, name: str, content: bytes) -> None:
        """Hand it to the queue.

        Raises:
            PrinterError: The queue did not take it.
        """
        self._sent.put(f"{name}.job", print_on(self._queue, name, content).encode())


def name_of(folio: Folio) -> str:
    """Return the name of a folio's file: "tomo-0001-folio-0042-acta.pdf"; a copy says so at the end."""
    copy = folio.data["stamp"]["copy"]
    suffix = f"-copia-{copy}" if copy else ""
    volume = int(folio.data["book"]["volume"])
    if folio.kind in _ANNEXES:
        return f"tomo-{volume:04d}-{folio.kind}-al-asiento-{folio.entries[1]}{suffix}.pdf"
    return f"tomo-{volume:04d}-folio-{folio.first:04d}-{folio.kind}{suffix}.pdf"


def last_printed(folder: Path, volume: int) -> int:
    """Return the number of the last folio of a volume that was printed to a folder; 0 before the first."""
    found = [_FOLIO.fullmatch(path.name) for path in folder.glob("tomo-*.pdf")]
    return max((int(name[2]) for name in found if name is not None and int(name[1]) == volume), default=0)


def typeset(folio: Folio, seal: FolioSeal | None = None) -> bytes:
    """Return a folio as PDF/A, sealed where the hall has a seal: the same folio, the same bytes.

    Raises:
        PrinterError: It cannot be typeset on the number of sheets that it has.
        SigningError: The seal cannot be used.
    """
    if seal is None:
        return render(folio.kind, folio.data, folio.moment)

    def saying(sentence: str) -> bytes:
        said = stamped(folio, folio.data["stamp"]["copy"], sentence)
        return render(folio.kind, said.data, folio.moment)

    return seal.sealed(saying, folio.moment)


def minuted(entries: Iterable[Entry]) -> Iterator[Minuted]:
    """Return the entries of a book as documents read them."""
    for entry in entries:
        yield Minuted(entry.number, local_time(entry), entry.actor, entry.hash, event_of(entry))


def documents(empty: State, entries: Iterable[Entry], letterhead: Letterhead) -> Iterator[Folio]:
    """Return every folio of a book, in order; ``empty`` is the state before its first entry."""
    return folios(empty, minuted(entries), letterhead)


def annexes(empty: State, entries: Sequence[Minuted], letterhead: Letterhead) -> Iterator[Folio]:
    """Return the books beside the acts: the register of prizes and the book of complaints (AJ-55, 56)."""
    state = bound = empty
    for entry in entries:
        state = evolve(state, entry.event)
        bound = state if state.book is not None else bound
    if bound.book is None:
        return
    for annex in (prize_book, complaints_book):
        yield annex(bound, entries, letterhead, Place(1, NO_HASH))


def reprint(folio: Folio, copy: int, outlets: Iterable[Outlet], seal: FolioSeal | None = None) -> None:
    """Print a copy of a folio, marked COPIA and its number; the entry that minutes it is the caller's.

    Raises:
        OSError: It cannot be typeset, or an outlet did not take it.
    """
    again = stamped(folio, copy)
    content = typeset(again, seal)
    for outlet in outlets:
        outlet.put(name_of(again), content)


class FolioPrinter(Worker):
    """Sends every folio to every outlet, in a thread of its own."""

    def __init__(
        self,
        book: Path,
        outlets: Iterable[Outlet],
        empty: State,
        letterhead: Letterhead,
        bulletin: Bulletin,
        inbox: Inbox,
        seal: FolioSeal | None = None,
    ) -> None:
        self._book = book
        self._outlets = tuple(outlets)
        self._empty = empty
        self._letterhead = letterhead
        self._seal = seal
        self._volume, self._read = 1, 0
        self._binder = Binder(empty, letterhead)
        self._waiting: list[Folio] = []
        self._bulletin = bulletin
        self._inbox = inbox
        super().__init__("folio-printer")

    def _run(self) -> None:
        printed: _Occasions = (0, 0, 0)
        sequence = -1
        while not self._stopping.is_set():
            snapshot = self._bulletin.after(sequence, 0.2)
            if snapshot is None:
                continue
            sequence = snapshot.sequence
            state = snapshot.state
            now = (state.volume, state.folios, sum(state.copies.values()))
            if now != printed and self._catch_up(snapshot):
                printed = now
        self._catch_up(self._bulletin.newest())

    def _catch_up(self, snapshot: Snapshot) -> bool:
        """Print what the entries up to this snapshot bring; return whether all of it is printed."""
        try:
            while self._read_on(snapshot):
                self._volume, self._read = self._volume + 1, 0
                self._binder = Binder(self._empty, self._letterhead)
            while self._waiting:
                self._print(self._waiting[0])
                del self._waiting[0]
        except (PrinterError, SigningError, MinutesError, OSError) as error:
            self._inbox.put(msg.Trouble("impresora", "PRINT-FAILED", str(error)))
            return False
        self._inbox.put(msg.Recovered("impresora", "PRINT-FAILED"))
        return True

    def _read_on(self, snapshot: Snapshot) -> bool:
        """Read on in the present volume; return whether it is read to its end and another one follows."""
        newest = snapshot.state.volume
        if self._volume > newest:
            return False
        path = self._book / volume_name(self._volume)
        last = snapshot.entry if self._volume == newest else None
        for entry in minuted(read_entries(path, self._read + 1, last)):
            beside = list(self._beside(path, entry))
            folio = self._binder.add(entry)
            self._read = entry.number
            self._waiting += ([folio] if folio is not None else []) + beside
        return self._volume < newest

    def _beside(self, path: Path, entry: Minuted) -> Iterator[Folio]:
        """Return what an entry has printed that takes no folio: the annexes of a volume, and copies."""
        match entry.event:
            case BookClosed():
                yield from annexes(
                    self._empty, list(minuted(read_entries(path, 1, entry.number))), self._letterhead
                )
            case FolioReprinted(folio=number, copy=copy):
                for folio in documents(self._empty, read_entries(path, 1, entry.number), self._letterhead):
                    if folio.first <= number < folio.first + folio.sheets:
                        yield stamped(folio, copy)
            case _:
                pass

    def _print(self, folio: Folio) -> None:
        missing = [outlet for outlet in self._outlets if not outlet.has(name_of(folio))]
        content = typeset(folio, self._seal) if missing else b""
        for outlet in missing:
            outlet.put(name_of(folio), content)
