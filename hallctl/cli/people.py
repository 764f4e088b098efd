"""The commands ``hallctl people``: the first account, and everybody's, on the machine itself.

A passphrase is asked for without echo or read from a file, and never an argument, which other users of the
machine could read. Not responsible for the accounts themselves, nor for who may use the machine.
"""

import getpass
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import segno
import typer

from hallctl.cli.configured import ConfigPath
from hallctl.cli.terminal import print_lines
from hallctl.rules.binding import LogEnd
from hallctl.rules.commands.base import Appointment
from hallctl.web.access import totp
from hallctl.web.access.account import POSTS, Account
from hallctl.web.access.auth import AuthService
from hallctl.web.access.log import SecurityLog
from hallctl.web.access.people import People, Secrets
from hallctl.web.access.words import Denied, denied

SOURCE: Final = "máquina"
Keep = Callable[[Path], AbstractContextManager[AuthService]]
Change = Callable[[Path, Callable[[People], Denied | None], str], None]
ErrorReporter = Callable[[], AbstractContextManager[None]]
Ends = Callable[[Path], Iterable[LogEnd]]
Proposed = Callable[[Path], Iterable[Appointment]]

Name = Annotated[str, typer.Argument(help="El nombre, como en la configuración.")]
Posts = Annotated[list[str], typer.Option("--post", help=f"Un puesto: {', '.join(POSTS)}.")]
PassphraseFile = Annotated[
    Path | None, typer.Option("--passphrase-file", help="Lee la contraseña de este archivo.")
]
PinFile = Annotated[Path | None, typer.Option("--pin-file", help="Lee el PIN de este archivo.")]
Own = Annotated[
    bool, typer.Option("--own", help="La persona misma la eligió: no tiene que cambiarla al entrar.")
]


def people_commands(
    keep: Keep,
    report_errors: ErrorReporter,
    ends: Ends,
    hall: str = "hallctl",
    proposed: Proposed = lambda _: (),
) -> typer.Typer:
    """Return the commands.

    Args:
        keep: Opens the authentication service of a configuration.
        report_errors: Tells a person what went wrong.
        ends: Says where the book of a configuration saw the security log end.
        hall: What a telephone calls the codes.
        proposed: Returns whom the head office proposes for which post, as the Director adopted it.
    """
    app = typer.Typer(no_args_is_help=True, help="Crea y cambia las cuentas de la consola.")

    def change(path: Path, ask: Callable[[People], Denied | None], done: str) -> None:
        with report_errors(), keep(path) as auth:
            why = ask(People(auth, getpass.getuser(), SOURCE))
        if why is not None:
            print_lines(f"{why.code}: {why.sentence}", err=True)
            raise typer.Exit(1)
        print_lines(done)

    _add_makers(app, change)
    _add_changers(app, change, hall)
    _add_views(app, keep, report_errors, ends)
    _add_proposed(app, keep, report_errors, proposed)
    return app


def _add_makers(app: typer.Typer, change: Change) -> None:
    @app.command()
    def init(
        name: Name,
        config: ConfigPath,
        posts: Posts = [],  # noqa: B006  # typer makes a new list for each call
        passphrase_file: PassphraseFile = None,
        pin_file: PinFile = None,
    ) -> None:
        """Crea la primera cuenta: la del Director."""
        secrets = _secrets(passphrase_file, pin_file)
        change(config, lambda p: p.begin(name, posts, secrets), f"{name}: cuenta de Director creada.")

    @app.command()
    def add(
        name: Name,
        posts: Posts,
        config: ConfigPath,
        passphrase_file: PassphraseFile = None,
        pin_file: PinFile = None,
        own: Own = False,
    ) -> None:
        """Crea una cuenta; la persona cambia la contraseña la primera vez que entra."""
        secrets = replace(_secrets(passphrase_file, pin_file), initial=not own)
        change(config, lambda p: p.add(name, posts, secrets), f"{name}: cuenta creada.")


def _add_changers(app: typer.Typer, change: Change, hall: str) -> None:
    @app.command()
    def reset(
        name: Name,
        config: ConfigPath,
        passphrase_file: PassphraseFile = None,
        pin_file: PinFile = None,
        own: Own = False,
    ) -> None:
        """Pone otra contraseña, que la persona cambia al entrar, y abre la cuenta; los códigos se quitan."""
        secrets = replace(_secrets(passphrase_file, pin_file), initial=not own)
        change(config, lambda p: p.reset(name, secrets), f"{name}: contraseña nueva.")

    @app.command()
    def disable(name: Name, config: ConfigPath) -> None:
        """Cierra una cuenta: la persona ya no entra."""
        change(config, lambda p: p.disable(name), f"{name}: cuenta cerrada.")

    @app.command()
    def posts(name: Name, posts: Posts, config: ConfigPath) -> None:
        """Da a una persona otros puestos."""
        change(config, lambda p: p.set_posts(name, posts), f"{name}: puestos cambiados.")

    @app.command()
    def codes(
        name: Name,
        config: ConfigPath,
        off: Annotated[bool, typer.Option("--off", help="Ya no los pide.")] = False,
    ) -> None:
        """Pide además un código de un solo uso (TOTP) al entrar; se escanea con el teléfono."""
        secret = "" if off else _scanned(hall, name)
        done = "ya no se piden códigos" if off else "al entrar se pide un código"
        change(config, lambda p: p.set_totp(name, secret), f"{name}: {done}.")


