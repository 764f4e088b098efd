"""The commands ``hallctl office paper``: what the office signs for its halls, and what they made of it.

Not responsible for what they do: each hands over to ``hallctl.office.papers``.
"""

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from hallctl.cli.terminal import print_lines

Folder = Annotated[Path, typer.Argument(help="La carpeta de la oficina central, o su office.toml.")]
Halls = Annotated[list[str], typer.Option("--hall", help="Para qué sala; repetible.")]
From = Annotated[str, typer.Option("--from", help="Desde qué día vale, como 2026-12-01; si no, hoy.")]
Guard = Callable[[Callable[..., None]], Callable[..., None]]


def paper_commands(guarded: Guard) -> typer.Typer:
    """Return the commands.

    Args:
        guarded: Makes of a command one that tells a person in plain lines what is wrong.
    """
    app = typer.Typer(no_args_is_help=True, help="Papeles que firma la oficina y adopta cada Director.")
    for command in (series, rules, people, program, sign):
        app.command()(guarded(command))
    app.command("list")(guarded(list_))
    return app


def series(
    folder: Folder,
    hall: Annotated[str, typer.Option(help="Para qué sala.")],
    cards: Annotated[list[str], typer.Option(help="Un tramo de una serie, como A-1042:1-5000; repetible.")],
    first_day: From = "",
) -> None:
    """Hace un papel que da cartones a una sala; ningún cartón va a dos salas."""
    from hallctl.office.papers import series_contents

    _make(folder, "series", [hall], first_day, series_contents(cards))


def rules(
    folder: Folder,
    hall: Halls,
    file: Annotated[Path, typer.Option(help="Las reglas (TOML), con name, version y approval.")],
    first_day: From = "",
) -> None:
    """Hace un papel con unas reglas y su aprobación."""
    from hallctl.office.config import load_office
    from hallctl.office.papers import rules_contents

    jackpots = load_office(folder).config.jackpots
    _make(folder, "rules", hall, first_day, rules_contents(file.read_text("utf-8"), jackpots))


def people(
    folder: Folder,
    hall: Halls,
    person: Annotated[list[str], typer.Option(help="Puesto y nombre, como «jefe:Eva Rojas»; repetible.")],
    first_day: From = "",
) -> None:
    """Hace un papel que propone personas; las cuentas las hace el Director de la sala."""
    from hallctl.office.papers import people_contents

    _make(folder, "people", hall, first_day, people_contents(person))


def program(
    folder: Folder,
    hall: Halls,
    version: Annotated[str, typer.Option(help="La versión aprobada.")],
    first_day: From = "",
) -> None:
    """Hace un papel que dice qué versión del programa está aprobada."""
    from hallctl.office.papers import program_contents

    _make(folder, "program", hall, first_day, program_contents("hallctl", version))


def sign(
    folder: Folder,
    kind: Annotated[str, typer.Argument(help="series, rules, people o program.")],
    number: Annotated[int, typer.Argument(min=1, help="El número del papel.")],
) -> None:
    """Firma un papel: la oficina en marcha lo envía a sus salas."""
    from hallctl.office.config import load_office
    from hallctl.office.database import connect
    from hallctl.office.keys import read_keys
    from hallctl.office.papers import sign_paper

    setting = load_office(folder)
    with connect(setting.config.database.url) as connection:
        signed = sign_paper(connection, read_keys(setting), _kind(kind), number)
    print_lines(f"Papel n.º {number} ({kind}) firmado; huella {signed.head.digest}.")


def list_(folder: Folder) -> None:
    """Dice qué papeles hay y qué hizo cada sala con ellos, por su propio libro."""
    from hallctl.office.config import load_office
    from hallctl.office.database import connect, make_tables
    from hallctl.office.papers import list_papers

    with connect(load_office(folder).config.database.url) as connection:
        make_tables(connection)
        for paper in list_papers(connection):
            signed = "sin firmar" if paper.signed is None else "firmado"
            print_lines(f"{paper.kind} n.º {paper.number}, desde el {paper.valid_from}, {signed}")
            for each in paper.standings:
                why = f": {each.reason}" if each.reason else ""
                who = f" por {each.person}" if each.person else ""
                print_lines(f"  {each.hall}: {each.said or 'su libro no lo dice'}{who}{why}")


def _make(folder: Path, kind: str, halls: Sequence[str], first_day: str, contents: Any) -> None:
    from hallctl.office.config import load_office
    from hallctl.office.database import connect, make_tables
    from hallctl.office.errors import OfficeError
    from hallctl.office.papers import make_paper

    try:
        day = date.fromisoformat(first_day) if first_day else date.today()
    except ValueError as error:
        raise OfficeError(f"«{first_day}» no es un día, como 2026-12-01.") from error
    with connect(load_office(folder).config.database.url) as connection:
        make_tables(connection)
        number = make_paper(connection, _kind(kind), halls, day, contents)
    print_lines(
        f"Papel n.º {number} ({kind}) hecho. Fírmelo: hallctl office paper sign {folder} {kind} {number}"
    )


def _kind(name: str) -> Any:
    from hallctl.office.errors import OfficeError
    from hallctl.rules.papers import PaperKind

    try:
        return PaperKind(name)
    except ValueError as error:
        raise OfficeError(f"«{name}» no es una clase de papel: {', '.join(PaperKind)}.") from error
