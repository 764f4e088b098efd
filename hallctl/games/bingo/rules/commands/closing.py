"""Paying, taking back, signing, voiding.

Not responsible for the session's close.
"""

from dataclasses import dataclass

from hallctl.games.bingo.rules.fields import PrizeKey, Series
from hallctl.rules.cash import Pieces
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Amount, Count, Name, Prose, Short, SixDigits


@dataclass(frozen=True, slots=True)
class PayPrize(Command):
    """Pay one awarded prize in chips (AJ-99, 121); a progressive's winner gives name and document (AJ-21)."""

    claim: PrizeKey
    series: Series
    card: SixDigits
    progressive: Name = ""
    winner: Name = ""
    document: Short = ""
    phone: Short = ""


@dataclass(frozen=True, slots=True)
class PayPrizes(Command):
    """Pay all prizes that are due, an entry for each (AJ-99); a progressive asks for its winner, alone."""


@dataclass(frozen=True, slots=True)
class CollectCards(Command):
    """Confirm that the played cards were taken back (AJ-75, 76)."""

    count: Count


@dataclass(frozen=True, slots=True)
class ProposeVoid(Command):
    """Propose to void the game (AJ-110)."""

    reason: Prose


@dataclass(frozen=True, slots=True)
class ApproveVoid(Command):
    """Approve, as Director, that the game is void (AJ-110, 111)."""


@dataclass(frozen=True, slots=True)
class WithdrawProposal(Command):
    """Withdraw what the same person proposed in a game and nobody has approved yet (AJ-54).

    Attributes:
        proposal: The kind of entry that proposed it, e.g. "VoidProposed".
    """

    proposal: Short


@dataclass(frozen=True, slots=True)
class SignGame(Command):
    """Sign the closing diligence of the game (AJ-52).

    Attributes:
        sheets: How many folios the act takes; filled in by the keeper.
    """

    sheets: Count = 1


@dataclass(frozen=True, slots=True)
class CountCash(Command):
    """Count the cash of the game's sale (AJ-11, 46).

    Attributes:
        counted: What it comes to in minor units, where no pieces are named; with pieces, nobody says it.
        pieces: How many there are of each note, coin and chip.
    """

    counted: Amount | None = None
    pieces: tuple[Pieces, ...] = ()


@dataclass(frozen=True, slots=True)
class PayRefunds(Command):
    """Give back the face value of cards of a void game, against the cards (AJ-81, 111, 112)."""

    cards: Count
