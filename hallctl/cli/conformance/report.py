"""What a trial came to, for whoever built the machine and for a program.

Not responsible for what was tried.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from hallctl.cli.conformance.trial import Outcome, Report, Result

READY, BROKEN, UNUSABLE, INCOMPLETE = 0, 1, 2, 3
"""The exit statuses (docs/machine-try.md): all tried and kept; a sentence broken; no machine to try; nothing
broken, and something not tried."""

_SIGNS: Final = {Outcome.HELD: "  cumple   ", Outcome.BROKEN: "» INCUMPLE ", Outcome.UNTRIED: "  sin probar"}
_ROOM: Final = " " * 14


def as_text(result: Result) -> Iterator[str]:
    """Yield the lines about one case."""
    yield f"{_SIGNS[result.outcome]:<{len(_ROOM)}}{result.case}"
    if result.seen:
        yield f"{_ROOM}{result.seen}"
    if result.rule is not None:
        yield f"{_ROOM}docs/{result.rule.page}, {result.rule.part}: «{result.rule.sentence}»"


def as_json(result: Result) -> Mapping[str, str]:
    """Return one case as a program reads it."""
    rule = result.rule
    return {
        "case": result.case,
        "outcome": result.outcome.value,
        "seen": result.seen,
        "page": f"docs/{rule.page}" if rule is not None else "",
        "part": rule.part if rule is not None else "",
        "sentence": rule.sentence if rule is not None else "",
    }


def verdict(report: Report) -> Iterator[str]:
    """Yield the last lines: what was measured, and whether the machine is ready."""
    yield from report.figures
    held = len(report.results) - len(report.broken) - len(report.untried)
    yield f"{held} de {len(report.results)} pruebas cumplidas."
    if report.broken:
        first = report.broken[0]
        yield f"Su máquina todavía no está lista: incumple {len(report.broken)}, la primera «{first.case}»."
        yield "Corrija esa primero: lo demás viene a menudo de ella."
    elif report.untried:
        yield f"Nada de lo probado incumple la página; quedan {len(report.untried)} pruebas por hacer."
    elif report.partial:
        yield "Lo elegido cumple la página; la máquina está lista cuando todo lo demás cumple también."
    else:
        yield "Su máquina está lista."


def status(report: Report) -> int:
    """Return the exit status."""
    if report.broken:
        return BROKEN
    return INCOMPLETE if report.untried or report.partial else READY
