"""How like a print is to each pattern of a set, and how far those are from each other."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from drivers.camera.balls import IVORY, RED, BallStyle
from drivers.reader.network import HIGHEST
from drivers.reader.patterns import Patterns
from drivers.reader.prints import SIDE
from drivers.reader.rough import Warp, upright
from drivers.reader.seen import PATTERN, Seen, seen_at
from drivers.reader.strokes import with_a_stroke_more
from tests.drivers.patterned import (
    disced,
    find_patterns,
    leaning,
    open_ring,
    opening,
    patterns,
    picture,
    ring,
    ringed,
    smaller,
    view_of,
)

pytestmark = pytest.mark.campaign  # its rules stand still until the recogniser replaces them (decision 70)


def test_the_picture_of_the_patterns_holds_them_all() -> None:
    known = patterns()
    back = Patterns.from_png(known.png(), known.reach)
    assert list(back.pictures) == list(known.pictures)
    for number, ink in known.pictures.items():
        np.testing.assert_allclose(back.pictures[number], np.clip(ink, 0, 1), atol=1 / 255)
    some = Patterns({number: known.pictures[number] for number in (3, 88)}, known.reach)
    assert list(Patterns.from_png(some.png(), some.reach).pictures) == [3, 88]


@pytest.mark.parametrize(
    "content", [b"", b"no picture", bytes(cv2.imencode(".png", np.zeros((58, 57), np.uint8))[1])]
)
def test_what_holds_no_patterns_is_said_so(content: bytes) -> None:
    with pytest.raises(ValueError, match="holds no patterns; calibrate the set again"):
        Patterns.from_png(content, 0.4)


@pytest.mark.parametrize(("style", "highest"), [(IVORY, HIGHEST), (RED, 30)])
def test_a_print_is_most_like_the_pattern_of_its_own_number(style: BallStyle, highest: int) -> None:
    known = find_patterns(style, highest)
    for number in range(1, highest + 1, 4):
        view = view_of(picture(number, 7, style))
        shown, opinion = leaning(view, number)
        if shown.towards[2] < 0.8:
            continue  # it lies on the limb
        seen = seen_at(view, shown, known.reach)
        found = known.likenesses(seen, known.roughly(seen, opinion.angle))
        assert min(found, key=lambda each: found[each].left) == number


@pytest.mark.parametrize("way", range(0, 180, 30))
def test_a_print_of_a_ball_that_moves_is_as_like_its_pattern_as_one_at_rest(way: int) -> None:
    """Moved by seven pixels it is far from what is out of focus, and no other number is likelier for it."""
    known, moved = patterns(), np.zeros((9, 9), np.float32)
    moved[4, 1:8] = 1 / 7
    streak = cv2.warpAffine(moved, cv2.getRotationMatrix2D((4, 4), way, 1), (9, 9))
    for number in (13, 38, 56, 84):
        image = np.asarray(cv2.filter2D(picture(number, 7), -1, streak / streak.sum()), np.uint8)
        view = view_of(image)
        shown, opinion = leaning(view, number)
        seen = seen_at(view, shown, known.reach)
        found = known.likenesses(seen, known.roughly(seen, opinion.angle))
        own = found.pop(number).left
        assert own < 0.005
        assert min(each.left for each in found.values()) > 5 * own


def test_a_print_of_which_a_part_is_hidden_fits_no_pattern_by_what_is_left_of_it() -> None:
    """What is left of a 36 may be a 35 to the dot."""
    view, known = view_of(picture(36, 7)), patterns()
    shown, opinion = leaning(view, 36)
    seen = seen_at(view, shown, known.reach)
    assert known.fits(seen, opinion.angle, 36, 0.02)
    own = known.likenesses(seen, known.roughly(seen, opinion.angle), (36,))[36]
    more = np.maximum(known.digits_at(36, own.place) - known.digits_at(35, own.place), 0)
    hidden = cv2.dilate((more > 0.2).astype(np.uint8), np.ones((21, 21), np.uint8))
    covered = seen._replace(known=seen.known * (1 - hidden))
    assert known.likenesses(covered, known.roughly(covered, opinion.angle), (35,))[35].left < 0.02
    assert not known.fits(covered, opinion.angle, 35, 0.02)


def test_a_ring_that_all_patterns_have_tells_nothing_of_the_number() -> None:
    """It is half as dark on the print as on the patterns: all of that is left over, or nothing."""
    view, patterned = view_of(picture(42, 7)), ringed()
    shown, opinion = leaning(view, 42)
    plain = seen_at(view, shown, patterned.reach)
    faint = plain._replace(ink=np.maximum(plain.ink, ring(SIDE, 0.5)))
    left = {}
    for whole in (False, True):
        rough = patterned.roughly(faint, opinion.angle)
        left[whole] = patterned.likenesses(faint, rough, (42,), whole=whole)[42].left
        assert patterned.fits(faint, opinion.angle, 42, 0.02, whole=whole) is not whole
    assert left[False] < 0.03
    assert left[True] > 0.06


def test_the_ball_around_a_disc_tells_nothing_of_the_number() -> None:
    """Each pattern shows its disc in another place, and its ball as dark as another light leaves it."""
    bare = Patterns({each: smaller(each) for each in patterns().pictures}, disced().reach)
    place = upright(0)
    whole = np.ones((SIDE, SIDE), np.float32)
    for number in (8, 31, 73, 78):
        assert set(disced().nearest(number)) == set(bare.nearest(number))
        ink = np.asarray(cv2.warpAffine(smaller(number), place, (SIDE, SIDE)), np.float32)
        found = disced().laid_at(Seen(ink, whole), place, [number], whole=False)
        assert found[number].left < 0.005, "though no ball is around the digits at all"


@pytest.mark.parametrize("a_set", [ringed, disced])
def test_a_digit_in_the_middle_of_its_ring_or_disc_is_framed_and_one_beside_it_is_not(
    a_set: Callable[[], Patterns],
) -> None:
    """The 7 of a 47 of which something hides the 4 lies to the right of the middle of its ring."""
    known = a_set()
    for number in (2, 5, 7):
        place = upright(0.3)
        ink = np.asarray(cv2.warpAffine(known.pictures[number], place, (SIDE, SIDE)), np.float32)
        seen = Seen(ink, np.ones_like(ink))
        assert known.is_framed(seen, number, place)
        for aside in (-8, 8):
            assert not known.is_framed(seen, number, beside(place, aside))
        half = seen._replace(known=np.asarray(np.arange(SIDE) < SIDE // 2, np.float32) * seen.known)
        assert not known.is_framed(half, number, place), "too little of the ring is in sight"
        bare = np.asarray(cv2.warpAffine(patterns().pictures[number], place, (SIDE, SIDE)), np.float32)
        assert not patterns().is_framed(Seen(bare, seen.known), number, place), "that set has no ring"


@pytest.mark.parametrize("a_set", [ringed, opening, disced])
def test_a_pattern_is_laid_in_the_middle_of_the_frame_wherever_the_middle_of_a_print_is_said_to_be(
    a_set: Callable[[], Patterns],
) -> None:
    frame, number = a_set().frame, 53
    for place, aside in ((upright(0.0), -8), (upright(0.3), 0), (upright(2.0), 7)):
        there = beside(place, aside)
        ink = np.asarray(cv2.warpAffine(a_set().pictures[number], there, (SIDE, SIDE)), np.float32)
        middle = np.full(3, PATTERN / 2, np.float32)
        middle[2] = 1
        found = frame.in_the_middle(Seen(ink, np.ones_like(ink)), place)
        assert found @ middle == pytest.approx(there @ middle, abs=3), "the disc of each lies up to 2 off"
        bare = Seen(0 * ink, np.ones_like(ink))
        assert (frame.in_the_middle(bare, place) == place).all(), "no frame is there"


def test_a_ring_that_opens_tells_how_a_print_stands_if_both_its_sides_are_in_sight() -> None:
    """A light may open a ring above a number too, and a finger close it below: neither does both."""
    known = opening()
    for place in (upright(0.0), upright(0.7)):
        ink = np.asarray(cv2.warpAffine(known.pictures[68], place, (SIDE, SIDE)), np.float32)
        turned = turned_round(place)
        seen = Seen(ink, np.ones_like(ink))
        assert known.frame.stands(seen, place)
        assert not known.frame.stands(seen, turned)
        assert not patterns().frame.stands(seen, place), "that set has no ring"
        assert not ringed().frame.stands(seen, place), "the ring of that set is closed"
        lit = np.minimum(open_ring(60, 120), open_ring(240, 300))
        for around in (open_ring(60, 60), open_ring(240, 300), lit, 0 * lit):
            other = np.maximum(smaller(68), around)  # a closed ring, one open above, one at both sides, none
            ink = np.asarray(cv2.warpAffine(other, place, (SIDE, SIDE)), np.float32)
            assert not known.frame.stands(Seen(ink, seen.known), place)
        for hidden in (slice(None, SIDE // 2), slice(SIDE // 2, None)):
            half = np.ones_like(seen.known)
            half[hidden] = 0
            assert not known.frame.stands(seen._replace(known=half), place)


def turned_round(place: Warp) -> Warp:
    """Where a pattern lies upside down, about its own middle."""
    middle = place @ np.array([(PATTERN - 1) / 2, (PATTERN - 1) / 2, 1], np.float32)
    turned = -place[:, :2]
    return np.column_stack([turned, middle - turned @ np.full(2, (PATTERN - 1) / 2)]).astype(np.float32)


def test_as_much_of_a_digit_beside_another_is_in_sight_as_nothing_hides() -> None:
    whole, place = patterns().pictures[38], upright(0)
    right = np.arange(PATTERN) >= np.average(np.arange(PATTERN), weights=whole.sum(axis=0))
    known = Patterns({**patterns().pictures, 8: np.asarray(whole * right, np.float32)}, patterns().reach)
    ink, lines = np.asarray(cv2.warpAffine(whole, place, (SIDE, SIDE)), np.float32), np.arange(SIDE)[:, None]
    turned = cv2.warpAffine(np.tile(right.astype(np.float32), (PATTERN, 1)), place, (SIDE, SIDE))
    for sight, part in (
        (np.ones_like(ink), 1.0),
        (turned, 0.0),
        (np.float32(lines < SIDE // 2) * np.ones_like(ink), 0.5),
    ):
        seen = Seen(ink, np.asarray(sight, np.float32))
        assert known.more_in_sight(seen, 8, place, 38, place) == pytest.approx(part, abs=0.1)


def beside(place: Warp, right: int) -> Warp:
    return np.asarray(place + np.array([[0, 0, right], [0, 0, 0]]), np.float32)


def test_what_would_be_left_of_another_pattern_is_no_more_than_a_print_of_the_number_leaves_of_it() -> None:
    """An 8 lies over a 9 the other way up as well: how far it is from a 9 is measured where it lies best."""
    known = patterns()
    for number in (3, 9, 17, 36, 89):
        view = view_of(picture(number, 7))
        shown, opinion = leaning(view, number)
        seen = seen_at(view, shown, known.reach)
        rough = known.roughly(seen, opinion.angle)
        found = known.likenesses(seen, rough, with_a_stroke_more(number), whole=False)
        own = found.pop(number)
        for other, its in found.items():
            apart = known.apart(seen, number, own.place, other, also=its.place, whole=False)
            assert 0 < apart < its.left + 0.5 * own.left + 0.01
            assert apart <= known.apart(seen, number, own.place, other, whole=False)


def test_the_nearest_patterns_are_those_that_differ_least() -> None:
    known = patterns()
    for number in (17, 38, 66):
        by = {other: known.differ(number, other) for other in known.pictures if other != number}
        assert known.differ(number, number) < 0.005 < min(by.values())
        closest = sorted(by, key=lambda other: by[other])
        assert set(known.nearest(number)) & set(closest[:3])
        assert set(known.nearest(number)) <= set(closest[:12])
