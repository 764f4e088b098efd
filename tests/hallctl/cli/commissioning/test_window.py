"""What the reader sees, in a window and in a file."""

import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pygame
import pytest
from typer.testing import CliRunner

from drivers.camera.balls import EMPTY, IVORY, render, scene
from drivers.reader.reader import Reader
from hallctl.__main__ import app
from hallctl.app.calibrating.drawing import HEIGHT, WIDTH, drawn, nines
from hallctl.app.calibrating.inspection import inspect_picture
from hallctl.app.calibrating.live_camera import LiveCamera
from hallctl.cli.commissioning.window import watch
from tests.drivers.test_camera_source import frames, network_camera

ROOT = Path(__file__).parents[4]
READER = Reader()


def ball(ink="42", seed=1):
    return render(ink, np.random.default_rng(seed), IVORY)


def test_how_sure_a_score_is_is_told_in_nines_up_to_four():
    assert [round(nines(score), 3) for score in (0.0, 0.9, 0.99, 0.998, 0.9999, 1.0)] == [
        0,
        1,
        2,
        2.699,
        4,
        4,
    ]


@pytest.mark.req("AJ-24")
def test_a_good_picture_is_framed_focused_and_lit_and_a_poor_one_says_what_it_lacks():
    good = inspect_picture(ball(), READER)
    assert (good.why, good.framed, good.focused, good.lit) == ("", True, True, True)
    blurred = inspect_picture(np.asarray(cv2.GaussianBlur(ball(), (0, 0), 4), np.uint8), READER)
    assert not blurred.focused
    aside = inspect_picture(np.roll(ball(), 90, axis=1), READER)
    assert not aside.framed
    assert 80 < aside.off_centre < 100
    dark = inspect_picture((ball() * 0.2).astype(np.uint8), READER)
    assert not dark.lit
    glaring = ball()
    cv2.circle(glaring, (320, 240), 30, (255, 255, 255), -1)
    assert not inspect_picture(glaring, READER).lit
    assert inspect_picture(scene(EMPTY, np.random.default_rng(1)), READER).box is None


def test_a_larger_picture_measures_as_a_480_line_one():
    large = np.asarray(cv2.resize(ball(), (1280, 960), interpolation=cv2.INTER_CUBIC), np.uint8)
    assert inspect_picture(large, READER).diameter == pytest.approx(
        inspect_picture(ball(), READER).diameter, rel=0.03
    )


def test_circle_number_and_bars_are_drawn_over_any_picture():
    for image in (
        ball(),
        ball(None),
        scene(EMPTY, np.random.default_rng(1)),
        np.zeros((720, 1280, 3), np.uint8),
    ):
        shown = drawn(image, inspect_picture(image, READER), "La cámara no entrega imagen.")
        assert shown.shape == (HEIGHT, WIDTH, 3)
    read, blank = (drawn(image, inspect_picture(image, READER)) for image in (ball("42"), ball(None)))
    assert (read[60:115, 664:780].max(axis=2) > 200).sum() > 400  # the number, large
    assert (blank[60:115, 664:780].max(axis=2) > 200).sum() > 50  # the reason


def test_the_window_shows_pictures_until_escape(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    seen = []

    def after_three():
        seen.append(pygame.display.get_surface().copy())
        if len(seen) == 6:
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE))
        return len(seen) > 200

    with network_camera(frames(300)) as url, LiveCamera(url) as camera:
        assert watch(camera, READER, after_three) >= 1
    assert len(seen) < 200
    assert seen[-1].get_size() == (WIDTH, HEIGHT)
    assert pygame.surfarray.array3d(seen[-1])[664:780, 60:115].max() > 200


def test_one_picture_is_written_as_png(tmp_path):
    out = tmp_path / "vista.png"
    with network_camera(frames(100)) as url:
        ran = CliRunner().invoke(app, ["camera", "watch", url, "--png", str(out)])
    assert ran.exit_code == 0, ran.output
    assert cv2.imread(str(out)).shape == (HEIGHT, WIDTH, 3)


def test_the_command_opens_a_window_and_ends_when_it_is_closed():
    """A process of its own, as a technician starts it; closing is asked for by the terminal's Ctrl-C.

    It ended by SIGABRT once, on a loaded machine, and in none of 628 tries since: what it says then is told.
    """
    with network_camera(frames(400)) as url:
        command = [sys.executable, "-m", "hallctl", "camera", "watch", url]
        environment = {
            **os.environ,
            "SDL_VIDEODRIVER": "dummy",
            "PYTHONPATH": str(ROOT),
            "PYTHONFAULTHANDLER": "1",
        }
        with subprocess.Popen(command, env=environment, cwd=ROOT, stderr=subprocess.PIPE) as process:
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(5)
            process.send_signal(2)
            said = process.communicate(timeout=10)[1].decode()
            assert process.returncode in (130, -2, 1), said
            assert "Traceback" not in said


def test_without_camera_or_configuration_it_says_what_to_say(tmp_path):
    ran = CliRunner().invoke(app, ["camera", "watch"])
    assert ran.exit_code == 2
    assert "hallctl camera watch --config hall.toml" in ran.stderr
    gone = CliRunner().invoke(
        app, ["camera", "watch", "http://127.0.0.1:9/", "--png", str(tmp_path / "x.png")]
    )
    assert gone.exit_code == 2
    assert "cable" in gone.stderr
