"""`hallctl practice`: the practice hall for a person, until Ctrl-C.

Not responsible for playing: the person at the console does.
"""

import signal
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import typer

from hallctl.app.practice.accounts import PIN
from hallctl.app.practice.alone import PERSON
from hallctl.app.practice.keys import PASSPHRASE
from hallctl.app.practice.processes import Controller, Simulators, screen
from hallctl.app.remote import find_remote_access
from hallctl.app.setting import load
from hallctl.app.vault import Places, feed_key, feed_url

PACE = 1.0
SEED = 1


def serve(config: Path, overrides: Sequence[str] = ()) -> None:
    """Start simulators, controller and wall screen; end them on Ctrl-C.

    A controller that ends by itself is started again, as its service manager does in a hall.

    Args:
        config: The configuration.
        overrides: What is different from it.

    Raises:
        ConfigError: If the configuration is wrong, or opens the console without a certificate for it.
        PracticeError: If a part does not start.
    """
    setting = load(config, overrides)
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopping.set())
    with ExitStack() as parts:
        parts.enter_context(Simulators(setting, SEED, PACE))
        log = setting.directory / "hallctl.log"
        access = find_remote_access(setting, datetime.now(UTC))
        port = setting.config.console.port
        controller = Controller(config, port, overrides, log=log, url=access.url, trust=access.trust)
        parts.callback(controller.end)
        controller.await_ready()
        typer.echo(f"Sala de práctica: {setting.config.hall.name}")
        typer.echo(f"  consola  {controller.url}")
        shown = screen(feed_url(setting), parts, setting.directory / "screen.log", feed_key(setting))
        typer.echo("  pantalla en el monitor" if shown else "  sin monitor: la pantalla no se abre")
        typer.echo(f"  teléfonos y televisores  {feed_url(setting)}/pantalla")
        typer.echo(f"  libro    {Places(setting.directory).book}")
        typer.echo(f"  entrada  «{PERSON}», que tiene todos los puestos; o cada persona con su nombre")
        typer.echo(
            f"           la contraseña de todos, también para firmar, es «{PASSPHRASE}»; el PIN, {PIN}"
        )
        typer.echo("Ctrl-C para terminar.")
        while not stopping.wait(0.5):
            if controller.child.ended is not None:
                status = controller.child.ended
                typer.echo(f"El controlador terminó ({status}); se inicia otra vez. Vea {log}")
                controller.restart()
                controller.await_ready()
    typer.echo("Sala de práctica cerrada.")
