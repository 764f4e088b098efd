"""A hall on disk for the tests: real configuration, keys, both media, and the program itself."""

import os
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.app.desk import premises
from hallctl.app.letterhead import letterhead_of
from hallctl.app.practice.keys import PASSPHRASE, prepare_keys
from hallctl.app.program import program
from hallctl.app.replay import empty_state, replay
from hallctl.app.setting import load
from hallctl.app.vault import HallKeys, open_shelf, read_keys
from hallctl.cli.book.office import Deciders, minute
from hallctl.config.hall import Setting
from hallctl.devices.paper import Archive
from hallctl.games.bingo.documents.paperwork import BingoPaperwork
from hallctl.games.bingo.game import BINGO
from hallctl.minutes.volumes import Shelf
from hallctl.rules.commands.base import Actor, Post
from hallctl.rules.commands.volumes import CloseBook, ProposeClosing
from hallctl.table.clock import SystemClock
from hallctl.table.keeper import Keeper
from hallctl.table.messages import Recovered
from hallctl.table.registrar import Registrar
from tests.hallctl import bingo
from tests.hallctl.devices.printing import print_all

ROOT = Path(__file__).parents[4]
PRACTICE = ROOT / "fixtures/config/practice.toml"
DIRECTOR, JEFE = "Marta Suárez", "Ana Quispe"
MARTA, ANA = Actor(DIRECTOR, Post.DIRECTOR), Actor(JEFE, Post.JEFE)


@dataclass(frozen=True)
class Hall:
    folder: Path
    setting: Setting
    keys: HallKeys | None

    @classmethod
    def made(cls, folder: Path, *, keys: bool = True) -> "Hall":
        """Configure a practice hall whose things are all in one folder."""
        text = PRACTICE.read_text("utf-8")
        text = text.replace("../../practice/", "").replace('"../../practice"', '"sala"')
        text = text.replace("../series/", f"{ROOT}/fixtures/series/")
        if not keys:
            head, _, tail = text.partition("[keys]")
            text = head + "[extractor]" + tail.partition("[extractor]")[2]
        config = folder / "hall.toml"
        config.write_text(text, "utf-8")
        setting = load(config)
        prepare_keys(setting)
        (folder / "passphrase").write_text(PASSPHRASE, "utf-8")
        return cls(folder, setting, read_keys(setting))

    @property
    def config(self) -> Path:
        return self.setting.path

    @property
    def book(self) -> Path:
        return self.folder / "sala/libro"

    @property
    def second(self) -> Path:
        return self.folder / "segundo-soporte"

    def volume(self, number: int = 1) -> Path:
        return self.book / f"tomo-{number:04d}.sqlite"

    def medium(self, number: int = 1) -> Path:
        return self.second / f"tomo-{number:04d}.jsonl"

    def do(self, *steps) -> None:
        """Take steps, each a command with its actor, in one run of the controller."""
        minute(self.setting, self.keys, steps, Deciders(DIRECTOR, JEFE, (PASSPHRASE, PASSPHRASE)))

    def open(self, volume: int = 1) -> "Hall":
        opening = premises(self.setting, "2026-11-21").opening
        self.do((replace(opening, volume=volume), MARTA))
        return self

    def close(self) -> None:
        self.do((ProposeClosing(), ANA), (CloseBook(), MARTA))

    def print(self) -> "Hall":
        """Bring every folio of the book into the hall's archive, as the hall does."""
        letterhead = letterhead_of(self.setting, BINGO)

        def take_up() -> tuple[Shelf, Keeper]:
            shelf = open_shelf(self.setting, self.keys)
            state, clock = replay(self.setting, shelf), SystemClock()
            registrar = Registrar(shelf, self.keys, program(), clock.quality, BingoPaperwork(letterhead))
            return shelf, bingo.Keeper(shelf, state, clock, "test", registrar)

        said = print_all(
            self.book,
            Archive(self.acts),
            seal=None if self.keys is None else self.keys.seal,
            take_up=take_up,
            before=empty_state(self.setting),
            head=letterhead,
        )
        assert said == [Recovered("impresora", "PRINT-FAILED")], said
        return self

    @property
    def acts(self) -> Path:
        return self.folder / "sala/actas"

    def three(self) -> "Hall":
        """Write three volumes, two of them closed."""
        self.open(1).close()
        self.open(2).close()
        return self.open(3)

    def repair(
        self, *options: object, reason: str = "se averió el disco"
    ) -> subprocess.CompletedProcess[str]:
        return book("repair", *self._decided(reason), *options)

    def clock(self) -> subprocess.CompletedProcess[str]:
        return book("clock", *self._decided("se puso en hora"))

    def _decided(self, reason: str) -> tuple[object, ...]:
        two = ("--director", DIRECTOR, "--jefe", JEFE, "--reason", reason)
        file = self.folder / "passphrase"
        files = ("--director-passphrase-file", file, "--jefe-passphrase-file", file)
        return ("--config", self.config, *two, *files)

    def verify(self, *options: object) -> subprocess.CompletedProcess[str]:
        return book("verify", self.book, "--second", self.second, *options)


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "hallctl", "book", *map(str, arguments)]


def book(*arguments: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run ``hallctl book`` in this process, as typer runs it; each start of Python takes a second."""
    result = CliRunner().invoke(app, ["book", *map(str, arguments)], input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return subprocess.CompletedProcess([*map(str, arguments)], result.exit_code, result.stdout, result.stderr)


def ran(*arguments: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run ``hallctl book`` as a person does, as a program of its own."""
    return subprocess.run(
        command(*arguments), input=typed, capture_output=True, text=True, timeout=60, cwd=ROOT, check=False
    )


def started(*arguments: object) -> subprocess.Popen[str]:
    """Start ``hallctl book``, to be ended by Ctrl-C."""
    return subprocess.Popen(
        command(*arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
