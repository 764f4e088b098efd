"""The hall's own colours: taken from its theme and its configuration, refused where they cannot be read."""

from pathlib import Path

import pytest

from displays.theme import THEMES
from hallctl.app.setting import load
from hallctl.config.problems import ConfigError
from hallctl.config.theme import colours_of

PRACTICE = Path(__file__).parents[3] / "fixtures/config/practice.toml"


def test_the_usual_theme_says_nothing_and_another_one_says_every_colour() -> None:
    assert colours_of(load(PRACTICE).config.hall) == ()
    assert colours_of(load(PRACTICE, ["hall.theme='vino'"]).config.hall) == THEMES["vino"].colours()


def test_a_colour_of_the_halls_own_takes_the_place_of_its_themes() -> None:
    colours = colours_of(load(PRACTICE, ["hall.theme='selva'", "hall.colours={lit='#ffe000'}"]).config.hall)
    assert "lit=#ffe000" in colours
    assert set(colours) ^ set(THEMES["selva"].colours()) == {"lit=#ffe000", "lit=#ffc814"}


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("hall.colours={lit='#905000'}", "lit #905000 sobre panel #141c2c no se lee: contraste 2.7:1"),
        ("hall.colours={text='#777777'}", "y se pide 7:1"),
        ("hall.colours={play='#4080ff'}", "#ffffff sobre play #4080ff"),
        ("hall.colours={lit='yellow'}", "colours"),
        ("hall.colours={stop='#000000'}", "colours"),
        ("hall.theme='pastel'", "theme"),
    ],
)
def test_colours_that_cannot_be_read_are_refused_with_the_reason(setting: str, reason: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load(PRACTICE, [setting])
    assert any(reason in problem for problem in refused.value.problems), refused.value.problems
