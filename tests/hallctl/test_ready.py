"""A hall does not start before its camera knows the balls that it is to read."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.commissioning.calibration import SetReport
from hallctl.commissioning.report import Occasion, Sheet, setting
from hallctl.config import ConfigError, load
from hallctl.main import run
from hallctl.ready import demand_ready
from tests.hallctl.test_config import TEXT

REAL = TEXT.replace("simulated = true\n", "")


def calibrated(folder, *ball_sets):
    """Write what a calibration of these sets writes; returns what names it in the configuration."""
    for ball_set in ball_sets:
        name = f"patrones-{ball_set}.png"
        occasion = Occasion("Bingo Illimani", "V4L2", datetime(2026, 11, 26, tzinfo=UTC), simulated=False)
        text = setting(SetReport(ball_set, 90, ()), occasion, Sheet(name, b"a picture", 0.4))
        (folder / f"bolas-{ball_set}.toml").write_text(text, "utf-8")
        (folder / name).write_bytes(b"a picture")
    return [f"reader.calibrations={[f'bolas-{each}.toml' for each in ball_sets]}"]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "hall.toml"
    path.write_text(REAL, "utf-8")
    return path


def test_every_ball_set_that_a_real_camera_does_not_know_keeps_the_hall_from_starting(path):
    assert not load(path).config.simulated
    for known, lacking in (((), ("J-01", "J-02")), (("J-02",), ("J-01",))):
        with pytest.raises(ConfigError) as caught:
            run(load(path, calibrated(path.parent, *known)))
        assert len(caught.value.problems) == len(lacking)
        for problem, ball_set in zip(caught.value.problems, lacking, strict=True):
            assert f"«{ball_set}» no está calibrado" in problem
            assert f"hallctl camera calibrate --ball-set {ball_set}" in problem
    demand_ready(load(path, calibrated(path.parent, "J-01", "J-02")))


def test_a_calibration_in_which_nothing_was_seen_is_none(path):
    (path.parent / "bolas.toml").write_text(
        'ball_set = "J-01"\nmade_on = "2026-11-21"\nalways_ask = [68, 89]\n', "utf-8"
    )
    with pytest.raises(ConfigError, match="«J-01» no está calibrado"):
        demand_ready(load(path, ['reader.calibrations=["bolas.toml"]']))


def test_practice_and_a_hall_without_a_camera_need_no_calibration(path):
    demand_ready(load(path, ["extractor.simulated=true"]))
    real = load(path)
    demand_ready(replace(real, config=real.config.model_copy(update={"camera": None})))


def test_check_says_what_is_lacking_and_ends_with_2(path):
    said = CliRunner().invoke(app, ["check", "--config", str(path)])
    assert said.exit_code == 2
    assert "«J-01» no está calibrado" in said.output
