"""Which chips make up an amount, the fewest pieces first.

Not responsible for paying, nor for how many chips there are in the box. A proposal: the cashier may take
others, and nothing of it is minuted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import Final

from hallctl.rules.ruleset import RuleSet

IN_CHIPS: Final = "fichas de juego"
"""The payment of a rule set whose prizes are paid in chips (AJ-121)."""


@dataclass(frozen=True, slots=True)
class Pile:
    """Chips of one value.

    Attributes:
        value: What each is worth, in minor units.
        count: How many.
    """

    value: int
    count: int


def in_chips(rules: RuleSet, amount: int) -> tuple[Pile, ...] | None:
    """Return the chips of a prize; None where none come to it, none where prizes are not paid in chips."""
    return make_up(amount, rules.chips) if rules.chips and rules.payment == IN_CHIPS else ()


def make_up(amount: int, values: Sequence[int]) -> tuple[Pile, ...] | None:
    """Return the fewest chips that come to an amount, the largest first; None where none do.

    Args:
        amount: In minor units, not negative.
        values: What chips there are; each greater than zero.
    """
    kinds = sorted(set(values), reverse=True)
    # Only what the chips can come to at all is looked for: the rest would be tried in every way there is.
    if not kinds or amount % gcd(*kinds):
        return () if not amount else None
    counts = _fewest(amount, kinds, amount // kinds[-1] + 1)
    if counts is None:
        return None
    return tuple(Pile(value, count) for value, count in zip(kinds, counts, strict=True) if count)


def _fewest(amount: int, kinds: Sequence[int], below: int) -> tuple[int, ...] | None:
    """Return how many of each kind, less than ``below`` in all; None where there is no such way."""
    value, *smaller = kinds
    most = amount // value
    if not smaller:
        return (most,) if most * value == amount and most < below else None
    best = None
    for count in range(most, -1, -1):
        left = amount - count * value
        # With fewer of the largest, the others can only be more.
        if count - (-left // smaller[0]) >= below:
            break
        found = _fewest(left, smaller, below - count)
        if found is not None:
            best, below = (count, *found), count + sum(found)
    return best
