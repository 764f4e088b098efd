"""A game's reports as values: figures, table and page of each, made of the entries of a book.

Not responsible for any report, nor for typesetting: each game makes its own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from hallctl.i18n.sentences import Sentence
from hallctl.i18n.spreadsheet import Cell, comma_separated
from hallctl.outputs.minuted import Minuted
from hallctl.rules.commands.base import Post
from hallctl.rules.ruleset import GameRuleSet


class ReportError(LookupError):
    """The book does not hold what the report is about; the message says what it does hold."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with its heads."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def csv(self) -> str:
        """Return it as comma-separated text."""
        return comma_separated(self.heads, self.rows)


@dataclass(frozen=True, slots=True)
class Report:
    """A report in all its forms; the page is only made where it is asked for.

    Attributes:
        figures: What it says, as frozen values.
        sheet: The same as a table.
        paper: Makes the data of the printer's template ``informe``.
    """

    figures: Any
    sheet: Sheet
    paper: Callable[[], Mapping[str, Any]]


class Reach(Enum):
    """What a report is about."""

    SESSION = "one session"
    EITHER = "one session, or all of the book"
    BOOK = "all of the book"


Make = Callable[[Sequence[Minuted], int | None, GameRuleSet, Sequence[int]], Report]
"""Makes a report of a book's entries, the number of a session (None for all), the rules and the chips."""


@dataclass(frozen=True, slots=True)
class ReportKind:
    """A report that a game has.

    Attributes:
        name: As commands name it.
        address: As the console's pages name it.
        title: What people call it.
        reach: What it is about.
        posts: Who may read it at the console.
        make: Makes it; raises ``ReportError`` where the book has no such session.
        about: What it says, in a sentence for the command line; empty where its title says it.
    """

    name: str
    address: str
    title: Sentence
    reach: Reach
    posts: tuple[Post, ...]
    make: Make
    about: str = ""
