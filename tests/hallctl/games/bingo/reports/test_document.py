"""What docs/reports.md says can be done is done."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.minutes.views import VIEWS
from tests.hallctl.games.bingo.reports.books import write_book
from tests.hallctl.games.bingo.reports.record import night

PAGE = (Path(__file__).parents[5] / "docs/reports.md").read_text("utf-8")
COMMANDS = re.findall(r"^(hallctl report .+|sqlite-utils .+)$", PAGE, re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    write_book(folder / "libro.sqlite", night(6, 3))
    return folder


def test_the_page_has_its_examples():
    assert sum(command.startswith("hallctl") for command in COMMANDS) >= 6
    assert sum(command.startswith("sqlite-utils") for command in COMMANDS) >= 7


@pytest.mark.parametrize("command", [c for c in COMMANDS if c.startswith("hallctl")])
def test_the_commands_of_the_page_work(folder, command, monkeypatch):
    monkeypatch.chdir(folder)
    arguments = shlex.split(command)[1:]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    if "--out" in arguments:
        assert (folder / arguments[arguments.index("--out") + 1]).stat().st_size > 100


@pytest.mark.parametrize("command", [c for c in COMMANDS if c.startswith("sqlite-utils")])
def test_the_queries_of_the_page_find_something(folder, command):
    program = str(Path(sys.executable).with_name("sqlite-utils"))
    arguments = shlex.split(command)[1:]
    done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    if "--table" in arguments or "--csv" in arguments:
        assert len(done.stdout.splitlines()) > 1
    else:
        assert json.loads(done.stdout)


def test_the_page_lists_the_views_that_there_are():
    assert re.findall(r"^\| `(\w+)` \| (?!games, cards)[^|]+\|$", PAGE, re.MULTILINE) == list(VIEWS)
