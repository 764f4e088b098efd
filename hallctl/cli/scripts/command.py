"""``hallctl play``: read files and options, write the answers.

Not responsible for what a line means or is answered; the command line tells errors of options.
"""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, BinaryIO, Final

import typer

from fonts import uncovered
from hallctl.cli.scripts import play as player
from hallctl.cli.scripts.lines import LONGEST_LINE
from hallctl.config.problems import ConfigError, each_told
from hallctl.games.bingo.cards.matrix_file import read_csv
from hallctl.games.bingo.files import PROFILES, rule_set
from hallctl.games.bingo.rules.cards import Matrix, MatrixError
from hallctl.games.bingo.rules.state import State
from hallctl.i18n.refusals import LANGUAGES, translate
from hallctl.i18n.script_refusals import NO_NAME

STANDARD_INPUT: Final = Path("-")

Script = Annotated[Path, typer.Argument(help="El guion, una orden JSON por línea; «-» lee la entrada.")]
Rules = Annotated[str, typer.Option(help="El conjunto de reglas.")]
Matrices = Annotated[list[Path] | None, typer.Option("--matrix", help="Cartones-matriz a mano (CSV).")]
Language = Annotated[str, typer.Option(help="En qué idioma se dicen los rechazos: es, pt o en.")]


def play(
    script: Script, rules: Rules = PROFILES[0], matrix: Matrices = None, language: Language = LANGUAGES[0]
) -> None:
    """Juega un guion sin ningún aparato: órdenes en JSON por líneas entran, asientos y rechazos salen."""
    _check(rules, language)
    state = State(rule_set(rules), matrices={m.digest: m for m in _at_hand(matrix or ())})
    folder = Path() if script == STANDARD_INPUT else script.parent
    source = nullcontext(sys.stdin.buffer) if script == STANDARD_INPUT else script.open("rb")
    with source as stream:
        answers = player.play(
            lines(stream), state, _beside(folder), lambda refusal: translate(refusal, language), uncovered
        )
        for answer in answers:
            typer.echo(json.dumps(answer, ensure_ascii=False).encode())


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream; of a line that is too long only the beginning, enough to be refused."""
    while line := stream.readline(LONGEST_LINE + 3):
        yield line
        while not line.endswith(b"\n") and line:
            line = stream.readline(LONGEST_LINE)


def _check(rules: str, language: str) -> None:
    problems = []
    if rules not in PROFILES:
        problems.append(f"--rules {rules}: no existe; hay: {', '.join(PROFILES)}")
    if language not in LANGUAGES:
        problems.append(f"--language {language}: no existe; hay: {', '.join(LANGUAGES)}")
    if problems:
        raise ConfigError(problems)


def _at_hand(paths: Sequence[Path]) -> Iterator[Matrix]:
    for path in paths:
        try:
            yield _matrix(path)
        except OSError as error:
            raise ConfigError([f"--matrix {path}: no se puede leer: {error.strerror}"]) from error
        except MatrixError as error:
            raise ConfigError(each_told(f"--matrix {path}", error)) from error


def _beside(folder: Path) -> Callable[[str], Matrix]:
    """Return a reader of the matrices that a script names: relative paths start at its folder."""
    return lambda path: _matrix(folder / path)


def _matrix(path: Path) -> Matrix:
    try:
        return read_csv(path)
    except MatrixError:
        raise
    except ValueError as error:  # a name that no file can have
        raise MatrixError([NO_NAME]) from error
