"""What docs/reports.md says can be done is done."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.minutes.views import LATER_VIEWS, VIEWS
from tests.hallctl.games.bingo.reports.books import write_book
from tests.hallctl.games.bingo.reports.record import night

PAGE = (Path(__file__).parents[5] / "docs/reports.md").read_text("utf-8")
COMMANDS = re.findall(r"^hallctl (?:report|book) .+$", PAGE, re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    write_book(folder / "libro.sqlite", night(6, 3))
    return folder


def test_the_page_has_its_examples():
    for word, least in (("report", 6), ("book query", 4), ("book search", 1)):
        assert sum(command.startswith(f"hallctl {word} ") for command in COMMANDS) >= least


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_page_work(folder, command, monkeypatch):
    monkeypatch.chdir(folder)
    arguments = shlex.split(command)[1:]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    if "--out" in arguments:
        assert (folder / arguments[arguments.index("--out") + 1]).stat().st_size > 100
    if arguments[:2] == ["book", "query"]:
        assert len(done.stdout.splitlines()) > ("--json" not in arguments), "the question finds something"


def test_the_page_lists_the_views_that_there_are():
    assert re.findall(r"^\| `(\w+)` \| (?!games, cards)[^|]+\|$", PAGE, re.MULTILINE) == [
        *list(VIEWS)[:6],
        *LATER_VIEWS,
        *list(VIEWS)[6:],
    ]
