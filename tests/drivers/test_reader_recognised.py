"""The number that is recognised by its pattern alone: by one print of it, or by two that agree."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from drivers.camera.balls import IVORY, render
from drivers.reader.known import Known, compared, told_by
from drivers.reader.laid import Laid
from drivers.reader.network import HIGHEST, TWO_DIGITS, State
from drivers.reader.patterns import Patterns
from drivers.reader.prints import SIDE, Print, find_prints
from drivers.reader.recognised import likest, recognised_of
from drivers.reader.rough import upright
from drivers.reader.seen import Seen
from drivers.reader.stakes import Read
from drivers.reader.view import View
from tests.drivers.patterned import (
    laid,
    leaning,
    open_ring,
    opening,
    patterns,
    picture,
    side_by_side,
    smaller,
    view_of,
)

pytestmark = pytest.mark.campaign  # its rules stand still until the recogniser replaces them (decision 70)


def two(left: int, right: int) -> tuple[View, list[Read]]:
    """A ball of two prints, and networks that take each for a 47."""
    view = view_of(side_by_side(left, right))
    prints = sorted(find_prints(view), key=lambda each: float(each.towards[0]))
    return view, [leaning(view, 47, each) for each in (prints[0], prints[-1])]


def alike(part: float) -> Patterns:
    """The patterns of a set whose 47 looks so far like its 42."""
    known = patterns()
    mixed = np.asarray(part * known.pictures[42] + (1 - part) * known.pictures[47], np.float32)
    return Patterns({**known.pictures, 47: mixed}, known.reach)


@pytest.mark.parametrize(("part", "once", "twice"), [(0.0, 42, 42), (0.65, None, 42), (0.9, None, None)])
def test_two_prints_that_agree_are_recognised_where_neither_is_by_itself(
    part: float, once: int | None, twice: int | None
) -> None:
    """Of digits like blots each print alone is nearly as like another number."""
    view, read = two(42, 42)
    sets = [Laid(view, alike(part))]
    for each in read:
        assert likest(sets[0], each) == once
        assert recognised_of(sets, [each], HIGHEST) == once
        assert recognised_of(sets, [each, each], HIGHEST) == once, "the same ink twice proves no more"
    assert recognised_of(sets, read, HIGHEST) == twice


@pytest.mark.parametrize(("number", "more"), [(13, 43), (10, 40)])
def test_a_print_that_faintly_shows_a_stroke_more_beside_a_light_is_like_no_pattern(
    number: int, more: int
) -> None:
    """A light makes a stroke as bright as the paint; a quarter of it is left against what lies around it."""
    bare, other = (
        0.7 * render(str(each), np.random.default_rng([900_007, number]), IVORY).astype(np.float32)
        for each in (number, more)
    )
    ball = view_of(np.asarray(bare, np.uint8)).ball
    shown = next(find_prints(View(np.asarray(bare, np.uint8), ball)))
    middle = np.array([ball.x, ball.y]) + ball.radius * shown.towards[:2]
    stroke = np.argwhere(np.abs(bare - other).sum(axis=2) > 60).mean(axis=0)[::-1]
    beside = stroke + 0.25 * shown.radius * ball.radius * (stroke - middle) / np.linalg.norm(stroke - middle)
    for part, said, known in ((0.0, Known.THE_SAME, number), (0.25, Known.UNTOLD, None)):
        faint = np.asarray((1 - part) * bare + part * other, np.uint8)
        cv2.circle(faint, (int(beside[0]), int(beside[1])), 5, (255, 255, 255), cv2.FILLED, cv2.LINE_AA)
        view = View(faint, ball)
        over, read = Laid(view, patterns()), leaning(view, number, shown)
        assert compared(over, [read], number, HIGHEST) is said
        assert likest(over, read) == known


@pytest.mark.parametrize(("number", "more"), [(35, 85), (37, 87)])
def test_a_print_of_which_a_digit_that_may_lack_a_stroke_is_pale_is_unlike(number: int, more: int) -> None:
    """A light on a white disc washes a thin stroke out and leaves the others of its digit pale."""
    drawn, other = (
        render(str(each), np.random.default_rng([900_007, number]), IVORY).astype(np.float32)
        for each in (number, more)
    )
    paint = render(None, np.random.default_rng([900_007, number]), IVORY).astype(np.float32)
    stroke = np.asarray(np.abs(drawn - other).sum(axis=2) > 60, np.uint8)
    digit = cv2.dilate(stroke, np.ones((15, 15), np.uint8))[..., None]
    view = view_of(np.asarray(drawn, np.uint8))
    shown = next(find_prints(view))
    for washed, said in ((0.2, Known.THE_SAME), (0.37, Known.UNLIKE)):
        pale = np.asarray(drawn + washed * digit * (paint - drawn), np.uint8)
        over, read = Laid(View(pale, view.ball), patterns()), leaning(view, number, shown)
        assert compared(over, [read], number, HIGHEST) is said
        assert likest(over, read) == (number if said is Known.THE_SAME else None)


def test_prints_that_are_like_different_numbers_are_not_recognised() -> None:
    view, read = two(42, 38)
    assert [likest(Laid(view, patterns()), each) for each in read] == [42, 38]
    assert recognised_of([Laid(view, patterns())], read, HIGHEST) is None


def test_what_networks_are_very_sure_of_is_left_to_a_person_where_two_prints_are_another_by_far() -> None:
    """Who knows whether they are mistaken, or whoever laid the ball before the camera."""
    view, read = two(42, 42)
    sure = np.zeros(HIGHEST + 1, np.float32)
    for staked, expected in ((0.95, (47, Known.ANOTHER)), (0.05, (42, Known.THE_SAME))):
        sure[47] = staked
        assert told_by(laid(view, [patterns()]), read, sure, sure, HIGHEST) == expected


def test_a_single_digit_beside_a_light_that_may_hide_another_is_like_no_pattern() -> None:
    image = np.asarray(picture(4, 7) * 0.6, np.uint8)
    shown = next(find_prints(view_of(image)))
    ball = replace(view_of(image).ball, support=1.0)
    right = int(ball.x + ball.radius * shown.towards[0] + 1.7 * shown.radius * ball.radius)
    for wide, told in ((0, 4), (26, None)):
        lit = image.copy()
        if wide:
            down = int(ball.y + ball.radius * shown.towards[1])
            cv2.circle(lit, (right, down), wide, (255, 255, 255), -1, cv2.LINE_AA)
        view = View(lit, ball)
        assert likest(Laid(view, patterns()), leaning(view, 47, shown)) == told


@pytest.mark.parametrize("number", [4, 42])
def test_a_print_that_lies_in_a_light_is_like_no_pattern_unless_another_says_the_same(number: int) -> None:
    """Such a light takes a stroke of a digit away, and nothing of the print is brighter than its paint."""
    dark = np.asarray(side_by_side(number, number) * 0.5, np.uint8)
    ball, prints = view_of(dark).ball, [each for each, _ in two(number, number)[1]]
    middle = np.array([ball.x, ball.y]) + ball.radius * prints[0].towards[:2]
    hidden = Known.BESIDE if number < TWO_DIGITS else Known.UNTOLD
    for bright, like, said in ((0, number, Known.THE_SAME), (100, None, hidden)):
        light = np.zeros_like(dark)
        reach = int(1.2 * prints[0].radius * ball.radius)
        cv2.circle(light, middle.astype(int).tolist(), reach, (bright, bright, bright), cv2.FILLED)
        lit = np.asarray(cv2.add(dark, cv2.GaussianBlur(light, (0, 0), 3)), np.uint8)
        view = View(lit, replace(ball, support=1.0))
        over, read = Laid(view, patterns()), [leaning(view, number, each) for each in prints]
        assert [likest(over, each) for each in read] == [like, number]
        assert compared(over, read[:1], number, HIGHEST) is said
        assert compared(over, read, number, HIGHEST) is Known.THE_SAME


def half_hidden(number: int) -> tuple[View, Print]:
    """A ball and its print, over whose first digit an edge runs, as bright as its paint."""
    image = picture(number, 7)
    ball, shown = view_of(image).ball, next(find_prints(view_of(image)))
    over = Laid(View(image, ball), patterns())
    read = leaning(over.view, number, shown)
    place = patterns().likenesses(over.seen(read), over.rough(read), (number,), whole=False)[number].place
    right = place[:, 0] / np.linalg.norm(place[:, 0])
    reach = shown.radius * ball.radius
    at = np.array([ball.x, ball.y]) + ball.radius * shown.towards[:2] - 0.52 * reach * right
    down = right[::-1] * (-1, 1)
    paint = np.quantile(image[view_of(image).grey > 150], 0.7, axis=0).tolist()
    edge, runs = image.copy(), np.zeros(image.shape[:2], np.uint8)
    begin, end = ((at + by * reach * down).astype(int).tolist() for by in (-3, 3))
    for where, colour in ((edge, paint), (runs, 255)):
        cv2.line(where, begin, end, colour, int(0.9 * reach))
    view = View(np.asarray(cv2.GaussianBlur(edge, (0, 0), 0.8), np.uint8), replace(ball, support=1.0))
    view.__dict__["crossed"] = runs
    return view, shown


@pytest.mark.parametrize(("number", "digit"), [(25, 5), (31, 1), (38, 8), (53, 3), (58, 8), (83, 3)])
def test_a_digit_is_like_no_pattern_where_an_edge_hides_another_beside_it(number: int, digit: int) -> None:
    """The digit that is left is one of the set to the dot."""
    view, shown = half_hidden(number)
    for crossed, like in ((None, digit), (view.crossed, None)):
        view.__dict__["crossed"] = crossed
        read, over = leaning(view, 47, shown), Laid(view, patterns())
        assert likest(over, read) == like
        assert recognised_of([over], [read], HIGHEST) is None, "one print tells no single digit"


def test_a_single_digit_is_recognised_by_two_prints_and_not_by_one() -> None:
    view, read = two(8, 8)
    sets = [Laid(View(view.picture, replace(view.ball, support=1.0)), patterns())]
    assert [likest(sets[0], each) for each in read] == [8, 8]
    assert recognised_of(sets, read[:1], HIGHEST) is None
    assert recognised_of(sets, read, HIGHEST) == 8


@pytest.mark.parametrize("number", [6, 9, 18, 61, 68, 81, 89])
def test_what_is_another_number_upside_down_is_recognised_by_the_side_on_which_its_ring_opens(
    number: int,
) -> None:
    view, known = view_of(picture(number, 7)), opening()
    shown, opinion = leaning(view, 47)
    read = shown, replace(opinion, angle=0.0)
    for gap, told in (((60, 120), number), ((60, 60), None), ((0, 60), None)):
        over = Laid(view, known)
        drawn = np.maximum(smaller(number), open_ring(*gap))
        ink = np.asarray(cv2.warpAffine(drawn, upright(0.0), (SIDE, SIDE)), np.float32)
        for parted in (False, True):
            over._seen[shown, parted] = Seen(ink, np.ones_like(ink))
        assert recognised_of([over], [read], HIGHEST) == told


@pytest.mark.parametrize("number", [18, 68, 89])
def test_a_whole_print_without_a_mark_is_told_by_its_pattern_where_its_ring_opens(number: int) -> None:
    """A print too noisy to be recognised where networks know no number."""
    view, known = view_of(picture(number, 7)), opening()
    shown, opinion = leaning(view, number)
    unmarked = np.eye(5, dtype=np.float32)[State.NO_MARK]
    read = shown, replace(opinion, angle=0.0, states=unmarked, belief=0.0)
    none = np.zeros(HIGHEST + 1, np.float32)
    grain = np.random.default_rng(1).normal(0, 0.087, (SIDE, SIDE))
    for gap, said in (((60, 120), Known.THE_SAME), ((60, 60), Known.UNTOLD), ((0, 60), Known.UNTOLD)):
        over = Laid(view, known)
        drawn = np.maximum(smaller(number), open_ring(*gap))
        ink = np.asarray(cv2.warpAffine(drawn, upright(0.0), (SIDE, SIDE)) + grain, np.float32)
        for parted in (False, True):
            over._seen[shown, parted] = Seen(ink, np.ones_like(ink))
        assert recognised_of([over], [read], HIGHEST) is None
        assert told_by([over], [read], none, none, HIGHEST)[1] is said
