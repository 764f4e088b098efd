"""The command ``hallctl machine try``.

Not responsible for what is tried, nor for what the result says.
"""

import os
import tomllib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer
from pydantic import ValidationError

from drivers.extractor.port import SerialPort
from hallctl.cli import terminal
from hallctl.cli.conformance import report
from hallctl.cli.conformance.line import SerialLine
from hallctl.cli.conformance.player import Limits
from hallctl.cli.conformance.plc_player import BusRegisters
from hallctl.cli.conformance.plc_trial import try_plc
from hallctl.cli.conformance.trial import Broken, End, Person, Report, Result
from hallctl.cli.conformance.wire_trial import try_wire
from hallctl.config.extractor import ExtractorSection, extractor_contradictions
from hallctl.config.problems import ConfigError
from hallctl.devices.machines import layout_of, line_of

ErrorReporter = Callable[[], AbstractContextManager[None]]

_BAUDRATE: Final = 115_200

Port = Annotated[str, typer.Option("--port", help="El puerto serie de la máquina.")]
Plc = Annotated[
    Path | None,
    typer.Option("--plc", help="Es un autómata: el TOML con su mapa (docs/plc.md)."),
]
Unattended = Annotated[
    bool,
    typer.Option("--unattended", help="Sin nadie al lado: deja sin probar puerta, seta, atasco y corriente."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Una línea de JSON por prueba.")]
Only = Annotated[str, typer.Option("--only", help="Solo las pruebas cuyo título contiene este texto.")]
AnswerMs = Annotated[
    int | None, typer.Option("--answer-ms", min=20, max=5000, help="Plazo de una respuesta; 100.")
]
BallS = Annotated[float | None, typer.Option("--ball-s", min=0.5, max=120, help="Plazo de una bola; 15.")]
ReloadS = Annotated[
    float | None, typer.Option("--reload-s", min=0.5, max=600, help="Plazo de recogerlas; 45.")
]


class PersonAtMachine:
    """Whoever sits at the terminal, and the machine."""

    def asked(self, what: str, how: str) -> bool:  # noqa: ARG002
        """Ask, and wait for Enter; "s" skips it."""
        terminal.print_lines("", f"→ {how}")
        question = "  Enter cuando esté hecho, «s» para saltarlo"
        try:
            answer: str = typer.prompt(question, default="", show_default=False)
        except typer.Abort as error:  # Ctrl-C, or nobody at the terminal
            raise typer.Exit(report.INCOMPLETE) from error
        return answer.strip().lower() != "s"


class NoPerson:
    """Nobody is beside the machine."""

    def asked(self, what: str, how: str) -> bool:  # noqa: ARG002
        """Nothing is done."""
        return False


def machine_commands(report_errors: ErrorReporter) -> typer.Typer:
    """Return the commands for whoever builds a machine.

    Args:
        report_errors: Tells a person in plain words what is wrong.
    """
    app = typer.Typer(no_args_is_help=True, help="Para quien construye una máquina extractora.")

    @app.callback()
    def _group() -> None:
        """Para quien construye una máquina extractora."""

    @app.command("try")
    def try_(
        port: Port = "",
        plc: Plc = None,
        unattended: Unattended = False,
        as_json: AsJson = False,
        only: Only = "",
        answer_ms: AnswerMs = None,
        ball_s: BallS = None,
        reload_s: ReloadS = None,
    ) -> None:
        """Hace de controlador ante una máquina: prueba cada frase de su protocolo y dice cuál incumple.

        MUEVE la máquina. Termina con 0: lista; 1: incumple algo; 2: no hay máquina; 3: falta probar algo.
        """
        with report_errors():
            limits = {"answer_ms": answer_ms, "ball_s": ball_s, "reload_s": reload_s}
            section = _section(port, plc, limits)
            person: Person = NoPerson() if unattended else PersonAtMachine()
            ready = "La máquina va a moverse: ciérrela y aparte las manos."
            if not (unattended or person.asked("begin", ready)):
                raise typer.Exit(report.UNUSABLE)
            found = _tried(section, person, only, _result_printer(as_json))
            if not as_json:
                terminal.print_lines("", *report.verdict(found))
            raise typer.Exit(report.status(found))

    return app


def _result_printer(as_json: bool) -> Callable[[Result], None]:
    def print_result(result: Result) -> None:
        if as_json:
            terminal.write_json(report.as_json(result))
        else:
            terminal.print_lines(*report.as_text(result))

    return print_result


def _section(port: str, plc: Path | None, limits: Mapping[str, float | None]) -> ExtractorSection:
    """Return what the options describe.

    Raises:
        ConfigError: Together they describe no machine.
    """
    try:
        read = tomllib.loads(plc.read_text("utf-8")).get("extractor", {}) if plc is not None else {}
        given = {key: value for key, value in {"port": port, **limits}.items() if value}
        section = ExtractorSection(**(read | given | ({"kind": "modbus"} if plc is not None else {})))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError([f"{plc}: no es TOML: {error}"]) from error
    except ValidationError as error:
        problems = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()]
        raise ConfigError([f"[extractor] {each}" for each in problems]) from error
    problems = list(extractor_contradictions(section))
    if problems:
        raise ConfigError(problems)
    return section


def _tried(
    section: ExtractorSection, person: Person, only: str, report_result: Callable[[Result], None]
) -> Report:
    limits = Limits(section.answer_ms / 1000, section.ball_s, section.reload_s)
    path = str(section.port)
    try:
        if section.modbus is not None:
            modbus = section.modbus
            answer_s = modbus.answer_ms / 1000
            slow = replace(limits, answer_s=answer_s)
            with closing(BusRegisters(path, line_of(modbus), modbus.unit, answer_s)) as registers:
                return try_plc(registers, layout_of(modbus), person, slow, report_result, only=only)
        with closing(SerialPort(path, _BAUDRATE)) as opened:
            opened.forget_input()
            return try_wire(SerialLine(opened), person, limits, report_result, nonce=_nonce, only=only)
    except (Broken, End) as error:
        raise ConfigError([f"no hay máquina que probar en {path}: {error}"]) from error


def _nonce() -> int:
    return int.from_bytes(os.urandom(4), "big")
