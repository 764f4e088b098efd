"""The command ``hallctl witness``.

Not responsible for what the witness does: it hands over to ``server``, which is loaded only then.
"""

import ipaddress
import socket
import time
from pathlib import Path
from typing import Annotated

import typer

from hallctl.minutes.note import NoteError, Verifier
from hallctl.minutes.witness.memory import Memory, MemoryFailedError, read_verifier

Folder = Annotated[Path, typer.Option("--directory", help="La carpeta del testigo: su clave y su memoria.")]
Logs = Annotated[
    list[str] | None, typer.Option("--log", help="La clave pública de un libro (nombre+id+clave); repetible.")
]


def witness_command(
    directory: Folder,
    log: Logs = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="El puerto; 0, uno libre.")] = 8090,
    host: Annotated[str, typer.Option(help="La dirección en que escucha.")] = "127.0.0.1",
    name: Annotated[str, typer.Option(help="Nombre de un testigo nuevo.")] = "",
    show_key: Annotated[bool, typer.Option("--show-key", help="Solo dice la clave pública.")] = False,
) -> None:
    """Atestigua, en otra máquina, que el libro de actas solo crece."""
    try:
        if show_key:
            typer.echo(read_verifier(directory))
            return
        _run(directory, [Verifier.read(text) for text in log or ()], host, port, name)
    except NoteError as error:
        typer.echo(f"Una clave no sirve: {error}", err=True)
        raise typer.Exit(2) from error
    except MemoryFailedError as error:
        typer.echo(f"El testigo se detiene. {error}", err=True)
        raise typer.Exit(3) from error


def _run(directory: Path, logs: list[Verifier], host: str, port: int, name: str) -> None:
    from hallctl.minutes.witness.answers import Witness
    from hallctl.minutes.witness.server import serve

    if not logs:
        raise typer.BadParameter("falta --log: sin la clave de un libro no hay nada que atestiguar")
    with Memory.open(directory, name or f"testigo/{socket.gethostname()}") as memory:
        witness = Witness(memory, logs, lambda: int(time.time()))
        typer.echo(f"Testigo {memory.verifier.name}. Su clave, para la configuración de la sala:")
        typer.echo(str(memory.verifier))
        for log in logs:
            typer.echo(f"Atestigua los tomos {log.name}/tomo-0001, …")
        if not _is_loopback(host):
            typer.echo("Lo alcanza toda la red: deje pasar solo a la máquina de la sala.")
        try:
            serve(witness, host, port, typer.echo)
        except KeyboardInterrupt:
            typer.echo("El testigo termina.")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
