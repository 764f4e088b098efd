"""A hall does not start before its camera knows the balls that it is to read."""

import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.app.calibrating.calibration import SetReport
from hallctl.app.calibrating.report import Occasion, Sheet, setting
from hallctl.app.setting import load
from hallctl.config.calibrated import calibrated as calibrated_sets
from hallctl.config.calibrated import foreign
from hallctl.config.origin import seal_of, sealed
from hallctl.config.problems import ConfigError
from hallctl.config.ready import demand_ready
from hallctl.main import run
from hallctl.rules.state import Calibrated
from tests.hallctl.config.test_hall import TEXT

REAL = TEXT.replace("simulated = true\n", "").replace(', "J-03"]', "]")


def calibrated(folder, *ball_sets):
    """Write what a calibration of these sets writes; returns what names it in the configuration."""
    for ball_set in ball_sets:
        occasion = Occasion("Bingo Illimani", "V4L2", datetime(2026, 11, 26, tzinfo=UTC), simulated=False)
        sheet = Sheet(f"the prints of {ball_set}".encode(), 0.4, ball_set)
        text = setting(SetReport(ball_set, 90, ()), occasion, sheet)
        (folder / f"bolas-{ball_set}.toml").write_text(text, "utf-8")
        (folder / sheet.file).write_bytes(sheet.content)
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


def test_a_set_that_a_recogniser_knows_needs_no_other_calibration(path):
    """A file of another set, or of none of the hall's, keeps it from starting."""
    for name in ("uno", "dos"):
        (path.parent / name).write_bytes(name.encode())
    named = [
        f'reader.recogniser={{"J-01" = "{one}", "J-02" = "{two}"}}'
        for one, two in (("uno", "dos"), ("uno", "uno"))
    ]
    known = load(path, named[:1])
    demand_ready(known)
    assert calibrated_sets(known) == {
        "J-01": Calibrated("uno", sha256(b"uno").hexdigest()),
        "J-02": Calibrated("dos", sha256(b"dos").hexdigest()),
    }
    with pytest.raises(ConfigError, match="es una copia del archivo del juego «J-01»"):
        demand_ready(load(path, named[1:]))
    with pytest.raises(ConfigError, match="es del juego «J-09», que no está en ball_sets"):
        demand_ready(load(path, [named[0].replace("J-02", "J-09")]))


def test_practice_and_a_hall_without_a_camera_need_no_calibration(path):
    demand_ready(load(path, ["extractor.simulated=true"]))
    real = load(path)
    demand_ready(replace(real, config=real.config.model_copy(update={"camera": None})))


def test_check_says_what_is_lacking_and_ends_with_2(path):
    said = CliRunner().invoke(app, ["check", "--config", str(path)])
    assert said.exit_code == 2
    assert "«J-01» no está calibrado" in said.output


def copies(folder):
    """How a calibration of another set gets into a hall that has J-01 and J-02 calibrated."""
    own = (folder / "bolas-J-01.toml").read_text("utf-8")
    foreign_hall = own.replace("Bingo Illimani", "Bingo Sajama").replace('licence = "—"', 'licence = "AJ-77"')
    resealed = foreign_hall.partition("\n[origin]")[0]
    return {
        "renamed": (own, "es otra vez el juego «J-01», como bolas-J-01.toml"),
        "edited": (own.replace('ball_set = "J-01"', 'ball_set = "J-02"'), "se cambió después de escribirlo"),
        "of another hall": (sealed(resealed, "Bingo Sajama", "AJ-77"), "se hizo en la sala «Bingo Sajama»"),
        "unsealed": (resealed, "no dice en qué sala se hizo"),
        "resealed for J-02": (
            sealed(resealed.replace("J-01", "J-02", 1), "Bingo Illimani", "—"),
            "tiene los patrones del juego «J-01»: es una copia",
        ),
        "of a set that is not there": (
            sealed(resealed.replace("J-01", "J-07", 1), "Bingo Illimani", "—"),
            "es del juego «J-07», que no está en ball_sets",
        ),
    }


COPIES = (
    "renamed",
    "edited",
    "of another hall",
    "unsealed",
    "resealed for J-02",
    "of a set that is not there",
)


@pytest.mark.parametrize("copy", COPIES)
def test_a_calibration_copied_from_another_set_keeps_the_hall_from_starting_and_says_what_to_do(path, copy):
    calibrated(path.parent, "J-01", "J-02")
    text, why = copies(path.parent)[copy]
    alone = copy in {"of another hall", "unsealed"}
    (path.parent / "copia.toml").write_text(text, "utf-8")
    names = ["copia.toml", "bolas-J-02.toml"] if alone else ["bolas-J-01.toml", "copia.toml"]
    names += [] if copy != "renamed" else ["bolas-J-02.toml"]
    with pytest.raises(ConfigError) as caught:
        demand_ready(load(path, [f"reader.calibrations={names}"]))
    (problem,) = (each for each in caught.value.problems if "copia.toml" in each)
    assert why in problem
    assert "calib" in problem.partition(why)[2]


def test_a_hall_that_changes_its_name_or_its_licence_keeps_its_calibrations(path):
    calibrated(path.parent, "J-01", "J-02")
    names = "reader.calibrations=['bolas-J-01.toml', 'bolas-J-02.toml']"
    assert load(path).config.hall.licence != "—"
    demand_ready(load(path, [names]))  # the name is the same
    renamed = ['hall.name="Bingo Sajama"', 'hall.licence="—"']
    demand_ready(load(path, [names, *renamed]))  # the licence is
    with pytest.raises(ConfigError, match="se hizo en la sala «Bingo Illimani»"):
        demand_ready(load(path, [names, renamed[0]]))


def test_practice_takes_any_calibration(path):
    calibrated(path.parent, "J-07")
    setting_ = load(path, ["extractor.simulated=true", "reader.calibrations=['bolas-J-07.toml']"])
    assert list(foreign(setting_)) == []


@given(st.sampled_from(["\n", "\r\n"]), st.text("áb\"\\ñ –'", min_size=1, max_size=12).filter(str.strip))
def test_a_seal_holds_whatever_the_line_ends_and_the_names(end, name):
    text = sealed('ball_set = "J-01"\nalways_ask = [6, 9]\n', name.strip(), "AJ 1")
    values = tomllib.loads(text.replace("\n", end))
    assert values["origin"]["seal"] == seal_of(values)
    assert values["origin"]["hall"] == name.strip()
    assert seal_of(values | {"always_ask": [6]}) != seal_of(values)
