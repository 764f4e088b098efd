"""The commands ``hallctl cards``: make a matrix, check a file of one, set the sheets of a series; the odds.

Not responsible for typesetting nor for how amounts are written: the composition root hands both over.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import typer

from fonts import uncovered
from hallctl.app.whole_file import write_whole
from hallctl.cli.odds import known_variant, list_shapes, odds
from hallctl.cli.prizes import prizes
from hallctl.games.bingo.cards.make import make_series
from hallctl.games.bingo.cards.matrix_file import SeriesFileError, export_csv, read_csv
from hallctl.games.bingo.cards.sheets import Design, Edition, card_span, document, sheet_count, template
from hallctl.games.bingo.cards.strips import StripError
from hallctl.games.bingo.rules.cards import Series
from hallctl.games.bingo.variants import library
from hallctl.games.bingo.variants.aj import AJ_90
from hallctl.games.bingo.variants.generator import SeriesError
from hallctl.games.bingo.variants.shapes import Shape, ShapeError
from hallctl.rules.file_faults import SOUND
from hallctl.rules.text import composed, flaw, named

Render = Callable[[str, Mapping[str, Any], datetime], bytes]
"""Sets a document: the template's name, its data, and when it is made."""

Say = Callable[[str, str], str]
"""Says a sentence of ours in a language."""

_LONGEST_NAME: Final = 120
_PORTUGAL: Final = "pt-"

SHEETS_A_FILE: Final = 100
"""A larger series is several files: each is set within seconds, and Ctrl-C waits no longer than that."""

Csv = Annotated[Path, typer.Argument(help="El archivo de la matriz (CSV).")]
Variant = Annotated[
    str, typer.Option(help=f"De qué variante: {', '.join(library.VARIANTS)}.", callback=known_variant)
]
Language = Annotated[Literal["es", "pt", "en"], typer.Option(help="En qué idioma se dicen las faltas.")]


def commands(render: Render, price: Callable[[int, str], str], say: Say) -> typer.Typer:
    """Return the commands.

    Args:
        render: Sets a template of cards as PDF.
        price: Writes minor units as people read them, with the symbol of a currency.
        say: Says the faults of a file in a language.
    """
    app = typer.Typer(no_args_is_help=True, help="Hace, comprueba e imprime las series de cartones.")
    app.command()(make)
    app.command()(odds)
    app.command("shapes")(list_shapes)
    app.command()(prizes)

    @app.command()
    def check(file: Csv, variant: Variant = AJ_90.key, language: Language = "es") -> None:
        """Comprueba el archivo de una matriz y dice todas sus faltas; termina con 2 si tiene alguna."""
        with _report_errors(lambda sentence: say(sentence, language)):
            matrix = read_csv(file, library.variant(variant))
            typer.echo(
                f"{file}: {say(SOUND.format(count=len(matrix.cards), digest=matrix.digest), language)}"
            )

    @app.command()
    def sheets(
        file: Csv,
        out: Annotated[
            Path, typer.Argument(help=f"El PDF; de más de {SHEETS_A_FILE} hojas, uno cada {SHEETS_A_FILE}.")
        ],
        letter: Annotated[str, typer.Option(help="La letra de la serie.", callback=_letter)],
        identification: Annotated[int, typer.Option(min=1, max=999_999, help="Su número.")],
        face_value: Annotated[int, typer.Option(min=1, max=1_000_000, help="Valor facial, en centavos.")],
        hall: Annotated[str, typer.Option(help="El nombre de la sala.", callback=_hall)] = "",
        practice: Annotated[bool, typer.Option("--practice", help="Serie de práctica: SIMULACRO.")] = False,
        variant: Variant = AJ_90.key,
        language: Annotated[
            Literal["es", "pt", "en"] | None, typer.Option(help="En qué idioma; si no, el de la variante.")
        ] = None,
        design: Annotated[Design, typer.Option(help="En negro, o en color.")] = Design.CLASSIC,
        shape: Annotated[str, typer.Option(help="La figura que se juega («hallctl cards shapes»).")] = "",
    ) -> None:
        """Compone los cartones de una serie para imprimir: seis o cuatro por hoja, anverso y reverso."""
        with _report_errors():
            matrix = read_csv(file, library.variant(variant))
            series = Series(letter, identification, len(matrix.cards), face_value, matrix.digest)
            of_portugal = variant.startswith(_PORTUGAL)
            value = price(face_value, "€" if of_portugal else "Bs")
            spoken = language or ("pt" if of_portugal else "es")
            edition = Edition(series, value, hall, practice, spoken, design, _shape(shape))
            starts = range(1, sheet_count(matrix) + 1, SHEETS_A_FILE)
            for first in starts:
                last = min(first + SHEETS_A_FILE - 1, sheet_count(matrix))
                path = out if len(starts) == 1 else _part(out, *card_span(matrix, first, last))
                data = document(matrix, edition, first, last)
                write_whole(path, render(template(matrix.variant), data, datetime.now(UTC)))
                typer.echo(f"{path}: hojas {first} a {last} de {sheet_count(matrix)}")

    return app


