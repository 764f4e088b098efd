"""The commands in one language: what Typer adds to their help, and what it refuses, is in Spanish too.

Typer takes no catalogue for these words. Not responsible for what a command says of itself.
"""

import re
import sys
from collections.abc import Callable, Mapping
from functools import partial
from types import ModuleType
from typing import Any, Final

from typer import core
from typer._click import core as click
from typer._click import exceptions
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

_TYPES: Final[Mapping[str, str]] = {
    "<path>": "<ruta>",
    "<file>": "<archivo>",
    "<directory>": "<carpeta>",
    "<str>": "<texto>",
    "<int>": "<número>",
    "<float>": "<número>",
    "<bool>": "",  # an option without a value says so by itself
    "<int range>": "<número>",
    "<float range>": "<número>",
    "<list[str]>": "<textos>",
    "<list[path]>": "<rutas>",
    "<list[int]>": "<números>",
}
"""The types that a help names."""

_REFUSALS: Final = tuple(
    (re.compile(pattern), said)
    for pattern, said in (
        (r"No such option: (.*)", r"No hay ninguna opción {0}"),
        (r" ?\(Possible options: (.*)\)", r" (parecidas: {0})"),
        (r"No such command (.*)\.", r"No hay ninguna orden {0}."),
        (r"Missing command\.", r"Falta la orden."),
        (r"Missing argument (\S+)\.", r"Falta el argumento {0}."),
        (r"Missing option (.+?)\.", r"Falta la opción {0}."),
        (r"Missing parameter (.+?)\.", r"Falta {0}."),
        (r"Option (\S+) requires an argument\.", r"La opción {0} pide un valor."),
        (r"Option (\S+) requires (\d+) arguments\.", r"La opción {0} pide {1} valores."),
        (r"Option (\S+) does not take a value\.", r"La opción {0} no lleva valor."),
        (r"Argument (\S+) takes (\d+) values\.", r"El argumento {0} lleva {1} valores."),
        (r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", r"Sobra: {0}"),
        (r"Invalid value for (.+?): ", r"{0} no vale: "),
        (r"Invalid value: ", r"No vale: "),
        (r"Value error, (.*) is not one of (.*)\.", r"{0} no es ninguno de {1}."),
        (r"Input should be a valid integer, .*", r"debe ser un número entero"),
        (r"Input should be a valid integer", r"debe ser un número entero"),
        (r"Input should be a valid number, .*", r"debe ser un número"),
        (r"Input should be greater than or equal to (\S+)", r"debe ser {0} como poco"),
        (r"Input should be less than or equal to (\S+)", r"debe ser {0} como mucho"),
        (r"Input should be greater than (\S+)", r"debe ser más de {0}"),
        (r"Input should be less than (\S+)", r"debe ser menos de {0}"),
        (r"Input should be (.*)", r"debe ser {0}"),
        (r"(?:File|Directory|Path|file|directory|path) (.*) does not exist\.", r"{0} no está."),
        (r"(?:File|Directory|Path|file|directory|path) (.*) is a file\.", r"{0} es un archivo."),
        (r"(?:File|Directory|Path|file|directory|path) (.*) is a directory\.", r"{0} es una carpeta."),
        (r"(?:File|Directory|Path|file|directory|path) (.*) is not readable\.", r"{0} no se puede leer."),
        (r"(?:File|Directory|Path|file|directory|path) (.*) is not writable\.", r"{0} no se puede escribir."),
        (r"Could not open file (.*?): ", r"No se pudo abrir {0}: "),
    )
)
"""What Typer refuses with, each part of it by itself; what none knows stays as it is."""


def put_in_spanish() -> None:
    """Have every help and refusal that is shown from now on in Spanish, as are the commands' own words."""
    for kind in (core.TyperCommand, core.TyperGroup):
        _replace(kind, "format_help", _with_spanish_panels)
        _replace(kind, "collect_usage_pieces", _with_spanish_pieces)
        _replace(kind, "get_params", _with_spanish_options)
    for shown in (core.TyperOption, core.TyperArgument):
        _replace(shown, "display_type_rich", _with_spanish_types)
    _replace(HelpFormatter, "write_usage", _with_spanish_prefix)
    for refusal in _kinds_of(exceptions.ClickException):
        if refusal is exceptions.ClickException or "format_message" in vars(refusal):
            _replace(refusal, "format_message", _with_spanish_refusals)


def _kinds_of(kind: type[Any]) -> list[type[Any]]:
    return [kind, *(each for below in kind.__subclasses__() for each in _kinds_of(below))]


def _replace(kind: type[Any], name: str, made: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    found = getattr(kind, name)
    if not hasattr(found, "spanish"):
        changed = made(found)
        changed.spanish = True  # type: ignore[attr-defined]
        setattr(kind, name, changed)


def _speak(rich_utils: ModuleType | None) -> None:
    """Have what draws helps and refusals use our words, where it is loaded."""
    for name, text in _RICH.items() if rich_utils is not None else ():
        setattr(rich_utils, name, text)


def _with_spanish_panels(shown: Callable[..., Any]) -> Callable[..., Any]:
    def format_help(self: click.Command, *arguments: Any) -> Any:
        from typer import rich_utils  # heavy: only who asks for help needs it

        _speak(rich_utils)
        return shown(self, *arguments)

    return format_help


def _with_spanish_refusals(said: Callable[..., str]) -> Callable[..., str]:
    def format_message(self: exceptions.ClickException) -> str:
        _speak(sys.modules.get("typer.rich_utils"))
        return in_spanish(said(self))

    return format_message


def _filled(said: str, found: re.Match[str]) -> str:
    return said.format(*found.groups())


def in_spanish(refusal: str) -> str:
    """Return what Typer refuses with in Spanish."""
    for pattern, said in _REFUSALS:
        refusal = pattern.sub(partial(_filled, said), refusal, count=1)
    return refusal


def _with_spanish_types(shown: Callable[..., str | None]) -> Callable[..., str | None]:
    def display_type_rich(self: Any, *arguments: Any, **more: Any) -> str | None:
        found = shown(self, *arguments, **more)
        return found if found is None else _TYPES.get(found, found)

    return display_type_rich


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
        _speak(sys.modules.get("typer.rich_utils"))
        written(self, prog, args, "Uso: " if prefix is None else prefix)

    return write_usage
