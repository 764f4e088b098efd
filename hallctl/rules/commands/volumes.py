"""What may be asked about the volumes of the book, their keys and their media.

Not responsible for hashes: the keeper fills in what only the book knows, whatever was asked.
"""

from dataclasses import dataclass

from hallctl.rules.binding import NO_BINDING, Binding
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Certificate, Count, FourDigits, Name, Prose, Short


@dataclass(frozen=True, slots=True)
class OpenBook(Command):
    """Open the volume with its notarial diligence (AJ-39, 40)."""

    hall: Name
    company: Name
    licence: Name
    volume: FourDigits
    folios: FourDigits
    notary: Name
    notarised_on: Short
    simulated: bool
    purpose: str = "Sorteos de bingo"
    binding: Binding = NO_BINDING
    sheets: Count = 1


@dataclass(frozen=True, slots=True)
class ProposeClosing(Command):
    """Propose to close the volume: the first of two people."""


@dataclass(frozen=True, slots=True)
class CloseBook(Command):
    """Close the volume with its diligence: the second person.

    Attributes:
        entries: How many entries the volume has; filled in by the keeper, like root and hash.
        sheets: How many folios the diligence takes; filled in by the keeper.
    """

    entries: int = 0
    root: str = ""
    hash: str = ""
    sheets: Count = 1


@dataclass(frozen=True, slots=True)
class EnrolSignatory(Command):
    """Take note of a new certificate."""

    person: Name
    posts: tuple[Short, ...]
    certificate: Certificate
    accredited: Certificate = ""


@dataclass(frozen=True, slots=True)
class ReportMediumLost(Command):
    """Take note that the second medium holds the entries only up to one of them."""

    code: Short
    detail: Prose
    entry: int


@dataclass(frozen=True, slots=True)
class ReportMediumRestored(Command):
    """Take note that the second medium holds every entry again."""


@dataclass(frozen=True, slots=True)
class ReportCompletion(Command):
    """Take note that the second medium was completed at the start, by so many bytes."""

    size: int


@dataclass(frozen=True, slots=True)
class ProposeRepair(Command):
    """Propose to repair a medium, or to go on with a book that lost entries: the first of two people."""

    reason: Prose


@dataclass(frozen=True, slots=True)
class RecordRepair(Command):
    """Leave on record that one medium was written anew from the other: the second person.

    Attributes:
        aside: What the former file is kept as.
    """

    volume: FourDigits
    medium: str
    entries: int
    reason: Prose
    aside: str = ""


@dataclass(frozen=True, slots=True)
class AcceptShorter(Command):
    """Go on with a book that lost its newest entries: the second person.

    Attributes:
        origin: What the checkpoint calls the volume; empty where only a printed folio saw more.
        size: How many entries the checkpoint, or the witness, saw.
        root: Their root, in hex; empty where the witness said no more than how many.
        folio: The last folio that was printed; 0 where none was.
    """

    origin: str
    size: int
    root: str
    folio: FourDigits
    reason: Prose


@dataclass(frozen=True, slots=True)
class ReprintFolio(Command):
    """Print a folio again, as a copy."""

    folio: FourDigits
