"""A chain of two whole halls of which one calls for both, made by the commands that a technician types.

``python -m tools.calling`` plays in them. Everything is on this machine alone, on free ports. Not responsible
for what is played.
"""

import re
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, Self

from psycopg.errors import SerializationFailure

from hallctl.app.practice.data import PRACTICE
from hallctl.app.practice.keys import PASSPHRASE
from hallctl.app.practice.processes import Controller, Simulators, free_port
from hallctl.app.setting import load
from hallctl.app.vault import Places
from hallctl.config.hall import Setting
from hallctl.minutes.volumes import volume_name
from hallctl.office import database
from hallctl.office.alarms import alarms_of
from hallctl.office.calls import look
from hallctl.office.config import load_office
from tests.hallctl.office.servers import Postgres, wait_for_port
from tools.chain_figures import differing

CALLER: Final = "sala-1"
FOLLOWER: Final = "sala-2"
PACE: Final = 4.0
FPS: Final = 10
PostgresOfTests: Any = Postgres


def hallctl(*options: object) -> str:
    """Return what a command of the program says.

    Raises:
        subprocess.CalledProcessError: It ends with another status than 0.
    """
    command = [sys.executable, "-m", "hallctl", *map(str, options)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Chain:
    """The head office of the halls: message server, PostgreSQL and the office itself.

    Attributes:
        office: Its folder.
    """

    def __init__(self, folder: Path) -> None:
        self.office, self._folder, self._port = folder / "oficina", folder, free_port()
        self._postgres: Any = PostgresOfTests(folder / "postgres")
        url, listen = self._postgres.url("postgres"), f"127.0.0.1:{self._port}"
        names = ("--name", "Cadena de prueba", "--origin", "cadena.example/oficina")
        hallctl("office", "init", self.office, *names, "--database", url, "--listen", listen)
        with (self.office / "office.toml").open("a") as file:
            file.write(f"\n[web]\nport = {free_port()}\n")
        self.mend()
        wait_for_port(self._port, self._server)
        self._program: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in filter(None, (self._program, self._server)):
            process.terminate()
            process.wait()
        self._postgres.stop()

    def found(self, books: Mapping[str, Path], patience_s: float = 60.0) -> list[str]:
        """Return what the office has found, and what of the books it has not byte for byte."""
        until = time.monotonic() + patience_s
        with database.connect(load_office(self.office).config.database.url) as connection:
            while True:
                missing = [each for each in (differing(connection, *book) for book in books.items()) if each]
                if not missing or time.monotonic() > until:
                    break
                time.sleep(0.5)
            _compare(connection)
            return missing + [each.describe() for each in alarms_of(connection, ended=True)]

    def begin(self) -> None:
        """Start the office itself."""
        self._program = self._running("run")

    def cut(self) -> None:
        """End the message server: no hall hears another."""
        self._server.terminate()
        self._server.wait()

    def mend(self) -> None:
        """Start it again."""
        self._server = self._running("server")

    def _running(self, command: str) -> subprocess.Popen[bytes]:
        program = (sys.executable, "-m", "hallctl", "office", command, str(self.office))
        with (self._folder / f"office-{command}.log").open("ab") as log:
            return subprocess.Popen(program, stdout=log, stderr=log)


def _compare(connection: database.Connection) -> None:
    """Have both books compared now, however often the office that runs does so at the same moment."""
    while True:
        try:
            return look(connection)
        except SerializationFailure:
            time.sleep(0.1)


class CalledHall:
    """A hall's folder, its devices and its controller.

    Attributes:
        name: What the chain calls it.
        config: Its configuration.
        nkey: The public key with which it enters the message server.
        controller_key: The key with which its controller signs.
    """

    def __init__(self, folder: Path, name: str, silence_s: int) -> None:
        """Make its folder with configuration, cards and keys."""
        self.name, self.folder, number = name, folder / name, int(name[-1])
        self.folder.mkdir(parents=True)
        self.config = self.folder / "hall.toml"
        hallctl("cards", "make", self.folder / "cartones.csv", "--cards", 600, "--seed", number)
        self._write_rules(silence_s)
        self.config.write_text(_configuration(number), "utf-8")
        self._make_keys()
        said = hallctl("chain", "key", "--config", self.config)
        self.nkey, self.controller_key = re.findall(r"= (\S+)", said)

    @property
    def setting(self) -> Setting:
        """The configuration, read."""
        return load(self.config)

    @property
    def book(self) -> Path:
        """The folder of its volumes."""
        return Places(self.setting.directory).book

    @property
    def volume(self) -> Path:
        """Its first volume."""
        return self.book / volume_name(1)

    def enrol(self, chain: Chain, line: str, *options: str) -> None:
        """Have the office enrol it, put what that writes into its configuration, and check that.

        Args:
            chain: The office.
            line: What the hall itself says of the other one.
            options: More for the office.
        """
        keys = ("--name", f"Sala {self.name[-1]}", "--nkey", self.nkey, "--controller", self.controller_key)
        hallctl("office", "enroll", chain.office, self.name, *keys, *options, "--output", self.folder)
        section = (self.folder / f"{self.name}.chain.toml").read_text("utf-8")
        with self.config.open("a") as file:
            file.write(f"\n{section}{line}\n")
        hallctl("check", "--config", self.config)

    def begin(self, parts: ExitStack) -> tuple[Simulators, Controller]:
        """Start its devices and its controller."""
        setting = self.setting
        devices = parts.enter_context(Simulators(setting, int(self.name[-1]), PACE, FPS))
        controller = Controller(
            self.config, setting.config.console.port, log=setting.directory / "hallctl.log"
        )
        parts.callback(controller.end)
        controller.await_ready()
        return devices, controller

    def verify(self, *pictures: str) -> str:
        """Have both verifiers read its book, and return what they say.

        Raises:
            subprocess.CalledProcessError: One of them finds it wrong.
        """
        own = hallctl("book", "verify", self.book, "--second", self.folder / "segundo-soporte", *pictures)
        notary = [sys.executable, "hallctl/minutes/notary/verificar_libro.py", str(self.volume)]
        other = subprocess.run(notary, check=True, stdout=subprocess.PIPE, text=True).stdout
        return own + other

    def _write_rules(self, silence_s: int) -> None:
        text = f'base = "aj-bolivia"\nremote_caller_s = {silence_s}\n'
        (self.folder / "reglas.toml").write_text(text, "utf-8")

    def _make_keys(self) -> None:
        keys, file = self.folder / "claves", self.folder / "contraseña"
        file.write_text(PASSPHRASE, "utf-8")
        config = self.setting.config
        names = ("--hall", config.hall.name, "--company", config.hall.company)
        hallctl("keys", "init", keys, *names, "--passphrase-file", file)
        for person in config.people:
            posts = [part for post in person.posts for part in ("--post", post)]
            given = ("--passphrase-file", file, "--authority-passphrase-file", file)
            hallctl("keys", "enrol", keys, person.name, *posts, *given)
        file.unlink()


def _configuration(number: int) -> str:
    """Return the practice hall's configuration as that of a hall of the chain, with its own series."""
    text = PRACTICE.read_text("utf-8")
    changes = {
        '"Bingo Illimani"': f'"Sala {number}"',
        '"../../practice"': '"."',
        "../../practice/": "",
        '"aj-bolivia"': '"reglas.toml"',
        "practica.invalid/illimani": f"practica.invalid/sala-{number}",
        "127.0.0.1:8081": f"127.0.0.1:{free_port()}",
        "port = 8000": f"port = {free_port()}",
        "identification = 1042": f"identification = {number}042",
        "../series/a-1042.csv": "cartones.csv",
    }
    for old, new in changes.items():
        if old not in text:
            raise ValueError(f"{PRACTICE} has no {old} any more")
        text = text.replace(old, new)
    pace = "[practice]\nminimum_interval_ms = 600\nany_more_ms = 1500\n"
    return f"{text}\n[feed]\nport = {free_port()}\n\n{pace}"


def joined(folder: Path, silence_s: int, parts: ExitStack) -> tuple[Chain, CalledHall, CalledHall]:
    """Return an office that runs and its two halls, the calling one first; both are still to begin.

    Args:
        folder: A new folder for it all.
        silence_s: After how long without the other hall the following one is out.
        parts: What ends servers and office.
    """
    caller, follower = (CalledHall(folder, name, silence_s) for name in (CALLER, FOLLOWER))
    chain = parts.enter_context(Chain(folder))
    caller.enrol(chain, f'called = {{ {FOLLOWER} = "{follower.controller_key}" }}')
    follower.enrol(chain, f'caller = {{ {CALLER} = "{caller.controller_key}" }}', "--caller", CALLER)
    chain.begin()
    return chain, caller, follower
