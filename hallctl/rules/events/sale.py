"""A game announced and its cards sold.

Not responsible for the draw.
"""

from dataclasses import dataclass

from hallctl.rules.events.base import Contribution, Event, SoldRange


@dataclass(frozen=True, slots=True)
class GameAnnounced(Event):
    """Series, size and price of the next game were announced (AJ-65)."""

    game: int
    series: str
    size: int
    face_value: int
    first: int


@dataclass(frozen=True, slots=True)
class CardsSold(Event):
    """The next cards of the series were sold (AJ-66, 67)."""

    sold: SoldRange
    seller: str


@dataclass(frozen=True, slots=True)
class SaleClosed(Event):
    """The sale ended for good; cards and prizes were announced (AJ-77, 83, 84).

    ``root`` is the Merkle root over the sold cards in their order, each leaf "A-1042/17" in ASCII (I5).
    """

    sold: tuple[SoldRange, ...]
    cards: int
    collected: int
    line: int
    bingo: int
    progressives: tuple[Contribution, ...]
    house: int
    root: str
