"""How many balls a card needs for a combination, exactly.

By inclusion and exclusion over the sets of cells that win: the chance that one of them is drawn within n
balls is a signed sum over their unions, and of a union only its size counts. Unions that coincide are added
up at once: two lines of twelve, 66 sets, have 4,096 unions at most. Not responsible for several cards of one
draw, which are not independent.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

from hallctl.games.bingo.variants.combination import Combination
from hallctl.games.bingo.variants.variant import Variant

MOST_UNIONS: Final = 300_000
"""Above which the sum would take seconds."""


class OddsError(ValueError):
    """A combination has too many forms for its exact odds; the text says so, in Spanish."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The balls that one card needs.

    Attributes:
        universe: How many balls there are.
        terms: For each size of a union, what it counts in the sum.
    """

    universe: int
    terms: Mapping[int, int]

    def within(self, balls: int) -> Fraction:
        """Return the probability that the combination is there within so many balls."""
        ways = comb(self.universe, balls)
        hits = (
            count * comb(self.universe - size, balls - size)
            for size, count in self.terms.items()
            if size <= balls
        )
        return Fraction(sum(hits), ways)

    @property
    def mean(self) -> Fraction:
        """The mean number of balls: of k numbers of U the last comes with ball k (U + 1) / (k + 1)."""
        terms = (Fraction(count * size * (self.universe + 1), size + 1) for size, count in self.terms.items())
        return sum(terms, Fraction())


def odds_of(variant: Variant, combination: Combination) -> Odds:
    """Return the odds of a combination on one card.

    Raises:
        OddsError: It has too many forms.
        CombinationError: It has no meaning on these cards.
    """
    unions = _unions(combination.needed(variant))
    sizes: Counter[int] = Counter()
    for cells, count in unions.items():
        sizes[cells.bit_count()] += count
    return Odds(variant.universe, {size: count for size, count in sorted(sizes.items()) if count})


def _unions(sets: Iterable[int]) -> dict[int, int]:
    """Return for each union of one or more of the sets the number of odd choices less that of even ones."""
    found = {0: -1}
    for cells in sets:
        joined: dict[int, int] = {}
        for union, count in found.items():
            joined[union | cells] = joined.get(union | cells, 0) - count
        for union, count in joined.items():
            found[union] = found.get(union, 0) + count
        if len(found) > MOST_UNIONS:
            raise OddsError("la combinación tiene demasiadas formas para contar su probabilidad exacta")
    del found[0]
    return found
