"""The view of a roulette table: the number that came, the last ones, the layout, the limits (RO-22, RO-76).

Not responsible for which number may be shown: the hall shows none before it is established (DR11).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from displays.views.fields import PageView

ZEROS: Final = ("0", "00")
NUMBERS: Final = tuple(map(str, range(1, 37)))
MOST_LAST: Final = 20
SPACES: Final = (
    *("dozen-1", "dozen-2", "dozen-3", "column-1", "column-2", "column-3"),
    *("low", "even", "red", "black", "odd", "high"),
)
"""The spaces of the layout outside the numbers, in their order."""


@dataclass(frozen=True, slots=True)
class LimitLine:
    """What a chance takes and pays.

    Attributes:
        name: Its name.
        taken: The least and the most, e.g. "1 a 30 €".
        pays: E.g. "35 : 1".
    """

    name: str
    taken: str
    pays: str


@dataclass(frozen=True, slots=True)
class Came:
    """How often a number came, with what chance gives beside it (DR14).

    Attributes:
        number: The number.
        times: How often it came.
        by_chance: How often it would have come by chance, e.g. "2,7".
    """

    number: str
    times: int
    by_chance: str


@dataclass(frozen=True, slots=True)
class TableView(PageView):
    """A roulette table.

    Attributes:
        number: The number of this spin; empty before it is established.
        said: What the number is, e.g. "ENCARNADO · ÍMPAR · MENOR"; or what is awaited.
        closes_in: Seconds of betting time that are left; None where none runs.
        last: The last numbers, the newest first; void spins are not among them.
        zeros: The zeros of the wheel.
        red: The red numbers of the wheel (DR1).
        won: The spaces outside the numbers that win.
        limits: What each chance takes and pays.
        often: Numbers that came most and least often; empty where the rule set does not show them.
        independent: What stands beside them: that each spin is independent.
    """

    KIND: ClassVar[str] = "table"

    number: str
    said: str
    closes_in: int | None
    last: tuple[str, ...]
    zeros: tuple[str, ...]
    red: tuple[str, ...]
    won: tuple[str, ...]
    limits: tuple[LimitLine, ...]
    often: tuple[Came, ...]
    independent: str

    @property
    def pockets(self) -> tuple[str, ...]:
        """Every number of the wheel."""
        return (*self.zeros, *NUMBERS)

    def problems(self) -> Iterator[str]:
        """Yield what keeps fields of the right types from being a view."""
        yield from PageView.problems(self)
        if self.zeros not in (ZEROS[:1], ZEROS):
            yield f"zeros must be 0, or 0 and 00, not {self.zeros!r}"
        shown = (*self.last, *filter(None, [self.number]), *(each.number for each in self.often))
        if not {*shown} <= {*self.pockets}:
            yield "a number must be one of the wheel"
        if not {*self.red} <= {*NUMBERS}:
            yield "red must be numbers from 1 to 36"
        if len(self.last) > MOST_LAST:
            yield f"last must be {MOST_LAST} numbers at the most"
        if not {*self.won} <= {*SPACES}:
            yield f"won must be spaces of {', '.join(SPACES)}"
