"""What two people decide: the number where its witnesses do not, and a void spin (DR9, DR10, DR11).

Not responsible for when they are asked.
"""

from dataclasses import dataclass

from hallctl.games.roulette.rules.kinds import Cause, Pocket
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Prose


@dataclass(frozen=True, slots=True)
class StopTable(Command):
    """Stop the table: what was seen may make the spin void, or a witness says no number (DR10, DR11)."""

    cause: Cause


@dataclass(frozen=True, slots=True)
class ProposeNumber(Command):
    """Say in which pocket the ball lies: the first of two people (RO-68, DR11).

    Attributes:
        reason: By what: the ball itself, the camera's picture; that no bet was placed after it (DR9).
    """

    pocket: Pocket
    reason: Prose


@dataclass(frozen=True, slots=True)
class ApproveNumber(Command):
    """Agree to that number: the second person."""


@dataclass(frozen=True, slots=True)
class ProposeVoidSpin(Command):
    """Propose to void the spin: the first of two people (RO-71, DR10)."""

    cause: Cause
    reason: Prose


@dataclass(frozen=True, slots=True)
class ApproveVoidSpin(Command):
    """Void the spin: the second person; all bets go back (RO-72)."""


@dataclass(frozen=True, slots=True)
class WithdrawSpinProposal(Command):
    """Withdraw what the same person proposed of the spin, before another approves it."""
