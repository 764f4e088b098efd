"""A game announced and its cards sold.

Not responsible for the draw.
"""

from dataclasses import dataclass, field

from hallctl.games.bingo.rules.claims import Claim
from hallctl.rules.codec import SPARSE
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a game added to a progressive, and what it then holds, in minor units (AJ-123).

    Attributes:
        balls: In how many balls this game may win it, where that grows; 0 where it is the rule set's.
        linked: The jackpot of the head office that it goes to; empty for a progressive of this hall.
    """

    progressive: str
    amount: int
    total: int
    balls: int = field(default=0, metadata=SPARSE)
    linked: str = field(default="", metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class PrizeAmount:
    """What a prize, named by its key, comes to in a game, in minor units (AJ-116)."""

    prize: str
    amount: int


@dataclass(frozen=True, slots=True)
class SoldRange:
    """A contiguous range of sold cards of one series (AJ-83)."""

    series: str
    first: int
    last: int

    @property
    def count(self) -> int:
        """How many cards the range has."""
        return self.last - self.first + 1

    def holds(self, series: str, card: int) -> bool:
        """Return whether a card is one of them."""
        return series == self.series and self.first <= card <= self.last


@dataclass(frozen=True, slots=True)
class GameAnnounced(Event):
    """Series, size and price of the next game were announced, and what prizes are paid in (AJ-65, 122).

    ``special`` is the key of the special that is played, whose prizes and patterns stand from here (PT-62).
    ``rule_set`` names the rule set of the hall that it is played by, with its version, digest and approval,
    where that is not the one that the book names as in force (AJ-117). ``caller`` is the hall that draws it,
    with the volume and the number of its own game, where that is another one.
    """

    game: int
    series: str
    size: int
    face_value: int
    first: int
    payment: str
    special: str = field(default="", metadata=SPARSE)
    rule_set: str = field(default="", metadata=SPARSE)
    version: str = field(default="", metadata=SPARSE)
    rule_set_digest: str = field(default="", metadata=SPARSE)
    approval: str = field(default="", metadata=SPARSE)
    caller: str = field(default="", metadata=SPARSE)
    caller_volume: int = field(default=0, metadata=SPARSE)
    caller_game: int = field(default=0, metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class CardsSold(Event):
    """The next cards of the series were sold (AJ-66, 67)."""

    sold: SoldRange
    seller: str


@dataclass(frozen=True, slots=True)
class SaleTakenBack(Event):
    """A seller took back their last sale and gave its ``amount`` back; ``CardsReturned`` moves the cards."""

    game: int
    seller: str
    cards: SoldRange
    amount: int


@dataclass(frozen=True, slots=True)
class SaleClosed(Event):
    """The sale ended for good; cards and prizes were announced (AJ-77, 83, 84).

    ``bingo``, or the last of ``prizes``, holds what was ``carried`` from a game that nobody won (D7).
    ``prizes`` is there, and ``line`` and ``bingo`` are 0, where the rule set lists prizes.

    ``root`` is the Merkle root over the sold cards in their order, each leaf "A-1042/17" in ASCII (I5).
    """

    sold: tuple[SoldRange, ...]
    cards: int
    collected: int
    line: int
    bingo: int
    carried: int
    progressives: tuple[Contribution, ...]
    house: int
    root: str
    prizes: tuple[PrizeAmount, ...] = field(default=(), metadata=SPARSE)

    @property
    def amounts(self) -> tuple[PrizeAmount, ...]:
        """What each prize comes to, in their order, however the entry says it."""
        return self.prizes or (PrizeAmount(Claim.LINE, self.line), PrizeAmount(Claim.BINGO, self.bingo))


@dataclass(frozen=True, slots=True)
class CloseAnnounced(Event):
    """The sale was announced to close so many minutes after ``at``, in milliseconds of the boot (AJ-73)."""

    game: int
    minutes: int
    at: int


@dataclass(frozen=True, slots=True)
class SaleRectified(Event):
    """A wrong number of sold cards had been announced; ``cards`` is what the close of the sale says (D12)."""

    game: int
    announced: int
    cards: int
    reason: str


@dataclass(frozen=True, slots=True)
class SecondSeriesAnnounced(Event):
    """A complementary series went on sale, below the first card sold of the first series (AJ-68..71)."""

    game: int
    series: str
    limit: int


@dataclass(frozen=True, slots=True)
class CardsDelivered(Event):
    """The next cards were handed to a seller (AJ-10)."""

    cards: SoldRange
    seller: str


@dataclass(frozen=True, slots=True)
class CardsReturned(Event):
    """A seller gave back cards that were not sold (AJ-80)."""

    cards: SoldRange
    seller: str
