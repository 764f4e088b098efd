import pytest

from displays import theme, views
from displays.theme import MINIMUM_CONTRAST, READABLE, contrast


def test_contrast_is_that_of_wcag() -> None:
    assert contrast(theme.WHITE, (0, 0, 0)) == pytest.approx(21)
    assert contrast((119, 119, 119), theme.WHITE) == pytest.approx(4.48, abs=0.01)
    assert contrast(theme.LIT, theme.LIT) == 1


@pytest.mark.parametrize("pair", sorted(READABLE))
def test_what_must_be_read_has_seven_to_one(pair: str) -> None:
    assert contrast(*READABLE[pair]) >= MINIMUM_CONTRAST


def test_lit_and_quiet_cells_differ_in_brightness_alone() -> None:
    assert contrast(theme.LIT, theme.CELL) >= MINIMUM_CONTRAST
    assert contrast(theme.NEWEST, theme.CELL) >= MINIMUM_CONTRAST


def test_every_tone_of_a_view_has_colours_and_a_sign_of_its_own() -> None:
    assert set(theme.TONES) == set(views.TONES)
    assert len({tone.sign for tone in theme.TONES.values()}) == len(theme.TONES)
