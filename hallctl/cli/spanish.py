"""The help of the commands in one language: what Typer adds to it is in Spanish too.

Typer takes no catalogue for these words. Not responsible for what a command says of itself.
"""

from collections.abc import Callable
from typing import Any, Final

from typer import core
from typer._click import core as click
from typer._click.formatting import HelpFormatter

_RICH: Final = {
    "DEPRECATED_STRING": "(en desuso) ",
    "DEFAULT_STRING": "[si no se dice: {}]",
    "ENVVAR_STRING": "[variable de entorno: {}]",
    "REQUIRED_LONG_STRING": "[obligatorio]",
    "ARGUMENTS_PANEL_TITLE": "Argumentos",
    "OPTIONS_PANEL_TITLE": "Opciones",
    "COMMANDS_PANEL_TITLE": "Órdenes",
    "ERRORS_PANEL_TITLE": "Error",
    "ABORTED_TEXT": "Interrumpido.",
    "RICH_HELP": "«{command_path} {help_option}» lo explica.",
}
_WORDS: Final = {
    "[OPTIONS]": "[OPCIONES]",
    "COMMAND [ARGS]...": "ORDEN [ARGUMENTOS]…",
    "Show this message and exit.": "Muestra esta ayuda y termina.",
    "Install completion for the current shell.": "Hace que el intérprete de órdenes complete las de hallctl.",
    "Show completion for the current shell, to copy it or customize the installation.": (
        "Escribe el guion que las completa."
    ),
}


def put_in_spanish() -> None:
    """Have every help that is shown from now on in Spanish, as are the commands' own words."""
    for kind in (core.TyperCommand, core.TyperGroup):
        _replace(kind, "format_help", _with_spanish_panels)
        _replace(kind, "collect_usage_pieces", _with_spanish_pieces)
        _replace(kind, "get_params", _with_spanish_options)
    _replace(HelpFormatter, "write_usage", _with_spanish_prefix)


def _replace(kind: type[Any], name: str, made: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    found = getattr(kind, name)
    if not hasattr(found, "spanish"):
        changed = made(found)
        changed.spanish = True  # type: ignore[attr-defined]
        setattr(kind, name, changed)


def _with_spanish_panels(shown: Callable[..., Any]) -> Callable[..., Any]:
    def format_help(self: click.Command, *arguments: Any) -> Any:
        from typer import rich_utils  # heavy: only who asks for help needs it

        for name, text in _RICH.items():
            setattr(rich_utils, name, text)
        return shown(self, *arguments)

    return format_help


def _with_spanish_pieces(collected: Callable[..., list[str]]) -> Callable[..., list[str]]:
    def collect_usage_pieces(self: click.Command, context: click.Context) -> list[str]:
        return [_WORDS.get(piece, piece) for piece in collected(self, context)]

    return collect_usage_pieces


def _with_spanish_options(got: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
    def get_params(self: click.Command, context: click.Context) -> list[Any]:
        found = got(self, context)
        for option in found:
            text = getattr(option, "help", None)
            if text in _WORDS:
                option.help = _WORDS[text]
        return found

    return get_params


def _with_spanish_prefix(written: Callable[..., None]) -> Callable[..., None]:
    def write_usage(self: HelpFormatter, prog: str, args: str = "", prefix: str | None = None) -> None:
        written(self, prog, args, "Uso: " if prefix is None else prefix)

    return write_usage