def _add_views(app: typer.Typer, keep: Keep, report_errors: ErrorReporter, ends: Ends) -> None:
    @app.command("list")
    def list_(config: ConfigPath) -> None:
        """Dice quién puede entrar y en qué puestos."""
        with report_errors(), keep(config) as auth:
            for account in auth.store.accounts():
                print_lines(_line(account))

    @app.command()
    def log(
        config: ConfigPath,
        last: Annotated[int, typer.Option(min=1, help="Cuántos asientos.")] = 50,
    ) -> None:
        """Muestra el registro de seguridad; comprueba su cadena, y que sea el que vio el libro."""
        with report_errors(), keep(config) as auth:
            for entry in auth.log.entries(last):
                said = f"{entry.number:>6}  {entry.time}  {entry.kind:<16} {entry.person or '—'}"
                print_lines(f"{said}  [{entry.source}] {entry.detail}".rstrip())
            problem = _problem(auth.log, ends(config))
        if problem:
            print_lines(problem, err=True)
            raise typer.Exit(1)


def _add_proposed(app: typer.Typer, keep: Keep, report_errors: ErrorReporter, proposed: Proposed) -> None:
    @app.command("proposed")
    def proposed_(config: ConfigPath) -> None:
        """Dice a quién propone la oficina, según el papel adoptado; las cuentas las hace el Director."""
        with report_errors(), keep(config) as auth:
            held = {(each.name, post) for each in auth.store.accounts() for post in each.posts}
        for each in proposed(config):
            has = "ya tiene cuenta" if (each.person, each.post.value) in held else "sin cuenta en ese puesto"
            print_lines(f"{each.person}: {each.post}, {has}")


def _problem(log: SecurityLog, ends: Iterable[LogEnd]) -> str:
    """Say what is wrong with the log, by itself and against what the book says; empty where nothing is."""
    broken = log.broken()
    if broken is not None:
        return f"ACC-CHAIN: el asiento {broken} no es lo que se escribió."
    missed, left = log.departs(ends), log.end().entries
    if missed is None:
        return ""
    if missed.entries > left:
        return f"ACC-CUT: el libro vio {missed.entries} asientos y quedan {left}: falta el final."
    return (
        f"ACC-OTHER: el asiento {missed.entries} no es el que vio el libro: el registro se escribió de nuevo."
    )


def _line(account: Account) -> str:
    more = [
        "" if account.enabled else "cerrada",
        "PIN" if account.pin else "",
        "códigos" if account.totp else "",
        "primera contraseña" if account.initial else "",
    ]
    said = ", ".join(each for each in more if each)
    return f"{account.name}: {', '.join(account.posts)}{f' ({said})' if said else ''}"


def _secrets(passphrase_file: Path | None, pin_file: Path | None) -> Secrets:
    """Return passphrase and PIN: from files, or asked for twice."""
    passphrase = _from(passphrase_file) or typer.prompt(
        "Contraseña", hide_input=True, confirmation_prompt="Otra vez"
    )
    pin = _from(pin_file)
    if passphrase_file is None and pin_file is None:
        pin = typer.prompt(
            "PIN (vacío: ninguno)", default="", hide_input=True, show_default=False, confirmation_prompt=True
        )
    return Secrets(passphrase, pin)


def _from(path: Path | None) -> str:
    return "" if path is None else path.read_text("utf-8").partition("\n")[0].rstrip("\r")


def _scanned(hall: str, name: str) -> str:
    """Show a new secret to the telephone, and return it once the telephone gave its code back."""
    secret = totp.new_secret()
    segno.make(totp.uri(secret, hall, name)).terminal(compact=True)
    print_lines(f"O escriba la clave en el teléfono: {secret}")
    if totp.step_of(secret, typer.prompt("Código del teléfono"), int(time.time())) is None:
        why = denied("ACC-CODE")
        print_lines(f"{why.code}: {why.sentence}", err=True)
        raise typer.Exit(1)
    return secret
