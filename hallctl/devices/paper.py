"""Prints the act of each signed game, once, from what the book says.

Not responsible for the document's fields (``outputs.act``) nor its type (``drivers.printer``). An act that is
not in the folder yet is printed at the next start: it can always be made again from the book.
"""

import threading
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from drivers.printer.pdf import PrinterError, render
from hallctl.minutes.entry import Entry
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.reader import read_entries
from hallctl.outputs.act import Letterhead, Minuted, act
from hallctl.rules import events as ev
from hallctl.rules.evolve import evolve
from hallctl.rules.state import State
from hallctl.table import messages as msg
from hallctl.table.keeper import event_of, local_time
from hallctl.table.snapshot import Bulletin
from hallctl.table.table import Inbox


def documents(
    state: State, entries: Iterable[Entry], letterhead: Letterhead
) -> Iterator[tuple[int, dict[str, object], datetime]]:
    """Return folio, document and moment of the signature of every signed game of a book."""
    game: list[Minuted] = []
    for entry in entries:
        event = event_of(entry)
        state = evolve(state, event)
        if isinstance(event, ev.GameAnnounced):
            game = []
        game.append(Minuted(entry.number, local_time(entry), entry.actor, entry.hash, event))
        if isinstance(event, ev.GameSigned):
            yield event.folio, act(state, game, letterhead), local_time(entry)


class ActPrinter:
    """Puts the PDF of every signed game into a folder, in a thread of its own."""

    def __init__(
        self, book: Path, folder: Path, empty: State, letterhead: Letterhead, bulletin: Bulletin, inbox: Inbox
    ) -> None:
        self._book = book
        self._folder = folder
        self._empty = empty
        self._letterhead = letterhead
        self._bulletin = bulletin
        self._inbox = inbox
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="act-printer", daemon=True)
        folder.mkdir(parents=True, exist_ok=True)

    def start(self) -> None:
        """Begin to print."""
        self._thread.start()

    def stop(self) -> None:
        """Print what is still signed and not printed, then end."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        printed, sequence = 0, -1
        while not self._stopping.is_set():
            snapshot = self._bulletin.after(sequence, 0.2)
            if snapshot is None:
                continue
            sequence = snapshot.sequence
            printed = self._catch_up(printed, snapshot.state.folios)
        self._catch_up(printed, self._bulletin.newest().state.folios)

    def _catch_up(self, printed: int, signed: int) -> int:
        """Print the acts up to this folio; return the last folio that is printed."""
        if printed >= signed:
            return printed
        try:
            for folio, document, moment in documents(self._empty, read_entries(self._book), self._letterhead):
                path = self._folder / f"acta-folio-{folio:04d}.pdf"
                if not path.exists():
                    _write(path, render("acta", document, moment))
        except (PrinterError, MinutesError, OSError) as error:
            self._inbox.put(msg.Trouble("impresora", "PRINT-FAILED", str(error)))
            return printed
        self._inbox.put(msg.Recovered("impresora", "PRINT-FAILED"))
        return signed


def _write(path: Path, content: bytes) -> None:
    """Write beside its place and move it there: an act is whole or not there."""
    draft = path.with_suffix(".new")
    draft.write_bytes(content)
    draft.replace(path)
