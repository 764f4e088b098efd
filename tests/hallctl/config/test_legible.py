"""The monitors of the configuration: what they show, and whether the farthest seat can read it."""

import pytest

from hallctl.app.setting import load
from hallctl.config.problems import ConfigError
from hallctl.config.ready import demand_ready
from hallctl.games.bingo.screens.auto import auto
from tests.hallctl.config.test_hall import TEXT, problems
from tests.hallctl.games.bingo.rules.night import Night

SCREENS = """
[[screens]]
name = "sala"
monitor = 0
show = "auto"
height_mm = 685

[[screens]]
name = "salida"
monitor = 1
show = { draw = "cctv", sale = "board" }
height_mm = 685
pixels = [1280, 720]
"""


def setting(tmp_path, seat, screens=SCREENS):
    path = tmp_path / "hall.toml"
    path.write_text(TEXT.replace("[hall]", f"[hall]\nfarthest_seat_m = {seat}") + screens, "utf-8")
    return load(path)


def test_a_hall_names_its_screens_and_what_they_show(tmp_path):
    one, other = setting(tmp_path, 5.0).config.screens
    assert (one.show, one.size) == ({}, (1920, 1080))
    assert (other.show, other.size) == ({"draw": "cctv", "sale": "board"}, (1280, 720))
    assert auto(Night().open_session().start().state, other.show) == "cctv"


def test_every_mistake_of_the_screens_is_told_at_once(tmp_path):
    wrong = (
        SCREENS.replace('"salida"', '"sala"').replace('"cctv"', '"between"').replace("height_mm = 685\n", "")
    )
    _, found = problems(tmp_path, TEXT.replace("[hall]", "[hall]\nfarthest_seat_m = 9.0") + wrong)
    assert len(found) == 4
    assert any("2 pantallas «sala»; cada una tiene el suyo" in said for said in found)
    assert any("[screens.2] show.draw: «between» no lleva los cuatro datos (AJ-37)" in said for said in found)
    assert sum("height_mm: falta" in said for said in found) == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [('"auto"', '"otra"'), ("draw =", "siesta ="), ('"cctv"', '"cine"'), ("[1280, 720]", "[1280]")],
)
def test_an_unknown_screen_or_moment_is_refused(tmp_path, old, new):
    _, found = problems(tmp_path, TEXT + SCREENS.replace(old, new))
    assert any("screens" in said for said in found)


@pytest.mark.parametrize("language", ["es", "pt", "en"])
def test_a_hall_has_a_language(tmp_path, language):
    path = tmp_path / "hall.toml"
    path.write_text(TEXT.replace("[hall]", f'[hall]\nlanguage = "{language}"'), "utf-8")
    assert load(path).config.hall.language == language


@pytest.mark.req("AJ-37")
def test_a_monitor_that_the_farthest_seat_cannot_read_is_told_field_by_field(tmp_path):
    demand_ready(setting(tmp_path, 5.0))
    with pytest.raises(ConfigError) as caught:
        demand_ready(setting(tmp_path, 30.0))
    assert len(caught.value.problems) == 8
    assert "desde 30 m se lee mal la bola cantada (AJ-33)" in caught.value.problems[0]


def test_a_monitor_that_cannot_be_laid_out_is_told(tmp_path):
    with pytest.raises(ConfigError, match="cannot be laid out"):
        demand_ready(setting(tmp_path, 5.0, SCREENS.replace("[1280, 720]", "[320, 200]")))
