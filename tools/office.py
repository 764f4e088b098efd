"""The demo chain: message server, PostgreSQL, head office and three halls that play by prepared books.

``make office``. All of it is on this machine alone, in ``build/office``, and is made anew each time but for
the books. With ``--once`` the halls send as fast as they can, and it ends when the office has everything;
with ``--live 6`` six halls play beside those that send their books, and it says how late entries come.
"""

import argparse
import json
import resource
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from hallctl.office import database, enrolment
from hallctl.office.alarms import alarms_of
from hallctl.office.config import OfficeSetting, load_office
from hallctl.office.keys import read_keys
from hallctl.office.making import Plan, make_office
from hallctl.office.server import admit
from tests.hallctl.office.servers import Postgres, free_port, wait_for_port
from tools.chain_books import make_chain
from tools.chain_figures import Figures, differing
from tools.office_live import begin, heard, lags, live_halls, send, told_of

HALLS: Final = 3
GAMES: Final = 4
PostgresOfTests: Any = Postgres
PERSON: Final = "Dirección"
LOOK_S: Final = 0.5
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
def _servers(folder: Path) -> Iterator[tuple[OfficeSetting, int]]:
    """Make an office whose two servers run on free ports; gives the process of PostgreSQL too."""
    postgres: Any = PostgresOfTests(folder / "postgres", durable=True)
    port = free_port()
    plan = Plan("Cadena de prueba", "cadena.example/oficina", postgres.url("postgres"), f"127.0.0.1:{port}")
    try:
        setting = with_free_port(make_office(folder / "oficina", plan))
        keeper = (sys.executable, "-m", "hallctl", "office", "server", str(setting.folder))
        with _running(*keeper, log=folder / "nats.log") as server:
            wait_for_port(port, server)
            yield setting, postgres.process.pid
    finally:
        postgres.stop()


def with_free_port(setting: OfficeSetting) -> OfficeSetting:
    """Return the office with pages where nothing listens yet: on the port that it has, or another."""
    web = setting.config.web
    try:
        with socket.create_server((web.host, web.port)):
            return setting
    except OSError:
        port = free_port()
    print(f"El puerto {web.port} está ocupado: las páginas escuchan en el {port}.", flush=True)
    with setting.path.open("a", encoding="utf-8") as file:
        file.write(f"\n[web]\nport = {port}\n")
    return load_office(setting.path)


def _enrol(setting: OfficeSetting, halls: list[dict[str, Any]]) -> None:
    with database.connect(setting.config.database.url) as connection:
        database.make_tables(connection)

        def enrol(to: database.Connection) -> None:
            for each in halls:
                row = (each[name] for name in ("hall", "name", "game", "time_zone", "nkey", "controller"))
                enrolment.enrol(to, enrolment.Hall(*row))

        if not admit(connection, setting, read_keys(setting), enrol):
            sys.exit("El servidor de mensajes no arrancó de nuevo.")


def _admit(setting: OfficeSetting) -> str:
    """Make the account of a person who may look at the pages, and return its passphrase."""
    passphrase, file = secrets.token_urlsafe(12), setting.folder / "contraseña"
    file.write_text(passphrase, "utf-8")
    person = ("office", "person", str(setting.folder), PERSON, "--passphrase-file", str(file))
    subprocess.run((sys.executable, "-m", "hallctl", *person), check=True, stdout=subprocess.DEVNULL)
    file.unlink()
    return passphrase


def _differing(setting: OfficeSetting, books: Path, halls: list[dict[str, Any]]) -> list[str]:
    """Return what of the books the office has not byte for byte, a sentence each."""
    with database.connect(setting.config.database.url) as connection:
        found = (differing(connection, each["hall"], books / each["hall"] / "libro") for each in halls)
        return [sentence for sentence in found if sentence]


