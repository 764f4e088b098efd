"""The commands ``hallctl chain``: what a hall does to be one of a chain.

Not responsible for the head office (``hallctl office``).
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import typer

from hallctl.app.chain import key_path
from hallctl.app.setting import load
from hallctl.app.vault import feed_key
from hallctl.cli.configured import ConfigPath
from hallctl.cli.terminal import print_lines
from hallctl.config.problems import ConfigError
from hallctl.minutes.private import only_ours
from hallctl.minutes.signing.errors import SigningError
from hallctl.minutes.wire.credentials import make_server_key, read_server_key
from hallctl.minutes.wire.nkey import public_nkey


def chain_commands(report_errors: Callable[[], AbstractContextManager[None]]) -> typer.Typer:
    """Return the commands.

    Args:
        report_errors: Tells a person what is wrong, and ends.
    """
    app = typer.Typer(no_args_is_help=True, help="La sala en una cadena con oficina central.")

    @app.callback()
    def _chain() -> None:
        """La sala en una cadena con oficina central."""

    @app.command()
    def key(config: ConfigPath) -> None:
        """Hace la clave de la sala, si no la hay, y dice lo que la oficina ha de inscribir."""
        with report_errors():
            setting = load(config)
            controller = feed_key(setting)
            if not controller:
                raise ConfigError([f"{config}: [keys]: faltan; la oficina comprueba con ellas el libro"])
            path = key_path(setting)
            nkey = _nkey(path)
        print_lines(f"Clave de la sala: {path}", err=True)
        print_lines(f"nkey = {nkey}", f"controller = {controller}")

    return app


def _nkey(path: Path) -> str:
    """Return the public half of the hall's key, which is made where it is not there yet.

    Raises:
        ConfigError: The file cannot be read or made.
    """
    try:
        with only_ours():
            return public_nkey(read_server_key(path) if path.exists() else make_server_key(path))
    except SigningError as error:
        raise ConfigError([error.sentence]) from error