def make(
    out: Annotated[Path, typer.Argument(help="El archivo que se escribe (CSV).")],
    cards: Annotated[int, typer.Option(help="Cuántos cartones; con blancos, un múltiplo de seis.")] = 600,
    seed: Annotated[int, typer.Option(help="La misma semilla da los mismos cartones.")] = 1042,
    variant: Variant = AJ_90.key,
) -> None:
    """Hace una matriz de cartones distintos, al azar y reproducible; los de 90 bolas, en tiras de seis."""
    with _report_errors():
        if out.exists():
            raise FileExistsError(
                f"{out}: ya existe, y puede que haya cartones impresos de él; elija otro nombre"
            )
        with typer.progressbar(length=cards, label="Cartones", file=sys.stderr) as bar:
            played = library.variant(variant)
            matrix = make_series(played, cards, seed, lambda done: bar.update(done - bar.pos))
        write_whole(out, export_csv(matrix).encode("ascii"))
        typer.echo(f"{out}: {len(matrix.cards)} cartones. Matriz {matrix.digest}")


def _shape(key: str) -> Shape | None:
    found = next((shape for shape in library.shapes() if shape.key == key), None)
    if key and found is None:
        raise ShapeError(f"no existe la figura «{key}»; las dice «hallctl cards shapes»")
    return found


def _part(out: Path, first: int, last: int) -> Path:
    return out.with_name(f"{out.stem}-{first:06d}-{last:06d}{out.suffix}")


def _letter(value: str) -> str:
    if re.fullmatch(r"[A-Z]{1,3}", value) is None:
        raise typer.BadParameter("debe ser de una a tres letras mayúsculas, sin tilde")
    return value


def _hall(value: str) -> str:
    name = composed(value)
    found = flaw(name, uncovered)
    if found is not None:
        raise typer.BadParameter(f"no se puede imprimir {named(name[found.at])}: {found.why}")
    if len(name) > _LONGEST_NAME or "\n" in name:
        raise typer.BadParameter(f"debe caber en una línea de {_LONGEST_NAME} caracteres")
    return name


@contextmanager
def _report_errors(say: Callable[[str], str] = str) -> Iterator[None]:
    """Tell a person what is wrong, a line for each fault, and end with 2; with 130 after Ctrl-C."""
    try:
        yield
    except SeriesFileError as error:
        typer.echo("\n".join(map(say, error.problems)), err=True)
        raise typer.Exit(2) from error
    except (StripError, SeriesError, ShapeError, OSError) as error:
        file = getattr(error, "filename", None)
        typer.echo(
            f"{file}: {error.strerror}" if file and isinstance(error, OSError) else str(error), err=True
        )
        raise typer.Exit(2) from error
    except KeyboardInterrupt as error:
        typer.echo("Interrumpido: lo que no se había terminado no se ha escrito.", err=True)
        raise typer.Exit(130) from error
