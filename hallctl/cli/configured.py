"""The option ``--config``: one for all commands, and found the same way where it is not given.

Not responsible for where it is looked for (``hallctl.config.found``), nor for reading it.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from hallctl.cli.terminal import print_lines
from hallctl.config.found import find_config
from hallctl.config.problems import ConfigError

FLAG: Final = "--config"
_PLACES: Final = "$HALLCTL_CONFIG, ./hall.toml, /etc/hallctl/hall.toml"


def _demanded(context: typer.Context, value: Path | None) -> Path | None:
    """Return the configuration that is named, else the one that is found, which is said.

    Raises:
        typer.Exit: There is none.
    """
    if value is not None or context.resilient_parsing:
        return value
    try:
        return _said(context, find_config(os.environ))
    except ConfigError as error:
        print_lines(*error.problems, err=True)
        raise typer.Exit(2) from error


def _wished(context: typer.Context, value: Path | None) -> Path | None:
    """Return the configuration that is named, else the one that is found; None if there is none."""
    if value is not None or context.resilient_parsing:
        return value
    try:
        return _said(context, find_config(os.environ))
    except ConfigError:
        return None


def _said(context: typer.Context, found: Path) -> Path:
    # What was given on the command line is read before what was not: `--json` is known here.
    if not context.params.get("as_json"):
        print_lines(f"Configuración: {found}", err=True)
    return found


def _nothing() -> None:
    return None


def _option(help_text: str, callback: Callable[[typer.Context, Path | None], Path | None]) -> Any:
    return typer.Option(
        FLAG, help=help_text, default_factory=_nothing, show_default=_PLACES, callback=callback
    )


ConfigPath = Annotated[Path, _option("La configuración de la sala (TOML).", _demanded)]
"""Of a command that does nothing without a hall."""

MaybeConfig = Annotated[
    Path | None, _option("La configuración de la sala (TOML), si hace falta o la hay.", _wished)
]
"""Of a command that also works without one."""
