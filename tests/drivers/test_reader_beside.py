"""What may be hidden beside a print, and what another print of its ball says about it."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest

from drivers.reader.known import Known, compared, told_by
from drivers.reader.laid import UNCOVERED, Laid
from drivers.reader.network import HIGHEST
from drivers.reader.patterns import Patterns
from drivers.reader.prints import SIDE, find_prints, grid
from drivers.reader.recognised import recognised_of
from drivers.reader.rough import upright
from drivers.reader.seen import PATTERN, Seen
from drivers.reader.stakes import Read, share_ink
from drivers.reader.view import View
from tests.drivers.patterned import (
    laid,
    leaning,
    patterns,
    picture,
    pointed_at,
    ring,
    ringed,
    side_by_side,
    smaller,
    view_of,
)

pytestmark = pytest.mark.campaign  # its rules stand still until the recogniser replaces them (decision 70)


def looked_at_beside(read: Read) -> Read:
    """Another look at a print, as large, so far beside it that neither is within the other."""
    first, opinion = read
    towards = first.towards + np.float32(0.4 * first.radius) * np.array([0, 1, 0], np.float32)
    other = replace(first, towards=np.asarray(towards / np.linalg.norm(towards), np.float32))
    assert not share_ink(first, other)
    return other, opinion


@pytest.mark.parametrize("number", [2, 3, 5, 7])
def test_on_a_covered_ball_it_takes_two_prints_of_a_single_digit(number: int) -> None:
    """A finger as pale as the ball may hide the other digit of one; not of both."""
    bare = view_of(side_by_side(number, number))
    covered = View(bare.picture, replace(bare.ball, support=UNCOVERED - 0.05))
    two = [leaning(covered, number, each) for each in list(find_prints(covered))[:2]]
    for view, seen, known in (
        (bare, two[:1], Known.THE_SAME),
        (covered, two[:1], Known.BESIDE),
        (covered, two[:1] * 2, Known.BESIDE),
        (covered, [two[0], looked_at_beside(two[0])], Known.BESIDE),
        (covered, two, Known.THE_SAME),
    ):
        assert compared(Laid(view, patterns()), seen, number, HIGHEST) is known


@pytest.mark.parametrize("number", [3, 5])
def test_on_a_covered_ball_something_may_be_beside_a_digit_that_is_not_quite_its_pattern(number: int) -> None:
    bare, known = view_of(picture(number, 7)), patterns()
    covered = View(bare.picture, replace(bare.ball, support=UNCOVERED - 0.05))
    mixed = np.asarray(0.6 * known.pictures[number] + 0.4 * known.pictures[8], np.float32)
    other = Patterns({**known.pictures, number: mixed}, known.reach)
    for view, said in ((bare, Known.UNTOLD), (covered, Known.BESIDE)):
        assert compared(Laid(view, other), [leaning(view, number)], number, HIGHEST) is said


def test_on_a_covered_ball_one_of_two_prints_of_a_single_digit_may_be_beside_a_finger() -> None:
    """No second finger hides another digit of the print that is clear."""
    image = side_by_side(3, 3)
    shown = sorted(find_prints(view_of(image)), key=lambda each: float(each.towards[0]))
    ball = replace(view_of(image).ball, support=UNCOVERED - 0.05)
    covered = View(pointed_at(image, shown[1], 0.85, 52), ball)
    clear, beside = (leaning(covered, 3, each) for each in shown)
    laid_over = Laid(covered, patterns())
    assert compared(laid_over, [beside], 3, HIGHEST) is Known.BESIDE
    assert compared(laid_over, [clear], 3, HIGHEST) is Known.BESIDE
    assert compared(laid_over, [beside, clear], 3, HIGHEST) is Known.THE_SAME
    assert compared(laid_over, [beside, beside], 3, HIGHEST) is Known.BESIDE


@pytest.mark.parametrize(("blur", "said"), [(4.5, Known.THE_SAME), (5.0, Known.UNLIKE)])
def test_on_a_covered_ball_one_of_two_prints_of_a_single_digit_may_be_blurred(
    blur: float, said: Known
) -> None:
    """By itself it is not quite its pattern; blurred more it is less like it than another number."""
    image = side_by_side(3, 3)
    right = np.s_[:, int(view_of(image).ball.x) :]
    image[right] = cv2.GaussianBlur(image, (0, 0), blur)[right]
    view = view_of(image)
    covered = View(image, replace(view.ball, support=UNCOVERED - 0.05))
    shown = sorted(list(find_prints(covered))[:2], key=lambda each: float(each.towards[0]))
    clear, blurred = (leaning(covered, 3, each) for each in shown)
    laid_over = Laid(covered, patterns())
    for alone in (clear, blurred):
        assert compared(laid_over, [alone], 3, HIGHEST) is not Known.THE_SAME
    assert compared(laid_over, [clear, blurred], 3, HIGHEST) is said


@pytest.mark.parametrize("thick", [False, True])
@pytest.mark.parametrize("number", [2, 5, 7])
def test_a_single_digit_in_the_middle_of_its_ring_is_told_by_one_print_of_a_covered_ball_too(
    number: int, thick: bool
) -> None:
    """Beside the middle it would be one of two digits, the other of which something hides.

    A ring may be too thick for ink, as the ball around a disc is: then only the other look sees it.
    """
    known, plain = ringed(), view_of(picture(number, 7))
    shown, opinion = leaning(plain, number)
    read, place = [(shown, replace(opinion, angle=0.0))], upright(0.0)
    for aside, support in product((0, 8), (UNCOVERED - 0.05, 1.0)):
        there = np.asarray(place + np.array([[0, 0, aside], [0, 0, 0]]), np.float32)
        digit, around = ((smaller(number), place), (ring(PATTERN, 1.0), there))
        ink = np.maximum(*(cv2.warpAffine(*each, (SIDE, SIDE)) for each in (digit, around)))
        over = Laid(View(plain.picture, replace(plain.ball, support=support)), known)
        for parted in (False, True):
            inside = (grid()[1] < 0.45) | (not (thick and parted))
            over._seen[shown, parted] = Seen(ink, np.asarray(inside, np.float32))
        assert (compared(over, read, number, HIGHEST) is Known.THE_SAME) is (aside == 0)
        assert recognised_of([over], read, HIGHEST) == (number if aside == 0 else None)


@pytest.mark.parametrize(("rows", "known"), [(5, Known.THE_SAME), (12, Known.UNTOLD)])
@pytest.mark.parametrize("number", [2, 5, 8])
def test_what_hides_some_of_a_digit_in_the_middle_of_its_ring_hides_no_other_digit(
    number: int, rows: int, known: Known
) -> None:
    """Of one that stands alone as much may be hidden as of a number of two digits."""
    plain, place = view_of(picture(number, 7)), upright(0.0)
    shown, opinion = leaning(plain, number)
    view, middle = View(plain.picture, replace(plain.ball, support=1.0)), SIDE // 2
    hidden = np.ones((SIDE, SIDE), np.float32)
    hidden[middle - rows // 2 : middle + rows - rows // 2, middle - 12 : middle + 12] = 0
    for around, said in ((ring(PATTERN, 1.0), known), (0.0, Known.UNTOLD)):
        ink = cv2.warpAffine(np.maximum(smaller(number), around), place, (SIDE, SIDE))
        over = Laid(view, ringed())
        for parted in (False, True):
            over._seen[shown, parted] = Seen(np.asarray(ink, np.float32), hidden)
        assert compared(over, [(shown, replace(opinion, angle=0.0))], number, HIGHEST) is said


def half_seen(view: View, reads: Sequence[Read], ways: Sequence[int]) -> Laid:
    """A ball's prints of which nothing is known to the right of the digit, -1, or to its left, 1."""
    over = Laid(view, patterns())
    for read, way in zip(reads, ways, strict=True):
        for parted in (False, True):
            seen, number = over.seen(read, parted=parted), int(read[1].digits.argmax())
            found = patterns().likenesses(seen, over.rough(read, parted=parted), (number,), whole=False)
            place = found[number].place
            middle = place @ np.array([PATTERN / 2, PATTERN / 2, 1])
            rows, columns = np.mgrid[:SIDE, :SIDE]
            along = (columns - middle[0]) * place[0, 0] + (rows - middle[1]) * place[1, 0]
            there = np.asarray(way * along > -13, np.float32)
            over._seen[read[0], parted] = seen._replace(known=seen.known * there)
    return over


