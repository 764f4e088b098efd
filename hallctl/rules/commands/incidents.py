"""What goes wrong with people, and what two of them decide about it.

Not responsible for the faults of devices.
"""

from dataclasses import dataclass

from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Count, Name, Numbered, Prose, Short


@dataclass(frozen=True, slots=True)
class MinuteIncident(Command):
    """Minute an incident, as jefe de mesa: the first of two signatures (AJ-53, 54).

    Attributes:
        text: What happened.
        corrects: The entry that it corrects, which makes it a salvedad; 0 for none.
        sheets: How many folios are spoken for with it: those of all incidents that wait for the Director and
            of the acts that tell them; filled in by the keeper.
    """

    text: Prose
    corrects: Numbered = 0
    sheets: Count = 3


@dataclass(frozen=True, slots=True)
class ApproveIncident(Command):
    """Sign an incident, as Director: the second signature (AJ-54)."""

    number: Numbered
    sheets: Count = 1


@dataclass(frozen=True, slots=True)
class FileComplaint(Command):
    """Take a player's complaint into the complaints book, with name and document (AJ-56, D14).

    ``signed`` says that the claimant has signed the paper; who takes it signs by taking this step. ``sheets``
    is how many folios are spoken for with it; filled in by the keeper.
    """

    claimant: Name
    document: Short
    text: Prose
    signed: bool = False
    sheets: Count = 0


@dataclass(frozen=True, slots=True)
class ResolveComplaint(Command):
    """Resolve a complaint, as Director (AJ-05); ``sheets`` as when it was filed."""

    number: Numbered
    decision: Prose
    sheets: Count = 0
