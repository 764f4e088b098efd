"""The command ``hallctl office person``: accounts of the office's pages, on the machine itself.

Whoever administers them goes on at the pages. Not responsible for the accounts themselves.
"""

import getpass
from pathlib import Path
from typing import Annotated

import typer

from hallctl.cli.terminal import print_lines


def person(
    folder: Annotated[Path, typer.Argument(help="La carpeta de la oficina central, o su office.toml.")],
    name: Annotated[str, typer.Argument(help="El nombre de la persona.")],
    role: Annotated[
        list[str] | None,
        typer.Option("--role", help="consulta, alarmas o administración; la primera persona administra."),
    ] = None,
    passphrase_file: Annotated[
        Path | None, typer.Option("--passphrase-file", help="Lee la contraseña de este archivo.")
    ] = None,
    own: Annotated[
        bool, typer.Option("--own", help="La persona misma la eligió: no tiene que cambiarla al entrar.")
    ] = False,
) -> None:
    """Crea la cuenta de una persona para las páginas, o le pone otra contraseña, que cambia al entrar."""
    from hallctl.office.config import load_office
    from hallctl.office.web.start import open_accounts
    from hallctl.web.access.people import People, Secrets

    setting = load_office(folder)
    if passphrase_file is not None:
        passphrase = passphrase_file.read_text("utf-8").partition("\n")[0].rstrip("\r")
    else:
        passphrase = typer.prompt("Contraseña", hide_input=True, confirmation_prompt="Otra vez")
    secrets = Secrets(passphrase, initial=not own)
    with open_accounts(setting.folder) as auth:
        people = People(auth, getpass.getuser(), "máquina")
        if not people.accounts():
            why = people.begin(name, role or [], Secrets(passphrase))
        elif auth.store.account(name) is not None and not role:
            why = people.reset(name, secrets)
        else:
            why = people.add(name, role or ["consulta"], secrets)
    if why is not None:
        print_lines(f"{why.code}: {why.sentence}", err=True)
        raise typer.Exit(1)
    print_lines(f"{name}: puede entrar.")
