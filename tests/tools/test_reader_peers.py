"""What readers that know no turn are said to read of a print."""

import numpy as np
import pytest

from drivers.reader.prints import SIDE
from tools.reader.peers import Image, Said, number_in, surest


def _pointing(degrees: float) -> Image:
    """A print, and its shine, whose one stroke points from the middle, so far clockwise from the right."""
    down, right = np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2
    along = right * np.cos(np.deg2rad(degrees)) + down * np.sin(np.deg2rad(degrees))
    aside = down * np.cos(np.deg2rad(degrees)) - right * np.sin(np.deg2rad(degrees))
    ink = (along > 0) & (along < SIDE / 4) & (abs(aside) < 3)
    return np.repeat(np.where(ink, 0, 255).astype(np.uint8)[..., None], 2, axis=2)


def _reads_what_points_right(crop: Image) -> Said:
    """A reader that is the surer, the more of the stroke points to the right."""
    side = crop.shape[0]
    ink = float((crop[side // 2 - 4 : side // 2 + 4, side // 2 :] < 128).mean())
    return Said("4 2" if ink > 0.3 else "lying", ink)


@pytest.mark.parametrize("degrees", [0, 30, 90, 180, 240, 330])
def test_a_reader_that_knows_no_turn_is_asked_for_the_one_that_is_upright(degrees: int) -> None:
    said = surest(_reads_what_points_right, _pointing(degrees))
    assert said.text == "4 2"
    assert said.sure == pytest.approx(surest(_reads_what_points_right, _pointing(0)).sure, abs=0.05)


def test_a_number_of_a_ball_comes_before_a_surer_word() -> None:
    said = iter([Said("88", 0.2), Said("oo", 0.9), Said("12", 0.4), *[Said("123", 1.0)] * 9])
    assert surest(lambda crop: next(said), _pointing(0)) == Said("12", 0.4)


@pytest.mark.parametrize(
    ("text", "number"),
    [("42", 42), (" 4 2\n", 42), ("N.º 7", 7), ("", None), ("0", None), ("91", None), ("S", None)],
)
def test_a_text_is_a_balls_number_or_none(text: str, number: int | None) -> None:
    assert number_in(text) == number
