"""What the console asks of the book's past: its folios, its sessions, and the reports on them.

Not responsible for how they are read: the composition root puts the book and the printed folios behind this.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol


class RecordsError(Exception):
    """What was asked for cannot be had; the message is a sentence for the person, in Spanish."""


@dataclass(frozen=True, slots=True)
class FolioRow:
    """A folio whose file the book records.

    Attributes:
        volume: The volume that it belongs to.
        document: Its template, e.g. "acta".
        folio: Its first folio; 0 for a register.
        sheets: How many folios it takes.
        copy: The number of the copy; 0 is the original.
        entry: The last entry that it prints, and ``time`` when that was written, as the hall's clocks had it.
        name: The name of its file.
        data: SHA-256 of its data, ``pdf`` of the file, in hex.
        session: In which session that was, None outside of any; ``game`` likewise, for the act of a game.
        signers: Who signed it with a key.
        printed: What became of it at the queue: "printed", "waits", "lost"; empty where it went to none.
    """

    volume: int
    document: str
    folio: int
    sheets: int
    copy: int
    entry: int
    time: datetime
    name: str
    data: str
    pdf: str
    session: int | None
    game: int | None
    signers: tuple[str, ...]
    printed: str = ""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session of the book."""

    volume: int
    number: int
    opened: datetime
    games: int
    closed: bool


class RecordsPort(Protocol):
    """The book's past; every call reads files, and is made from a worker thread."""

    def folios(self) -> Sequence[FolioRow]:
        """Return every folio with a file, the newest first.

        Raises:
            RecordsError: The book cannot be read.
        """

    def sessions(self) -> Sequence[SessionRow]:
        """Return every session, the newest first.

        Raises:
            RecordsError: The book cannot be read.
        """

    def pdf(self, folio: FolioRow) -> bytes:
        """Return the file of a folio, as the book records it.

        Raises:
            RecordsError: It is not there, or is another.
        """

    def picture(self, folio: FolioRow, sheet: int) -> bytes:
        """Return a page of a folio as PNG, typeset from its data; sheets count from 1.

        Raises:
            RecordsError: The data are not there or are others, or cannot be typeset.
        """

    def page(self, report: str, volume: int, session: int | None) -> Mapping[str, Any]:
        """Return a report as the data of the printer's template ``informe``.

        Raises:
            RecordsError: It cannot be made.
        """

    def file(self, report: str, volume: int, session: int | None, form: str) -> bytes:
        """Return a report as a file: "pdf" or "csv".

        Raises:
            RecordsError: It cannot be made.
        """
