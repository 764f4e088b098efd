"""The command line: ``hallctl`` and ``python -m hallctl``.

Not responsible for what the commands do: each hands over to a module.
"""

import csv
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, fields
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from hallctl import __version__
from hallctl.cards.cli import commands as card_commands
from hallctl.config import ConfigError, load, rule_set
from hallctl.minutes.errors import MinutesError
from hallctl.outputs.words import amount
from hallctl.scripts import command as scripts
from hallctl.scripts.simulate_command import simulate_command

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
book = typer.Typer(no_args_is_help=True, help="Lee y verifica el libro de actas.")
app.add_typer(book, name="book")

PRACTICE: Final = Path(__file__).parents[1] / "fixtures/config/practice.toml"

ConfigPath = Annotated[Path, typer.Option("--config", help="La configuración de la sala (TOML).")]
Overrides = Annotated[
    list[str] | None,
    typer.Option("--set", help="Cambia un valor de la configuración: --set console.port=8010"),
]
Directory = Annotated[Path, typer.Option("--directory", help="Dónde guardar libro, imágenes y actas.")]
BookPath = Annotated[Path, typer.Argument(help="El archivo del libro.")]


@contextmanager
def _told_plainly() -> Iterator[None]:
    """Tell a person what is wrong in plain lines and end with 2 (configuration) or 3 (the hall stopped)."""
    try:
        yield
    except ConfigError as error:
        for problem in error.problems:
            typer.echo(problem, err=True)
        raise typer.Exit(2) from error
    except MinutesError as error:
        typer.echo(f"La sala se detiene. {error}", err=True)
        raise typer.Exit(3) from error
    except BrokenPipeError:
        # Whoever read our words has heard enough; nothing more is written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error


@app.command()
def run(config: ConfigPath = PRACTICE, overrides: Overrides = None) -> None:
    """Hace funcionar la sala: extractor, cámara, libro y consola."""
    from hallctl import main  # the drivers are heavy; ``hallctl book`` does without them

    with _told_plainly():
        main.run(load(config, overrides or ()))


@app.command()
def practice(config: ConfigPath = PRACTICE) -> None:
    """Abre la sala de práctica: aparato y cámara simulados, consola y, si hay monitor, la pantalla."""
    from hallctl.practice.hall import serve

    with _told_plainly():
        serve(config)


@app.command()
def demo(
    directory: Directory = Path("practice/demo"),
    seed: Annotated[int, typer.Option(help="Semilla del aparato simulado.")] = 7,
    games: Annotated[int, typer.Option(min=1, max=100, help="Cuántas partidas jugar.")] = 1,
) -> None:
    """Juega sola una sesión de práctica entera y verifica su libro."""
    from hallctl.practice.demo import play

    with _told_plainly():
        sys.exit(play(directory, seed, games))


@app.command()
def screen(
    feed: Annotated[str, typer.Option(help="La dirección del tablero.")] = "http://127.0.0.1:8000/feed/board",
    fullscreen: Annotated[bool, typer.Option(help="Llena el monitor.")] = False,
) -> None:
    """Muestra el tablero en una pantalla de pared."""
    from displays.window import main

    sys.exit(main(["--feed", feed, *(["--fullscreen"] if fullscreen else [])]))


@app.command()
def check(config: ConfigPath = PRACTICE, overrides: Overrides = None) -> None:
    """Comprueba la configuración sin tocar ningún aparato."""
    with _told_plainly():
        setting = load(config, overrides or ())
    typer.echo(f"{config}: correcta. Reglas: {setting.rules.name} {setting.rules.version}.")


@book.command()
def verify(path: BookPath) -> None:
    """Verifica el libro entero; termina con 0 si verifica y con 1 si no."""
    from hallctl.minutes.verify import verify as verify_book

    verdict = verify_book(path)
    typer.echo(verdict.describe())
    raise typer.Exit(0 if verdict.ok else 1)


@book.command()
def tail(
    path: BookPath, count: Annotated[int, typer.Option("-n", min=1, help="Cuántos asientos.")] = 20
) -> None:
    """Muestra los últimos asientos del libro, en las palabras de la sala."""
    from hallctl.minutes.reader import Reader
    from hallctl.outputs.narration import narrate
    from hallctl.table.keeper import event_of

    with _told_plainly(), Reader(path) as reader:
        last = reader.last()
        currency = rule_set("aj-bolivia").currency
        for entry in reader.entries(max(1, last.number - count + 1)) if last is not None else ():
            typer.echo(f"{entry.number:>6}  {entry.time}  {narrate(event_of(entry), currency)}")


def _render(template: str, data: Mapping[str, Any], created: datetime) -> bytes:
    from drivers.printer import render

    return render(template, data, created)


app.command()(_told_plainly()(scripts.play))
app.command()(_told_plainly()(scripts.requirements))
app.command("simulate")(_told_plainly()(simulate_command))
app.add_typer(card_commands(_render, lambda minor: amount(minor, "Bs")), name="cards")


@book.command()
def prizes(path: BookPath) -> None:
    """Escribe el registro de premios como CSV."""
    from hallctl.minutes.reader import read_entries
    from hallctl.outputs.act import Minuted
    from hallctl.outputs.register import RegisteredPrize, prize_register
    from hallctl.table.keeper import event_of, local_time

    with _told_plainly():
        minuted = (
            Minuted(entry.number, local_time(entry), entry.actor, entry.hash, event_of(entry))
            for entry in read_entries(path)
        )
        rows = csv.DictWriter(sys.stdout, [field.name for field in fields(RegisteredPrize)])
        rows.writeheader()
        rows.writerows(asdict(prize) for prize in prize_register(minuted))


@app.command()
def version() -> None:
    """Dice la versión."""
    typer.echo(f"hallctl {__version__}")


if __name__ == "__main__":
    app()
