"""What became of papers of the head office.

Not responsible for checking their signatures.
"""

from dataclasses import dataclass

from hallctl.rules.events.base import Event
from hallctl.rules.papers import Paper


@dataclass(frozen=True, slots=True)
class PaperReceived(Event):
    """A paper of the office came in, signed and whole; it waits for the Director."""

    paper: Paper


@dataclass(frozen=True, slots=True)
class PaperAdopted(Event):
    """The Director adopted a paper of the office: it counts from here on (AJ-20, 117)."""

    paper: Paper
    person: str


@dataclass(frozen=True, slots=True)
class PaperRefused(Event):
    """A paper was refused: by the Director, or by the hall itself, and then ``person`` is empty."""

    paper_kind: str
    number: int
    digest: str
    signer: str
    reason: str
    person: str
