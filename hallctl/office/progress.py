"""How far the office has come with one hall's book, and what the present batch brought of it.

Not responsible for what is taken (``intake``).
"""

from dataclasses import dataclass, field
from typing import Final

from hallctl.minutes.entry import Entry
from hallctl.minutes.note import Note
from hallctl.office import store
from hallctl.office.cosign import Sent
from hallctl.office.enrolment import Hall
from hallctl.office.roots import Roots
from hallctl.office.verification import Before, Finding, Verified, VolumeCheck

NONE: Final = store.Head(0, 0, "", ())
"""The head of a hall of which nothing is stored."""


@dataclass(slots=True)
class HallIntake:
    """What is known of one hall, at the place that is stored.

    Attributes:
        hall: The hall.
        head: Where the stored copy ends.
        check: The verification of the newest volume; None until it is needed.
        before: The volume before, where the newest began in this batch.
        roots: The newest roots of the newest volume.
        kept: At which of its entries there is a snapshot; 0 for none.
        waiting: Checkpoints of more entries than are here, by volume and size.
        note: The newest checkpoint that the office cosigned.
        missing_since: Since when entries are missing; None: none is.
        fresh: Entries of this batch that are right and not stored yet.
        old: Entries of this batch that came before.
        findings: What is wrong with this batch.
        notes: Checkpoints of this batch that are to be stored.
        newest: Which of them is cosigned.
        noted: Whether one of them is right.
        begun: Whether the newest volume has no place in the database yet.
        ahead: Volume and number of the furthest entry of this batch that came before those between.
        stored: Whether an entry of this batch is stored.
    """

    hall: Hall
    head: store.Head
    check: VolumeCheck | None = None
    before: Before | None = None
    roots: Roots = field(default_factory=Roots)
    kept: int = 0
    waiting: dict[tuple[int, int], Sent] = field(default_factory=dict)
    note: str = ""
    missing_since: float | None = None
    fresh: list[Verified] = field(default_factory=list)
    old: list[tuple[int, Entry, bytes]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    notes: list[tuple[int, int, Note]] = field(default_factory=list)
    newest: tuple[int, Sent] | None = None
    noted: bool = False
    begun: bool = False
    ahead: tuple[int, int] = (0, 0)
    stored: bool = False

    @property
    def refused(self) -> bool:
        """Whether something wrong was found in this batch because of which no more of it is taken."""
        return any(finding.refuses for finding in self.findings)

    @property
    def place(self) -> tuple[int, int]:
        """The newest volume and its size, with what this batch brought."""
        if self.check is not None:
            return self.check.volume, self.check.size
        return self.head.volume, self.head.number

    def begin(self) -> None:
        """Forget the batch: it is stored."""
        self.old, self.findings, self.notes = [], [], []
        self.noted = self.stored = False
        self.ahead = 0, 0
