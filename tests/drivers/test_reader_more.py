"""A ball that still leaves a doubt is looked at in the last ways: around, paler, darker, nearer."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from drivers.reader.light import Grey
from drivers.reader.network import Opinion
from drivers.reader.prints import Print, find_more, find_others, find_outermost, find_prints, find_rest
from drivers.reader.reader import Reader
from drivers.reader.sighting import Reason
from tests.drivers.test_reader_others import Says, ball, near, seen, stroke

pytestmark = pytest.mark.campaign  # its rules stand still until the recogniser replaces them (decision 70)


def found_before(picture: np.ndarray) -> list[Print]:
    known = list(find_prints(seen(picture)))
    return known + list(find_others(seen(picture), known, doubted=True))


def test_what_was_not_looked_at_of_the_first_prints_is_handed_over_and_nothing_else() -> None:
    picture = ball()
    stroke(picture, 280, 240)
    stroke(picture, 380, 240)
    first, second = find_prints(seen(picture))
    (rest,) = find_rest(seen(picture), [first])
    np.testing.assert_allclose(rest.towards, second.towards)
    assert not list(find_rest(seen(picture), [first, second]))


def test_ink_that_hardly_darkens_the_paint_is_seen_at_last() -> None:
    picture = ball()
    stroke(picture, 312, 240, ink=174)
    stroke(picture, 330, 240, ink=174)
    assert not found_before(picture)
    pale = next(find_more(seen(picture), [], []))
    assert near(pale, 321, 240)


def test_a_number_is_parted_from_a_finger_that_is_lighter_than_its_ink() -> None:
    picture = ball()
    cv2.line(picture, (334, 262), (424, 340), 95, 34)
    for x in (310, 328):
        stroke(picture, x, 240)
    known = found_before(picture)
    assert not any(near(each, 319, 240) for each in known)
    more = list(find_more(seen(picture), known, []))
    assert any(near(each, 319, 240) for each in more)
    assert all(each.parted for each in more)


def test_a_ring_is_supposed_around_a_print_that_lacks_a_mark_whatever_became_of_the_ring() -> None:
    picture = ball()
    stroke(picture, 320, 240)
    (known,) = find_prints(seen(picture))
    rings = list(find_more(seen(picture), [known], [known]))
    assert [round(each.radius / known.radius, 1) for each in rings] == [1.7, 2.3]
    assert all(near(each, 320, 240) and not each.parted for each in rings)
    assert not list(find_more(seen(picture), [known], []))


def test_ink_that_reaches_the_limb_is_seen_at_last_though_fingers_do_too() -> None:
    picture = ball()
    for x in (402, 420):
        stroke(picture, x, 240, ink=150)
    known = found_before(picture)
    known += find_more(seen(picture), known, [])
    assert not any(near(each, 414, 240) for each in known)
    outermost = list(find_outermost(seen(picture), known))
    assert near(outermost[0], 414, 240)
    assert not list(find_outermost(seen(picture), known + outermost))


def test_there_are_no_more_than_ten_more_however_speckled_the_ball() -> None:
    picture = ball()
    for at in range(18):
        way, far = at * 2.4, 22 * np.sqrt(at)
        place = round(320 + far * np.cos(way)), round(240 + far * np.sin(way))
        cv2.circle(picture, place, 12, 174 - 9 * at, -1)
    assert len(list(find_more(seen(picture), [], []))) == 10


@pytest.mark.parametrize(("number", "told"), [(15, {15}), (5, {5}), (1, set())])
def test_what_only_the_last_look_finds_tells_any_number_but_a_bare_stroke(
    number: int, told: set[int]
) -> None:
    picture = ball()
    stroke(picture, 312, 240, ink=174)
    picture[254:262, 309:340] = picture[254:262, 309:340].clip(max=174)
    assert not found_before(picture)
    coloured = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    assert set(Reader(Says(number)).read(coloured).scores) == told


def pale_strokes() -> np.ndarray:
    """A ball with two strokes that only the last look finds."""
    picture = ball()
    for x in (312, 330):
        stroke(picture, x, 240, ink=174)
    assert not found_before(picture)
    return picture


def drawn_out(picture: np.ndarray) -> np.ndarray:
    """The same in motion."""
    way = np.zeros((31, 31), np.float32)
    way[:, 15] = 1 / 31
    moved = picture.copy()
    moved[180:300, 280:360] = cv2.filter2D(picture[180:300, 280:360], -1, way)
    return moved


def test_an_11_of_two_plain_strokes_stands_still_and_one_that_a_motion_drew_out_does_not() -> None:
    picture = pale_strokes()
    assert set(Reader(Says(11)).read(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)).scores) == {11}
    moved = cv2.cvtColor(drawn_out(picture), cv2.COLOR_GRAY2BGR)
    assert Reader(Says(11)).read(moved).reason == Reason.MOVING


class Counting(Says):
    """The same, which counts the prints that it is asked about."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.prints = 0

    def __call__(self, flats: Sequence[Grey]) -> list[Opinion]:
        self.prints += len(flats)
        return super().__call__(flats)


def test_a_ball_in_motion_is_looked_at_no_further_since_nothing_would_be_told_of_it() -> None:
    still, moving = Counting(11), Counting(11)
    picture = pale_strokes()
    Reader(still).read(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR))
    Reader(moving).read(cv2.cvtColor(drawn_out(picture), cv2.COLOR_GRAY2BGR))
    assert still.prints
    assert not moving.prints
