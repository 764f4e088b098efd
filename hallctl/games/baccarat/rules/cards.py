"""The cards of a shoe: what each counts, how it is written, and how many of each there are.

Not responsible for their order, nor for where they lie.
"""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Suit(StrEnum):
    """The four suits, by their letter."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(StrEnum):
    """The thirteen ranks, by their character."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


_VALUES: Final = {rank: at % 10 for at, rank in enumerate(Rank, 1)} | dict.fromkeys(
    (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING), 0
)


@dataclass(frozen=True, slots=True)
class Card:
    """One card; decks have several that are alike.

    Attributes:
        rank: Its rank, by which pairs are told (BA-52).
        suit: Its suit.
    """

    rank: Rank
    suit: Suit

    @property
    def value(self) -> int:
        """What it counts, 0 to 9 (BA-18, BA-19)."""
        return _VALUES[self.rank]

    @property
    def code(self) -> str:
        """How the book writes it: rank and suit, as in "AS", "TH", "9D"."""
        return self.rank.value + self.suit.value

    @classmethod
    def of(cls, code: str) -> "Card":
        """Return the card of a code.

        Raises:
            ValueError: There is no such card.
        """
        if len(code) != 2:
            raise ValueError(f"no card is written {code!r}")
        return cls(Rank(code[0]), Suit(code[1]))


DECK: Final = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 52 cards of one deck (BA-03)."""


def composition(decks: int) -> Counter[Card]:
    """Return how many of each card so many whole decks have."""
    return Counter(dict.fromkeys(DECK, decks))
