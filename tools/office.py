"""The demo chain: message server, PostgreSQL, head office and three halls that play by prepared books.

``make office``. All of it is on this machine alone, in ``build/office``, and is made anew each time but for
the books. With ``--once`` the halls send as fast as they can, and it ends when the office has everything.
"""

import argparse
import json
import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from hallctl.config.chain import KEY
from hallctl.office import database, enrolment
from hallctl.office.config import OfficeSetting
from hallctl.office.keys import read_keys
from hallctl.office.making import Plan, make_office
from tests.hallctl.office.servers import Postgres, free_port, wait_for_port
from tools.chain_books import make_chain

HALLS: Final = 3
GAMES: Final = 4
PostgresOfTests: Any = Postgres
PERSON: Final = "Dirección"
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
    key = str(books / hall / KEY)
    return [*program, str(books / hall / "libro"), "--hall", hall, "--key", key, "--pace", str(pace)]


def _admit(setting: OfficeSetting) -> str:
    """Make the account of a person who may look at the pages, and return its passphrase."""
    passphrase, file = secrets.token_urlsafe(12), setting.folder / "contraseña"
    file.write_text(passphrase, "utf-8")
    person = ("office", "person", str(setting.folder), PERSON, "--passphrase-file", str(file))
    subprocess.run((sys.executable, "-m", "hallctl", *person), check=True, stdout=subprocess.DEVNULL)
    file.unlink()
    return passphrase


def _missing(setting: OfficeSetting, halls: list[dict[str, Any]]) -> list[str]:
    """Return what of the books the office has not, a sentence each."""
    with database.connect(setting.config.database.url) as connection:
        counted = connection.execute("SELECT hall, count(*) FROM entries GROUP BY hall").fetchall()
    stored = {hall: count for hall, count in counted}
    return [
        f"{each['hall']}: {stored.get(each['hall'], 0)} de {each['entries']} asientos"
        for each in halls
        if stored.get(each["hall"]) != each["entries"]
    ]


def _spent(office: int, entries: int, seconds: float) -> str:
    """Return what the books took, of the clock and of the office's process."""
    ticks = Path(f"/proc/{office}/stat").read_text("ascii").rpartition(")")[2].split()
    processor = (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")
    status = Path(f"/proc/{office}/status").read_text("ascii")
    most = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024
    return (
        f"{entries} asientos en {seconds:.1f} s, {entries / seconds:.0f} por segundo; la oficina, "
        f"{processor:.1f} s de procesador ({entries / processor:.0f} por segundo) y {most:.0f} MiB como mucho"
    )


def main() -> None:
    """Run the demo chain; the exit status says with ``--once`` whether the office has every entry."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--folder", type=Path, default=Path("build/office"))
    options.add_argument("--halls", type=int, default=HALLS, help="of books that are made now")
    options.add_argument("--games", type=int, default=GAMES, help="likewise, of each hall")
    options.add_argument("--once", action="store_true")
    given = options.parse_args()
    folder, books = given.folder.resolve(), given.folder.resolve().with_name("office-books")
    if not (books / "halls.json").exists():
        for hall in make_chain(books, given.halls, given.games):
            print(f"{hall.name}: {hall.entries} asientos preparados", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    halls = json.loads((books / "halls.json").read_text("utf-8"))
    with _servers(folder) as setting:
        _enrol(setting, halls)
        passphrase = _admit(setting)
        office = (sys.executable, "-m", "hallctl", "office", "run", str(setting.folder))
        with _running(*office, log=folder / "oficina.log") as process:
            web = setting.config.web
            print(f"Páginas: http://{web.host}:{web.port}  (registro: {folder / 'oficina.log'})")
            print(f"Entra: {PERSON}, contraseña {passphrase}", flush=True)
            began = time.monotonic()
            _play(setting, books, halls, once=given.once)
            entries = sum(each["entries"] for each in halls)
            print(_spent(process.pid, entries, time.monotonic() - began), flush=True)
            subprocess.run([*office[:4], "halls", str(setting.folder)], check=False)
            if given.once and (missing := _missing(setting, halls)):
                sys.exit("\n".join(missing))


def _play(setting: OfficeSetting, books: Path, halls: list[dict[str, Any]], *, once: bool) -> None:
    """Send the books, to their end or until a person has seen enough."""
    replays = [subprocess.Popen(_replay(setting, books, each["hall"], 0 if once else PACE)) for each in halls]
    try:
        for each in replays:
            each.wait()
        if not once:
            input("Las salas terminaron. Intro para acabar. ")
    except (KeyboardInterrupt, EOFError):
        print()
    finally:
        for each in replays:
            each.terminate()


if __name__ == "__main__":
    main()