@pytest.mark.parametrize(("number", "first"), [(2, 1), (3, -1), (5, 1), (6, 1)])
def test_what_may_be_beside_one_print_of_a_single_digit_another_print_rules_out(
    number: int, first: int
) -> None:
    """All prints of a ball show the same number; but not where the same side of both is hidden."""
    image = side_by_side(number, number)
    ball = replace(view_of(image).ball, support=1.0)
    read = [leaning(View(image, ball), number, each) for each in list(find_prints(View(image, ball)))[:2]]
    for ways, support, told in (
        ((first, -first), 1.0, True),
        ((first, -first), UNCOVERED - 0.05, False),
        ((first, first), 1.0, False),
        ((-first, -first), 1.0, False),
    ):
        over = half_seen(View(image, replace(ball, support=support)), read, ways)
        assert (compared(over, read, number, HIGHEST) is Known.THE_SAME) is told
        for each in read:
            assert compared(over, [each], number, HIGHEST) is not Known.THE_SAME
            assert compared(over, [each, each], number, HIGHEST) is not Known.THE_SAME, "the same ink twice"


def test_a_blurred_single_digit_is_told_by_its_pattern_where_no_finger_can_lie_on_the_ball() -> None:
    blurred = np.asarray(cv2.GaussianBlur(picture(3, 7), (0, 0), 4.5), np.uint8)
    view = view_of(blurred)
    for support, known in ((0.99, Known.THE_SAME), (0.98, Known.UNTOLD)):
        seen = View(blurred, replace(view.ball, support=support))
        assert compared(Laid(seen, patterns()), [leaning(seen, 3)], 3, HIGHEST) is known


