"""Papers of the head office: received, and adopted or refused by the hall's own Director.

Not responsible for checking their signatures (``hallctl.minutes.wire.papers``).
"""

from dataclasses import dataclass

from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Name, Numbered, Prose, Short
from hallctl.rules.papers import Paper, PaperKind


@dataclass(frozen=True, slots=True)
class ReceivePaper(Command):
    """Take note of a paper of this hall that the office signed; it counts for nothing yet."""

    paper: Paper


@dataclass(frozen=True, slots=True)
class RejectPaper(Command):
    """Take note of what is no paper for this hall: altered, of another hall, of a wrong signature."""

    paper_kind: Short
    number: Numbered
    digest: Name
    signer: Name
    cause: Prose


@dataclass(frozen=True, slots=True)
class AdoptPaper(Command):
    """Have a paper of the office count in this hall, as its Director (AJ-20, 117).

    Attributes:
        paper_kind: What it is about.
        number: Its number.
        digest: The SHA-256 of its contents, in hex: what the Director saw.
        today: The machine's local day; filled in by the keeper, empty where there is no clock (D25).
    """

    paper_kind: PaperKind
    number: Numbered
    digest: Name
    today: Short = ""


@dataclass(frozen=True, slots=True)
class DeclinePaper(Command):
    """Refuse a paper of the office, as the hall's Director."""

    paper_kind: PaperKind
    number: Numbered
    digest: Name
    reason: Prose
