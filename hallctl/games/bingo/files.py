"""What bingo reads of a hall's configuration: its rule sets, and the matrix cards of its series.

Not responsible for what a matrix may be, nor for the sections of the file.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from hallctl.config import rules
from hallctl.config.game_files import GameFiles
from hallctl.games.bingo.cards.matrix_file import read_csv
from hallctl.games.bingo.rules.cards import Matrix, MatrixError
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.variants.aj import AJ_90


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
    found, variant = [], AJ_90 if rules is None else rules.variant
    series = values.get("series")
    for index, section in enumerate(series if isinstance(series, list) else [], 1):
        name = section.get("matrix") if isinstance(section, dict) else None
        if not isinstance(name, str):
            continue
        file = path.parent / name
        try:
            found.append(read_csv(file, variant))
        except OSError as error:
            problems.append(f"{path}: [series.{index}] matrix: {file}: no se puede leer: {error.strerror}")
        except MatrixError as error:
            problems.append(f"{path}: [series.{index}] matrix: {file}: {error}")
        except ValueError:
            problems.append(f"{path}: [series.{index}] matrix: {name!r} no puede ser el nombre de un archivo")
    return tuple(found)


BINGO_FILES: Final = GameFiles(
    rules=RuleSet,
    highest=lambda rules: rules.universe,
    prizes=lambda rules: rules.most_prizes,
    material=_matrices,
    lettered=lambda rules: bool(rules.variant.columns[0].letter),
)
"""What bingo reads of a configuration."""
