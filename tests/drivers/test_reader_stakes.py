"""What the prints of a ball say together: the surest counts, another contradicts, a second one outvotes."""

import numpy as np
import pytest

from drivers.reader.network import Opinion
from drivers.reader.prints import Print
from drivers.reader.stakes import Read, staked, unopposed

FLAT = np.zeros((96, 96), np.uint8)


def read(number: int, sure: float, at: float = 0.0, radius: float = 0.2) -> Read:
    """A print so far round the ball in radians, of which the networks are so sure."""
    digits = np.zeros(91, np.float32)
    digits[number] = 1.0
    towards = np.array([np.sin(at), 0, np.cos(at)], np.float32)
    return Print(towards, radius, FLAT), Opinion(np.zeros(5, np.float32), digits, sure, "none")


def test_prints_that_agree_do_not_add_up() -> None:
    assert staked([read(46, 0.8), read(46, 0.7, 0.6)])[46] == pytest.approx(0.8**1.5)
    assert not staked([]).any()


def test_another_number_contradicts_as_far_as_it_is_believed() -> None:
    assert staked([read(46, 0.9), read(16, 0.6, 0.6)])[46] == pytest.approx(0.9**1.5 * 0.4)
    assert staked([read(46, 0.9)], [read(16, 0.6, 0.6)])[46] == pytest.approx(0.9**1.5 * 0.4)


def test_two_prints_outvote_a_third_and_are_less_sure_for_it() -> None:
    alone = staked([read(81, 0.98), read(31, 0.97, 0.6)])[81]
    two = staked([read(81, 0.98), read(31, 0.97, 0.6), read(81, 0.96, -0.6)])[81]
    assert alone < 0.05
    assert 0.4 < two < 0.7
    assert staked([read(81, 0.98), read(31, 0.97, 0.6), read(81, 0.96, -0.6)])[31] == 0


def test_the_same_print_seen_in_another_way_outvotes_nothing() -> None:
    again = read(81, 0.96, 0.01)
    assert staked([read(81, 0.98), read(31, 0.97, 0.6), again])[81] < 0.05


@pytest.mark.parametrize(
    ("piece", "contradicts"), [(read(4, 0.9, 0.1, 0.1), False), (read(4, 0.9, 0.6, 0.1), True)]
)
def test_a_piece_of_a_print_says_nothing_against_its_two_digits(piece: Read, contradicts: bool) -> None:
    assert (unopposed(read(74, 0.98), [piece])[74] < 1) == contradicts


def test_a_piece_of_a_print_contradicts_a_single_digit() -> None:
    assert unopposed(read(8, 0.98), [read(1, 0.9, 0.1, 0.1)])[8] == pytest.approx(0.1)
