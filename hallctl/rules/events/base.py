"""What every event is, and the values that several carry.

Not responsible for any event of the hall.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened; each subclass is one kind of entry."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a game added to a progressive, and what it then holds, in minor units (AJ-123)."""

    progressive: str
    amount: int
    total: int


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
