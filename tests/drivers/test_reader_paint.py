"""A single digit beside which nothing lies but the paint that it is printed on is all there is."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from drivers.reader.known import Known, compared
from drivers.reader.laid import UNCOVERED, Laid
from drivers.reader.network import HIGHEST
from drivers.reader.paint import runs_on
from drivers.reader.prints import find_prints
from drivers.reader.view import View
from tests.drivers.patterned import (
    DARK,
    PALE,
    Image,
    leaning,
    patterns,
    picture,
    pointed_at,
    some_patterns,
    view_of,
)

pytestmark = pytest.mark.campaign  # its rules stand still until the recogniser replaces them (decision 70)


def something_beside(image: Image, number: int, colour: tuple[float, float, float]) -> Image:
    """A picture of a ball with a disc where another digit would be, without an edge, as a finger's tip."""
    view, covered = view_of(image), image.astype(np.float32)
    shown, opinion = leaning(view, number)
    along = np.array([np.cos(opinion.angle), np.sin(opinion.angle)])
    middle = np.array([view.ball.x, view.ball.y]) + view.ball.radius * shown.towards[:2]
    reach = shown.radius * view.ball.radius
    cover = np.zeros(image.shape[:2], np.float32)
    cv2.circle(cover, (middle + 1.3 * reach * along).astype(int).tolist(), int(0.5 * reach), 1.0, cv2.FILLED)
    soft = cv2.GaussianBlur(cover, (0, 0), 2.0)[..., None]
    return np.asarray(np.clip(covered * (1 + soft * (np.array(colour) - 1)), 0, 255), np.uint8)


@pytest.mark.parametrize("number", [2, 3, 5, 7])
@pytest.mark.parametrize(
    ("colour", "paint"),
    [((1, 1, 1), True), ((0.8, 0.96, 1.1), False), ((1.08, 1, 0.9), False), ((0.7, 0.7, 0.7), False)],
)
def test_what_has_not_the_colour_of_the_paint_around_a_digit_may_hide_another_one(
    number: int, colour: tuple[float, float, float], paint: bool
) -> None:
    view = view_of(something_beside(picture(number, 7), number, colour))
    assert runs_on(Laid(view, patterns()), leaning(view, number), number) is paint


@pytest.mark.parametrize(("beside", "told"), [((1, 1, 1), Known.THE_SAME), ((0.8, 0.96, 1.1), Known.BESIDE)])
def test_one_print_of_a_covered_ball_tells_a_single_digit_where_its_paint_runs_on(
    beside: tuple[float, float, float], told: Known
) -> None:
    view = view_of(something_beside(picture(5, 7), 5, beside))
    covered = View(view.picture, replace(view.ball, support=UNCOVERED - 0.05))
    assert compared(Laid(covered, patterns()), [leaning(covered, 5)], 5, HIGHEST) is told


@pytest.mark.parametrize(("off", "told"), [(0.9, Known.BESIDE), (1.1, Known.THE_SAME)])
@pytest.mark.parametrize("number", [2, 3, 5])
def test_a_finger_may_hide_some_of_where_another_digit_would_be_but_not_most_of_it(
    number: int, off: float, told: Known
) -> None:
    first = next(find_prints(view_of(picture(number, 7))))
    view = view_of(pointed_at(picture(number, 7), first, off, 60))
    covered = View(view.picture, replace(view.ball, support=UNCOVERED - 0.05))
    assert compared(Laid(covered, patterns()), [leaning(covered, number, first)], number, HIGHEST) is told


@pytest.mark.parametrize("colour", [DARK, PALE])
@pytest.mark.parametrize("number", [17, 28, 39, 46, 63, 71])
def test_however_much_of_one_digit_a_finger_hides_the_other_one_is_not_told_alone(
    number: int, colour: tuple[int, int, int], full: bool
) -> None:
    first = next(find_prints(view_of(picture(number, 7))))
    offs = np.arange(-0.4, 0.7, 0.1)
    for off in offs if full else offs[number % 5 :: 5]:  # all of them between the numbers
        view = view_of(pointed_at(picture(number, 7), first, float(off), 70, colour))
        covered = Laid(View(view.picture, replace(view.ball, support=UNCOVERED - 0.05)), patterns())
        for digit in {number // 10, number % 10}:
            seen = [leaning(covered.view, digit, each) for each in (first, next(find_prints(covered.view)))]
            assert compared(covered, seen, digit, HIGHEST) is not Known.THE_SAME, f"{digit} at {off:.1f}"


@pytest.mark.parametrize("number", range(11, HIGHEST + 1, 6))
def test_a_digit_beside_another_one_has_no_paint_that_runs_on(number: int) -> None:
    view = view_of(picture(number, 7))
    for digit in {number // 10, number % 10} - {0}:
        assert not runs_on(Laid(view, patterns()), leaning(view, digit), digit)


def test_a_set_without_numbers_of_that_digit_tells_of_no_paint() -> None:
    view = view_of(picture(5, 7))
    assert not runs_on(Laid(view, some_patterns(5, 42)), leaning(view, 5), 5)
    assert runs_on(Laid(view, some_patterns(5, 42, 57)), leaning(view, 5), 5)
