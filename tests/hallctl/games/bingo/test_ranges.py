"""Ranges of cards that touch are said as one, and say the same cards."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hallctl.games.bingo.ranges import joined, ranges
from hallctl.games.bingo.rules.events.sale import SoldRange


def _cards(parts: tuple[SoldRange, ...] | list[SoldRange]) -> list[tuple[str, int]]:
    return [(part.series, card) for part in parts for card in range(part.first, part.last + 1)]


_PARTS = st.lists(
    st.builds(
        lambda series, first, more: SoldRange(series, first, first + more),
        st.sampled_from(["A-1", "B-2"]),
        st.integers(1, 40),
        st.integers(0, 9),
    ),
    max_size=12,
)


@given(_PARTS)
def test_joined_ranges_hold_the_same_cards_and_none_touches_the_next(parts: list[SoldRange]) -> None:
    found = joined(parts)
    assert _cards(list(found)) == _cards(parts)
    for one, other in pairwise(found):
        assert (one.series, one.last + 1) != (other.series, other.first)


def test_one_card_is_no_range() -> None:
    assert ranges([SoldRange("A-1", 1, 3), SoldRange("A-1", 4, 9), SoldRange("A-1", 30, 30)]) == (
        "del 1 al 9, el 30"
    )
