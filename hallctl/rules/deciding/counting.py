"""Counting by denomination: the rules add up what a person counted, so that nobody types a total (AJ-11).

Not responsible for what the total is held against.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from hallctl.rules.cash import Pieces, total
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.state import State

MOST: Final = 100_000
"""More pieces of one value than any till holds: a slip of the keyboard."""


def counted_total(state: State, pieces: tuple[Pieces, ...]) -> int | Refusal:
    """Return what the pieces come to, or why they are no count of a till."""
    if not pieces:
        return refuse("CASH-NONE")
    known = {(each.tender, each.value) for each in state.rules.blank_count}
    times = Counter((each.tender, each.value) for each in pieces)
    strange = tuple(
        _said(value) for (tender, value), n in times.items() if (tender, value) not in known or n > 1
    )
    if strange:
        return refuse("CASH-PIECE", values="; ".join(strange))
    if any(each.count < 0 for each in pieces):
        return refuse("CASH-NEGATIVE")
    if any(each.count > MOST for each in pieces):
        return refuse("CASH-MANY", most=MOST)
    return total(pieces)


def there(pieces: Iterable[Pieces]) -> tuple[Pieces, ...]:
    """Return the pieces without the denominations of which there are none."""
    return tuple(each for each in pieces if each.count)


def _said(value: int) -> str:
    sign, whole = ("-", -value) if value < 0 else ("", value)
    return f"{sign}{whole // 100},{whole % 100:02d}"
