"""Whether a ball carries the mark that its number needs, by all of its prints."""

from dataclasses import replace

import numpy as np
import pytest

from drivers.reader import marks
from drivers.reader.limb import Circle
from drivers.reader.marks import is_lit_open, lacks_its_mark
from drivers.reader.network import HIGHEST, STATES, Opinion, State
from drivers.reader.pieces import is_a_scrap
from drivers.reader.prints import SIDE, Print
from drivers.reader.view import View


def seen(
    number: int, state: State, radius: float, mark: str = "ring", aside: float = 0.0
) -> tuple[Print, Opinion]:
    """A print of this size, and an opinion that is sure of its state; of its number if that is upright.

    It stands so many radians aside of the ball's middle.
    """
    states, digits = np.zeros(STATES, np.float32), np.zeros(HIGHEST + 1, np.float32)
    states[state] = digits[number] = 1.0
    belief = 1.0 if state is State.UPRIGHT else 0.0
    flat = np.zeros((SIDE, SIDE), np.uint8)
    towards = np.array([np.sin(aside), 0, np.cos(aside)], np.float32)
    return Print(towards, radius, flat), Opinion(states, digits, belief, mark)


def lacks_of(number: int, *read: tuple[Print, Opinion]) -> bool:
    return lacks_its_mark(number, [shown for shown, _ in read], [opinion for _, opinion in read])


def scrap_of(one: Print, *read: tuple[Print, Opinion]) -> bool:
    return is_a_scrap(one, [shown for shown, _ in read], [opinion for _, opinion in read])


def lacks(number: int, *others: tuple[Print, Opinion]) -> bool:
    return lacks_of(number, seen(number, State.UPRIGHT, 0.38), *others)


@pytest.mark.parametrize("number", [6, 9, 16, 18, 19, 61, 66, 68, 81, 86, 89])
def test_a_mark_that_another_print_of_the_ball_does_not_have_is_none(number: int) -> None:
    assert lacks(number, seen(number, State.NO_MARK, 0.38))
    assert not lacks(number, seen(number, State.UPRIGHT, 0.36))
    assert not lacks(number, seen(number, State.PARTIAL, 0.36))
    assert not lacks(number, seen(number, State.NO_MARK, 0.16)), "its digits alone, without their ring"
    assert not lacks(number)


@pytest.mark.parametrize("number", [1, 8, 11, 69, 88, 2, 17, 42, 90])
def test_a_number_that_is_none_or_itself_upside_down_needs_no_mark(number: int) -> None:
    assert not lacks(number, seen(number, State.NO_MARK, 0.38))


def test_a_39_is_a_68_that_something_cuts_where_another_print_of_the_ball_lacks_a_mark() -> None:
    assert lacks(39, seen(68, State.NO_MARK, 0.38, aside=0.8))
    assert not lacks(39, seen(68, State.NO_MARK, 0.2, aside=0.8)), "two digits of a number, perhaps"
    assert not lacks(39, seen(39, State.UPRIGHT, 0.38, aside=0.8))


@pytest.mark.parametrize("number", [9, 68])
def test_digits_that_are_others_upside_down_tell_nothing_without_a_mark(number: int) -> None:
    bare, wider = seen(number, State.UPRIGHT, 0.3, mark="none"), seen(number, State.NO_MARK, 0.36)
    assert lacks_of(number, bare, wider)


def test_a_wider_look_at_the_same_ink_takes_nothing_from_a_number_that_its_digits_tell() -> None:
    flagged = seen(81, State.UPRIGHT, 0.3, mark="none")
    wider = seen(81, State.NO_MARK, 0.37)
    assert not lacks_of(81, flagged, wider)
    opened = seen(81, State.UPRIGHT, 0.3, mark="ring")
    assert lacks_of(81, opened, wider), "a light may have broken that ring"
    elsewhere = seen(81, State.NO_MARK, 0.37, aside=0.8)
    assert lacks_of(81, flagged, elsewhere), "that is another print"


@pytest.mark.parametrize("number", [9, 68, 81])
def test_a_ring_that_was_measured_tells_a_number_though_the_same_ink_seems_to_lack_a_mark(
    number: int,
) -> None:
    each, opinion = seen(number, State.UPRIGHT, 0.3)
    measured, wider = (each, replace(opinion, way=0)), seen(number, State.NO_MARK, 0.37)
    assert lacks_of(number, (each, opinion), wider), "a light may have broken it"
    assert not lacks_of(number, measured, wider)
    elsewhere = seen(number, State.NO_MARK, 0.37, aside=0.8)
    assert lacks_of(number, measured, elsewhere), "that is another print"


@pytest.mark.parametrize("number", [9, 68, 81])
def test_a_print_at_the_limb_whose_mark_may_be_out_of_sight_lacks_none_where_another_print_has_one(
    number: int,
) -> None:
    in_sight, at_the_limb = (seen(number, State.NO_MARK, 0.25, aside=aside) for aside in (0.9, 1.15))
    each, opinion = seen(number, State.UPRIGHT, 0.3)
    barred, measured = seen(number, State.UPRIGHT, 0.3, mark="bar"), (each, replace(opinion, way=1))
    for settled in (barred, measured):
        assert not lacks_of(number, settled, at_the_limb)
        assert lacks_of(number, settled, in_sight)
    assert lacks_of(number, (each, opinion), at_the_limb), "a light may have opened it"


def test_a_68_at_the_limb_still_says_that_a_39_is_cut_out_of_another() -> None:
    cut, at_the_limb = seen(39, State.UPRIGHT, 0.3), seen(68, State.NO_MARK, 0.25, aside=1.15)
    assert lacks_of(39, cut, at_the_limb)


@pytest.mark.parametrize(("mark", "lit"), [("none", False), ("bar", False), ("ring", True)])
def test_a_ring_that_a_light_may_have_opened_is_asked_only_where_nothing_else_tells_the_number(
    mark: str, lit: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(marks, "may_be_closed", lambda view, each: True)
    view = View(np.zeros((480, 640, 3), np.uint8), Circle(320, 240, 130, 1.0))
    ringed, digits = seen(19, State.UPRIGHT, 0.3), seen(19, State.UPRIGHT, 0.2, mark=mark)
    assert is_lit_open(view, 19, [ringed]), "a 1 whose flag no look is sure of"
    assert is_lit_open(view, 19, [ringed, digits]) is lit


def test_digits_whose_bar_another_look_finds_lack_nothing() -> None:
    barred, alone = seen(9, State.UPRIGHT, 0.21, mark="bar"), seen(9, State.NO_MARK, 0.16)
    beside = seen(9, State.UPRIGHT, 0.19, mark="bar", aside=0.9)
    assert not lacks_of(9, beside, alone, barred)
    assert lacks_of(9, beside, alone)


def test_what_is_far_smaller_than_a_whole_print_of_the_ball_is_but_a_bar_or_a_letter() -> None:
    bars, _ = seen(11, State.UPRIGHT, 0.1, aside=0.6)
    assert scrap_of(bars, seen(6, State.UPRIGHT, 0.3))
    assert scrap_of(bars, seen(6, State.NO_MARK, 0.3))
    assert not scrap_of(bars, seen(6, State.PARTIAL, 0.3)), "a finger, perhaps"
    digits, _ = seen(11, State.UPRIGHT, 0.13)
    assert not scrap_of(digits, seen(11, State.UPRIGHT, 0.3)), "they stand in a ring"
