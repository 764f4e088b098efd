from dataclasses import replace

import pygame
import pytest

from displays import show, theme, views
from displays.theme import MINIMUM_CONTRAST, READABLE, THEMES, contrast, readable
from displays.views.play import VERDICTS
from tests.displays import phases
from tests.displays.golden import EVERY, load_any
from tests.displays.recording import contrasts

NOCHE = THEMES[theme.USUAL]


def test_contrast_is_that_of_wcag() -> None:
    assert contrast(theme.WHITE, (0, 0, 0)) == pytest.approx(21)
    assert contrast((119, 119, 119), theme.WHITE) == pytest.approx(4.48, abs=0.01)
    assert contrast(NOCHE.lit, NOCHE.lit) == 1


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("pair", sorted(READABLE))
def test_what_must_be_read_has_seven_to_one_in_every_theme(pair: str, name: str) -> None:
    assert contrast(*readable(THEMES[name])[pair]) >= MINIMUM_CONTRAST


@pytest.mark.parametrize("name", THEMES)
def test_every_text_that_a_screen_writes_has_seven_to_one_to_what_it_stands_on(name: str, full: bool) -> None:
    """In `make test` a few screens in each theme, others in each."""
    colours = THEMES[name].colours()
    drawn = [replace(phases.view(phase, "es"), colours=colours) for phase in phases.NAMES]
    drawn += [replace(load_any(kept), colours=colours) for kept in EVERY]
    for view in drawn if full else drawn[[*THEMES].index(name) :: 4 * len(THEMES)]:
        for t in (None, 2.0) if show.moving(view, 2.0) else (None,):
            with contrasts() as found:
                show.draw(view, (640, 360), t)
            assert found
            assert [said for said, ratio in found if ratio < MINIMUM_CONTRAST] == [], view.KIND


def test_a_view_is_drawn_in_its_own_colours_and_leaves_none_behind() -> None:
    view = load_any("draw-23")
    usual, own = (pygame.surfarray.array2d(show.draw(v, (640, 360))) for v in (view, worn_by(view, "vino")))
    assert (usual != own).mean() > 0.5
    assert (pygame.surfarray.array2d(show.draw(view, (640, 360))) == usual).all()
    with pytest.raises(ValueError, match="a colour is"):
        show.draw(replace(view, colours=("lit=red",)), (640, 360))


def worn_by(view: views.View, name: str) -> views.View:
    return replace(view, colours=THEMES[name].colours())


def test_lit_and_quiet_cells_differ_in_brightness_alone() -> None:
    assert contrast(NOCHE.lit, NOCHE.cell) >= MINIMUM_CONTRAST
    assert contrast(theme.NEWEST, NOCHE.cell) >= MINIMUM_CONTRAST


def test_every_tone_of_a_view_has_colours_and_a_sign_of_its_own() -> None:
    assert len({NOCHE.tone(name).sign for name in views.TONES}) == len(views.TONES)


# Dichromats' views of linear RGB: Machado, Oliveira and Fernandes 2009, severity 1.0.
BLIND = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}


def seen(colour: theme.Colour, matrix: tuple[tuple[float, ...], ...]) -> theme.Colour:
    """Return a colour as a dichromat sees it."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in colour)
    ]
    mixed = [min(1.0, max(0.0, sum(m * c for m, c in zip(row, linear, strict=True)))) for row in matrix]
    red, green, blue = (
        round(255 * (12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055)) for c in mixed
    )
    return red, green, blue


@pytest.mark.parametrize("blindness", BLIND)
@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("pair", sorted(READABLE))
def test_what_must_be_read_is_read_by_the_colour_blind(pair: str, name: str, blindness: str) -> None:
    ink, ground = (seen(colour, BLIND[blindness]) for colour in readable(THEMES[name])[pair])
    assert contrast(ink, ground) >= MINIMUM_CONTRAST


@pytest.mark.parametrize("blindness", BLIND)
def test_lit_and_quiet_cells_stay_apart_for_the_colour_blind(blindness: str) -> None:
    lit, quiet, newest = (seen(c, BLIND[blindness]) for c in (NOCHE.lit, NOCHE.cell, theme.NEWEST))
    assert contrast(lit, quiet) >= 5
    assert contrast(newest, quiet) >= 5
    assert contrast(seen(NOCHE.lit, BLIND[blindness]), seen(NOCHE.card, BLIND[blindness])) >= 4.5


def test_every_verdict_has_a_sign_of_its_own_beside_its_colour() -> None:
    assert len({NOCHE.verdict(name).sign for name in VERDICTS}) == len(VERDICTS)
