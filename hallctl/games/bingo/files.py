"""What bingo reads of a hall's configuration: its rule sets, and the matrix cards of its series.

Not responsible for what a matrix may be, nor for the sections of the file.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from hallctl.config import rules
from hallctl.config.game_files import GameFiles
from hallctl.config.problems import each_told
from hallctl.games.bingo.cards.matrix_file import read_csv
from hallctl.games.bingo.rules.cards import Matrix, MatrixError
from hallctl.games.bingo.rules.commands.opening import RegisterSeries
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.tables import BINGO_RULES
from hallctl.games.bingo.variants.aj import AJ_90
from hallctl.games.bingo.variants.variant import Variant
from hallctl.rules.commands.base import Command

PROFILES: Final = (
    *("aj-bolivia", "aj-bolivia-manual"),
    *("pt-bingo-90", "pt-bingo-80", "pt-bingo-75", "pt-bingo-30", "pt-bingo-30-symbols"),
)
"""The rule sets of the package that are bingo's."""


def rule_set(name: str) -> RuleSet:
    """Return a rule set of bingo as its profile says it.

    Raises:
        RuleSetError: It cannot be read, or contradicts itself.
    """
    return rules.rule_set(name, RuleSet)


def _matrices(
    path: Path, values: Mapping[str, Any], rules: RuleSet | None, problems: list[str]
) -> tuple[Matrix, ...]:
    """Read the matrix of every series that names one, also where the rest of the file is wrong."""
    for section in ("series", "ball_sets"):
        if section not in values:
            problems.append(f"{path}: {section}: falta")
        elif values[section] == []:
            problems.append(f"{path}: {section}: necesita al menos 1, no []")
    if rules is not None and "chain" not in values:
        problems += [f"{path}: [chain]: falta, y {each}" for each in _linked(rules)]
    found = _read(path, "", values.get("series"), AJ_90 if rules is None else rules.variant, problems)
    beside = () if rules is None else rules.beside
    for index, (other, section) in enumerate(zip(beside, values.get("rule_sets", ()), strict=False), 1):
        found += _read(path, f"rule_sets.{index}.", section["series"], other.variant, problems)
    return tuple(found)


def _linked(rules: RuleSet) -> Iterator[str]:
    """Yield what asks for a line to the head office: without one such a jackpot is never played for."""
    for of in (rules, *rules.beside):
        for progressive in of.progressives:
            if progressive.linked:
                yield f"«{progressive.name}» ({of.version}) es el pozo «{progressive.linked}» de varias salas"


def _read(path: Path, where: str, series: Any, variant: Variant, problems: list[str]) -> list[Matrix]:
    """Read the matrix of each series of a list."""
    found = []
    for index, section in enumerate(series if isinstance(series, list) else [], 1):
        name = section.get("matrix") if isinstance(section, dict) else None
        if not isinstance(name, str):
            continue
        file, at = path.parent / name, f"{path}: [{where}series.{index}] matrix"
        try:
            found.append(read_csv(file, variant))
        except OSError as error:
            problems.append(f"{at}: {file}: no se puede leer: {error.strerror}")
        except MatrixError as error:
            problems += each_told(f"{at}: {file}", error)
        except ValueError:
            problems.append(f"{at}: {name!r} no puede ser el nombre de un archivo")
    return found


def _join(rules: RuleSet, others: tuple[RuleSet, ...]) -> RuleSet:
    """Return the rules of a hall with those beside them.

    Raises:
        ValueError: They are not those of one hall.
    """
    return replace(rules, beside=others)


def _registers(values: Mapping[str, Any], material: tuple[Matrix, ...]) -> tuple[Command, ...]:
    """Return the steps that register the printed series (AJ-20)."""
    others = (series for section in values.get("rule_sets", ()) for series in section["series"])
    every = (*values["series"], *others)
    return tuple(
        RegisterSeries(section["letter"], section["identification"], section["face_value"], matrix.digest)
        for section, matrix in zip(every, material, strict=True)
    )


BINGO_FILES: Final = GameFiles(
    rules=RuleSet,
    highest=lambda rules: rules.universe,
    prizes=lambda rules: rules.most_prizes,
    material=_matrices,
    lettered=lambda rules: any(each.variant.columns[0].letter for each in (rules, *rules.beside)),
    registers=_registers,
    balls=True,
    posts=BINGO_RULES.mandatory,
    symbols=lambda rules: rules.variant.symbols,
    join=_join,
)
"""What bingo reads of a configuration."""
