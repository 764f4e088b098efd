"""A shoe, from its shuffle to its end (BA-08..16).

Not responsible for the rounds dealt from it (``round``).
"""

from dataclasses import dataclass

from hallctl.games.baccarat.rules.events.round import Owes
from hallctl.games.baccarat.rules.kinds import Cutter, Source
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class ShoeBegun(Event):
    """A shoe begins: its number in the volume, its decks, its device (BA-15, 16).

    Attributes:
        replaces: The device of the shoe before, where this is another one; empty otherwise.
        automatic: Whether the device shuffles and deals by itself: nothing is cut or burnt (BA-13).
    """

    number: int
    lot: str
    decks: int
    shoe: str
    replaces: str
    automatic: bool


@dataclass(frozen=True, slots=True)
class CardsShuffled(Event):
    """The cards are shuffled, by a machine or by the croupier (BA-06)."""

    shuffler: str
    person: str


@dataclass(frozen=True, slots=True)
class CardsCut(Event):
    """The cards are cut (BA-09)."""

    cutter: Cutter


@dataclass(frozen=True, slots=True)
class CutCardPlaced(Event):
    """The white card is before so many cards (BA-08, DB4)."""

    cards: int


@dataclass(frozen=True, slots=True)
class ShoeLoaded(Event):
    """The cards are in the shoe, face down."""

    shoe: str


@dataclass(frozen=True, slots=True)
class CardBurnt(Event):
    """A card was drawn and burnt, which nobody is shown but the first that says how many (DB3).

    Attributes:
        round: Before or in which round; 0 before the first.
        card: Which, empty where it is not known.
        why: "burn" before the first round, "round" before each (BA-24), "stray" between rounds (DB8).
        sequence: The shoe's number of its message, None where a person said it.
    """

    round: int
    card: str
    why: str
    sequence: int | None = None
    line: str = ""


@dataclass(frozen=True, slots=True)
class CardsBurnt(Event):
    """The first cards are burnt: rounds may begin (BA-10, 11)."""

    count: int
    first: str


@dataclass(frozen=True, slots=True)
class CutCardSeen(Event):
    """The white card appeared: which round is the last is known (BA-14, DB5)."""

    source: Source
    last: int
    sequence: int | None = None
    line: str = ""


@dataclass(frozen=True, slots=True)
class CommissionCollected(Event):
    """The commission that was owed is taken (BA-63, DB11).

    Attributes:
        shoe: The number of the shoe.
        owed: What each owed, to the cent.
        taken: What was taken, in whole chips.
        rest: What was owed beyond it.
    """

    shoe: int
    owed: tuple[Owes, ...]
    taken: int
    rest: int


@dataclass(frozen=True, slots=True)
class ShoeClosed(Event):
    """The shoe is over: no card is taken from it any more (BA-15).

    Attributes:
        rounds: How many rounds with a result were dealt.
        reason: Why before its last round; empty after it.
    """

    number: int
    rounds: int
    reason: str
    person: str


@dataclass(frozen=True, slots=True)
class ShoeApproved(Event):
    """The second person signed the shoe; its act takes these folios (DB18)."""

    number: int
    person: str
    folio: int
    sheets: int
