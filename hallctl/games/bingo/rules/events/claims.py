"""Sung cards, and the prizes they win; ``claim`` is always the key of a prize of the rule set.

Not responsible for paying them.
"""

from dataclasses import dataclass

from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class ClaimRaised(Event):
    """A player sang and the draw stopped (AJ-93)."""

    claim: str


@dataclass(frozen=True, slots=True)
class CardVerified(Event):
    """A sung card was verified; ``faults`` says every reason it is not good (AJ-94..97).

    Attributes:
        row: Which of the prize's forms (``RuleSet.forms``) a good card completed, from 1; 0 of a full card.
        missing: The numbers that were not called, of the form that lacks fewest.
        player: Who presented it, where that was asked (D4); never shown to the room.
        document: Their document.
    """

    claim: str
    series: str
    card: int
    good: bool
    row: int
    missing: tuple[int, ...]
    faults: tuple[str, ...]
    player: str
    document: str

    @property
    def holder(self) -> str:
        """Who presented it: the document as it reads without spaces and capitals."""
        return "".join(self.document.split()).casefold()


@dataclass(frozen=True, slots=True)
class AnyMoreAsked(Event):
    """The room was asked for another line or bingo (AJ-100)."""

    claim: str
    at: int


@dataclass(frozen=True, slots=True)
class PrizeAwarded(Event):
    """A card won its part of a prize, in minor units (AJ-118..120).

    ``progressive`` names the progressive it is a part of; empty for the ordinary prize.
    """

    claim: str
    series: str
    card: int
    amount: int
    progressive: str


@dataclass(frozen=True, slots=True)
class RemainderBooked(Event):
    """What a split left below the chip went to the first progressive, or to the rounding account (D5).

    So does a prize to be paid in the place of a progressive that was won: the whole of it, to that one.

    ``source`` is the progressive that was split, ``account`` the one that takes the rest; empty for the
    ordinary prize and for the rounding account.
    """

    claim: str
    source: str
    amount: int
    account: str


@dataclass(frozen=True, slots=True)
class ProgressiveSeeded(Event):
    """The house put a progressive's seed in, at first or after an award (AJ-114)."""

    progressive: str
    amount: int


@dataclass(frozen=True, slots=True)
class DrawResumed(Event):
    """Play went on; claims on this stop are lost (AJ-101)."""

    at: int


@dataclass(frozen=True, slots=True)
class GameFinished(Event):
    """The game ended on a good bingo (AJ-99)."""

    game: int
