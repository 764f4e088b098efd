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
ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs/operations.md").read_text("utf-8")
INIT = ROOT / "packaging/image/etc/systemd/system/hallctl-init.service"


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


def test_systemd_reads_the_images_unit_without_a_word() -> None:
    done = subprocess.run(["systemd-analyze", "verify", INIT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "")


def test_the_image_waits_for_its_hall_for_longer_than_the_hall_may_take_to_start() -> None:
    """What comes after it makes the root read only again."""
    (after,) = re.findall(r"^TimeoutStopSec=(\d+)min$", INIT.read_text("utf-8"), re.MULTILINE)
    (start,) = re.findall(r"^TimeoutStartSec=(\d+)$", text_of(UNITS[0]), re.MULTILINE)
    assert int(after) * 60 > 2 * int(start)


def test_a_hall_that_a_power_cut_left_without_its_service_gets_it_at_the_next_boot(tmp_path: Path) -> None:
    """The unit starts until install-service has enabled the hall, and shows no pages where a hall is."""
    text = INIT.read_text("utf-8").replace("\\\n", "").replace("$$", "$")
    (link,) = re.findall(r"^Condition\w+=(.*)$", text, re.MULTILINE)
    (wanted_by,) = re.findall(r"^WantedBy=(.*)$", text_of(UNITS[0]), re.MULTILINE)
    assert link == f"!/etc/systemd/system/{wanted_by}.wants/{UNITS[0]}"
    enabled = re.findall(
        r"^inside systemctl enable (.*)$", (ROOT / "packaging/image_root.sh").read_text("utf-8"), re.M
    )
    assert "hallctl-init" in enabled[0].split()
    assert "hallctl" not in enabled[0].split()
    (script,) = re.findall(r"^ExecStart=/bin/sh -c '(.*)'$", text, re.MULTILINE)
    shell = {"hostname": "echo 192.0.2.1", "hallctl": f": > {tmp_path}/asked", "tee": ":"}
    for program, line in shell.items():
        (tmp_path / program).write_text(f"#!/bin/sh\n{line}\n", "utf-8")
        (tmp_path / program).chmod(0o755)
    for made in (True, False):
        (tmp_path / "hall.toml").touch() if made else (tmp_path / "hall.toml").unlink()
        command = script.replace("/var/lib/hallctl/sala", str(tmp_path)).replace("/dev/console", "/dev/null")
        subprocess.run(["/bin/sh", "-c", command], env={"PATH": str(tmp_path)}, check=True)
        assert (tmp_path / "asked").exists() is not made
