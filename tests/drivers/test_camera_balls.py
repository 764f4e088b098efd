"""The maker of pictures: the same every time, and never the same twice."""

import numpy as np
import pytest

from drivers.camera.balls import EMPTY, STYLES, BallStyle, Face, glyph, render, with_noise


def test_the_same_state_gives_the_same_picture_and_another_lies_otherwise() -> None:
    first, again, other = (render("42", np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    middle = np.s_[180:300, 260:380]
    assert np.abs(first[middle].astype(int) - other[middle]).mean() > 10


def test_pictures_are_640_by_480_in_colour_and_noise_is_fresh_and_faint() -> None:
    picture = render(EMPTY, np.random.default_rng(1))
    assert picture.shape == (480, 640, 3)
    rng = np.random.default_rng(2)
    first, second = with_noise(picture, rng), with_noise(picture, rng)
    assert not np.array_equal(first, second)
    assert 1 < np.abs(first.astype(int) - picture).mean() < 4


@pytest.mark.parametrize("style", STYLES)
def test_a_ball_is_brighter_than_the_empty_exit_and_print_darkens_it(style: BallStyle) -> None:
    ball = np.s_[130:350, 210:430]
    empty, blank, printed = (
        render(ink, np.random.default_rng(3), style)[ball].max(axis=2).mean() for ink in (EMPTY, None, "88")
    )
    assert empty + 60 < printed < blank


def test_a_font_that_draws_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="font"):
        glyph(" ", Face("uni"))
