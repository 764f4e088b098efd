"""What two people decide of a round at a stopped table (BA-40, 41, DB7, DB8).

Not responsible for why it was stopped (``round``).
"""

from dataclasses import dataclass

from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Prose, Short


@dataclass(frozen=True, slots=True)
class StopTable(Command):
    """Stop the table for what a person saw (BA-40)."""

    reason: Prose


@dataclass(frozen=True, slots=True)
class ProposeCorrection(Command):
    """Say which cards the round has, in the order of the shoe: the first of two people (BA-40, DB8).

    Attributes:
        cards: As they should lie, e.g. "4S 2H 5D KC": player, banker, player, banker, then the third
            cards; "—" for none. One that was drawn too many is left out and burnt; a missing one is
            drawn afterwards.
    """

    cards: Short
    reason: Prose


@dataclass(frozen=True, slots=True)
class ApproveCorrection(Command):
    """Agree to that correction: the second person; play goes on."""


@dataclass(frozen=True, slots=True)
class ProposeVoidRound(Command):
    """Propose to void the round, which cannot be corrected: the first of two people (BA-41, DB7)."""

    reason: Prose


@dataclass(frozen=True, slots=True)
class ApproveVoidRound(Command):
    """Void the round: the second person; all bets go back, its cards are burnt."""


@dataclass(frozen=True, slots=True)
class WithdrawRoundProposal(Command):
    """Withdraw what the same person proposed of the round, before another approves it."""
