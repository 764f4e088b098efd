"""What a command does not need it does not load."""

import json
import subprocess
import sys
import tarfile
from pathlib import Path

from typer._click import Context
from typer.main import get_command

from hallctl.__main__ import _Commands, app

FIXTURES = Path(__file__).parents[3] / "fixtures"
CONFIG, BOOK = FIXTURES / "config/practice.toml", FIXTURES / "books/format-2.tar.xz"

SCRIPT = """
import json, sys
from typer.testing import CliRunner
from hallctl.__main__ import app
from hallctl.app.games import GAMES
from hallctl.devices import machines
GAMES["bingo"]
loaded = {}
for command in json.loads(sys.argv[1]):
    result = CliRunner().invoke(app, command)
    loaded[command[0]] = [result.exit_code, sorted(sys.modules)]
from hallctl.web.console import manual
loaded["run"] = [0, sorted(sys.modules)]
print(json.dumps(loaded))
"""

HEAVY = {"numpy", "cv2", "onnxruntime", "pygame", "fastapi", "uvicorn", "PIL"}
"""What opens pictures, serves pages and draws walls."""

UNUSED = {"pymodbus", "gpiozero", "markdown_it", "pygame"}
"""What a hall without a PLC, a panel and a reader of the manual needs not."""


def loaded_by(*commands: list[str]) -> dict[str, tuple[int, list[str]]]:
    """Run commands one after the other in a new program; which modules there are after each."""
    command = [sys.executable, "-c", SCRIPT, json.dumps(commands)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    return {name: tuple(found) for name, found in json.loads(done.stdout).items()}


def test_no_command_loads_what_it_does_not_need(tmp_path: Path) -> None:
    with tarfile.open(BOOK) as packed:
        packed.extractall(tmp_path, filter="data")
    book = next(tmp_path.rglob("tomo-0001.sqlite")).parent
    directory = ["--set", f'hall.directory="{tmp_path}"']
    found = loaded_by(["book", "verify", str(book)], ["check", "--config", str(CONFIG), *directory])
    assert {name: code for name, (code, _) in found.items()} == {"book": 3, "check": 0, "run": 0}
    for name, (_, modules) in found.items():
        assert not {"hallctl.games.roulette.game", "hallctl.games.baccarat.game"} & set(modules), name
        assert not (UNUSED if name == "run" else HEAVY) & set(modules), name


def test_the_list_of_commands_loads_none_of_them() -> None:
    whole = get_command(app)
    assert isinstance(whole, _Commands)
    whole.get_help(Context(whole))
    assert not _Commands.later.keys() & whole.commands.keys()
