"""``hallctl doctor``: a line for each part, and an exit status.

Not responsible for looking, nor for mending.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Annotated, Final

import typer

from hallctl.app.practice.data import places
from hallctl.app.setting import survey
from hallctl.cli import terminal
from hallctl.cli.configured import ConfigPath
from hallctl.cli.doctor.computer import Computer
from hallctl.cli.doctor.finding import Finding, Verdict, good, missing, status
from hallctl.config.loading import Survey
from hallctl.i18n.sentences import _
from hallctl.table.clock import SystemClock

AsJson = Annotated[bool, typer.Option("--json", help="Una línea de JSON por parte.")]

_SIGNS: Final = {
    Verdict.GOOD: ("  ", _("bien")),
    Verdict.ADVICE: ("  ", _("aviso")),
    Verdict.MISSING: ("» ", _("FALTA")),
}
_ROOM: Final = 20


def doctor_command(config: ConfigPath, as_json: AsJson = False) -> None:
    """Mira puertos, cámaras, monitores, impresora, reloj, disco y claves; dice qué falta y qué escribir.

    No mueve nada. Termina con 0 si la sala puede abrir, con 1 si falta algo, con 2 si falla la configuración.
    """
    read = survey(config, places(config))
    found = []
    for finding in findings(read, Computer()):
        if as_json:
            terminal.write_json(asdict(finding))
        else:
            terminal.print_lines(*as_text(finding))
        found.append(finding)
    raise typer.Exit(2 if read.problems else status(found))


def findings(read: Survey, computer: Computer) -> Iterator[Finding]:
    """Yield how everything is, of a wrong configuration as far as it is right."""
    from hallctl.cli.doctor.devices import check_devices, check_plugged
    from hallctl.cli.doctor.house import check_house

    yield from (missing(_("configuración"), problem) for problem in read.problems)
    setting = read.setting
    if setting is None:
        yield from check_plugged(computer)
        return
    if not read.problems:
        rules = setting.rules
        said = _("{path}: reglas {name} {version}", path=setting.path, name=rules.name, version=rules.version)
        yield good(_("configuración"), said)
    yield from check_house(setting, SystemClock(), broken=read.broken.within)
    yield from check_devices(setting, computer, read.broken.within)


def as_text(finding: Finding, say: Callable[[str], str] = str) -> list[str]:
    """Return a finding as lines of a terminal, in Spanish or as ``say`` has it."""
    mark, verdict = _SIGNS[finding.verdict]
    line = f"{mark}{say(verdict):<5}  {say(finding.part):<{_ROOM}} {say(finding.said)}"
    return [line] if not finding.remedy else [line, f"{'':{_ROOM + 10}}→ {say(finding.remedy)}"]
