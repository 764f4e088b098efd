"""Prizes paid, cards back, games signed or void.

Not responsible for the session's close.
"""

from dataclasses import dataclass, field

from hallctl.games.bingo.rules.events.sale import Contribution, SoldRange
from hallctl.rules.cash import Pieces
from hallctl.rules.codec import SPARSE
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class PrizePaid(Event):
    """A prize was paid in chips (AJ-121); a progressive's winner is named (AJ-21). ``claim`` is its key."""

    claim: str
    series: str
    card: int
    amount: int
    progressive: str
    winner: str
    document: str
    phone: str


@dataclass(frozen=True, slots=True)
class CardsCollected(Event):
    """The played cards were taken back (AJ-75).

    Attributes:
        missing: Which were not, by declaration (AJ-76).
        owed: Of them, those whose price a void game owes to whoever brings them (AJ-111).
    """

    count: int
    missing: tuple[SoldRange, ...] = field(default=(), metadata=SPARSE)
    owed: tuple[SoldRange, ...] = field(default=(), metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class VoidProposed(Event):
    """The jefe de mesa proposed to void the game (AJ-110)."""

    reason: str
    proposer: str


@dataclass(frozen=True, slots=True)
class ProposalWithdrawn(Event):
    """Who proposed something withdrew it before another person approved it (AJ-54).

    Attributes:
        proposal: The kind of entry that proposed it: "VoidProposed", "ManualProposed" or "NoBingoProposed".
        person: Who proposed and withdrew it.
    """

    proposal: str
    person: str


@dataclass(frozen=True, slots=True)
class GameVoided(Event):
    """The game is void; every sold card without a prize is refunded at face value (AJ-111, D6).

    ``house`` is what is left of the total collected, negative where kept prizes and refunds exceed it;
    ``reversed`` is what the game had added to the progressives it did not award.
    """

    game: int
    reason: str
    refunded_cards: int
    refunded: int
    house: int
    reversed: tuple[Contribution, ...]


@dataclass(frozen=True, slots=True)
class GameSigned(Event):
    """The jefe de mesa signed the closing diligence; the act has its folios, from ``folio`` on (AJ-52)."""

    game: int
    folio: int
    sheets: int


@dataclass(frozen=True, slots=True)
class CashCounted(Event):
    """A cashier counted the game's cash, in minor units, against what was collected (AJ-11, 46).

    Attributes:
        pieces: The pieces that it was made of, none where only the amount was said.
    """

    cashier: str
    expected: int
    counted: int
    pieces: tuple[Pieces, ...] = ()


@dataclass(frozen=True, slots=True)
class RefundsPaid(Event):
    """The face value of cards of a void game was given back (AJ-111)."""

    cards: int
    amount: int
