"""A round: bets open, bets closed, cards, turned, result, losers, winners (BA-21..44).

Not responsible for the bets themselves (``bets``), nor for what two people decide (``people``).
"""

from dataclasses import dataclass

from hallctl.games.baccarat.rules.kinds import Code, Line
from hallctl.games.baccarat.rules.tableau import Result, Side
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Amount, Count, Numbered, Prose


@dataclass(frozen=True, slots=True)
class OpenBets(Command):
    """Open a round: "façam as vossas apostas"."""


@dataclass(frozen=True, slots=True)
class OpenDemonstration(Command):
    """Open a round without bets, at most three at the start of a shoe (BA-12, DB6)."""


@dataclass(frozen=True, slots=True)
class CloseBets(Command):
    """Close the bets: cards are drawn."""


@dataclass(frozen=True, slots=True)
class EnterCard(Command):
    """Say which card was drawn, where the shoe cannot read it (DB14)."""

    card: Code


@dataclass(frozen=True, slots=True)
class BurnRoundCard(Command):
    """Confirm the card that is burnt before the round, where the rule set asks for it (BA-24)."""


@dataclass(frozen=True, slots=True)
class NoteExposed(Command):
    """Say that a card left the shoe face up: it is valid, and nothing stops (BA-17).

    Attributes:
        place: Which card of the round; 0 for its last.
    """

    place: Count = 0


@dataclass(frozen=True, slots=True)
class TurnCards(Command):
    """Confirm that the next cards are turned: the player's two first, then the banker's (BA-22)."""


@dataclass(frozen=True, slots=True)
class ConfirmResult(Command):
    """Confirm the result that the rules computed from the cards (BA-42, 43)."""


@dataclass(frozen=True, slots=True)
class CollectLosers(Command):
    """Confirm that the losing bets are collected."""


@dataclass(frozen=True, slots=True)
class PayWinners(Command):
    """Confirm that the winning bets are paid (BA-60..63).

    Attributes:
        commission: What was taken of the banker bets' winnings, where totals are known; 0 otherwise.
    """

    commission: Amount = 0


@dataclass(frozen=True, slots=True)
class ReturnCards(Command):
    """Confirm that all cards of the round are back in the automatic device (BA-23)."""


@dataclass(frozen=True, slots=True)
class ReportCard(Command):
    """Take note of a card that the shoe told (DB14).

    Attributes:
        sequence: The shoe's own number of its message; what it repeats says nothing new.
        side: Whose card the shoe says it is; None where it does not say.
        card: The card; empty where the shoe cannot say which.
    """

    sequence: Numbered
    side: Side | None
    card: Code
    line: Line


@dataclass(frozen=True, slots=True)
class ReportResult(Command):
    """Take note of the result that the shoe told, which is held against the computed one (DB14)."""

    sequence: Numbered
    result: Result
    line: Line


@dataclass(frozen=True, slots=True)
class ReportShoeTrouble(Command):
    """Take note that the shoe says that it is faulty or locked, or that its messages were missed.

    Attributes:
        missed: Whether messages were not heard: cards may be among them.
    """

    sequence: Numbered
    detail: Prose
    line: Line
    missed: bool = False
