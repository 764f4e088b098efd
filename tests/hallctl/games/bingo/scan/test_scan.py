"""The scan against sets, one number at a time."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallctl.games.bingo.rules.cards import UNIVERSE, Card
from hallctl.games.bingo.scan import bits
from hallctl.games.bingo.scan.scan import Scan
from tests.hallctl.games.bingo.rules.night import MATRIX

ALL_BALLS = range(1, UNIVERSE + 1)
AROUND_A_WORD = st.sampled_from([0, 1, 2, 63, 64, 65, 128, 130])


class Sets:
    """What the scan must say, worked out from scratch."""

    def __init__(self, cards, called):
        lacks = [[len(set(row) - set(called)) for row in card] for card in cards.tolist()]
        self.lines = [card for card, rows in enumerate(lacks) if min(rows) == 0]
        self.bingos = [card for card, rows in enumerate(lacks) if sum(rows) == 0]
        self.one_to_go_line = sum(min(rows) == 1 for rows in lacks)
        self.one_to_go_bingo = sum(sum(rows) == 1 for rows in lacks)


def agrees(scan, cards):
    expected = Sets(cards, scan.called)
    assert scan.lines().tolist() == expected.lines
    assert scan.bingos().tolist() == expected.bingos
    assert (scan.lines_count, scan.bingos_count) == (len(expected.lines), len(expected.bingos))
    assert (scan.one_to_go_line(), scan.one_to_go_bingo()) == (
        expected.one_to_go_line,
        expected.one_to_go_bingo,
    )


def drawn_cards(count, seed, universe=UNIVERSE):
    """Return cards of 15 different numbers from 1 to ``universe``."""
    rng = np.random.default_rng(seed)
    numbers = rng.permuted(np.tile(np.arange(1, universe + 1, dtype=np.uint8), (count, 1)), axis=1)
    return numbers[:, :15].reshape(count, 3, 5)


@settings(max_examples=60, deadline=None)
@given(
    count=AROUND_A_WORD,
    seed=st.integers(0, 2**32),
    universe=st.sampled_from([15, 18, 40, 90]),
    order=st.permutations(ALL_BALLS),
)
def test_says_at_every_ball_what_sets_say(count, seed, universe, order):
    cards = drawn_cards(count, seed, universe)
    scan = Scan(cards)
    agrees(scan, cards)
    for ball in [ball for ball in order if ball <= universe]:
        scan.call(ball)
        agrees(scan, cards)
    assert scan.bingos_count == count


@settings(max_examples=40, deadline=None)
@given(
    before=st.lists(st.sampled_from(ALL_BALLS), unique=True),
    after=st.lists(st.sampled_from(ALL_BALLS), unique=True),
)
def test_a_replay_leaves_nothing_of_what_was_called_before(before, after):
    cards = drawn_cards(65, seed=7)
    scan = Scan(cards)
    scan.replay(before)
    scan.replay(after)
    assert scan.called == tuple(after)
    agrees(scan, cards)


def test_a_replay_of_nothing_leaves_no_call():
    cards = drawn_cards(64, seed=8, universe=15)
    scan = Scan(cards)
    scan.replay(range(1, 16))
    assert scan.bingos_count == 64
    scan.replay(())
    assert scan.called == ()
    agrees(scan, cards)


def test_cards_prepared_in_several_parts_keep_their_places():
    cards = drawn_cards((1 << 15) + 70, seed=3)
    scan = Scan(cards)
    scan.replay(range(1, 40))
    agrees(scan, cards)
    assert scan.lines().max() >= 1 << 15


def test_cards_in_several_blocks_keep_their_places(monkeypatch):
    monkeypatch.setattr(bits, "_NEAR", 1000)
    for count in (1000, 1024, 1025):
        cards = drawn_cards(count, seed=4, universe=30)
        scan = Scan(cards)
        for ball in range(30, 0, -1):
            scan.call(ball)
            agrees(scan, cards)


def test_a_repeated_ball_is_refused_and_counts_once():
    cards = drawn_cards(64, seed=1, universe=15)
    scan = Scan(cards)
    scan.replay(range(1, 14))
    with pytest.raises(ValueError, match="ball 13 is called already"):
        scan.call(13)
    assert scan.called == tuple(range(1, 14))
    agrees(scan, cards)


@pytest.mark.parametrize("ball", [-1, 0, 91])
def test_a_ball_that_does_not_exist_is_refused(ball):
    scan = Scan(drawn_cards(1, seed=1))
    with pytest.raises(ValueError, match="not from 1 to 90"):
        scan.call(ball)
    assert scan.called == ()


def test_a_refused_replay_changes_nothing():
    cards = drawn_cards(65, seed=2, universe=20)
    scan = Scan(cards)
    scan.replay(range(1, 18))
    for balls in ([3, 4, 3], [3, 91]):
        with pytest.raises(ValueError):
            scan.replay(balls)
    assert scan.called == tuple(range(1, 18))
    agrees(scan, cards)


def test_a_ball_on_no_card_changes_no_card():
    cards = drawn_cards(64, seed=5, universe=20)
    scan = Scan(cards)
    scan.replay([*range(1, 17), 77])
    agrees(scan, cards)


def test_cards_of_the_hall_are_watched_in_their_order():
    scan = Scan.of(MATRIX.cards)
    scan.replay(MATRIX.card(5).rows[1])
    assert 4 in scan.lines()
    scan.replay(sorted(MATRIX.card(600).numbers))
    assert scan.bingos().tolist() == [599]
    agrees(scan, np.array([card.rows for card in MATRIX.cards], np.uint8))


def test_no_cards_hold_nothing():
    for scan in (Scan.of(()), Scan(np.empty((0, 3, 5), np.uint8))):
        scan.replay(ALL_BALLS)
        assert (scan.size, scan.lines_count, scan.bingos_count) == (0, 0, 0)
        assert scan.lines().size == scan.bingos().size == 0


def test_cards_that_cannot_be_scanned_are_refused():
    good = drawn_cards(3, seed=1)
    wrong = [good.astype(np.int64), good.reshape(3, 15), good[0], np.uint8(3) * np.ones((), np.uint8)]
    for cards in wrong:
        with pytest.raises(ValueError, match="shape"):
            Scan(cards)
    for number in (0, 91):
        outside = good.copy()
        outside[2, 1, 3] = number
        with pytest.raises(ValueError, match="not from 1 to 90"):
            Scan(outside)
    twice = good.copy()
    twice[1, 2, 0] = twice[1, 2, 4]
    with pytest.raises(ValueError, match="twice in a row"):
        Scan(twice)


@pytest.mark.parametrize("spoilt", [0, 91, 300])
def test_a_card_with_faults_is_refused_by_its_place(spoilt):
    cells = list(MATRIX.card(2).cells)
    filled = next(place for place, cell in enumerate(cells) if cell)
    cells[filled] = spoilt
    with pytest.raises(ValueError, match="row 1 of card 1"):
        Scan.of([MATRIX.card(1), Card(tuple(cells))])


def test_the_memory_is_what_is_told_and_a_ball_takes_no_more():
    cards = drawn_cards(64_000, seed=9)
    scan = Scan(cards)
    assert scan.nbytes / scan.size == pytest.approx(35.5)
    tracemalloc.start()
    try:
        for ball in ALL_BALLS:
            scan.call(ball)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 64_000 / 8  # less than one bitmap of the cards
