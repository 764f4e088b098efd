"""The commands ``hallctl office``: make the head office, enrol halls, run it, see its alarms.

Not responsible for what they do: each hands over to ``hallctl.office``.
"""

import functools
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from hallctl.cli.office_paper import paper_commands
from hallctl.cli.office_people import person
from hallctl.cli.terminal import print_lines
from hallctl.minutes.private import only_ours

ErrorReporter = Callable[[], AbstractContextManager[None]]
Folder = Annotated[Path, typer.Argument(help="La carpeta de la oficina central, o su office.toml.")]
HallName = Annotated[str, typer.Argument(help="La sala, como sala-1.")]


def office_commands(report_errors: ErrorReporter) -> typer.Typer:
    """Return the commands.

    Args:
        report_errors: Tells a person what is wrong in plain lines.
    """
    app = typer.Typer(no_args_is_help=True, help="La oficina central de una cadena de salas.")
    for command in (init, enroll, retire, halls, alarms, settle, person, server, run, replay):
        app.command()(_guarded(report_errors, command))
    papers = paper_commands(functools.partial(_guarded, report_errors))
    app.add_typer(papers, name="paper")
    return app


def _guarded(report_errors: ErrorReporter, command: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(command)
    def guarded(*arguments: Any, **named: Any) -> None:
        with report_errors(), only_ours(), _named_failures():
            command(*arguments, **named)

    return guarded


@contextmanager
def _named_failures() -> Iterator[None]:
    """Tell what the database says in one sentence."""
    import psycopg

    from hallctl.office.errors import OfficeError

    try:
        yield
    except psycopg.Error as error:
        why = str(error).strip().splitlines()[-1:] or [type(error).__name__]
        raise OfficeError(f"La base de datos no responde como debe: {why[0]}") from error


def init(
    folder: Annotated[Path, typer.Argument(help="Una carpeta nueva, solo de la oficina.")],
    name: Annotated[str, typer.Option(help="Cómo se llama la cadena.")],
    database: Annotated[str, typer.Option(help="La base de datos: postgresql://…")],
    origin: Annotated[str, typer.Option(help="Cómo la llaman sus firmas, sin espacios.")] = "",
    listen: Annotated[str, typer.Option(help="Dónde escucha el servidor de mensajes.")] = "127.0.0.1:4222",
    host: Annotated[
        list[str] | None,
        typer.Option(help="Por qué dirección llegan las salas; entonces con TLS. Repetible."),
    ] = None,
) -> None:
    """Crea una oficina central: configuración, claves y la configuración del servidor de mensajes."""
    from hallctl.office.keys import read_keys
    from hallctl.office.making import Plan, make_office

    plan = Plan(name, origin or f"oficina/{socket.gethostname()}", database, listen, tuple(host or ()))
    setting = make_office(folder, plan)
    print_lines(f"{setting.path}: creada.", "La clave con que firma lo que ve, para las salas:")
    typer.echo(str(read_keys(setting).verifier))
    print_lines(f"Arranque «hallctl office server {folder}» y «hallctl office run {folder}».")


def enroll(
    folder: Folder,
    hall: HallName,
    nkey: Annotated[str, typer.Option(help="Su clave NKey: la dice «hallctl chain key».")],
    controller: Annotated[str, typer.Option(help="La clave de su controlador (nombre+id+clave).")],
    name: Annotated[str, typer.Option(help="Cómo se llama.")],
    game: Annotated[str, typer.Option(help="Qué se juega.")] = "bingo",
    time_zone: Annotated[str, typer.Option("--time-zone", help="Su zona horaria.")] = "America/La_Paz",
    first_volume: Annotated[int, typer.Option("--first-volume", help="Desde qué tomo se recibe.")] = 1,
    caller: Annotated[str, typer.Option("--caller", help="La sala que puede llamar para ella.")] = "",
    server: Annotated[
        list[str] | None, typer.Option(help="Por qué dirección llega ella al servidor. Repetible.")
    ] = None,
    output: Annotated[Path, typer.Option(help="Dónde se escribe lo que la sala necesita.")] = Path(),
) -> None:
    """Da de alta una sala y escribe lo que ella pone en su configuración."""
    from hallctl.office import enrolment
    from hallctl.office.config import load_office
    from hallctl.office.database import connect, make_tables
    from hallctl.office.keys import read_keys
    from hallctl.office.server import admit

    setting = load_office(folder)
    keys = read_keys(setting)
    enrolled = enrolment.Hall(hall, name, game, time_zone, nkey, controller, first_volume)
    enrolled = replace(enrolled, caller=caller).demand_right()
    with connect(setting.config.database.url) as connection:
        make_tables(connection)
        admitted = admit(connection, setting, keys, lambda to: enrolment.enrol(to, enrolled))
    text = enrolment.hall_section(setting, keys, hall, server or [])
    written = enrolment.export_hall(setting, text, output, hall)
    print_lines(f"{hall}: dada de alta.", *(f"Lleve a la sala: {each}" for each in written))
    _say_admitted(folder, admitted)


def retire(folder: Folder, hall: HallName) -> None:
    """Da de baja una sala: ya no entra; lo que se tiene de ella queda."""
    from hallctl.office import enrolment
    from hallctl.office.config import load_office
    from hallctl.office.database import connect
    from hallctl.office.keys import read_keys
    from hallctl.office.server import admit

    setting = load_office(folder)
    with connect(setting.config.database.url) as connection:
        keys = read_keys(setting)
        admitted = admit(connection, setting, keys, lambda of: enrolment.retire(of, hall))
    print_lines(f"{hall}: dada de baja.")
    _say_admitted(folder, admitted)


def halls(folder: Folder) -> None:
    """Dice qué salas hay en la cadena y qué se tiene de cada una."""
    from hallctl.office.config import load_office
    from hallctl.office.database import connect
    from hallctl.office.enrolment import halls_of

    with connect(load_office(folder).config.database.url) as connection:
        for hall in halls_of(connection, retired=True):
            newest = "SELECT volume, number FROM heads WHERE hall = %s ORDER BY volume DESC LIMIT 1"
            row = connection.execute(newest, (hall.hall,)).fetchone()
            has = "nada" if row is None else f"hasta el asiento {row[1]} del tomo {row[0]}"
            gone = ", de baja" if hall.retired else ""
            print_lines(f"{hall.hall}: {hall.name}, {hall.game}, {has}{gone}")


def alarms(
    folder: Folder,
    hall: Annotated[list[str] | None, typer.Option(help="Solo de esta sala. Repetible.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="También las que terminaron.")] = False,
) -> None:
    """Dice qué alarmas hay; termina con 1 si hay alguna."""
    from hallctl.office.alarms import alarms_of
    from hallctl.office.config import load_office
    from hallctl.office.database import connect

    with connect(load_office(folder).config.database.url) as connection:
        found = alarms_of(connection, hall or (), ended=everything)
    print_lines(*(each.describe() for each in found))
    if not found:
        print_lines("No hay ninguna alarma.")
    if any(each.ended is None for each in found):
        raise typer.Exit(1)


def settle(
    folder: Folder,
    hall: HallName,
    because: Annotated[str, typer.Option(help="Por qué, para la constancia.")],
    take_after: Annotated[
        int | None,
        typer.Option("--take-after", help="Da por buena la historia nueva tras este asiento común."),
    ] = None,
) -> None:
    """Resuelve una bifurcación: la sala vuelve a lo que la oficina tiene, o se toma su otra historia."""
    from hallctl.office.config import load_office
    from hallctl.office.database import connect
    from hallctl.office.settling import settle as settled

    with connect(load_office(folder).config.database.url) as connection:
        settled(connection, hall, because, take_after)
    print_lines(f"{hall}: resuelta. La oficina vuelve a recibir su libro.")


def replay(
    folder: Folder,
    book: Annotated[Path, typer.Argument(help="La carpeta de un libro preparado.")],
    hall: Annotated[str, typer.Option(help="Como qué sala se envía.")],
    key: Annotated[Path, typer.Option(help="La clave de esa sala (hallctl chain key).")],
    pace: Annotated[float, typer.Option(min=0, help="Asientos por segundo; 0: los que quepan.")] = 0.0,
) -> None:
    """Envía un libro preparado como lo haría su sala, para ensayos."""
    import asyncio

    from hallctl.minutes.wire.credentials import read_server_key
    from hallctl.office.config import load_office
    from hallctl.office.keys import tls_of
    from hallctl.office.replaying import replay as sent

    setting = load_office(folder)
    servers, tls = setting.config.nats.servers, tls_of(setting)
    seconds = asyncio.run(sent(servers, read_server_key(key), hall, book, pace, tls=tls))
    print_lines(f"{hall}: todo en {seconds:.1f} s.")


def run(folder: Folder) -> None:
    """Hace funcionar la oficina central hasta Ctrl-C."""
    from hallctl.office.config import load_office
    from hallctl.office.running import run_office, say

    run_office(load_office(folder), say)


def server(folder: Folder) -> None:
    """Mantiene en marcha el servidor de mensajes hasta Ctrl-C, y lo reinicia cuando cambia quién entra."""
    from hallctl.minutes.threads import quit_on_signals
    from hallctl.office.config import load_office
    from hallctl.office.running import say
    from hallctl.office.server import ServerKeeper

    ends: list[bool] = []
    with quit_on_signals(lambda: ends.append(True)):
        ServerKeeper(load_office(folder), say).keep(lambda: bool(ends))


def _say_admitted(folder: Path, admitted: bool) -> None:
    if not admitted:
        print_lines(
            "El servidor de mensajes todavía no lo sabe: lo sabe cuando arranca de nuevo. "
            f"Manténgalo con «hallctl office server {folder}», o mire lo que ese dice."
        )
