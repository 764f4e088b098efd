"""Worlds to judge a reader by: the same seed gives the same world, and what should be in it is in it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tools.worlds.prints import Surface, stamp
from tools.worlds.scene import Pose, Scene
from tools.worlds.world import Balls, world_of

FACE = str(Path(__file__).parents[2] / "fonts" / "DejaVuSans.ttf")
BALLS = Balls(90, "plain", (0.8, 0.8, 0.8), (0.01, 0.01, 0.02), 2, FACE, 0.1, "bar", 0.5, 0.0)


def test_ten_worlds_have_each_exit_twice_and_every_kind_of_ball():
    worlds = [world_of(7, index) for index in range(10)]
    assert sorted(each.exit for each in worlds) == sorted(["metal", "tube", "cup", "chute", "felt"] * 2)
    assert {each.balls.style for each in worlds} == {
        *("plain", "disc", "light", "loose", "letter", "ring", "symbol")
    }
    assert any(each.radius < 80 for each in worlds)
    assert len({each.name for each in worlds}) == 10


def test_a_seed_gives_the_same_world_again_and_another_seed_another():
    assert world_of(3, 4).radius == world_of(3, 4).radius
    assert world_of(3, 4).radius != world_of(4, 4).radius


@pytest.mark.parametrize("number", [6, 9, 68, 18])
def test_a_number_that_is_another_upside_down_has_a_mark_that_tells_it(number):
    print_ = stamp(number, BALLS)[..., 3]
    assert np.abs(print_ - np.rot90(print_, 2)).mean() > 0.02


def test_a_mirrored_ball_is_the_mirror_picture_of_a_ball():
    steps = np.linspace(-0.6, 0.6, 64, dtype=np.float32)
    x, y = np.meshgrid(steps, -steps)
    normals = np.stack([x, y, np.sqrt(1 - x * x - y * y)], -1)
    plain, mirrored = (
        Surface(14, BALLS, np.random.default_rng(5), mirrored=each).albedo(normals) for each in (False, True)
    )
    assert np.allclose(mirrored, plain[:, ::-1], atol=1e-4)
    assert np.abs(mirrored - plain).mean() > 0.01


def test_a_ball_stands_in_its_exit_where_the_world_says_and_shades_it():
    world = world_of(5, 4)
    scene = Scene(world)
    surface = Surface(42, replace(world.balls, face=FACE), np.random.default_rng(1))
    light = scene.picture(surface, Pose(np.eye(3, dtype=np.float32), (0, 0)))
    assert light.shape == scene.empty.shape == (480, 640, 3)
    changed = np.abs(light - scene.empty).max(axis=2) > 0.01
    middle = 320 + world.offset[0], 240 + world.offset[1]
    rows, columns = np.mgrid[0:480, 0:640]
    far = np.hypot(columns - middle[0], rows - middle[1]) / world.radius
    assert changed[far < 0.95].mean() > 0.9
    beside = (far > 1.02) & (far < 1.3)
    assert light[beside].mean() < scene.empty[beside].mean()
    assert not changed[far > 3].any()
