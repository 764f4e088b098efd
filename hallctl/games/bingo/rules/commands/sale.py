"""Announcing a game and selling its cards.

Not responsible for the draw.
"""

from dataclasses import dataclass, field

from hallctl.games.bingo.rules.fields import PrizeKey, Series
from hallctl.rules.codec import SPARSE
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Count, Name, Prose


@dataclass(frozen=True, slots=True)
class AnnounceGame(Command):
    """Announce the series on sale, its size and its face value (AJ-65).

    Attributes:
        series: Its key, e.g. "A-1042".
        sheets: How many folios the session's act takes with this game; filled in by the keeper.
        special: The key of the special that is played (PT-17); empty for any other game.
        rule_set: The rule set of the hall that it is played by; empty for its own.
        caller: The accepted hall that draws it; empty where this hall does.
    """

    series: Series
    sheets: Count = 1
    special: PrizeKey = ""
    rule_set: Name = field(default="", metadata=SPARSE)
    caller: Name = field(default="", metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class SellCards(Command):
    """Sell the next cards of the series, in correlative order (AJ-66, 67)."""

    count: Count


@dataclass(frozen=True, slots=True)
class TakeBackSale(Command):
    """Take back one's own last sale, while it is the last of all: the cards return to the series (AJ-66).

    Attributes:
        first: Its first card, so that no other sale is taken back for it.
    """

    first: Count


@dataclass(frozen=True, slots=True)
class AnnounceClose(Command):
    """Announce in how many minutes the sale closes: the walls count down, a person closes it (AJ-73)."""

    minutes: Count


@dataclass(frozen=True, slots=True)
class CloseSale(Command):
    """Close the sale for good and announce cards and prizes (AJ-77, 82..84)."""


@dataclass(frozen=True, slots=True)
class RectifySale(Command):
    """Rectify in public a number of sold cards that was announced wrongly (AJ-83, D12).

    ``announced`` is the slip of the tongue; what is sold was computed and never changes.
    """

    announced: Count
    reason: Prose


@dataclass(frozen=True, slots=True)
class AnnounceSecondSeries(Command):
    """Put a complementary series on sale, when the first is sold out (AJ-68..71)."""

    series: Series


@dataclass(frozen=True, slots=True)
class DeliverCards(Command):
    """Hand the next cards to a seller, in correlative order (AJ-10, 66)."""

    seller: Name
    count: Count


@dataclass(frozen=True, slots=True)
class ReturnCards(Command):
    """Take back the cards a seller did not sell: the last ones handed out (AJ-80)."""

    seller: Name
    count: Count
