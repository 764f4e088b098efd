"""The head office's papers: what a hall keeps of one, and which count, wait or were refused.

A paper counts for nothing until the hall's own Director adopts it. Not responsible for signatures: whoever
hands a paper in has checked it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from hallctl.rules.codec import SPARSE
from hallctl.rules.commands.base import Appointment
from hallctl.rules.fields import Name, Numbered, Short, SixDigits


class PaperKind(StrEnum):
    """What a paper is about."""

    SERIES = "series"
    RULES = "rules"
    PEOPLE = "people"
    PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class CardRange:
    """The cards of a series that a hall may sell, both ends included."""

    series: Short
    first: SixDigits
    last: SixDigits


@dataclass(frozen=True, slots=True)
class Paper:
    """What a paper says, as the book has it.

    Attributes:
        kind: What it is about.
        number: Its number among the office's papers of the kind.
        digest: The SHA-256 of its contents, in hex.
        signer: The name of the key that signed it.
        valid_from: The first day on which it can be adopted.
        name: The name of the rule set or of the program; empty in the others.
        version: Its version; likewise.
        approval: The approval of the rule set (AJ-117); empty in the others.
        ranges: The cards that the hall may sell, one range a series (AJ-20); none in the others.
        people: Who is proposed for which post (AJ-13); nobody in the others.
    """

    kind: PaperKind
    number: Numbered
    digest: Name
    signer: Name
    valid_from: Short
    name: Name = field(default="", metadata=SPARSE)
    version: Name = field(default="", metadata=SPARSE)
    approval: Name = field(default="", metadata=SPARSE)
    ranges: tuple[CardRange, ...] = field(default=(), metadata=SPARSE)
    people: tuple[Appointment, ...] = field(default=(), metadata=SPARSE)

    def is_named(self, number: int, digest: str) -> bool:
        """Return whether number and digest are this paper's."""
        return (self.number, self.digest) == (number, digest)


@dataclass(frozen=True, slots=True)
class RefusedPaper:
    """A paper that was refused; its kind is whatever it said."""

    kind: Short
    number: Numbered
    digest: Name


@dataclass(frozen=True, slots=True)
class Papers:
    """The papers of a hall, the newest of each kind.

    Attributes:
        adopted: What counts.
        waiting: What waits for the Director.
        declined: What the Director did not want: nothing older comes in any more.
        rejected: What was no paper for this hall, so that the same one is not minuted again.
    """

    adopted: Mapping[PaperKind, Paper] = field(default_factory=dict)
    waiting: Mapping[PaperKind, Paper] = field(default_factory=dict)
    declined: Mapping[str, RefusedPaper] = field(default_factory=dict)
    rejected: Mapping[str, RefusedPaper] = field(default_factory=dict)

    def known(self, kind: PaperKind) -> tuple[Paper | RefusedPaper, ...]:
        """Return what the hall has seen of a kind, and no older one comes after."""
        both = (self.adopted.get(kind), self.waiting.get(kind), self.declined.get(kind))
        return tuple(each for each in both if each is not None)
