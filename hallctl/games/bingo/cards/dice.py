"""Fair choices from a seed, the same on every machine and every version of Python.

Not responsible for anything a prize hangs on: balls are drawn by a machine.
"""

import random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Fair choices that need of the generator only its bits, which no version of Python changes."""

    def __init__(self, seed: str) -> None:
        self._bits = random.Random(seed).getrandbits

    def below(self, limit: int) -> int:
        """Draw one of 0 to ``limit - 1``."""
        size = limit.bit_length()
        while (drawn := self._bits(size)) >= limit:
            pass
        return drawn

    def chance(self, permille: int) -> bool:
        """Return True this many times in a thousand."""
        return self.below(1000) < permille

    def shuffle(self, items: list[T]) -> list[T]:
        """Put the items in an order drawn uniformly, in place, and return them."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items
