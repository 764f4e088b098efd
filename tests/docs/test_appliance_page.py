"""The commands on the pages of appliance and hardware are there, with the options that they are given."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app

ROOT = Path(__file__).parents[2]
PAGE = "".join((ROOT / "docs" / name).read_text("utf-8") for name in ("appliance.md", "hardware.md"))
COMMANDS = sorted(
    set(re.findall(r"^(?:sudo (?:-u hallctl )?)?hallctl (.+)$|`hallctl ([^`]+)`", PAGE, re.MULTILINE))
)


@pytest.mark.parametrize("line", [first or second for first, second in COMMANDS])
def test_a_command_of_the_page_has_its_options(line):
    words = shlex.split(line)
    names = [word for word in words[:2] if re.fullmatch(r"[a-z][a-z-]*", word)]
    shown = CliRunner().invoke(app, [names[0], "--help"], env={"COLUMNS": "200"})
    if names[0] in {"book", "camera", "keys", "machine"}:
        shown = CliRunner().invoke(app, [*names, "--help"], env={"COLUMNS": "200"})
    assert shown.exit_code == 0, line
    for option in (word for word in words if word.startswith("--")):
        assert re.search(rf"{option}\b", shown.output), f"{line}: {option}"


def test_every_target_of_make_on_the_pages_is_there():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"`?make ([a-z][a-z0-9-]*)", PAGE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    for target in re.findall(r"packaging/[\w.]+", makefile):
        assert (ROOT / target).is_file(), target
