"""A shoe, from its shuffle to its end (BA-08..16).

Not responsible for the rounds dealt from it (``round``).
"""

from dataclasses import dataclass

from hallctl.games.baccarat.rules.kinds import Code, Cutter, Line
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Amount, Count, Name, Numbered, Prose, Short


@dataclass(frozen=True, slots=True)
class BeginShoe(Command):
    """Begin a shoe with a lot of decks and one of the registered shoes (BA-15, 16)."""

    lot: Short
    shoe: Short


@dataclass(frozen=True, slots=True)
class ShuffleCards(Command):
    """Confirm that the cards are shuffled (BA-06, 09).

    Attributes:
        shuffler: Which machine did it; empty where the croupier did.
    """

    shuffler: Short = ""


@dataclass(frozen=True, slots=True)
class CutCards(Command):
    """Confirm that the cards are cut, and who cut them (BA-09)."""

    cutter: Cutter


@dataclass(frozen=True, slots=True)
class PlaceCutCard(Command):
    """Confirm that the white card is before the last cards, and before how many (BA-08, DB4)."""

    cards: Count


@dataclass(frozen=True, slots=True)
class LoadShoe(Command):
    """Confirm that the cards are in the shoe, face down."""


@dataclass(frozen=True, slots=True)
class BurnCards(Command):
    """Confirm the cards that are burnt before the first round (BA-10, 11, DB3).

    Attributes:
        count: How many, the first card included.
        first: The first card, where it says how many; empty otherwise.
    """

    count: Count
    first: Code = ""


@dataclass(frozen=True, slots=True)
class NoteCutCard(Command):
    """Say that the white card appeared (BA-14).

    Attributes:
        round: In which round, or before which that is not drawn yet; 0 for now.
    """

    round: Numbered = 0


@dataclass(frozen=True, slots=True)
class ReportCutCard(Command):
    """Take note that the shoe tells the white card (BA-14).

    Attributes:
        sequence: The shoe's own number of its message; what it repeats says nothing new.
    """

    sequence: Numbered
    line: Line


@dataclass(frozen=True, slots=True)
class CollectCommission(Command):
    """Confirm that the commission owed is taken, at the end of the shoe or when a player leaves (DB11).

    Attributes:
        player: Whose; empty for all.
        commission: What was taken, where totals are known; 0 otherwise.
    """

    player: Name = ""
    commission: Amount = 0


@dataclass(frozen=True, slots=True)
class CloseShoe(Command):
    """End the shoe, after its last round or before with a reason (BA-15): the first signature (DB18)."""

    reason: Prose = ""


@dataclass(frozen=True, slots=True)
class ApproveShoe(Command):
    """Sign the act of the shoe as the second person (DB18).

    Attributes:
        sheets: How many folios the act takes; filled in by the keeper.
    """

    sheets: Count = 1
