"""The units that the wheel ships: systemd reads them without a word, and what they allow stays little."""

import configparser
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app

UNITS = ("hallctl.service", "hallctl-screens.service")
PAGE = (Path(__file__).parents[4] / "docs/operations.md").read_text("utf-8")


def text_of(unit: str) -> str:
    return files("hallctl.app.service").joinpath("units", unit).read_text("utf-8")


def settings_of(unit: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in text_of(unit).splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(key, []).append(value)
    return found


@pytest.fixture(params=UNITS)
def installed(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A unit whose program is there."""
    path = tmp_path / str(request.param)
    text, count = re.subn(
        r"^ExecStart=\S+", f"ExecStart={sys.executable}", text_of(path.name), flags=re.MULTILINE
    )
    assert count == 1
    path.write_text(text, "utf-8")
    return path


def test_systemd_reads_every_unit_without_a_word(installed: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "verify", str(installed)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "")


def test_the_exposure_that_systemd_finds_is_the_one_the_page_says(installed: Path) -> None:
    command = [
        "systemd-analyze",
        "security",
        "--offline=true",
        "--threshold=20",
        "--no-pager",
        str(installed),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    said = re.search(rf"`{re.escape(installed.name)}` \| (\d\.\d) ", PAGE)
    assert found is not None and said is not None, done.stdout + done.stderr
    assert float(found[1]) <= float(said[1])


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_runs_a_command_that_there_is_with_options_that_it_has(unit: str) -> None:
    (program, command, *options) = settings_of(unit)["ExecStart"][0].split()
    assert program.endswith("/hallctl")
    shown = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "200"}).output
    for option in options[::2]:
        assert option in shown


def test_the_hall_is_watched_and_writes_where_it_keeps_its_things_and_nowhere_else() -> None:
    found = settings_of("hallctl.service")
    assert found["Type"] == ["notify"]
    assert float(found["WatchdogSec"][0]) >= 5, "a commit on a slow disk is no hang"
    assert found["Restart"] == ["on-failure"]
    assert found["ProtectSystem"] == ["strict"]
    assert found["ReadWritePaths"] == ["/var/lib/hallctl"]
    assert found["NoNewPrivileges"] == ["yes"]
    assert found["DevicePolicy"] == ["closed"]
    assert {"char-ttyUSB rw", "char-video4linux rw"} <= set(found["DeviceAllow"])
    assert found["LimitCORE"] == ["0"]


@pytest.mark.invariant("I13")
def test_the_hall_comes_before_other_programs_of_a_busy_computer_and_the_screens_do_not() -> None:
    found = settings_of("hallctl.service")
    assert int(found["CPUWeight"][0]) > 100 and int(found["Nice"][0]) < 0
    assert not {"CPUWeight", "Nice"} & set(settings_of("hallctl-screens.service"))


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_has_the_sections_of_a_unit_and_no_key_twice_that_must_not_be(unit: str) -> None:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(text_of(unit))
    assert parser.sections() == ["Unit", "Service", "Install"]
    repeated = {key for key, values in settings_of(unit).items() if len(values) > 1}
    assert repeated <= {"DeviceAllow", "SystemCallFilter"}
