"""The balls' colours: what dark ink on a coloured ball is seen by, and what another ball's paint says."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from drivers.recogniser import reach
from drivers.recogniser.calibration import Calibration, Shown, calibrate
from drivers.recogniser.joining import Print
from drivers.recogniser.judging import _SAME_COLOUR
from drivers.recogniser.learning import BallPicture
from drivers.recogniser.patterns import View
from drivers.recogniser.reach import best_learnt
from drivers.recogniser.recogniser import Recogniser
from drivers.recogniser.sphere import SIDE, Patch
from drivers.recogniser.surface import Bgr, Shading, learn_shading
from tests.drivers.drawn_balls import Bgr3, coloured, exit_picture

WAYS = ((0.3, 1.0), (-0.35, 4.0), (0.1, 2.3))
NUMBERS = (3, 12, 18, 45, 57, 68, 80)
WHITE, BLACK = (190.0, 190.0, 190.0), (20.0, 20.0, 20.0)
RED, GREEN, BLUE = (40.0, 40.0, 190.0), (60.0, 150.0, 60.0), (170.0, 60.0, 30.0)
DARK_RED = (35.0, 60.0, 95.0)
YELLOW, ORANGE, PURPLE = (40.0, 190.0, 200.0), (30.0, 110.0, 200.0), (150.0, 50.0, 120.0)
PAINTS = (RED, YELLOW, ORANGE, PURPLE, GREEN, BLUE, WHITE)
WARMER, COLDER = (0.93, 1.0, 1.07), (1.07, 1.0, 0.93)
EYE = np.eye(3, dtype=np.float32)
EVEN = Shading(np.ones((SIDE, SIDE), np.float32), np.zeros((SIDE, SIDE), np.float32))


def painted(number: int, way: tuple[float, float], paint: Bgr3) -> Bgr:
    return coloured(str(number), *way, paint, WHITE, BLACK)


def set_of(paint: Bgr3, ink: Bgr3) -> list[BallPicture]:
    return [
        BallPicture(each, pose, coloured(str(each), *way, paint, paint, ink))
        for each in NUMBERS
        for pose, way in enumerate(WAYS)
    ]


def test_red_ink_on_a_green_ball_is_dark_in_green_light() -> None:
    """To all channels alike it is hardly darker than the ball."""
    picture = coloured("12", 0.0, 0.0, GREEN, GREEN, DARK_RED)
    digits = np.s_[80:112, 60:132]
    alike, own = (
        float(replace(EVEN, own_colour=each).surface(picture).ink[digits].min()) for each in (False, True)
    )
    assert own < 1.5 * alike < -0.3


def test_on_a_white_ball_its_own_colour_is_no_other_light() -> None:
    picture = painted(12, WAYS[0], WHITE)
    alike, own = (replace(EVEN, own_colour=each).surface(picture).ink for each in (False, True))
    assert np.allclose(alike, own, atol=0.02)


def test_a_black_picture_has_no_colour_and_no_ink() -> None:
    surface = replace(EVEN, own_colour=True).surface(np.zeros((SIDE, SIDE, 3), np.uint8))
    assert not surface.colour.any()
    assert np.isfinite(surface.ink).all()


def test_dark_ink_of_another_colour_is_told_by_the_balls_own() -> None:
    pictures = set_of(GREEN, DARK_RED)[:12]
    learnt = best_learnt(learn_shading([each.ball for each in pictures]), pictures)
    assert learnt.whole.shading.own_colour


@pytest.mark.parametrize(("lead", "own"), [(0.0, False), (0.02, False), (0.1, True)])
def test_channels_count_as_the_ball_s_own_only_where_that_clearly_tells_more(
    lead: float, own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "_told", lambda shading, *_: 0.5 + lead * shading.own_colour)
    pictures = set_of(GREEN, DARK_RED)[:6]
    assert best_learnt(EVEN, pictures).whole.shading.own_colour == own


def test_where_the_channel_burns_by_which_a_ball_is_seen_nothing_is_seen() -> None:
    """A warm lamp on a red ball: its red is at its end, its blue is not, and ink under it is gone."""
    ball = np.full((SIDE, SIDE, 3), RED, np.uint8)
    ball[80:110, 80:110] = (180, 180, 255)
    lamp = np.zeros((SIDE, SIDE), np.float32)
    lamp[80:110, 80:110] = 0.5
    alike, own = (replace(EVEN, lamp=lamp, own_colour=each).surface(ball).seen for each in (False, True))
    assert float(alike[85:105, 85:105].min()) == 1.0
    assert float(own[85:105, 85:105].max()) == 0.0


@pytest.mark.parametrize(("adds", "tint"), [(0.06, (1.0, 1.0, 1.0)), (0.5, (0.9, 1.0, 1.1))])
def test_a_lamp_changes_no_colour(adds: float, tint: Bgr3) -> None:
    """It is taken away; where it outshines the paint, what is left of it is no paint either."""
    lamp = np.zeros((SIDE, SIDE), np.float32)
    lamp[40:150, 40:150] = adds
    picture = painted(12, (3.0, 1.0), GREEN)
    light = (picture / 255) ** 2.2 + lamp[..., None] * np.array(tint)
    lit = np.rint(np.clip(light, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)
    plain, under = EVEN.surface(picture).colour, replace(EVEN, lamp=lamp).surface(lit).colour
    assert float(np.linalg.norm(plain - under)) < 0.1


def test_of_a_ball_that_turns_the_colour_stays_and_another_s_is_another() -> None:
    colours = [
        [EVEN.surface(painted(12, way, paint)).colour for way in ((0.0, 0.0), (0.8, 2.0), (3.0, 1.0))]
        for paint in PAINTS
    ]
    for at, own in enumerate(colours):
        spread = max(float(np.linalg.norm(each - own[0])) for each in own)
        others = [each for one, some in enumerate(colours) if one != at for each in some]
        assert min(float(np.linalg.norm(each - own[0])) for each in others) > max(2 * spread, 0.4)


@pytest.mark.parametrize("paint", PAINTS)
@pytest.mark.parametrize("gains", [WARMER, COLDER])
def test_another_white_balance_is_no_other_colour(gains: Bgr3, paint: Bgr3) -> None:
    picture = painted(12, WAYS[0], paint)
    changed = np.clip(picture * np.array(gains), 0, 255).astype(np.uint8)
    one, other = (EVEN.surface(each).colour for each in (picture, changed))
    assert float(np.linalg.norm(one - other)) < _SAME_COLOUR


def test_of_a_print_the_colour_is_that_of_all_its_views_but_those_of_a_pose() -> None:
    patch = Patch(float(np.radians(30)))
    plain = EVEN.surface(painted(12, (0.0, 0.0), WHITE))
    views = [View(at, replace(plain, colour=np.full(2, at, np.float32)), EYE) for at in (0, 1, 5)]
    whole, without = (Print(12, tuple(views)).pattern(patch, pose) for pose in (-1, 5))
    assert whole is not None
    assert without is not None
    assert (float(whole.colour[0]), float(without.colour[0])) == (2.0, 0.5)


@pytest.fixture(scope="module")
def calibration(tmp_path_factory: pytest.TempPathFactory) -> Calibration:
    """Balls of seven paints, saved and loaded."""
    path = tmp_path_factory.mktemp("colours") / "hall.calibracion"
    shown = [
        Shown(number, pose, exit_picture(number, (painted(number, way, PAINTS[at]), 320, 240, 200)))
        for at, number in enumerate(NUMBERS)
        for pose, way in enumerate(WAYS)
    ]
    calibrate([exit_picture(each) for each in range(6)], shown).save(path)
    return Calibration.load(path)


@pytest.mark.parametrize("gains", [(1.0, 1.0, 1.0), WARMER, COLDER])
def test_the_same_print_on_another_paint_is_another_ball(calibration: Calibration, gains: Bgr3) -> None:
    """65 was told as 6 where a finger lay on its 5: its paint is not that of the 6."""
    recogniser = Recogniser(calibration)
    own = others = 0
    for at, number in enumerate(NUMBERS):
        for paint in PAINTS:
            picture = exit_picture(90 + at, (painted(number, (0.3, 1.3), paint), 320, 240, 200))
            seen = np.clip(picture * np.array(gains), 0, 255).astype(np.uint8)
            told = recogniser.look(seen).number == number
            own, others = own + (told and paint == PAINTS[at]), others + (told and paint != PAINTS[at])
    assert own >= 5
    assert others == 0


def test_a_file_keeps_what_is_known_of_colours(calibration: Calibration, tmp_path: Path) -> None:
    known = replace(calibration.learnt.shading, own_colour=True)
    changed = replace(calibration, learnt=replace(calibration.learnt, shading=known))
    changed.save(tmp_path / "again")
    again = Calibration.load(tmp_path / "again")
    assert again.learnt.shading.own_colour
    assert again.judge.farthest == calibration.judge.farthest
    assert np.array_equal(again.learnt.patterns.colours, calibration.learnt.patterns.colours)
