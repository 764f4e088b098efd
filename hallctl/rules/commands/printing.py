"""What may be asked about the folios on paper.

Not responsible for typesetting or printing them.
"""

from dataclasses import dataclass

from hallctl.rules.commands.base import Command


@dataclass(frozen=True, slots=True)
class SealFolio(Command):
    """Record the hashes of a folio whose PDF exists; the fields are those of ``FolioSealed``."""

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
class PrintPending(Command):
    """Print the folios again that a queue took and did not print."""


@dataclass(frozen=True, slots=True)
class ConfirmPrinted(Command):
    """State that these folios are on paper, whatever the queue says."""


@dataclass(frozen=True, slots=True)
class ProposePrintingSuspension(Command):
    """Propose to go on without paper until printing works again: the first of two people."""

    reason: str


@dataclass(frozen=True, slots=True)
class SuspendPrinting(Command):
    """Agree to it: the second person."""
