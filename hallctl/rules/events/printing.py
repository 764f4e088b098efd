"""What becomes of the folios on paper: their hashes, and a printer's failure that two people set aside.

Not responsible for making a folio or its hash: they come from the printer's thread and are facts here.
"""

from dataclasses import dataclass

from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class FolioSealed(Event):
    """The PDF of a folio exists, with these hashes; it goes to a printer after this.

    A later one of the same name takes the place of the earlier.

    Attributes:
        volume: The volume that the folio belongs to: this one, or one before it.
        document: Its template, e.g. "acta".
        folio: Its first folio; 0 for a register, which is no folio of the book.
        sheets: How many folios it takes.
        copy: The number of the copy; 0 is the original.
        entry: The last entry that it prints.
        data: SHA-256 of its data, in hex (docs/folios.md).
        pdf: SHA-256 of the file, in hex.
        name: The name of the file.
    """

    volume: int
    document: str
    folio: int
    sheets: int
    copy: int
    entry: int
    data: str
    pdf: str
    name: str


@dataclass(frozen=True, slots=True)
class PendingPrintOrdered(Event):
    """The folios that a queue took and did not print are to be printed again.

    Attributes:
        person: Who orders it.
        detail: Which folios, as the notice named them.
    """

    person: str
    detail: str


@dataclass(frozen=True, slots=True)
class PendingPrintConfirmed(Event):
    """These folios are on paper, as a person has seen.

    Attributes:
        person: Who says so.
        detail: Which folios, as the notice named them.
    """

    person: str
    detail: str


@dataclass(frozen=True, slots=True)
class PrintingSuspensionProposed(Event):
    """The jefe de mesa proposed to go on without paper until printing works again."""

    person: str
    reason: str


@dataclass(frozen=True, slots=True)
class PrintingSuspended(Event):
    """Two people set the failure of printing aside: it stops nothing until printing works again.

    Attributes:
        person: Who decided.
        jefe: Who proposed it.
        reason: Why.
    """

    person: str
    jefe: str
    reason: str


@dataclass(frozen=True, slots=True)
class PrintingResumed(Event):
    """Printing works again: every folio is on paper."""
