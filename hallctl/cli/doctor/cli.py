"""``hallctl doctor``: a line for each part, and an exit status.

Not responsible for looking, nor for mending.
"""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Final

import typer

from hallctl.app.setting import load
from hallctl.cli import terminal
from hallctl.cli.configured import ConfigPath
from hallctl.cli.doctor.computer import Computer
from hallctl.cli.doctor.finding import Finding, Verdict, good, missing, status
from hallctl.config.hall import Setting
from hallctl.config.problems import ConfigError
from hallctl.table.clock import SystemClock

AsJson = Annotated[bool, typer.Option("--json", help="Una línea de JSON por parte.")]

_SIGNS: Final = {Verdict.GOOD: "  bien ", Verdict.ADVICE: "  aviso", Verdict.MISSING: "» FALTA"}
_ROOM: Final = 20


def doctor_command(config: ConfigPath, as_json: AsJson = False) -> None:
    """Mira puertos, cámaras, monitores, impresora, reloj, disco y claves; dice qué falta y qué escribir.

    No mueve nada. Termina con 0 si la sala puede abrir, con 1 si falta algo, con 2 si falla la configuración.
    """
    setting = _loaded(config)
    found = []
    for finding in _checked(setting, Computer()):
        if as_json:
            terminal.write_json(asdict(finding))
        else:
            terminal.print_lines(*_as_text(finding))
        found.append(finding)
    raise typer.Exit(status(found))


def _loaded(config: Path) -> Setting:
    try:
        return load(config)
    except ConfigError as error:
        for problem in error.problems:
            terminal.print_lines(*_as_text(missing("configuración", problem)), err=True)
        raise typer.Exit(2) from error


def _checked(setting: Setting, computer: Computer) -> Iterator[Finding]:
    from hallctl.cli.doctor.devices import check_devices
    from hallctl.cli.doctor.house import check_house

    rules = setting.rules
    yield good("configuración", f"{setting.path}: reglas {rules.name} {rules.version}")
    yield from check_house(setting, SystemClock())
    yield from check_devices(setting, computer)


def _as_text(finding: Finding) -> list[str]:
    line = f"{_SIGNS[finding.verdict]}  {finding.part:<{_ROOM}} {finding.said}"
    return [line] if not finding.remedy else [line, f"{'':{_ROOM + 10}}→ {finding.remedy}"]
