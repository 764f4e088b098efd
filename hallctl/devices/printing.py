"""Prints every folio of the book once, from the book's entries, after its hashes are recorded.

Not responsible for how a folio becomes a file, nor for where it goes (``devices.paper``), nor for the
jobs of a queue (``devices.spool``). What did not become a file, an entry or paper yet does so at the next
start: a folio can always be made again from the book.
"""

import hashlib
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Final

from drivers.printer import PrinterError
from hallctl.devices.paper import (
    Archive,
    Outlet,
    Render,
    annexes,
    documents,
    minuted,
    name_of,
    sealing,
    typeset,
    typeset_with_statement,
)
from hallctl.devices.seal import SENTENCES, FolioSeal
from hallctl.devices.spool import CupsOutlet, Word
from hallctl.games.game import Game
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.reader import read_entries
from hallctl.minutes.signing.errors import SigningError
from hallctl.minutes.volumes import volume_name
from hallctl.outputs.folios.book import Binder
from hallctl.outputs.folios.frame import stamped
from hallctl.outputs.folios.values import Folio, Letterhead
from hallctl.outputs.minuted import Minuted
from hallctl.rules.commands.base import Issued
from hallctl.rules.events.printing import FolioSealed, PendingPrintConfirmed, PendingPrintOrdered
from hallctl.rules.events.volumes import BookClosed, BookOpened, FolioReprinted
from hallctl.rules.folios import FORMAT_2, PENDING, PRINTING, QUEUE
from hallctl.rules.state import State
from hallctl.table import messages as msg
from hallctl.table.keeper import CONTROLLER
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.table.table import Inbox
from hallctl.table.worker import Worker

_AGAIN_S: Final = 10.0
"""How long what failed waits to be tried again, where nothing new is to be printed."""

_POLL_S: Final = 0.2

_QUEUES_S: Final = 3.0
"""How often the queues are looked at."""

_TROUBLES: Final = (PrinterError, SigningError, MinutesError, OSError)
_UNFORESEEN: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What making a folio's data raises where this program has a fault."""


