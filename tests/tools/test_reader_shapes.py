"""Digits to learn from that no font has: the same every time, the digits they were, and only for learning."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tools.reader.fonts import BUILT_IN, HEIGHT, Field, Side, faces, glyphs, likeness
from tools.reader.looks import a_look, settled
from tools.reader.maker import picture
from tools.reader.shapes import PLAIN, Strokes, Variety, a_variety, digit

UNI, SANS = BUILT_IN
STROKES = Strokes(thick=1.0, flag=45.0, long=0.4, lean=20.0, across=0.55, flat=True)


def near(shape: Field, other: Field) -> float:
    return likeness(cv2.resize(shape, other.shape[::-1]).astype(np.float32), other)


def ink(shape: Field, part: float) -> Field:
    """The columns of ink so far down a shape."""
    return np.flatnonzero(shape[round(part * (HEIGHT - 1))] > 0.5)  # type: ignore[return-value]


@pytest.mark.parametrize("character", "0123456789")
def test_a_set_without_a_variety_has_the_digits_of_its_face(character: str) -> None:
    drawn = glyphs(UNI)
    assert drawn is not None
    assert np.array_equal(digit(character, UNI, PLAIN), drawn[character])


@pytest.mark.parametrize("character", "02578")
def test_a_digit_between_two_faces_is_like_the_one_that_it_leans_to(character: str) -> None:
    first, little, much, second = (digit(character, UNI, Variety(SANS, each)) for each in (0, 0.25, 0.75, 1))
    assert near(first, digit(character, UNI, PLAIN)) > 0.88
    assert near(second, digit(character, SANS, PLAIN)) > 0.88
    assert near(little, first) > near(much, first) > near(second, first)
    assert near(much, second) > near(little, second) > near(first, second)
    assert first.shape[1] < little.shape[1] < much.shape[1] < second.shape[1]


def test_there_is_nothing_between_two_digits_that_are_too_unlike() -> None:
    assert np.array_equal(digit("1", UNI, Variety(SANS, 0.5)), digit("1", UNI, PLAIN))


def test_strokes_down_are_thicker_and_strokes_across_are_not() -> None:
    plain, wider = (digit("0", UNI, Variety(wider=pixels)) for pixels in (0, 9))
    down = [len(ink(each, 0.5)) for each in (plain, wider)]
    across = [int((each[:, each.shape[1] // 2] > 0.5).sum()) for each in (plain, wider)]
    assert down[1] - down[0] == pytest.approx(2 * 8, abs=3)
    assert across[1] - across[0] == pytest.approx(0, abs=2)


@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("flag", [32.0, 68.0])
def test_a_1_of_two_strokes_stands_upright_with_its_flag_to_the_left(flag: float, flat: bool) -> None:
    one = digit("1", UNI, Variety(strokes=Strokes(1.0, flag, 0.4, 20.0, 0.55, flat)))
    middle, foot = ink(one, 0.6), ink(one, 0.9)
    assert abs(int(middle[-1]) - int(foot[-1])) <= 2
    assert middle[0] > 0.3 * one.shape[1]
    assert (one[:, 0] > 0.5).any()
    assert one.shape[0] == HEIGHT


@pytest.mark.parametrize("lean", [12.0, 34.0])
def test_a_7_of_two_strokes_is_as_wide_as_its_top_and_leans_to_the_left(lean: float) -> None:
    seven = digit("7", UNI, Variety(strokes=Strokes(1.0, 45.0, 0.4, lean, 0.6, flat=True)))
    top, high, low = ink(seven, 0.05), ink(seven, 0.4), ink(seven, 0.9)
    assert top[-1] - top[0] > 0.4 * HEIGHT
    leaning = (high.mean() - low.mean()) / (0.5 * HEIGHT)
    assert leaning == pytest.approx(np.tan(np.deg2rad(lean)), rel=0.1)


def test_strokes_are_as_thick_as_those_of_the_face_and_only_1_and_7_are_made_of_them() -> None:
    thin, thick = (Variety(strokes=Strokes(each, 45.0, 0.4, 20.0, 0.55, flat=True)) for each in (0.5, 1.0))
    once, twice = (len(ink(digit("1", UNI, each), 0.9)) for each in (thin, thick))
    assert twice == pytest.approx(2 * once, abs=4)
    assert np.array_equal(digit("2", UNI, thick), digit("2", UNI, PLAIN))


def test_a_1_with_a_flag_tells_which_way_up_it_is_whatever_the_1_of_the_face() -> None:
    any_look = a_look(np.random.default_rng(1), Side.LEARNT)
    plain = replace(any_look, face=UNI, marks="none", plain_one=True, variety=Variety(strokes=STROKES))
    flagged = replace(plain, plain_one=False)
    assert [each.flips_one for each in (plain, flagged)] == [True, False]
    assert [settled(18, each) for each in (plain, flagged)] == [False, True]


def test_one_seed_gives_one_variety_and_all_kinds_come() -> None:
    many = [a_variety(np.random.default_rng(seed)) for seed in range(200)]
    assert many[:20] == [a_variety(np.random.default_rng(seed)) for seed in range(20)]
    kinds = [[each.other is not None, each.strokes is not None, each.wider > 0] for each in many]
    assert np.mean(kinds, axis=0) == pytest.approx([0.4, 0.3, 0.25], abs=0.1)


@pytest.mark.parametrize("side", list(Side))
def test_only_what_is_learnt_from_has_digits_of_its_own(side: Side) -> None:
    if not faces(side):
        pytest.skip("no faces of this side are installed")
    own = [a_look(np.random.default_rng(seed), side).variety != PLAIN for seed in range(40)]
    assert any(own) is (side is Side.LEARNT)
    assert not all(own)


@pytest.mark.campaign
def test_numbers_with_a_1_or_a_7_come_more_often_where_they_are_learnt() -> None:
    numbers = [picture(seed).number for seed in range(150)]
    slender = [{"1", "7"} & set(str(number)) != set() for number in numbers if number is not None]
    assert np.mean(slender) > 0.45  # 33 of 90 have one
