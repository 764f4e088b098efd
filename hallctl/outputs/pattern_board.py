"""What the console asks of a game whose prizes may have patterns: their editor (PT-62).

Not responsible for pages, nor for approving a pattern: that is the rule set's.
"""

from collections.abc import Callable
from dataclasses import dataclass

from hallctl.i18n.sentences import Sentence
from hallctl.rules.ruleset import GameRuleSet


@dataclass(frozen=True, slots=True)
class Drawing:
    """A pattern as a person draws it.

    Attributes:
        key: What rule sets call it.
        es: What players call it.
        pt: The same in Portuguese.
        en: The same in English.
        cells: Its cells, counted from 0 row by row.
        turned: Whether its quarter turns win as well.
        mirrored: Whether its mirror images win as well.
        shifted: Whether it wins anywhere on the card.
    """

    key: str = ""
    es: str = ""
    pt: str = ""
    en: str = ""
    cells: frozenset[int] = frozenset()
    turned: bool = False
    mirrored: bool = False
    shifted: bool = False


@dataclass(frozen=True, slots=True)
class Judged:
    """What a drawn pattern comes to.

    Attributes:
        fault: What is wrong with it; empty where nothing is.
        forms: Every form that wins, row by row, "X" a cell of it.
        least: How many numbers the smallest form needs, by which prizes are ordered (PT-41).
        mean: With which ball one card has it, in the mean (D19); None where it is not counted.
        within: For some numbers of balls, the chance that one card has it by then.
        text: Its lines for the rule set's file; empty with a fault.
    """

    fault: Sentence | str = ""
    forms: tuple[str, ...] = ()
    least: int = 0
    mean: float | None = None
    within: tuple[tuple[int, float], ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class PatternBoard:
    """The editor of a game's patterns.

    Attributes:
        columns: The names of the columns of a card; none where its cards have no patterns.
        rows: How many rows a card has.
        judge: What a drawing comes to.
    """

    columns: Callable[[GameRuleSet], tuple[str, ...]]
    rows: Callable[[GameRuleSet], int]
    judge: Callable[[GameRuleSet, Drawing], Judged]
