"""Where folios go, under which names, and how each becomes a file.

Not responsible for the text of a document (``outputs.folios``), for its type (``drivers.printer``), nor for
which folios there are to print (``devices.printing``).
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from hallctl.devices.outlets import FolderOutlet, Outlet
from hallctl.devices.seal import FolioSeal
from hallctl.devices.spool import CupsOutlet
from hallctl.games.game import Game
from hallctl.minutes.entry import Entry, local_time
from hallctl.outputs.folios.book import folios
from hallctl.outputs.folios.complaints import complaints_book
from hallctl.outputs.folios.frame import BOOK, folio_text, stamped
from hallctl.outputs.folios.values import NO_HASH, Folio, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.rules.commands.printing import SealFolio
from hallctl.rules.folios import data_name
from hallctl.rules.game_rules import GameRules
from hallctl.rules.state import State
from hallctl.table.keeper import event_of

__all__ = [
    "DATA",
    "Archive",
    "CupsOutlet",
    "FolderOutlet",
    "Outlet",
    "Render",
    "annexes",
    "documents",
    "last_printed",
    "minuted",
    "name_of",
    "sealing",
    "typeset",
    "typeset_with_statement",
]

DATA: Final = "datos"
"""The folder in that of the folios which has their data."""

Render = Callable[[str, Mapping[str, Any], datetime], bytes]
"""Typesets a document, of a template, data and a moment: ``drivers.printer``, in this process or another."""

_FOLIO = re.compile(r"tomo-([0-9]{4})-folio-([0-9]{4})-[a-z-]+\.pdf")


class Archive:
    """The hall's own folder of its folios: each PDF, and in ``DATA`` the data that it was made from.

    The data come first, so that a PDF of this program has them. One without them is of a program that did not
    record hashes yet.
    """

    def __init__(self, folder: Path) -> None:
        self._files, self._data = FolderOutlet(folder), FolderOutlet(folder / DATA)

    def has(self, folio: Folio) -> bool:
        """Whether the PDF is there."""
        return self._files.has(name_of(folio))

    def has_data(self, folio: Folio) -> bool:
        """Whether its data are there."""
        return self._data.has(data_name(name_of(folio)))

    def read(self, folio: Folio) -> bytes:
        """Return the PDF.

        Raises:
            OSError: It is not there, or cannot be read.
        """
        return self._files.read(name_of(folio))

    def named(self, name: str) -> bytes:
        """Return the PDF of this name.

        Raises:
            OSError: It is not there, or cannot be read.
        """
        return self._files.read(name)

    def put(self, folio: Folio, content: bytes) -> None:
        """Keep a folio's data and its PDF.

        Raises:
            OSError: They may not be there.
        """
        name = name_of(folio)
        self._data.put(data_name(name), folio_text(folio.data))
        self._files.put(name, content)


def name_of(folio: Folio) -> str:
    """Return the name of a folio's file: "tomo-0001-folio-0042-acta.pdf"; a copy ends in its number."""
    copy = folio.data["stamp"]["copy"]
    suffix = f"-copia-{copy}" if copy else ""
    volume = int(folio.data["book"]["volume"])
    if _is_annex(folio):
        return f"tomo-{volume:04d}-{folio.kind}-al-asiento-{folio.entries[1]}{suffix}.pdf"
    return f"tomo-{volume:04d}-folio-{folio.first:04d}-{folio.kind}{suffix}.pdf"


def _is_annex(folio: Folio) -> bool:
    """Return whether a document is in a register beside the acts, whose folios count for themselves."""
    return bool(folio.data["book"]["title"] != BOOK)


def sealing(folio: Folio, content: bytes) -> SealFolio:
    """Return what the book records of a folio and its PDF."""
    return SealFolio(
        volume=int(folio.data["book"]["volume"]),
        document=folio.kind,
        folio=0 if _is_annex(folio) else folio.first,
        sheets=folio.sheets,
        copy=folio.data["stamp"]["copy"],
        entry=folio.entries[1],
        data=folio.hash,
        pdf=hashlib.sha256(content).hexdigest(),
        name=name_of(folio),
    )


def last_printed(folder: Path, volume: int) -> int:
    """Return the number of the last folio of a volume that was printed to a folder; 0 before the first."""
    found = [_FOLIO.fullmatch(path.name) for path in folder.glob("tomo-*.pdf")]
    return max((int(name[2]) for name in found if name is not None and int(name[1]) == volume), default=0)


def typeset(folio: Folio, render: Render, seal: FolioSeal | None = None) -> bytes:
    """Return a folio as PDF/A, sealed where the hall has a seal: the same folio, the same bytes.

    Raises:
        PrinterError: It cannot be typeset on the number of sheets that it has.
        SigningError: The seal cannot be used.
    """
    if seal is None:
        return render(folio.kind, folio.data, folio.moment)
    return seal.sealed(lambda sentence: typeset_with_statement(folio, render, sentence), folio.moment)


def typeset_with_statement(folio: Folio, render: Render, sentence: str) -> bytes:
    """Return a folio with the sentence about its file's electronic signature, which is added later.

    Raises:
        PrinterError: It cannot be typeset on the number of sheets that it has.
    """
    marked = stamped(folio, folio.data["stamp"]["copy"], sentence)
    return render(folio.kind, marked.data, folio.moment)


def minuted(game: GameRules, entries: Iterable[Entry]) -> Iterator[Minuted]:
    """Return the entries of a book as documents read them."""
    for entry in entries:
        yield Minuted(entry.number, local_time(entry), entry.actor, entry.hash, event_of(game, entry))


def documents(game: Game, empty: State, entries: Iterable[Entry], letterhead: Letterhead) -> Iterator[Folio]:
    """Return every folio of a book, in order; ``empty`` is the state before its first entry."""
    return folios(game.rules, game.documents, empty, minuted(game.rules, entries), letterhead)


def annexes(game: Game, empty: State, entries: Sequence[Minuted], letterhead: Letterhead) -> Iterator[Folio]:
    """Return the books beside the acts: the register of prizes and the book of complaints (AJ-55, 56)."""
    state = bound = empty
    for entry in entries:
        state = game.rules.evolve(state, entry.event)
        bound = state if state.book is not None else bound
    if bound.book is None:
        return
    for annex in (*game.documents.annexes, complaints_book):
        yield annex(bound, entries, letterhead, Place(1, NO_HASH))