def test_a_digit_that_a_print_shows_alone_is_not_told_beside_one_that_shows_it_with_another() -> None:
    """A finger may hide the 7 of one 74; networks that see both have nothing at stake on either."""
    none = np.zeros(HIGHEST + 1, np.float32)
    for right, expected in ((4, Known.THE_SAME), (74, Known.UNTOLD)):
        view = view_of(side_by_side(4, right))
        prints = sorted(find_prints(view), key=lambda each: float(each.towards[0]))
        (alone, sure), (beside, other) = leaning(view, 4, prints[0]), leaning(view, right, prints[-1])
        other.digits[right] = 0.9
        read = [(alone, sure), (beside, other)]
        assert told_by(laid(view, [patterns()]), read, none, none, HIGHEST) == (4, expected)


@pytest.mark.parametrize(("right", "told"), [(7, 7), (17, 17)])
def test_a_digit_at_stake_beside_a_print_that_shows_it_with_another_is_told_as_both(
    right: int, told: int
) -> None:
    """A finger covers the 1 of one 17, and the networks take the clear one for no whole print."""
    view, stakes = view_of(side_by_side(7, right)), np.zeros(HIGHEST + 1, np.float32)
    stakes[7] = 0.77
    prints = sorted(find_prints(view), key=lambda each: float(each.towards[0]))
    read = [leaning(view, 7, prints[0]), leaning(view, right, prints[-1])]
    assert told_by(laid(view, [patterns()]), read, stakes, stakes, HIGHEST) == (told, Known.THE_SAME)


@pytest.mark.parametrize(("number", "other", "known"), [(36, 86, Known.UNTOLD), (36, 35, Known.THE_SAME)])
def test_a_number_is_not_told_by_its_pattern_where_another_print_leans_to_one_of_a_stroke_more(
    number: int, other: int, known: Known
) -> None:
    """A light may take the stroke away from one of an 86's prints; then it is a 36 to the dot."""
    view, none = view_of(picture(number, 7)), np.zeros(HIGHEST + 1, np.float32)
    shown, opinion = leaning(view, number)
    elsewhere = replace(shown, towards=np.array([0.0, 0.8, 0.6], np.float32))
    read = [(shown, opinion), leaning(view, other, elsewhere)]
    for each in (shown, elsewhere):
        seen = [read[0], (each, read[1][1])]
        expected = known if each is elsewhere else Known.THE_SAME
        assert told_by(laid(view, [patterns()]), seen, none, none, HIGHEST) == (number, expected), (
            "of other ink"
        )


