"""The demo chain: message server, PostgreSQL, head office and three halls that play by prepared books.

``make office``. All of it is on this machine alone, in ``build/office``, and is made anew each time but for
the books. With ``--once`` the halls send as fast as they can, and it ends when the office has everything.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from hallctl.office import database, enrolment
from hallctl.office.config import OfficeSetting
from hallctl.office.keys import read_keys
from hallctl.office.making import Plan, make_office
from tests.hallctl.office.servers import Postgres, free_port, wait_for_port
from tools.chain_books import make_chain

HALLS: Final = 3
GAMES: Final = 4
PostgresOfTests: Any = Postgres
PACE: Final = 3.0
"""How many entries a second each hall writes: a game in a few minutes."""


@contextmanager
def _running(*command: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("ab") as file:
        process = subprocess.Popen(command, stdout=file, stderr=file)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


@contextmanager
def _servers(folder: Path) -> Iterator[OfficeSetting]:
    """Make an office whose two servers run on free ports."""
    postgres: Any = PostgresOfTests(folder / "postgres")
    port = free_port()
    plan = Plan("Cadena de prueba", "cadena.example/oficina", postgres.url("postgres"), f"127.0.0.1:{port}")
    try:
        setting = make_office(folder / "oficina", plan)
        conf = str(folder / "oficina/nats.conf")
        with _running("nats-server", "-c", conf, log=folder / "nats.log") as server:
            wait_for_port(port, server)
            yield setting
    finally:
        postgres.stop()


def _enrol(setting: OfficeSetting, halls: list[dict[str, Any]]) -> None:
    with database.connect(setting.config.database.url) as connection:
        database.make_tables(connection)
        for each in halls:
            row = (each[name] for name in ("hall", "name", "game", "time_zone", "nkey", "controller"))
            enrolment.enrol(connection, enrolment.Hall(*row))
        enrolment.write_users(setting, read_keys(setting), enrolment.halls_of(connection))


def _replay(setting: OfficeSetting, books: Path, hall: str, pace: float) -> list[str]:
    """Return the command that sends a hall's book."""
    program = [sys.executable, "-m", "hallctl", "office", "replay", str(setting.folder)]
    key = str(books / hall / "oficina.key")
    return [*program, str(books / hall / "libro"), "--hall", hall, "--key", key, "--pace", str(pace)]


def main() -> None:
    """Run the demo chain."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--folder", type=Path, default=Path("build/office"))
    options.add_argument("--once", action="store_true")
    given = options.parse_args()
    folder, books = given.folder.resolve(), given.folder.resolve().with_name("office-books")
    if not (books / "halls.json").exists():
        for hall in make_chain(books, HALLS, GAMES):
            print(f"{hall.name}: {hall.entries} asientos preparados", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    halls = json.loads((books / "halls.json").read_text("utf-8"))
    with _servers(folder) as setting:
        _enrol(setting, halls)
        office = (sys.executable, "-m", "hallctl", "office", "run", str(setting.folder))
        with _running(*office, log=folder / "oficina.log"):
            web = setting.config.web
            print(f"Páginas: http://{web.host}:{web.port}  (registro: {folder / 'oficina.log'})", flush=True)
            pace = 0 if given.once else PACE
            replays = [subprocess.Popen(_replay(setting, books, each["hall"], pace)) for each in halls]
            try:
                for each in replays:
                    each.wait()
                if not given.once:
                    input("Las salas terminaron. Intro para acabar. ")
            except (KeyboardInterrupt, EOFError):
                print()
            finally:
                for each in replays:
                    each.terminate()
            subprocess.run([*office[:4], "halls", str(setting.folder)], check=False)


if __name__ == "__main__":
    main()
