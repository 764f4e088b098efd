"""What the prints of a ball say together: the surest counts, another contradicts, a second one outvotes."""

from dataclasses import replace

import numpy as np
import pytest

from drivers.reader.network import Opinion, State
from drivers.reader.prints import Print
from drivers.reader.reader import _at_most
from drivers.reader.sighting import ALONE
from drivers.reader.stakes import Read, is_unconfirmed, staked, unopposed
from drivers.reader.strokes import with_a_stroke_more
from drivers.reader.thought import Thought
from drivers.reader.upside import twin, upside_down
from hallctl.readings.vote import VotePolicy

pytestmark = pytest.mark.campaign  # its rules stand still until the recogniser replaces them (decision 70)

FLAT = np.zeros((96, 96), np.uint8)


def thought(number: int, sure: float, digit: float = 1.0) -> Opinion:
    """What is thought of a print: how sure it is a whole one, and how sure its number is if it is."""
    digits = np.zeros(91, np.float32)
    digits[number] = digit
    return Opinion(np.zeros(5, np.float32), digits, sure, "none")


def read(number: int, sure: float, at: float = 0.0, radius: float = 0.2) -> Read:
    """A print so far round the ball in radians, of which the networks are so sure."""
    towards = np.array([np.sin(at), 0, np.cos(at)], np.float32)
    return Print(towards, radius, FLAT), thought(number, sure)


def test_two_doubts_about_a_number_of_two_digits_weigh_more_together_than_each_by_itself() -> None:
    part, digit, both = (thought(83, *each).certain[83] for each in ((0.7, 1.0), (1.0, 0.98), (0.7, 0.98)))
    assert 1 > part > 0.8
    assert 1 > digit > 0.8
    assert both < 0.5 * part * digit


def test_a_doubt_about_a_single_digit_weighs_as_much_alone_since_it_may_be_the_rest_of_two() -> None:
    part, digit, both = (thought(8, *each).certain[8] for each in ((0.7, 1.0), (1.0, 0.98), (0.7, 0.98)))
    assert part < 0.6
    assert both == pytest.approx(part * digit)


def test_that_a_number_may_stand_the_other_way_up_weighs_as_much_however_sure_its_digits_are() -> None:
    turned, other = thought(68, 0.7).certain[68], thought(83, 0.7).certain[83]
    assert turned == pytest.approx(0.7**1.5)
    assert other > 0.8


@pytest.mark.parametrize(
    ("number", "reads"), [(6, 9), (68, 89), (81, 18), (66, 99), (88, 88), (90, None), (23, None)]
)
def test_what_a_number_reads_as_upside_down(number: int, reads: int | None) -> None:
    assert upside_down(number) == reads
    assert twin(number, 90) == (reads if number in (6, 68, 81) else None)
    assert twin(number, 5) is None


@pytest.mark.parametrize(
    ("number", "more"),
    [(45, {46, 48, 49, 95}), (5, {6, 8, 9}), (88, set()), (11, {17, 14, 71, 41})],
)
def test_what_a_number_may_be_with_a_stroke_hidden(number: int, more: set[int]) -> None:
    assert with_a_stroke_more(number) == more


def test_a_print_that_is_cut_off_but_shows_a_stroke_more_leaves_a_number_in_doubt() -> None:
    told = read(45, 0.9)
    sure = staked([told])[45]
    cut_off = [read(other, 0.03, at=1.0) for other in (46, 54, 43)]
    assert staked([told, cut_off[0]])[45] == 0
    for other in cut_off[1:]:
        assert staked([told, other])[45] > 0.9 * sure, "it lacks no stroke of that"
    assert staked([told, read(46, 0.03)])[45] > 0.9 * sure, "another way to see the same ink"
    where, opinion = cut_off[0]
    faint = replace(opinion, digits=0.4 * opinion.digits)
    assert staked([told, (where, faint)])[45] > 0.9 * sure
    dirt = replace(opinion, states=np.eye(5, dtype=np.float32)[State.NOTHING])
    assert staked([told, (where, dirt)])[45] > 0.9 * sure
    assert staked([read(46, 0.9), read(45, 0.03, at=1.0)])[46] > 0.9 * staked([read(46, 0.9)])[46]


def test_what_rounding_makes_surer_than_sure_is_sure() -> None:
    assert thought(83, 1.0, np.nextafter(np.float32(1), np.float32(2))).certain[83] == 1


def test_prints_that_agree_do_not_add_up() -> None:
    assert staked([read(46, 0.8), read(46, 0.7, 0.6)])[46] == thought(46, 0.8).certain[46]
    assert not staked([]).any()