def test_another_print_that_leans_to_a_stroke_more_says_nothing_where_it_is_more_like_the_number() -> None:
    """A light may also break strokes so that networks see more of them: a 41 whose 1 looks like a 4."""
    none = np.zeros(HIGHEST + 1, np.float32)
    for right, expected in ((41, Known.THE_SAME), (44, Known.UNTOLD)):
        view = view_of(side_by_side(41, right))
        prints = sorted(find_prints(view), key=lambda each: float(each.towards[0]))
        (alone, sure), (beside, other) = leaning(view, 41, prints[0]), leaning(view, 44, prints[-1])
        other.digits[44] = 0.9
        assert told_by(laid(view, [patterns()]), [(alone, sure), (beside, other)], none, none, HIGHEST) == (
            41,
            expected,
        )


@pytest.mark.parametrize(("right", "known"), [(55, Known.THE_SAME), (65, Known.UNTOLD)])
def test_another_print_that_leans_to_a_stroke_more_says_nothing_where_a_finger_is_that_stroke(
    right: int, known: Known
) -> None:
    """Over half a digit of one 55, which it makes a 65; not so of a 65 beside it."""
    image, none = side_by_side(55, right), np.zeros(HIGHEST + 1, np.float32)
    first, second = sorted(find_prints(view_of(image)), key=lambda each: float(each.towards[0]))
    view = View(pointed_at(image, second, 0.4, 40), view_of(image).ball)
    corner = second.towards + np.array([0.6, 0.6, 0], np.float32) * np.float32(second.radius)
    piece = replace(second, towards=np.asarray(corner / np.linalg.norm(corner)), radius=0.3 * second.radius)
    (over,), own = laid(view, [patterns()]), leaning(view, 55, first)
    whole, some = leaning(view, 65, second), leaning(view, 65, piece)
    bare = patterns().likenesses(over.seen(whole), over.rough(whole), (55, 65), whole=False)
    assert bare[65].left < bare[55].left
    for looks in ([whole], [whole, some]):
        assert told_by([over], [own, *looks], none, none, HIGHEST) == (55, known)
    assert told_by([over], [own, some], none, none, HIGHEST) == (55, Known.UNTOLD), "too little of it"


@pytest.mark.parametrize(("number", "more", "down"), [(50, 60, -0.6), (55, 65, 0.6), (31, 81, 0.6)])
def test_another_print_of_which_half_is_covered_leans_to_nothing_where_it_is_more_like_the_number(
    number: int, more: int, down: float
) -> None:
    """What is as pale as the paint takes ink away from both, the more from that of more strokes."""
    image, none = side_by_side(number, number), np.zeros(HIGHEST + 1, np.float32)
    view = view_of(image)
    first, second = sorted(find_prints(view), key=lambda each: float(each.towards[0]))
    paint = np.quantile(image[view.grey > 150], 0.7, axis=0).tolist()
    middle = np.array([view.ball.x, view.ball.y]) + view.ball.radius * second.towards[:2]
    reach = second.radius * view.ball.radius
    at = (middle + np.array([0, down * reach])).astype(int).tolist()
    cv2.circle(image, at, int(0.45 * reach), paint, cv2.FILLED, cv2.LINE_AA)
    covered = View(image, view.ball)
    (over,), leant = laid(covered, [patterns()]), leaning(covered, more, second)
    found = patterns().likenesses(over.seen(leant), over.rough(leant), (number, more), whole=False)
    assert 0.1 < found[number].left < found[more].left
    assert told_by([over], [leaning(covered, number, first), leant], none, none, HIGHEST) == (
        number,
        Known.THE_SAME,
    )
