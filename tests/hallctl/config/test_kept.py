"""What a hall keeps of its ball sets counts as what its configuration names, which comes before it."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hallctl.app.calibrating.calibration import SetReport
from hallctl.app.calibrating.report import Occasion, Recogniser, Sheet, setting
from hallctl.app.setting import load
from hallctl.config.calibrated import calibrated, foreign, minuted, uncalibrated
from hallctl.config.hall import Setting
from hallctl.config.kept import kept_file, stem_of
from hallctl.config.problems import ConfigError
from hallctl.config.ready import demand_ready
from tests.hallctl.config.test_hall import TEXT

REAL = TEXT.replace("simulated = true\n", "").replace(', "J-03"]', "]").replace('../../practice"', 'sala"')
DAY = datetime(2026, 11, 26, tzinfo=UTC)


def keep(file: Path, ball_set: str, hall: str = "Bingo Illimani", recognised: bytes = b"") -> Path:
    """Write what a calibration writes."""
    file.parent.mkdir(parents=True, exist_ok=True)
    sheet = Sheet(f"prints of {ball_set} in {file.parent.name}".encode(), 0.4, stem_of(ball_set))
    known = Recogniser(recognised, stem_of(ball_set)) if recognised else None
    text = setting(
        SetReport(ball_set, 90, ()), Occasion(hall, "V4L2", DAY, simulated=False), sheet, None, known
    )
    (file.parent / sheet.file).write_bytes(sheet.content)
    if known is not None:
        (file.parent / known.file).write_bytes(known.content)
    file.write_text(text, "utf-8")
    return file.parent / sheet.file


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "hall.toml"
    path.write_text(REAL, "utf-8")
    return path


def kept(path: Path, *ball_sets: str) -> Setting:
    directory = load(path).directory
    for each in ball_sets:
        keep(kept_file(directory, each), each)
    return load(path)


@pytest.mark.req("AJ-24", "AJ-27")
def test_what_is_kept_counts_without_a_name_and_also_for_a_set_that_only_the_console_knows(
    path: Path,
) -> None:
    hall = kept(path, "J-01", "J-02", "J/09")
    demand_ready(hall)
    assert not list(foreign(hall))
    known = calibrated(hall)
    assert known is not None
    assert list(known) == ["J-01", "J-02", "J/09"]
    said = dict(minuted(hall))
    assert said["calibración del juego J-01"] == f"bolas-J-01.toml, huella {known['J-01'].prints}"
    assert stem_of("J/09") != stem_of("J-09"), "no two sets are kept in one file"
    left = hall.calibrations.without({"J-01"})
    assert [each.ball_set for each in left.sheets] == ["J-02", "J/09"], "a retired set is read no more"


def test_a_named_file_comes_before_what_is_kept_of_its_set_and_one_that_is_kept_may_be_named(
    path: Path,
) -> None:
    hall = kept(path, "J-01", "J-02")
    keep(path.parent / "informes/bolas.toml", "J-01")
    named = load(path, ['reader.calibrations=["informes/bolas.toml"]'])
    assert [(each.file, each.kept) for each in named.calibrations.made] == [
        ("informes/bolas.toml", False),
        ("bolas-J-02.toml", True),
    ]
    assert named.calibrations.overruled == {"J-01"}
    own = kept_file(hall.directory, "J-01").relative_to(path.parent)
    both = load(path, [f'reader.calibrations=["{own}"]'])
    assert len(both.calibrations.made) == 2
    assert not both.calibrations.overruled
    (path.parent / "otro").write_bytes(b"recognises")
    recognised = load(path, ['reader.recogniser={"J-01" = "otro"}'])
    assert recognised.calibrations.overruled == {"J-01"}
    assert [each.path.name for each in recognised.calibrations.recognisers] == ["otro"]


def test_the_recogniser_of_a_set_is_found_beside_it_and_bound_to_it(path: Path) -> None:
    file = kept_file(load(path).directory, "J-01")
    keep(file, "J-01", recognised=b"knows")
    (known,) = load(path).calibrations.recognisers
    assert (known.ball_set, known.path.read_bytes()) == ("J-01", b"knows")
    known.path.write_bytes(b"knows others")
    (damaged,) = load(path).calibrations.damaged
    assert "no es el que escribió la calibración" in damaged.why


def damages(directory: Path) -> dict[str, tuple[bytes, str]]:
    """What may be wrong with the file of J-01, and what is said of it."""
    own = kept_file(directory, "J-01").read_bytes()
    return {
        "cut off": (own[:40], "no es un archivo de «hallctl camera calibrate»"),
        "edited": (own.replace(b"2026-11-26", b"2026-11-27"), "se cambió después de escribirlo"),
        "of another set": (kept_file(directory, "J-02").read_bytes(), "es del juego «J-02»"),
    }


@pytest.mark.parametrize("damage", ["cut off", "edited", "of another set"])
def test_a_damaged_file_keeps_a_real_hall_from_starting_and_says_what_to_do(path: Path, damage: str) -> None:
    """The configuration can be read all the same: without it nobody could calibrate anew."""
    hall = kept(path, "J-01", "J-02")
    content, why = damages(hall.directory)[damage]
    kept_file(hall.directory, "J-01").write_bytes(content)
    broken = load(path)
    assert list(uncalibrated(broken)) == ["J-01"]
    with pytest.raises(ConfigError) as caught:
        demand_ready(broken)
    (problem,) = caught.value.problems
    assert why in problem
    assert "calibre el juego de nuevo" in problem
    others = replace(broken, config=broken.config.model_copy(update={"ball_sets": ["J-02"]}))
    demand_ready(others)  # a set that is not needed keeps nobody from playing


def test_what_another_hall_kept_is_refused(path: Path) -> None:
    directory = load(path).directory
    keep(kept_file(directory, "J-01"), "J-01", hall="Bingo Sajama")
    assert [why.partition("»")[0] for _file, why in foreign(load(path))] == [
        "se hizo en la sala «Bingo Sajama"
    ]