class FolioPrinter(Worker):
    """Brings every folio into the archive, into the book, and to every printer, in a thread of its own."""

    def __init__(
        self,
        book: Path,
        archive: Archive,
        printers: Iterable[Outlet],
        render: Render,
        game: Game,
        empty: State,
        letterhead: Letterhead,
        bulletin: Bulletin,
        inbox: Inbox,
        seal: FolioSeal | None = None,
        again_s: float = _AGAIN_S,
    ) -> None:
        self._book = book
        self._archive = archive
        self._printers = tuple(printers)
        self._render = render
        self._queues = tuple(each for each in self._printers if isinstance(each, CupsOutlet))
        self._game, self._empty = game, empty
        self._letterhead = letterhead
        self._seal = seal
        self._again_s = again_s
        self._volume, self._read = 1, 0
        self._binder = Binder(game.rules, game.documents, empty, letterhead)
        self._unreadable = ""
        self._sealed: dict[str, str] = {}
        self._hashed: set[str] = set()
        self._waiting: dict[str, Folio] = {}
        self._words: list[Word] = []
        self._refused = ""
        self._reported: dict[tuple[str, str], str] = {}
        self._tried = (0, 0, 0)
        self._bulletin = bulletin
        self._inbox = inbox
        super().__init__("folio-printer")

    def is_settled(self) -> bool:
        """Return whether every folio of the newest state was made and recorded, or failed to be."""
        return self._tried == _extent(self._bulletin.newest().state)

    def _run(self) -> None:
        sequence, again, queues = -1, 0.0, 0.0
        while not self._stopping.is_set():
            snapshot = self._bulletin.after(sequence, _POLL_S) or self._bulletin.newest()
            sequence = snapshot.sequence
            now = _extent(snapshot.state)
            if now != self._tried or time.monotonic() >= again:
                again = float("inf") if self._catch_up(snapshot) else time.monotonic() + self._again_s
                self._tried = now
            if time.monotonic() >= queues:
                self._look_at_queues(snapshot)
                queues = time.monotonic() + _QUEUES_S
        self._catch_up(self._bulletin.newest())

    def _catch_up(self, snapshot: Snapshot) -> bool:
        """Print what the entries up to this snapshot bring; return whether all of it is printed."""
        self._refused = ""
        try:
            self._read_all(snapshot)
            failures = self._print_all()
        except MinutesError as error:
            failures = [str(error)]
        failures += [self._unreadable] if self._unreadable else []
        if self._refused:
            self._report(QUEUE, self._refused, snapshot)
        if failures:
            self._inbox.put(msg.Trouble(*PRINTING, _counted(failures)))
        elif self._refused or not self._waiting:
            self._inbox.put(msg.Recovered(*PRINTING))
        return not (failures or self._refused)

    def _look_at_queues(self, snapshot: Snapshot) -> None:
        """Report what became of queued folios, and print again those that the Director orders."""
        try:
            self._read_all(snapshot)
        except MinutesError:
            return  # the next turn of the folios reports it
        troubles, pending = [self._refused] if self._refused else [], []
        for queue in self._queues:
            seen = queue.look(self._words)
            again = {name for name in seen.ordered if self._printed_again(queue, name, troubles)}
            pending += [f"{name}: {why}" for name, why in seen.pending.items() if name not in again]
            troubles += [seen.trouble] if seen.trouble else []
        self._report(QUEUE, troubles[0] if troubles else "", snapshot)
        self._report(PENDING, _counted(pending), snapshot)

    def _printed_again(self, queue: CupsOutlet, name: str, troubles: list[str]) -> bool:
        """Hand the file that the book records to its queue once more; return whether it took it."""
        try:
            content = self._archive.named(name)
            if name in self._sealed and hashlib.sha256(content).hexdigest() != self._sealed[name]:
                raise PrinterError("en actas hay otro archivo con su nombre")
            queue.put(name, content)
        except OSError as error:
            troubles.append(f"{name}: {error}")
            return False
        return True

    def _report(self, notice: tuple[str, str], detail: str, snapshot: Snapshot) -> None:
        """Raise a notice, renew it or end it, and do nothing where nothing changed."""
        up = any((each.device, each.code) == notice for each in snapshot.state.notices)
        if detail and detail != self._reported.get(notice):
            self._inbox.put(msg.Trouble(*notice, detail))
        elif not detail and (up or self._reported.get(notice)):
            self._inbox.put(msg.Recovered(*notice))
        self._reported[notice] = detail

    def _read_all(self, snapshot: Snapshot) -> None:
        """Read on to this snapshot, through every volume."""
        while not self._unreadable and self._read_on(snapshot):
            self._volume, self._read = self._volume + 1, 0
            self._binder = Binder(self._game.rules, self._game.documents, self._empty, self._letterhead)

    def _read_on(self, snapshot: Snapshot) -> bool:
        """Read on in the present volume; return whether it is read to its end and another one follows."""
        newest = snapshot.state.volume
        if self._volume > newest:
            return False
        path = self._book / volume_name(self._volume)
        last = snapshot.entry if self._volume == newest else None
        for entry in minuted(self._game.rules, read_entries(path, self._read + 1, last)):
            try:
                folio, beside = self._binder.add(entry), list(self._beside(path, entry))
            except _UNFORESEEN as error:
                # What follows names this folio's hash: none of it can be made before this one.
                self._unreadable = f"el asiento {entry.number} no da su folio: {error!r:.200}"
                return False
            self._read = entry.number
            self._waiting |= {name_of(each): each for each in [folio, *beside] if each is not None}
        return self._volume < newest

    def _beside(self, path: Path, entry: Minuted) -> Iterator[Folio]:
        """Return what an entry has printed that takes no folio: the annexes of a volume, and copies."""
        match entry.event:
            case FolioSealed(name=name, pdf=pdf):
                self._sealed[name] = pdf
            case PendingPrintOrdered() | PendingPrintConfirmed():
                self._words.append(entry.event)
            case BookOpened(volume=volume, format=form) if form != FORMAT_2:
                self._hashed.add(str(volume))
            case BookClosed():
                yield from annexes(
                    self._game,
                    self._empty,
                    list(minuted(self._game.rules, read_entries(path, 1, entry.number))),
                    self._letterhead,
                )
            case FolioReprinted(folio=number, copy=copy):
                for folio in documents(
                    self._game, self._empty, read_entries(path, 1, entry.number), self._letterhead
                ):
                    if folio.first <= number < folio.first + folio.sheets:
                        yield stamped(folio, copy)
            case _:
                pass

    def _print_all(self) -> list[str]:
        """Print what waits; return what failed, a sentence each. One that fails keeps no other waiting."""
        failures: list[str] = []
        broken: set[Outlet] = set()
        for name, folio in list(self._waiting.items()):
            try:
                if self._is_done(folio) or self._print(folio, broken):
                    del self._waiting[name]
            except _TROUBLES as error:
                failures.append(f"{name}: {error}")
        return failures

    def _print(self, folio: Folio, broken: set[Outlet]) -> bool:
        """Make a folio, record it, hand it to the printers; return whether all of that is done."""
        content = self._filed(folio)
        return self._record(folio, content) and self._printed(name_of(folio), content, broken)

    def _is_done(self, folio: Folio) -> bool:
        name = name_of(folio)
        recorded = name in self._sealed or self._is_older(folio)
        return recorded and self._archive.has(folio) and all(each.has(name) for each in self._printers)

    def _is_older(self, folio: Folio) -> bool:
        """Return whether a program made the PDF that recorded no hashes: it stays as it is."""
        old = folio.data["book"]["volume"] not in self._hashed
        return old and self._archive.has(folio) and not self._archive.has_data(folio)

    def _filed(self, folio: Folio) -> bytes:
        """Return the PDF of a folio, which is in the archive then: what is there is never made again."""
        if not self._archive.has(folio):
            content = typeset(folio, self._render, self._seal)
            self._archive.put(folio, content)
            return content
        content = self._archive.read(folio)
        if not self._is_genuine(folio, content):
            raise PrinterError("en actas hay otro archivo con su nombre; apártelo y se compone de nuevo")
        return content

    def _is_genuine(self, folio: Folio, content: bytes) -> bool:
        """Return whether a file is the one in the book or, where none is there yet, what we make."""
        known = self._sealed.get(name_of(folio))
        if known is not None:
            return hashlib.sha256(content).hexdigest() == known
        return self._is_older(folio) or self._is_ours(folio, content)

    def _is_ours(self, folio: Folio, content: bytes) -> bool:
        """Return whether a file without an entry is what this program makes, but for a time stamp."""
        if self._seal is None or self._seal.time_stamps is None:
            return content == typeset(folio, self._render, self._seal)
        return any(
            content.startswith(typeset_with_statement(folio, self._render, each)) for each in SENTENCES
        )

    def _record(self, folio: Folio, content: bytes) -> bool:
        """Have the hashes of a folio in the book, once; return False where the hall ends before."""
        command = sealing(folio, content)
        if self._sealed.get(command.name) == command.pdf or self._is_older(folio):
            return True
        if self._stopping.is_set():
            return False
        reply: Future[msg.Outcome] = Future()
        self._inbox.put(msg.Asked(Issued(command, CONTROLLER, ""), reply))
        while not wait([reply], _POLL_S).done:
            if self._stopping.is_set():
                return False
        reply.result()
        self._sealed[command.name] = command.pdf
        return True

    def _printed(self, name: str, content: bytes, broken: set[Outlet]) -> bool:
        """Hand a folio to the printers that lack it, but to none that refused one before it.

        A refusal stops no play: the folio is in the archive and in the book, and waits for its paper.
        """
        lacking = [outlet for outlet in self._printers if not outlet.has(name)]
        for outlet in lacking:
            if outlet in broken:
                continue
            try:
                outlet.put(name, content)
            except OSError as error:
                broken.add(outlet)
                self._refused = self._refused or f"{name}: {error}"
        return not broken.intersection(lacking)


def _counted(sentences: list[str]) -> str:
    """Return the first of some sentences, and how many there are beside it; empty where there is none."""
    more = f" (y {len(sentences) - 1} más)" if len(sentences) > 1 else ""
    return f"{sentences[0]}{more}" if sentences else ""


def _extent(state: State) -> tuple[int, int, int]:
    """Return how many volumes, folios and copies there are to be printed."""
    return state.volume, state.folios, sum(state.copies.values())
