"""Balls with symbols: what the camera's simulator draws of them (PT-67)."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.camera.balls import Image, scene, symbol_ink
from drivers.camera.simulator import ExitLens
from drivers.plant import new_plant, save_plant


@pytest.mark.req("PT-67")
def test_each_symbol_is_another_picture_and_a_number_is_none_of_them() -> None:
    shown = {ink: scene(ink, np.random.default_rng(3)) for ink in ("7", *map(symbol_ink, (1, 7, 30)))}
    for one, other in combinations(shown, 2):
        assert (cv2.absdiff(shown[one], shown[other]) > 60).any(axis=2).sum() > 400, (one, other)


@pytest.mark.req("PT-67")
def test_the_simulator_draws_the_symbol_of_the_ball_at_the_exit(tmp_path: Path) -> None:
    plant = new_plant(1)
    out = replace(plant, exit=7, drum=tuple(ball for ball in plant.drum if ball != 7))
    save_plant(tmp_path / "bolas.json", out)
    number, symbol = (_seen(ExitLens(tmp_path / "bolas.json", symbols)) for symbols in (False, True))
    assert (cv2.absdiff(number, symbol) > 60).any(axis=2).sum() > 400


def _seen(lens: ExitLens) -> Image:
    frame = cv2.imdecode(np.frombuffer(lens.frame(frozenset()), np.uint8), cv2.IMREAD_COLOR)
    assert frame is not None
    return np.asarray(frame, np.uint8)
