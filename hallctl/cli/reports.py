"""The commands ``hallctl report``: read a book, draw a report's figures, write them as PDF, CSV or JSON.

Each game has its own. Not responsible for reading entries nor for typesetting: both are handed over.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass, is_dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from hallctl.app.whole_file import write_whole
from hallctl.config.problems import ConfigError
from hallctl.config.rules import PROFILES, RuleSetError, rule_set
from hallctl.games.game import Game
from hallctl.outputs.minuted import Minuted
from hallctl.outputs.reports import Reach, Report, ReportError, ReportKind
from hallctl.rules.ruleset import RuleSet


class Format(StrEnum):
    """What a report is written as."""

    PDF = "pdf"
    CSV = "csv"
    JSON = "json"


BookPath = Annotated[Path, typer.Argument(help="La carpeta del libro, o el archivo de un tomo.")]
As = Annotated[
    Format | None, typer.Option("--format", help="pdf, csv o json; si no se dice, el del nombre de --out.")
]
Out = Annotated[Path | None, typer.Option("--out", help="El archivo que se escribe; sin él, a la salida.")]
Rules = Annotated[str, typer.Option("--rules", help="El conjunto de reglas; si no se dice, el del libro.")]
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
class Library:
    """How books are read and reports set.

    Attributes:
        game_of: Returns the game that a book is of.
        rules_of: Returns the rule set that a book names; None where the program has none of that name.
        read: Reads a book's entries with their events.
        render: Sets the template ``informe`` as PDF.
        report_errors: Tells a person in plain words what is wrong with a book or a file.
    """

    game_of: Callable[[Path], Game]
    rules_of: Callable[[Path], RuleSet | None]
    read: Callable[[Path], Iterable[Minuted]]
    render: Callable[[str, Mapping[str, Any], datetime], bytes]
    report_errors: Callable[[], AbstractContextManager[None]]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked for: a report of a book, of one session or all, and how it is written."""

    name: str
    book: Path
    form: Format | None
    out: Path | None
    rules: str
    session: int | None = None
    chips: tuple[int, ...] = ()


def commands(library: Library, games: Iterable[Game]) -> typer.Typer:
    """Return a command for each report that one of these games has; a book's own game makes it."""
    app = typer.Typer(no_args_is_help=True, help="Hace los informes para la Dirección, del libro.")
    kinds = {kind.name: kind for game in games for kind in game.reports}
    for kind in kinds.values():
        _add(app, kind, library)
    return app


def _add(app: typer.Typer, kind: ReportKind, library: Library) -> None:
    name, said = kind.name, kind.about or kind.title

    def of_session(
        book: BookPath,
        number: Session,
        form: As = None,
        out: Out = None,
        rules: Rules = "",
        chip: Chips = None,
    ) -> None:
        _give(library, _Asked(name, book, form, out, rules, number, tuple(chip or ())))

    def of_either(
        book: BookPath, number: AnySession = None, form: As = None, out: Out = None, rules: Rules = ""
    ) -> None:
        _give(library, _Asked(name, book, form, out, rules, number))

    def of_book(book: BookPath, form: As = None, out: Out = None, rules: Rules = "") -> None:
        _give(library, _Asked(name, book, form, out, rules))

    made: dict[Reach, Callable[..., None]] = {Reach.SESSION: of_session, Reach.EITHER: of_either}
    app.command(name, help=str(said))(made.get(kind.reach, of_book))


def _give(library: Library, asked: _Asked) -> None:
    """Write a report, or the reason why there is none."""
    with library.report_errors():
        game = library.game_of(asked.book)
        kind = next((each for each in game.reports if each.name == asked.name), None)
        if kind is None:
            there = ", ".join(each.name for each in game.reports)
            raise ConfigError([f"{asked.book}: es un libro de «{game.name}»; sus informes: {there}"])
        rules = _rules(game, asked, library)
        form = asked.form or _form_of(asked.out)
        if form is Format.PDF and asked.out is None:
            raise ConfigError(["un PDF necesita un archivo: --out informe.pdf"])
        entries = tuple(library.read(asked.book))
        try:
            report = kind.make(entries, asked.session, rules, asked.chips)
        except ReportError as error:
            raise ConfigError([f"{asked.book}: {error}"]) from error
        made = entries[-1].time if entries else _EPOCH
        _write(_bytes(report, form, lambda paper: library.render("informe", paper, made)), asked.out)


def _rules(game: Game, asked: _Asked, library: Library) -> RuleSet:
    """Return the rule set that is named, else the book's, else the first that is of its game."""
    known = dict(_profiles(game))
    if asked.rules:
        if asked.rules not in known:
            raise ConfigError([f"--rules {asked.rules}: no existe; hay: {', '.join(known)}"])
        return known[asked.rules]
    return library.rules_of(asked.book) or next(iter(known.values()))


def _profiles(game: Game) -> Iterator[tuple[str, RuleSet]]:
    """Yield the rule sets of the package that are of a game."""
    for name in PROFILES:
        with suppress(RuleSetError):
            yield name, rule_set(name, game.files.rules, {})


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
