"""What two people agree about time: the book's reference, and a session's day that the clock does not show.

Not responsible for reading any clock: the keeper fills in what it shows, whatever was asked.
"""

from dataclasses import dataclass

from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Prose, Short


@dataclass(frozen=True, slots=True)
class ProposeClockReference(Command):
    """Propose to go on from the time that the clock shows now: the first of two people (I25).

    Attributes:
        before: The time of the entry that the clock is behind, as the book has it; empty where it is behind
            none. Filled in by the keeper.
    """

    reason: Prose
    before: Short = ""


@dataclass(frozen=True, slots=True)
class ApproveClockReference(Command):
    """Go on from the time that the clock shows now: the second person.

    Attributes:
        before: As in the proposal; filled in by the keeper.
    """

    before: Short = ""


@dataclass(frozen=True, slots=True)
class ReportClockJump(Command):
    """Report that the clock was set, or jumped, while the controller ran (I22).

    Attributes:
        before: What it would show had it gone on, local time.
        after: What it shows.
    """

    before: Short
    after: Short


@dataclass(frozen=True, slots=True)
class ProposeSessionDay(Command):
    """Propose a day for the next session that the clock does not show, or not for sure (D25)."""

    day: Short
    reason: Prose


@dataclass(frozen=True, slots=True)
class ApproveSessionDay(Command):
    """Agree to that day: the second person."""
