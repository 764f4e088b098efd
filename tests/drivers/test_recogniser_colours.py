"""The balls' colours: what dark ink on a coloured ball is seen by, and what another ball's paint says."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from drivers.recogniser import reach
from drivers.recogniser.calibration import Calibration, Shown, calibrate
from drivers.recogniser.learning import BallPicture
from drivers.recogniser.reach import best_learnt
from drivers.recogniser.recogniser import Recogniser
from drivers.recogniser.sphere import SIDE
from drivers.recogniser.surface import Bgr, Shading, learn_shading
from tests.drivers.drawn_balls import Bgr3, coloured, exit_picture

WAYS = ((0.3, 1.0), (-0.35, 4.0), (0.1, 2.3))
NUMBERS = (3, 12, 18, 45, 57, 68, 80)
WHITE, BLACK = (190.0, 190.0, 190.0), (20.0, 20.0, 20.0)
RED, GREEN, BLUE = (40.0, 40.0, 190.0), (60.0, 150.0, 60.0), (170.0, 60.0, 30.0)
DARK_RED = (35.0, 60.0, 95.0)
PAINTS = (RED, GREEN, BLUE)
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


@pytest.mark.parametrize("own", [False, True])
def test_balls_are_compared_in_their_own_colour_where_that_tells_more(
    own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "_told", lambda shading, *_: 0.5 + 0.1 * (shading.own_colour == own))
    pictures = set_of(GREEN, DARK_RED)
    assert (
        best_learnt(learn_shading([each.ball for each in pictures]), pictures).whole.shading.own_colour == own
    )


def test_of_a_ball_that_turns_the_colour_stays_and_another_s_is_another() -> None:
    colours = [
        [EVEN.surface(painted(12, way, paint)).colour for way in ((0.0, 0.0), (0.8, 2.0), (3.0, 1.0))]
        for paint in PAINTS
    ]
    for at, own in enumerate(colours):
        spread = max(float(np.linalg.norm(each - own[0])) for each in own)
        others = [each for one, some in enumerate(colours) if one != at for each in some]
        assert min(float(np.linalg.norm(each - own[0])) for each in others) > 3 * spread


def test_another_white_balance_is_no_other_colour() -> None:
    picture = painted(12, WAYS[0], WHITE)
    warmer = np.clip(picture * np.array([0.93, 1.0, 1.07]), 0, 255).astype(np.uint8)
    one, other = (EVEN.surface(each).colour for each in (picture, warmer))
    assert float(np.linalg.norm(one - other)) < 0.15


@pytest.fixture(scope="module")
def calibration(tmp_path_factory: pytest.TempPathFactory) -> Calibration:
    """Balls of three paints, saved and loaded."""
    path = tmp_path_factory.mktemp("colours") / "hall.calibracion"
    shown = [
        Shown(number, pose, exit_picture(number, (painted(number, way, PAINTS[at % 3]), 320, 240, 200)))
        for at, number in enumerate(NUMBERS)
        for pose, way in enumerate(WAYS)
    ]
    calibrate([exit_picture(each) for each in range(6)], shown).save(path)
    return Calibration.load(path)


def test_the_same_print_on_another_paint_is_another_ball(calibration: Calibration) -> None:
    """65 was told as 6 where a finger lay on its 5: its paint is not that of the 6."""
    recogniser = Recogniser(calibration)
    told = {True: 0, False: 0}
    for at, number in enumerate(NUMBERS):
        for own in told:
            paint = PAINTS[(at + (not own)) % 3]
            picture = exit_picture(90 + at, (painted(number, (0.3, 1.3), paint), 320, 240, 200))
            told[own] += recogniser.look(picture).number == number
    assert told[True] >= 6
    assert told[False] == 0


def test_a_file_keeps_what_is_known_of_colours(calibration: Calibration, tmp_path: Path) -> None:
    known = replace(calibration.learnt.shading, own_colour=True)
    changed = replace(calibration, learnt=replace(calibration.learnt, shading=known))
    changed.save(tmp_path / "again")
    again = Calibration.load(tmp_path / "again")
    assert again.learnt.shading.own_colour
    assert again.judge.farthest == calibration.judge.farthest < 1
    assert np.allclose(again.learnt.patterns.colours, calibration.learnt.patterns.colours, atol=1e-3)
