"""The commands of the book that write to it, or to paper: repair, clock, print, for a hall's configuration.

Not responsible for what they do. The hall's own parts are heavy, and are loaded by these commands alone.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hallctl.app.setting import load
from hallctl.cli.book.errors import NOT_WHOLE, BookError, report_errors
from hallctl.cli.book.reading import volumes_of
from hallctl.cli.configured import ConfigPath
from hallctl.cli.terminal import print_lines
from hallctl.minutes.volumes import number_of

if TYPE_CHECKING:
    from hallctl.cli.book.office import Deciders

Director = Annotated[str, typer.Option(help="El Director, que decide y firma.")]
Jefe = Annotated[str, typer.Option(help="El jefe de mesa, que propone y firma.")]
Reason = Annotated[str, typer.Option(help="Por qué; queda anotado.")]
DirectorFile = Annotated[Path | None, typer.Option(help="Lee de este archivo la contraseña del Director.")]
JefeFile = Annotated[Path | None, typer.Option(help="Lee de este archivo la contraseña del jefe de mesa.")]
Volume = Annotated[int | None, typer.Option("--volume", min=1, help="El tomo; si no, el último.")]


def commands(app: typer.Typer) -> None:
    """Add the commands to those of the book."""
    app.command("repair")(repair)
    app.command("clock")(clock)
    app.command("print")(print_)


def repair(
    config: ConfigPath,
    director: Director,
    jefe: Jefe,
    reason: Reason,
    first: Annotated[
        bool, typer.Option("--first", help="Escribe de nuevo el tomo, desde el segundo soporte.")
    ] = False,
    second: Annotated[
        bool, typer.Option("--second", help="Escribe de nuevo el segundo soporte, desde el tomo.")
    ] = False,
    volume: Annotated[int, typer.Option(min=1, help="El tomo.")] = 1,
    accept_shorter: Annotated[
        str | None,
        typer.Option(
            metavar="PUNTO|ASIENTOS",
            help="Sigue con un libro que perdió lo que vio este punto de control, o el testigo.",
        ),
    ] = None,
    accept_folio: Annotated[
        int, typer.Option(min=0, help="Sigue con un libro que perdió lo impreso hasta este folio.")
    ] = 0,
    yes: Annotated[bool, typer.Option("--yes", help="No pregunta antes de apartar asientos.")] = False,
    director_passphrase_file: DirectorFile = None,
    jefe_passphrase_file: JefeFile = None,
) -> None:
    """Repara un soporte desde el otro, por decisión de dos personas, y lo anota en el libro."""
    from hallctl.app.vault import read_keys
    from hallctl.cli.book import repair as repairing
    from hallctl.cli.book import shorter
    from hallctl.cli.book.office import Deciders, deciders_of

    with report_errors():
        shortened = accept_shorter is not None or accept_folio > 0
        if [first, second, shortened].count(True) != 1:
            raise BookError("Diga una sola cosa: --first, --second, --accept-shorter o --accept-folio.")
        setting = load(config)
        deciders, keys = deciders_of(setting, director, jefe), read_keys(setting)
        if keys is not None:
            deciders = Deciders(
                deciders.director,
                deciders.jefe,
                _passphrases(deciders, director_passphrase_file, jefe_passphrase_file),
            )
        if shortened:
            said = shorter.accept(setting, keys, accept_shorter, accept_folio, deciders, reason)
        else:
            side = repairing.Side.FIRST if first else repairing.Side.SECOND
            media = repairing.media_of(setting, volume, side)
            said = repairing.repair(
                setting, keys, media, deciders, reason, lambda question: yes or typer.confirm(question)
            )
        print_lines(*said.split("\n"))


def clock(
    config: ConfigPath,
    director: Director,
    jefe: Jefe,
    reason: Reason,
    director_passphrase_file: DirectorFile = None,
    jefe_passphrase_file: JefeFile = None,
) -> None:
    """Da por buena la hora del reloj donde el libro tiene una posterior, por decisión de dos personas."""
    from hallctl.app.vault import read_keys
    from hallctl.cli.book.office import Deciders, deciders_of, minute
    from hallctl.rules.commands.base import Actor, Post
    from hallctl.rules.commands.clock import ApproveClockReference, ProposeClockReference

    with report_errors():
        setting = load(config)
        deciders, keys = deciders_of(setting, director, jefe), read_keys(setting)
        if keys is not None:
            deciders = Deciders(
                deciders.director,
                deciders.jefe,
                _passphrases(deciders, director_passphrase_file, jefe_passphrase_file),
            )
        proposed = (ProposeClockReference(reason), Actor(deciders.jefe, Post.JEFE))
        approved = (ApproveClockReference(), Actor(deciders.director, Post.DIRECTOR))
        minute(setting, keys, [proposed, approved], deciders)
        print_lines("La hora del reloj queda anotada como buena; desde ahora se puede firmar.")


def print_(
    path: Annotated[Path, typer.Argument(help="La carpeta del libro, o el archivo de un tomo.")],
    config: ConfigPath,
    folio: Annotated[int, typer.Option(min=1, help="El folio.")],
    volume: Volume = None,
    copy: Annotated[bool, typer.Option("--copy", help="Como copia numerada, que queda anotada.")] = False,
    queue: Annotated[
        str | None, typer.Option(help="La cola de impresión de la copia; si no, la de la sala.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="La carpeta donde se escribe el PDF.")] = None,
) -> None:
    """Imprime otra vez un folio del libro: igual que fue, o como copia numerada."""
    from hallctl.app.vault import Places, read_keys
    from hallctl.cli.book import printing
    from hallctl.cli.book.sealed import records_of
    from hallctl.devices.paper import Archive, FolderOutlet

    with report_errors():
        if queue is not None and not copy:
            raise BookError("A la impresora solo van copias: un segundo original no existe. Añada --copy.")
        if out is None and not copy:
            raise BookError("Diga dónde: --out CARPETA.")
        setting = load(config)
        found = [each for each in volumes_of(path) if volume is None or number_of(each) == volume]
        if not found:
            raise BookError(f"{path}: no hay ningún tomo {volume}.")
        keys, document = read_keys(setting), printing.find_folio(setting, found[-1], folio)
        beside = [] if out is None else [FolderOutlet(out)]
        if not copy:
            archive, records = Archive(Places(setting.directory).acts), records_of(volumes_of(path))
            print_lines(printing.print_again(document, beside, keys, archive, records))
            return
        newest = volumes_of(Places(setting.directory).book)[-1]
        if not found[-1].samefile(newest):
            raise BookError(f"Las copias se anotan en el tomo abierto: {newest}. Quite --copy.", NOT_WHOLE)
        outlets = [*printing.printers(setting, queue), *beside]
        print_lines(printing.print_copy(setting, keys, document, outlets))


def _passphrases(deciders: "Deciders", director: Path | None, jefe: Path | None) -> tuple[str, str]:
    """Read or ask for the passphrases of both."""
    return _passphrase(deciders.director, director), _passphrase(deciders.jefe, jefe)


def _passphrase(person: str, file: Path | None) -> str:
    if file is None:
        return str(typer.prompt(f"Contraseña de {person}", hide_input=True))
    return file.read_bytes().decode("utf-8", "surrogateescape").partition("\n")[0].rstrip("\r")
