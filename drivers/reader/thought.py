"""What the reader thinks of a ball while it looks at it, and at its ink in one way after another.

It is NOT responsible for looking, nor for what is told.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drivers.reader.locate import Floats
from drivers.reader.network import HIGHEST, Opinion
from drivers.reader.prints import Print
from drivers.reader.stakes import SURE, Read, surest, unopposed


@dataclass(frozen=True, slots=True)
class Thought:
    """What is thought of a ball so far.

    Attributes:
        prints: Those that count, what a later look found first.
        opinions: What the networks say of each.
        stakes: How much is at stake on each number, so far as no print that was looked at contradicts it.
        looked: All that were looked at, with what is said of each.
    """

    prints: list[Print]
    opinions: list[Opinion]
    stakes: Floats
    looked: list[Read]

    @property
    def read(self) -> list[Read]:
        """Each print with what the networks say of it."""
        return read_of(self.prints, self.opinions)

    @property
    def found(self) -> list[Print]:
        """All prints that were looked at."""
        return [each for each, _ in self.looked]

    @property
    def number(self) -> int:
        """The number with most at stake."""
        return int(self.stakes.argmax())

    @property
    def in_doubt(self) -> bool:
        """Whether too little is at stake to leave the ink as it was seen."""
        return bool(self.stakes.max() < SURE)

    def unopposed_by(self, others: Sequence[Read]) -> Floats:
        """For each number, how far it is believed in the face of what another look finds, 0..1."""
        if not self.prints:
            return np.ones(HIGHEST + 1, np.float32)
        return unopposed(self.read[surest(self.opinions)], others)


def read_of(prints: Sequence[Print], opinions: Sequence[Opinion]) -> list[Read]:
    """Each print with what the networks say of it."""
    return list(zip(prints, opinions, strict=True))