def main() -> None:
    """Run the demo chain; the exit status says with ``--once`` whether the office has every entry."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--folder", type=Path, default=Path("build/office"))
    options.add_argument("--halls", type=int, default=HALLS, help="of books that are made now")
    options.add_argument("--games", type=int, default=GAMES, help="likewise, of each hall")
    options.add_argument("--once", action="store_true")
    options.add_argument("--live", type=int, default=0, help="how many halls play by a script meanwhile")
    options.add_argument("--seconds", type=float, default=180.0, help="for how long, with --live")
    given = options.parse_args()
    folder, books = given.folder.resolve(), given.folder.resolve().with_name("office-books")
    if not (books / "halls.json").exists():
        for hall in make_chain(books, given.halls, given.games):
            print(f"{hall.name}: {hall.entries} asientos preparados", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    halls = json.loads((books / "halls.json").read_text("utf-8"))
    with _servers(folder) as (setting, postgres):
        _enrol(setting, halls)
        server = int((setting.folder / "nats.pid").read_text("ascii"))
        passphrase = _admit(setting)
        office = (sys.executable, "-m", "hallctl", "office", "run", str(setting.folder))
        with _running(*office, log=folder / "oficina.log") as process:
            web = setting.config.web
            print(f"Páginas: http://{web.host}:{web.port}  (registro: {folder / 'oficina.log'})")
            print(f"Entra: {PERSON}, contraseña {passphrase}", flush=True)
            if given.live:
                sending = [each["hall"] for each in halls]
                _live(setting, books, sending, given.live, given.seconds)
                return
            programs = {"oficina": process.pid, "nats-server": server, "PostgreSQL": postgres}
            _play(setting, books, programs, halls, once=given.once)
            subprocess.run([*office[:4], "halls", str(setting.folder)], check=False)
            if given.once and (wrong := _differing(setting, books, halls)):
                sys.exit("\n".join(wrong))


def _live(setting: OfficeSetting, books: Path, sending: list[str], count: int, seconds: float) -> None:
    """Have halls play and others send their books for a time, and say how late entries came."""
    with live_halls(setting, setting.folder.with_name("salas"), count, seconds) as halls:
        _enrol(setting, [about for _, about in halls])
        print(f"La oficina oye a las nuevas tras {heard(setting, [about for _, about in halls]):.1f} s.")
        begun = begin([process for process, _ in halls])
        sent = send(setting, books, sending, PACE, seconds)
        codes = [process.wait() for process, _ in halls]
    live, others = lags(setting, sent, begun)
    print(told_of("En vivo", count, live))
    print(told_of("Reenvíos", len(sending), others), flush=True)
    with database.connect(setting.config.database.url) as connection:
        found = [each.describe() for each in alarms_of(connection, ended=True)]
    if not live or not sent or len(others) < len(sent):  # also where no hall heard of the office
        found.append(f"no está guardado todo: {len(live)} en vivo, {len(others)} de {len(sent)} reenviados")
    if found or any(codes):
        sys.exit("\n".join([*found, f"las salas terminaron con {codes}"]))


def _play(
    setting: OfficeSetting,
    books: Path,
    programs: dict[str, int],
    halls: list[dict[str, Any]],
    *,
    once: bool,
) -> None:
    """Send the books to their end, or until a person has seen enough, and say what that cost."""
    program = (sys.executable, "-m", "tools.chain_senders", str(setting.folder), str(books))
    figures = Figures(programs, sum(each["entries"] for each in halls))
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    senders = subprocess.Popen((*program, "--pace", str(0 if once else PACE)))
    try:
        with database.connect(setting.config.database.url) as connection:
            while senders.poll() is None:
                figures.look(connection, programs["oficina"])
                time.sleep(LOOK_S)
            figures.look(connection, programs["oficina"])
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(figures.told(programs["oficina"], time.monotonic() - began))
        sent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"las salas, un solo proceso: {sent:.1f} s de procesador", flush=True)
        if not once:
            input("Las salas terminaron. Intro para acabar. ")
    except (KeyboardInterrupt, EOFError):
        print()
    finally:
        senders.terminate()


if __name__ == "__main__":
    main()
