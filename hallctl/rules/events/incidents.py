"""What went wrong with people, and what two of them decided about it.

Not responsible for the faults of devices.
"""

from dataclasses import dataclass

from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class IncidentMinuted(Event):
    """The jefe de mesa minuted an incident; it waits for the Director (AJ-53).

    Attributes:
        corrects: The entry that it corrects, which makes it a salvedad; 0 for none.
    """

    number: int
    text: str
    author: str
    corrects: int


@dataclass(frozen=True, slots=True)
class IncidentApproved(Event):
    """The Director signed an incident too; its diligence has its folios, from ``folio`` on (AJ-54).

    Attributes:
        sheets: How many; 0 where the volume has none but those of the acts, which say it (I21).
    """

    number: int
    approver: str
    folio: int
    sheets: int


@dataclass(frozen=True, slots=True)
class ComplaintFiled(Event):
    """A player's complaint is in the complaints book, signed by its claimant and by who took it (AJ-56, D14).

    ``late`` says that the prizes of the game were paid: it then changes nothing of the game (AJ-102).
    """

    number: int
    game: int
    claimant: str
    document: str
    text: str
    late: bool
    taken_by: str


@dataclass(frozen=True, slots=True)
class ComplaintResolved(Event):
    """The Director decided on a complaint (AJ-05)."""

    number: int
    decision: str
