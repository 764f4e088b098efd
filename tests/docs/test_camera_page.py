"""What docs/camera.md says of commands, limits and settings is so."""

import re
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from drivers.camera.camera import RETRIES
from drivers.camera.health import FaultCode
from drivers.camera.limits import HealthLimits
from drivers.camera.stillness import TILES
from drivers.reader.exit import DIAMETERS
from drivers.reader.place import OFF_CENTRE, USUAL
from hallctl.__main__ import app
from hallctl.app.calibrating.calibration import LEAST_MARGIN, Verdict
from hallctl.app.calibrating.inspection import SHARP
from hallctl.app.calibrating.vacancy import PICTURES, WHY
from hallctl.config.camera import CameraSection
from hallctl.config.reader import ReaderSection

PAGE = (Path(__file__).parents[2] / "docs/camera.md").read_text("utf-8")
COMMANDS = [
    line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.strip().splitlines()
]


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_of_the_page_is_there_with_its_options(line):
    words = line.split()[1:]
    names = [words[0]] + (words[1:2] if words[0] == "camera" else [])
    explained = CliRunner().invoke(app, [*names, "--help"], env={"COLUMNS": "200"})
    assert explained.exit_code == 0
    for option in re.findall(r"--[a-z-]+", line):
        assert option in explained.output, option


def test_every_limit_of_the_page_is_the_programs():
    limits = HealthLimits()
    said = {code: text for code, text in re.findall(r"^\| `(CAMERA-[A-Z]+)` \| (.+) \|$", PAGE, re.MULTILINE)}
    assert set(said) == {str(code) for code in FaultCode} - {"CAMERA-BACK"}
    assert (
        f"in {limits.silence:g} s, for an uneven or slow camera in up to {limits.stall:g} s"
        in said["CAMERA-FROZEN"]
    )
    assert f"or {limits.still} pictures with no more than one live one" in said["CAMERA-FROZEN"]
    assert f"{TILES[0] * TILES[1]} tiles" in PAGE
    assert f"under {limits.black:g} of 255" in said["CAMERA-BLACK"]
    assert f"{limits.burnt * 100:g} % burnt white for {limits.patience:g} s" in said["CAMERA-BRIGHT"]
    assert f"wider than {limits.edge:g} pixels for {limits.patience:g} s" in said["CAMERA-BLURRED"]
    assert f"{limits.lines} lines, or more than {limits.pixels // 1_000_000} million" in said["CAMERA-SIZE"]
    assert "after 0.5, 1, 2 and then every 5 seconds" in PAGE
    assert RETRIES == (0.5, 1.0, 2.0, 5.0)
    assert f"de {DIAMETERS[0]:.0f} a {DIAMETERS[1]:.0f} px y se vea entera" in PAGE
    assert f"{USUAL[0]:.0f} to {USUAL[1]:.0f} pixels within {OFF_CENTRE:.0f} of the middle" in " ".join(
        PAGE.split()
    )
    assert f"aprendida de {PICTURES} imágenes" in PAGE
    assert all(
        why.partition(":")[0] in PAGE or "muy pocas" in why or "quemado" in why for why in WHY.values()
    )
    assert f"asks for {SHARP:g} or less" in " ".join(PAGE.split())
    assert f"nearer than {LEAST_MARGIN:g}" in PAGE
    assert all(f"| {verdict} |" in PAGE for verdict in Verdict)


def test_every_setting_of_the_page_is_the_configs_and_its_example_is_right():
    fields = {f"camera.{name}" for name in CameraSection.model_fields} - {"camera.source", "camera.simulated"}
    fields |= {f"reader.{name}" for name in ReaderSection.model_fields}
    said = re.findall(r"^\| `\[(\w+)\] (\w+)` \| ([^|]+) \|", PAGE, re.MULTILINE)
    assert {f"{section}.{key}" for section, key, _ in said if key != "source"} == fields
    defaults = {key: default.strip() for _, key, default in said}
    assert defaults["keep_days"] == str(CameraSection(source=0).keep_days)
    assert (defaults["confidence"], defaults["frames"]) == (
        str(ReaderSection().confidence),
        str(ReaderSection().frames),
    )
    example = tomllib.loads("\n".join(re.findall(r"^ *```toml\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)))
    CameraSection(**example["camera"])
    ReaderSection(**example["reader"])
