"""The scan of any variant against sets of numbers, one card at a time."""

import random
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallctl.games.bingo.cards.strips import make_matrix
from hallctl.games.bingo.scan import bits
from hallctl.games.bingo.scan.cells import CellScan
from hallctl.games.bingo.scan.plan import Plan, by_column
from hallctl.games.bingo.scan.scan import Scan
from hallctl.games.bingo.variants.combination import LINES, Combination, Way, winning
from hallctl.games.bingo.variants.generator import make_cards
from hallctl.games.bingo.variants.library import VARIANTS, shapes, variant
from hallctl.games.bingo.variants.variant import Variant

SQUARES = tuple(key for key in VARIANTS if not variant(key).has_blanks)


def offered(played: Variant) -> tuple[Combination, ...]:
    """Return combinations of every kind that the cards of a variant can have."""
    lines = Combination(LINES), Combination((Way.ROWS,), lines=2), Combination((Way.CORNERS,))
    drawn = tuple(Combination(shapes=(shape,)) for shape in shapes()[8:13] if played.rows == 5)
    return (*lines, *drawn, Combination((Way.FULL,)))


def cards_of(played: Variant, count: int, seed: int) -> np.ndarray:
    made = make_cards(played, count, seed) if count else ()
    return np.array(made, np.uint8).reshape(count, played.cells)


def expected(
    played: Variant, combination: Combination, cards: np.ndarray, called: set[int]
) -> tuple[list[int], int]:
    """Return which cards hold a combination, and how many lack one number for it."""
    lacks = []
    for card in cards.tolist():
        sets = winning(played, combination, card)
        lacks.append(min(sum(n not in called for n in range(1, 91) if numbers >> n & 1) for numbers in sets))
    return [at for at, least in enumerate(lacks) if not least], lacks.count(1)


@settings(max_examples=40, deadline=None)
@given(
    key=st.sampled_from(SQUARES),
    count=st.sampled_from([0, 1, 63, 64, 65, 130]),
    seed=st.integers(0, 2**32),
    balls=st.integers(0, 90),
)
def test_the_scan_sees_what_sets_see(key: str, count: int, seed: int, balls: int) -> None:
    played = variant(key)
    combinations = offered(played)
    cards = cards_of(played, count, seed)
    scan = CellScan(played, combinations, cards)
    order = random.Random(seed).sample(range(1, played.universe + 1), min(balls, played.universe))
    for ball in order:
        scan.call(ball)
    assert scan.called == tuple(order)
    for at, combination in enumerate(combinations):
        winners, near = expected(played, combination, cards, {*order})
        assert scan.winners(at).tolist() == winners
        assert (scan.count(at), scan.one_to_go(at)) == (len(winners), near)


@pytest.mark.parametrize("count", [1000, 1025])
def test_in_several_blocks_it_sees_what_it_sees_in_one(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    played = variant("pt-bingo-75")
    combinations = offered(played)
    cards = cards_of(played, count, 4)
    whole = CellScan(played, combinations, cards)
    monkeypatch.setattr(bits, "_NEAR", 5000)
    scan = CellScan(played, combinations, cards)
    for drawn, ball in enumerate(random.Random(4).sample(range(1, 76), 75)):
        whole.call(ball)
        scan.call(ball)
        for at in range(len(combinations) if drawn % 7 == 0 else 0):
            assert scan.winners(at).tolist() == whole.winners(at).tolist()
            assert scan.one_to_go(at) == whole.one_to_go(at)


def test_a_form_that_holds_others_begins_with_them() -> None:
    played = variant("pt-bingo-75")
    letter = next(shape for shape in shapes() if shape.key == "letter-x")
    forms = [each.forms(played) for each in (Combination(LINES), Combination(shapes=(letter,)))]
    plan = Plan(played, [[by_column(played, form) for form in each] for each in forms])
    *passes, diagonals = plan.columns[0]
    assert [each.height for each in passes].count(5) == 4  # five rows of five cells
    assert (diagonals.height, diagonals.into) == (1, played.cells + 1)
    assert diagonals.first != diagonals.second


def test_cards_with_blanks_are_seen_as_by_the_counters() -> None:
    made = make_matrix(600, 1042).cards
    cells = np.array([card.cells for card in made], np.uint8)
    rows, full = Combination((Way.ROWS,)), Combination((Way.FULL,))
    scan, counters = CellScan(variant("aj-bingo-90"), (rows, full), cells), Scan.of(made)
    for ball in random.Random(90).sample(range(1, 91), 90):
        scan.call(ball)
        counters.call(ball)
        assert scan.winners(0).tolist() == counters.lines().tolist()
        assert scan.winners(1).tolist() == counters.bingos().tolist()
        assert scan.one_to_go(0) == counters.one_to_go_line()


def test_a_call_is_taken_back_by_calling_the_others_again() -> None:
    played = variant("pt-bingo-75")
    cards = cards_of(played, 500, 3)
    scan, other = (CellScan(played, offered(played), cards) for _ in range(2))
    for ball in range(1, 60):
        scan.call(ball)
    scan.replay(range(30, 70))
    other.replay(range(30, 70))
    assert [scan.winners(at).tolist() for at in range(4)] == [other.winners(at).tolist() for at in range(4)]
    with pytest.raises(ValueError, match="called already"):
        scan.replay((1, 2, 1))
    assert scan.called == tuple(range(30, 70))


def test_what_cannot_be_scanned_is_refused() -> None:
    played = variant("pt-bingo-75")
    with pytest.raises(ValueError, match="shape"):
        CellScan(played, (), np.zeros((3, 16), np.uint8))
    cards = cards_of(played, 2, 1)
    cards[1, 0] = 16
    with pytest.raises(ValueError, match="column 1 has 16"):
        CellScan(played, (), cards)
    scan = CellScan(played, (), cards_of(played, 2, 1))
    scan.call(75)
    for ball, why in ((0, "not from 1 to 75"), (76, "not from 1 to 75"), (75, "called already")):
        with pytest.raises(ValueError, match=why):
            scan.call(ball)


def test_a_ball_allocates_nothing_that_grows_with_the_cards() -> None:
    played = variant("pt-bingo-75")
    cards = np.tile(cards_of(played, 1000, 5), (20, 1))
    scan = CellScan(played, offered(played), cards)
    scan.call(1)
    tracemalloc.start()
    for ball in range(2, 40):
        scan.call(ball)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 40_000  # a plane of 20,000 cards is 2,512 bytes
