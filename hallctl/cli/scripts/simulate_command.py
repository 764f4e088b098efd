"""``hallctl simulate``: read the options, play, write the table and the script.

Not responsible for how games are played (``simulate``); the command line tells errors of options.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final, TextIO

import typer

from hallctl.app.whole_file import write_whole
from hallctl.cli.scripts.lines import script_line
from hallctl.cli.scripts.sessions import SIMULATED, Decider, SimulationError, Watch
from hallctl.cli.scripts.simulate import MOST_CARDS, before, simulate
from hallctl.cli.scripts.tally import table
from hallctl.config.problems import ConfigError, each_told
from hallctl.games.bingo.cards.make import make_series
from hallctl.games.bingo.cards.matrix_file import export_csv, read_csv
from hallctl.games.bingo.cards.strips import STRIP
from hallctl.games.bingo.files import PROFILES, rule_set
from hallctl.games.bingo.rules.cards import Matrix, MatrixError
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.variants.variant import Variant
from hallctl.minutes.private import only_ours
from hallctl.rules.commands.base import Issued
from hallctl.rules.deciding.context import Answer

LEAST_CARDS: Final = 600
"""How many matrix cards are made for few players."""

Games = Annotated[int, typer.Option(min=1, max=1_000_000, help="Cuántas partidas.")]
Seats = Annotated[int, typer.Option(min=1, help="Cuántos jugadores; cada uno compra de 1 a 6 cartones.")]
Seed = Annotated[int, typer.Option(help="La misma semilla da las mismas partidas.")]
Rules = Annotated[str, typer.Option(help="El conjunto de reglas.")]
MatrixPath = Annotated[
    Path | None, typer.Option("--matrix", help="Los cartones-matriz (CSV); si no, se hacen.")
]
Script = Annotated[Path | None, typer.Option("--jsonl", help="Escribe las órdenes como guion de «play».")]
Book = Annotated[
    Path | None,
    typer.Option(
        "--book", help="Lleva en esta carpeta el libro de las partidas, con claves; no debe tener nada."
    ),
]


def simulate_command(
    games: Games = 100,
    seats: Seats = 200,
    seed: Seed = 1,
    rules: Rules = PROFILES[0],
    matrix: MatrixPath = None,
    jsonl: Script = None,
    book: Book = None,
) -> None:
    """Juega partidas enteras con jugadores que cantan a tiempo, tarde, mal, dos veces o nunca."""
    if rules not in PROFILES:
        raise ConfigError([f"--rules {rules}: no existe; hay: {', '.join(PROFILES)}"])
    try:
        rows = rule_set(rules)
        cards = _cards(matrix, seats, seed, rows.variant)
        with (
            _script(jsonl, matrix, cards) as watch,
            _progress(games) as told,
            _kept(book, rows, cards) as kept,
        ):
            report = simulate(games, seats, seed, rows, cards, watch, told, book=kept)
    except SimulationError as error:
        typer.echo(f"La simulación se contradice con las reglas: {error}", err=True)
        raise typer.Exit(1) from error
    except KeyboardInterrupt as error:
        typer.echo("Interrumpido: no se ha escrito ningún guion.", err=True)
        raise typer.Exit(130) from error
    except ValueError as error:
        raise error if isinstance(error, ConfigError) else ConfigError([str(error)]) from error
    for line in table(report, rows.currency):
        typer.echo(line)


def _cards(path: Path | None, seats: int, seed: int, variant: Variant) -> Matrix:
    """Read the matrix, or make one with twice the cards that the players buy in the mean, or so."""
    if path is None:
        cards = max(LEAST_CARDS, 2 * seats * MOST_CARDS) // STRIP * STRIP
        return make_series(variant, cards, seed)
    try:
        return read_csv(path, variant)
    except MatrixError as error:
        raise ConfigError(each_told(f"--matrix {path}", error)) from error


@contextmanager
def _kept(folder: Path | None, rules: RuleSet, cards: Matrix) -> Iterator[Decider | None]:
    """Keep a book where one is asked for; it begins now."""
    if folder is None:
        yield None
        return
    from hallctl.cli.kept import kept_book  # keys and volumes are heavy

    now = datetime.now().astimezone()
    with only_ours(), kept_book(folder, before(rules, cards), SIMULATED, now) as book:
        yield book


@contextmanager
def _script(out: Path | None, given: Path | None, cards: Matrix) -> Iterator[Watch | None]:
    """Write the script beside its place and move it there once it is whole, its matrix cards with it.

    A simulation that the rules contradict leaves its script too: ``hallctl play`` then shows where.
    """
    if out is None:
        yield None
        return
    made = out.with_name(f"{out.name}.csv") if given is None else None
    for path in filter(None, (out, made)):
        if path.exists():
            raise FileExistsError(f"{path}: ya existe; elija otro nombre")
    beside, whole = out.with_name(f".{out.name}.part"), False
    try:
        with beside.open("w", encoding="utf-8") as file:
            named = made.name if made is not None else os.path.relpath(given or out, out.parent)
            file.write(json.dumps({"matrix": named}, ensure_ascii=False) + "\n")
            yield _writer(file)
        whole = True
    except SimulationError:
        whole = True
        raise
    finally:
        if whole and made is not None:
            write_whole(made, export_csv(cards).encode("ascii"))
        if whole:
            beside.replace(out)
        beside.unlink(missing_ok=True)


def _writer(file: TextIO) -> Watch:
    def write(now: int, issued: Issued, _: Answer) -> None:
        file.write(script_line(now, issued) + "\n")

    return write


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None] | None]:
    """Show a bar to a person who waits, and nothing to a file."""
    if not sys.stderr.isatty():
        yield None
        return
    with typer.progressbar(length=games, label="Partidas", file=sys.stderr) as bar:
        yield lambda done: bar.update(done - bar.pos)
