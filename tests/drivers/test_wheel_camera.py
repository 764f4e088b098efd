"""The simulated camera above a wheel: its picture shows the truth, whatever the sensor says."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.camera.simulator import FAULTS
from drivers.wheel.camera import WheelLens
from drivers.wheel.machine import DOUBLE_ZERO, SINGLE_ZERO, Pace, SimulatedWheel
from drivers.wheel.pictures import WheelPictures
from drivers.wheel.readings import Flag
from drivers.wheel.simulator import Simulator
from drivers.wheel.world import OUT, RIM, World, read_world, write_world

BALL = 225


def ball_of(picture):
    """Return where the ball lies, as turns from the top and pixels from the middle; None for nowhere."""
    light = (picture.min(axis=2) > BALL).astype(np.uint8)
    count, _, stats, centres = cv2.connectedComponentsWithStats(light)
    found = [n for n in range(1, count) if 120 <= stats[n, cv2.CC_STAT_AREA] <= 320]
    if not found:
        return None
    (n,) = found
    x, y = centres[n][0] - 320, 240 - centres[n][1]
    return np.arctan2(x, y) / (2 * np.pi) % 1, np.hypot(x, y)


@pytest.mark.parametrize("pockets", [SINGLE_ZERO, DOUBLE_ZERO])
def test_the_ball_lies_in_its_pocket_however_the_rotor_stands(pockets: tuple[str, ...]) -> None:
    pictures = WheelPictures(pockets)
    for place, pocket in enumerate(pockets):
        turned = 0.37 * place
        at = ball_of(pictures.draw(World(pockets, pocket, turned, 0.4, 10.0), 10.0))
        assert at is not None, pocket
        off = (at[0] - turned - place / len(pockets) + 0.5) % 1 - 0.5
        assert abs(off) < 0.2 / len(pockets), pocket
        assert 112 < at[1] < 156


def test_a_ball_in_the_rim_and_none_at_all_are_drawn_as_they_are() -> None:
    pictures = WheelPictures(SINGLE_ZERO)
    rim = ball_of(pictures.draw(World(SINGLE_ZERO, RIM, 0.0, 0.4, 0.0), 3.0))
    assert rim is not None
    assert rim[1] > 190
    assert ball_of(pictures.draw(World(SINGLE_ZERO, OUT, 0.0, 0.4, 0.0), 3.0)) is None


def test_the_rotor_turns_between_two_pictures() -> None:
    world = World(SINGLE_ZERO, "0", 0.25, -0.5, 7.0)
    assert world.turned(8.5) == pytest.approx(-0.5)
    assert world.turned(6.0) == 0.25, "a camera whose clock was read before"


def test_the_simulator_says_where_the_ball_is_in_truth(tmp_path: Path) -> None:
    file = tmp_path / "ruleta.json"
    wheel = SimulatedWheel(5, pace=Pace(bets=None))
    simulator = Simulator(wheel, tmp_path / "tty", world=file)
    seen = {read_world(file).ball}
    wheel.fail_next(says="13")
    wheel.launch()
    for _ in range(600):
        simulator.step(0.1)
        seen.add(read_world(file).ball)
        if wheel.spun:
            break
    assert RIM in seen
    assert read_world(file).ball == wheel.spun[0].pocket, "not what the sensor says"


def test_a_ball_that_was_taken_out_is_not_in_the_picture() -> None:
    wheel = SimulatedWheel(5, pace=Pace(bets=None))
    wheel.fail_next(flags=Flag.BALL_REMOVED)
    wheel.launch()
    while not wheel.spun:
        wheel.pass_time(0.1)
    assert wheel.ball == OUT


def test_the_lens_has_the_faults_of_the_exit_s_and_a_file_that_is_none_is_said(tmp_path: Path) -> None:
    file = tmp_path / "ruleta.json"
    write_world(file, World(SINGLE_ZERO, "17", 0.0, 0.4, 1.0))
    lens = WheelLens(file, lambda: 1.0)
    clear = lens.frame(frozenset())
    assert clear[:2] == b"\xff\xd8"
    assert lens.frame(frozenset({"freeze"})) == clear
    for fault in sorted({*FAULTS} - {"freeze", "hang", "unplug", "blank"}):
        assert lens.frame(frozenset({fault})) != clear
    file.write_text('{"ball": "17"}', "utf-8")
    with pytest.raises(ValueError, match="no world of a wheel"):
        lens.frame(frozenset())