def test_another_number_contradicts_as_far_as_it_is_believed() -> None:
    alone = thought(46, 0.9).certain[46]
    assert staked([read(46, 0.9), read(16, 0.6, 0.6)])[46] == pytest.approx(alone * 0.4)
    assert staked([read(46, 0.9)], [read(16, 0.6, 0.6)])[46] == pytest.approx(alone * 0.4)


def test_two_prints_outvote_a_third_and_are_less_sure_for_it() -> None:
    alone = staked([read(81, 0.98), read(31, 0.97, 0.6)])[81]
    two = staked([read(81, 0.98), read(31, 0.97, 0.6), read(81, 0.96, -0.6)])[81]
    assert alone < 0.05
    assert 0.4 < two < 0.7
    assert staked([read(81, 0.98), read(31, 0.97, 0.6), read(81, 0.96, -0.6)])[31] < 1e-9


def test_the_same_print_seen_in_another_way_outvotes_nothing() -> None:
    again = read(81, 0.96, 0.01)
    assert staked([read(81, 0.98), read(31, 0.97, 0.6), again])[81] < 0.05


@pytest.mark.parametrize(
    ("piece", "contradicts"), [(read(4, 0.9, 0.1, 0.1), False), (read(4, 0.9, 0.6, 0.1), True)]
)
def test_a_piece_of_a_print_says_nothing_against_its_two_digits(piece: Read, contradicts: bool) -> None:
    assert (unopposed(read(74, 0.98), [piece])[74] < 1) == contradicts


def test_a_piece_that_is_two_digits_itself_shows_a_stroke_that_the_print_lacks() -> None:
    piece = read(68, 0.2, 0.02, 0.14)
    assert unopposed(read(58, 0.98), [piece])[58] == 0, "a scratch over a 6 leaves a 5"
    assert unopposed(read(68, 0.98), [read(58, 0.2, 0.02, 0.14)])[68] == 1, "a stroke less says nothing"
    assert unopposed(read(73, 0.98), [piece])[73] == 1, "it lacks no stroke of that"


def test_a_piece_of_a_print_contradicts_a_single_digit() -> None:
    assert unopposed(read(8, 0.98), [read(1, 0.9, 0.1, 0.1)])[8] == pytest.approx(0.1)


def test_a_print_that_faces_the_camera_as_large_and_shows_nothing_of_a_number_leaves_it_unconfirmed() -> None:
    told = read(42, 0.9)
    assert not is_unconfirmed([told], 42)
    for other, unconfirmed in (
        (read(42, 0.001, at=0.7), True),
        (read(42, 0.7, at=0.7), False),  # it says as much, less surely
        (read(42, 0.001, at=1.0), False),  # too far round to be read
        (read(42, 0.001, at=0.7, radius=0.1), False),  # a letter, a piece
        (read(42, 0.001, at=0.05), False),  # the same ink, seen in another way
    ):
        assert is_unconfirmed([told, other], 42) is unconfirmed
        assert is_unconfirmed([other, told], 42) is unconfirmed
    mute, opinion = read(42, 0.001, at=0.7)
    nothing = np.zeros(5, np.float32)
    nothing[State.NOTHING] = 0.9
    assert not is_unconfirmed([told, (mute, replace(opinion, states=nothing))], 42)


def test_a_print_is_not_mute_whose_ink_is_the_whole_number_in_another_look() -> None:
    told, mute = read(6, 0.9), read(61, 0.001, at=0.7)
    assert is_unconfirmed([told, mute], 6)
    for number, whole, state, radius, unconfirmed in (
        (6, 0.6, State.PARTIAL, 0.2, False),
        (6, 0.4, State.PARTIAL, 0.2, True),
        (6, 0.4, State.NO_MARK, 0.2, True),  # it may be a 9
        (9, 0.6, State.PARTIAL, 0.2, True),
        (6, 0.6, State.PARTIAL, 0.12, True),  # the 6 of a 61
    ):
        where, opinion = read(number, 0.03, at=0.72, radius=radius)
        states = np.zeros(5, np.float32)
        states[State.UPRIGHT], states[state] = whole, 1 - whole
        look = where, replace(opinion, states=states)
        assert is_unconfirmed([told, mute, look], 6) is unconfirmed


def test_one_picture_is_believed_alone_of_a_single_digit_where_more_is_at_stake_than_of_two() -> None:
    """A finger and what it leaves of an 82 look like a 2; several pictures tell a digit still."""
    for number, at_stake, alone in ((5, 0.79, False), (5, 0.81, True), (42, 0.55, True)):
        shown, opinion = read(number, 0.9)
        stakes = np.where(np.arange(91) == number, at_stake, 0).astype(np.float32)
        most = _at_most(Thought([shown], [opinion], stakes, []), stakes)
        assert bool(most >= ALONE) is alone
        assert most > VotePolicy().confidence
