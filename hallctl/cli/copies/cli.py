"""The commands `hallctl backup` and `hallctl restore`.

A passphrase is asked for without echo or read from a file, and never an argument. Not responsible for what a
copy is, nor for bringing it back.
"""

from pathlib import Path
from typing import Annotated

import typer

from hallctl.app.setting import load
from hallctl.cli.book.errors import report_errors
from hallctl.cli.configured import ConfigPath
from hallctl.cli.copies.backup import Wish, back_up
from hallctl.cli.copies.restore import Decision, open_copy, restore
from hallctl.cli.copies.sealed import SAFE
from hallctl.cli.terminal import print_lines
from hallctl.minutes.private import only_ours
from hallctl.table.clock import SystemClock

Overrides = Annotated[
    list[str] | None, typer.Option("--set", help="Cambia un valor de la configuración, como en «run».")
]
PassphraseFile = Annotated[
    Path | None, typer.Option("--passphrase-file", help="Lee de este archivo la contraseña de la copia.")
]
DirectorFile = Annotated[Path | None, typer.Option(help="Lee de este archivo la contraseña del Director.")]
JefeFile = Annotated[Path | None, typer.Option(help="Lee de este archivo la contraseña del jefe de mesa.")]


def backup_command(
    folder: Annotated[Path, typer.Argument(help="La memoria o carpeta; la copia es una carpeta en ella.")],
    config: ConfigPath,
    overrides: Overrides = None,
    pictures: Annotated[bool, typer.Option("--pictures", help="También las imágenes de las bolas.")] = False,
    move: Annotated[
        bool, typer.Option("--move", help="La sala, parada, se muda con la copia: aquí no sigue.")
    ] = False,
    passphrase_file: PassphraseFile = None,
) -> None:
    """Copia toda la sala, también mientras juega, y verifica lo escrito."""
    with report_errors(), only_ours():
        setting = load(config, overrides or ())
        passphrase = _passphrase("Contraseña de la copia", passphrase_file, confirm=True)
        place, manifest = back_up(setting, Wish(folder, passphrase, pictures, move), SystemClock().wall())
        print_lines(
            f"{place}: sala «{manifest.hall}», hasta el asiento {manifest.entries}; copia verificada."
        )
        print_lines(f"Huella de la copia: {manifest.digest}")
        print_lines("Sin la contraseña nadie abre sus claves y cuentas, tampoco quien la hizo.")
        if move:
            print_lines("La sala ya no sigue en esta máquina: restaure la copia en la otra.")


def restore_command(
    copy: Annotated[Path, typer.Argument(help="La carpeta de la copia: hallctl-FECHA.")],
    to: Annotated[Path, typer.Option("--to", help="La carpeta nueva de la sala.")],
    second: Annotated[
        Path | None, typer.Option("--second", help="La carpeta del segundo soporte, en otro aparato.")
    ] = None,
    director: Annotated[str, typer.Option(help="El Director, que decide y firma.")] = "",
    jefe: Annotated[str, typer.Option(help="El jefe de mesa, que propone y firma.")] = "",
    reason: Annotated[str, typer.Option(help="Por qué; queda anotado.")] = "",
    passphrase_file: PassphraseFile = None,
    director_passphrase_file: DirectorFile = None,
    jefe_passphrase_file: JefeFile = None,
) -> None:
    """Restaura una sala de su copia, por decisión de dos personas, y lo anota en el libro."""
    with report_errors(), only_ours():
        found = open_copy(copy, _passphrase("Contraseña de la copia", passphrase_file))
        passphrases = ("", "")
        if director and jefe and any(name.startswith(f"{SAFE}/") for name in found.secrets):
            passphrases = (
                _passphrase(f"Contraseña de {director}", director_passphrase_file),
                _passphrase(f"Contraseña de {jefe}", jefe_passphrase_file),
            )
        said = restore(found, to, second, Decision(director, jefe, reason, passphrases))
        print_lines(*said.split("\n"))


def _passphrase(label: str, file: Path | None, *, confirm: bool = False) -> str:
    if file is None:
        return str(typer.prompt(label, hide_input=True, confirmation_prompt=confirm))
    return file.read_bytes().decode("utf-8", "surrogateescape").partition("\n")[0].rstrip("\r")
