"""Whether a ball carries the mark that its number needs, by all of its prints."""

import numpy as np
import pytest

from drivers.reader.network import HIGHEST, STATES, Opinion, State
from drivers.reader.prints import SIDE, Print
from drivers.reader.reader import lacks_its_mark


def seen(number: int, state: State, radius: float) -> tuple[Print, Opinion]:
    """A print of this size, and an opinion that is sure of its state; of its number if that is upright."""
    states, digits = np.zeros(STATES, np.float32), np.zeros(HIGHEST + 1, np.float32)
    states[state] = digits[number] = 1.0
    belief = 1.0 if state is State.UPRIGHT else 0.0
    flat = np.zeros((SIDE, SIDE), np.uint8)
    return Print(np.array([0, 0, 1], np.float32), radius, flat), Opinion(states, digits, belief, "ring")


def lacks(number: int, *others: tuple[Print, Opinion]) -> bool:
    prints, opinions = zip(seen(number, State.UPRIGHT, 0.38), *others, strict=True)
    return lacks_its_mark(number, prints, opinions)


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
