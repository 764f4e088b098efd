"""Runs a hall in a process of its own, and tells which files that SQLite has anybody else opened.

``python -m tests.hallctl.opened FOLDER`` prints ``{"connected": [...], "opened": [...]}`` as JSON. The last
one that is opened is a file of its own, to show that it would be seen.
"""

import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.app.setting import load
from hallctl.app.vault import Places, open_shelf, read_keys
from hallctl.minutes.witness.memory import Memory
from tests.hallctl.minutes.format_2 import Format2
from tests.hallctl.web.access.doors import Time, door_at, furnish

_connected: set[str] = set()
_opened: list[str] = []


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """Note what is opened: Python reports every ``open`` and ``os.open``, and nothing that SQLite opens."""
    if event == "sqlite3.connect":
        name = str(arguments[0]).removeprefix("file://").partition("?")[0]
        _connected.add(os.path.realpath(name))
    elif event == "open" and isinstance(arguments[0], str | bytes | os.PathLike):
        path = os.path.realpath(os.fsdecode(arguments[0]))
        if path in _connected:
            _opened.append(path)


def main(folder: Path) -> None:
    """Run what uses the files of a hall, with the book and the door open all the while."""
    hall, runner = Format2.unpacked(folder), CliRunner()
    setting, configured = load(hall.config), ["--config", hall.config]
    commands = [
        ["book", "verify", hall.book, "--second", hall.second],
        ["book", "tail", hall.book],
        ["book", "prizes", hall.book],
        ["book", "export", hall.book, folder / "llave"],
        ["book", "prove", hall.book, "5"],
        ["book", "print", hall.book, *configured, "--folio", "1", "--out", folder],
        ["people", "list", *configured],
        ["people", "log", *configured],
        ["doctor", *configured],
        ["check", *configured],
        ["report", "session", hall.book, "1", "--format", "csv"],
    ]
    sys.addaudithook(watch)
    places = Places(setting.directory)
    with (
        open_shelf(setting, read_keys(setting)),
        door_at(places.directory, Time()) as auth,
        Memory.open(hall.folder / "testigo", "testigo.example") as memory,
    ):
        furnish(auth)
        codes = [runner.invoke(app, [str(part) for part in command]).exit_code for command in commands]
        memory.all()
    own = folder / "own.sqlite"
    with closing(sqlite3.connect(own)) as database:
        database.execute("CREATE TABLE t (x)")
        own.read_bytes()
    print(json.dumps({"codes": codes, "connected": sorted(_connected), "opened": _opened}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
