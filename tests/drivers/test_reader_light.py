"""The brightest and the darkest channel are those of each pixel, of any part of any picture."""

import numpy as np
import pytest

from drivers.reader.light import brightest, darkest, paint_of


@pytest.mark.parametrize("shape", [(7, 9, 3), (7, 9)])
def test_the_extreme_channels_of_a_part_of_a_picture_are_those_of_each_pixel(shape: tuple[int, ...]) -> None:
    picture = np.random.default_rng(3).integers(0, 256, shape).astype(np.uint8)
    part = picture[2:6, 1:8]
    whole = part.reshape(*part.shape[:2], -1)
    assert np.array_equal(brightest(part), whole.max(axis=2))
    assert np.array_equal(darkest(part), whole.min(axis=2))


def test_paint_is_what_neither_ink_nor_a_light_is() -> None:
    levels = np.full(100, 180, np.uint8)
    levels[:40] = 20
    levels[85:] = 250
    assert paint_of(levels) == paint_of(np.random.default_rng(1).permutation(levels).reshape(10, 10)) == 180
