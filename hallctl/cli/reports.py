"""The commands ``hallctl report``: read a book, draw a report's figures, write them as PDF, CSV or JSON.

Not responsible for reading entries nor for typesetting: the composition root hands both over.
"""

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, is_dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from hallctl.app.whole_file import write_whole
from hallctl.config.problems import ConfigError
from hallctl.games.bingo.files import PROFILES, rule_set
from hallctl.games.bingo.reports.kinds import BINGO_REPORTS
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.outputs.minuted import Minuted
from hallctl.outputs.reports import Report, ReportError

Read = Callable[[Path], Iterable[Minuted]]
Render = Callable[[str, Mapping[str, Any], datetime], bytes]


class Format(StrEnum):
    """What a report is written as."""

    PDF = "pdf"
    CSV = "csv"
    JSON = "json"


Make = Callable[[Sequence[Minuted], RuleSet], Report]

BookPath = Annotated[Path, typer.Option("--book", help="La carpeta del libro, o el archivo de un tomo.")]
As = Annotated[
    Format | None, typer.Option("--format", help="pdf, csv o json; si no se dice, el del nombre de --out.")
]
Out = Annotated[Path | None, typer.Option("--out", help="El archivo que se escribe; sin él, a la salida.")]
Rules = Annotated[str, typer.Option("--rules", help="El conjunto de reglas.")]
Session = Annotated[int, typer.Argument(min=1, help="El número de la sesión.")]
AnySession = Annotated[int | None, typer.Argument(min=1, help="Solo esta sesión; si no, todo el libro.")]
Chips = Annotated[
    list[int] | None,
    typer.Option(
        "--chip", min=1, help="El valor de una ficha, en centavos; si no se dice, las de las reglas."
    ),
]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class _ReportWriter:
    """Makes a report of a book and writes it, as the arguments of ``commands`` let it."""

    read: Read
    render: Render
    report_errors: Callable[[], AbstractContextManager[None]]

    def __call__(self, book: Path, form: Format | None, out: Path | None, rules: str, make: Make) -> None:
        """Write a report, or the reason why there is none."""
        with self.report_errors():
            if rules not in PROFILES:
                raise ConfigError([f"--rules {rules}: no existe; hay: {', '.join(PROFILES)}"])
            form = form or _form_of(out)
            if form is Format.PDF and out is None:
                raise ConfigError(["un PDF necesita un archivo: --out informe.pdf"])
            entries = tuple(self.read(book))
            try:
                report = make(entries, rule_set(rules))
            except ReportError as error:
                raise ConfigError([f"{book}: {error}"]) from error
            made = entries[-1].time if entries else _EPOCH
            _write(_bytes(report, form, lambda paper: self.render("informe", paper, made)), out)


def commands(
    read: Read, render: Render, report_errors: Callable[[], AbstractContextManager[None]]
) -> typer.Typer:
    """Return the commands.

    Args:
        read: Reads a book's entries with their events.
        render: Sets the template ``informe`` as PDF.
        report_errors: Tells a person in plain words what is wrong with a book or a file.
    """
    app = typer.Typer(no_args_is_help=True, help="Hace los informes para la Dirección, del libro.")
    give = _ReportWriter(read, render, report_errors)

    @app.command()
    def session(
        number: Session,
        book: BookPath,
        form: As = None,
        out: Out = None,
        rules: Rules = PROFILES[0],
        chip: Chips = None,
    ) -> None:
        """Resume una sesión: partidas, recaudación, premios, pozos, sala, dinero, ritmo, incidencias."""
        give(book, form, out, rules, _made("session", number, chip or ()))

    @app.command("reconcile")
    def reconcile_(
        book: BookPath,
        number: AnySession = None,
        form: As = None,
        out: Out = None,
        rules: Rules = PROFILES[0],
    ) -> None:
        """Concilia cartones y dinero: entregados − devueltos = vendidos = recaudado ÷ precio."""
        give(book, form, out, rules, _made("reconcile", number))

    @app.command()
    def prizes(book: BookPath, form: As = None, out: Out = None, rules: Rules = PROFILES[0]) -> None:
        """Escribe el registro de premios: cartones, importes, cuándo y quién los pagó."""
        give(book, form, out, rules, _made("prizes"))

    @app.command()
    def sets(book: BookPath, form: As = None, out: Out = None, rules: Rules = PROFILES[0]) -> None:
        """Dice la vida de cada juego de bolas: partidas jugadas, montajes, retiro, fin previsto."""
        give(book, form, out, rules, _made("sets"))

    @app.command()
    def balls(book: BookPath, form: As = None, out: Out = None, rules: Rules = PROFILES[0]) -> None:
        """Juzga si las bolas de cada juego salen por azar."""
        give(book, form, out, rules, _made("balls"))

    return app


def _made(name: str, session: int | None = None, chips: Sequence[int] = ()) -> Make:
    """Return what makes one of bingo's reports."""
    make = next(kind.make for kind in BINGO_REPORTS if kind.name == name)
    return lambda entries, rules: make(entries, session, rules, chips)


def _form_of(out: Path | None) -> Format:
    suffix = out.suffix[1:].lower() if out is not None else ""
    return Format(suffix) if suffix in set(Format) else Format.CSV


def _bytes(report: Report, form: Format, typeset: Callable[[Mapping[str, Any]], bytes]) -> bytes:
    if form is Format.PDF:
        return typeset(report.paper())
    if form is Format.CSV:
        return report.sheet.csv().encode()
    return (json.dumps(plain(report.figures), ensure_ascii=False, indent=1) + "\n").encode()


def plain(value: Any) -> Any:
    """Return JSON values for a report's figures; moments are ISO 8601 with their offset."""
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, date):
        return value.isoformat()
    return value.value if isinstance(value, StrEnum) else value


def _write(content: bytes, out: Path | None) -> None:
    if out is not None:
        write_whole(out, content)
        typer.echo(f"{out}: {len(content)} bytes", err=True)
        return
    sys.stdout.write(content.decode())
    sys.stdout.flush()
