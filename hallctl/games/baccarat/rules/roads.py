"""The five roads of a shoe, to the cell, as halls draw them (DB16); never a forecast.

Derived roads read the columns of the big road at any depth, never as they are folded at the floor.
Not responsible for how many columns a screen has room for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from hallctl.games.baccarat.rules.tableau import Result

DEPTH: Final = 6
"""Rows of every road; cells count from 0, columns from the left."""


class Mark(StrEnum):
    """What a derived road says of a cell: red where the shoe repeats itself, blue where it does not."""

    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Bead:
    """A round on the bead plate, counted from 0."""

    column: int
    row: int
    round: int


@dataclass(frozen=True, slots=True)
class Win:
    """A round that a side has won, on the big road.

    Attributes:
        column: From the left.
        row: From the top.
        round: Which of the shoe, counted from 0.
        ties: How many ties came after it and before the next; for the first also those before it.
    """

    column: int
    row: int
    round: int
    ties: int


@dataclass(frozen=True, slots=True)
class Step:
    """A cell of a derived road."""

    column: int
    row: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Roads:
    """What a shoe's rounds make.

    Attributes:
        bead: Every round, column by column.
        big: Every win, a column for each run of one side.
        ties: How many ties came, while no side has won yet.
        eye: The big eye boy, which looks one column back.
        small: The small road, two columns.
        cockroach: The cockroach pig, three.
    """

    bead: tuple[Bead, ...] = ()
    big: tuple[Win, ...] = ()
    ties: int = 0
    eye: tuple[Step, ...] = ()
    small: tuple[Step, ...] = ()
    cockroach: tuple[Step, ...] = ()


def roads(results: Sequence[Result]) -> Roads:
    """Return the roads of the valid rounds of a shoe, in their order."""
    bead = tuple(Bead(*divmod(at, DEPTH), at) for at in range(len(results)))
    wins = [at for at, result in enumerate(results) if result is not Result.TIE]
    won = [results[at] for at in wins]
    big = [Win(column, row, at, 0) for (column, row), at in zip(folded(won), wins, strict=True)]
    before = _ties_on(big, results)
    lengths = [len(run) for run in _runs(won)]
    eye, small, cockroach = (_steps(tuple(derived(lengths, back))) for back in (1, 2, 3))
    return Roads(bead, tuple(big), 0 if big else before, eye, small, cockroach)


def folded(marks: Sequence[str]) -> list[tuple[int, int]]:
    """Return the column and row of each mark: a run of equal ones goes down, and to the right at the floor.

    What meets the floor or a cell that is taken goes on in its row (dragon tail); the next run begins in
    the first column after this one's whose top is free.
    """
    cells: list[tuple[int, int]] = []
    taken: set[tuple[int, int]] = set()
    first, turned = -1, False
    for at, mark in enumerate(marks):
        if at == 0 or mark != marks[at - 1]:
            first += 1
            while (first, 0) in taken:
                first += 1
            cell, turned = (first, 0), False
        else:
            column, row = cells[-1]
            turned = turned or row + 1 == DEPTH or (column, row + 1) in taken
            cell = (column + 1, row) if turned else (column, row + 1)
        cells.append(cell)
        taken.add(cell)
    return cells


def derived(lengths: Sequence[int], back: int) -> Iterator[Mark]:
    """Yield the marks of a derived road.

    Args:
        lengths: How long each run of the big road is.
        back: Which column to the left it looks at: 1 big eye boy, 2 small road, 3 cockroach pig.
    """
    for column in range(back, len(lengths)):
        if column > back:
            yield _mark(lengths[column - 1] == lengths[column - 1 - back])
        for row in range(1, lengths[column]):
            yield _mark(lengths[column - back] != row)


def _mark(regular: bool) -> Mark:
    return Mark.RED if regular else Mark.BLUE


def _steps(marks: Sequence[Mark]) -> tuple[Step, ...]:
    return tuple(Step(*cell, mark) for cell, mark in zip(folded(marks), marks, strict=True))


def _runs(marks: Sequence[str]) -> list[list[str]]:
    runs: list[list[str]] = []
    for mark in marks:
        if not runs or runs[-1][0] != mark:
            runs.append([])
        runs[-1].append(mark)
    return runs


def _ties_on(big: list[Win], results: Sequence[Result]) -> int:
    """Count the ties on the cells of the big road; return how many there are before the first."""
    won = before = 0
    for result in results:
        if result is not Result.TIE:
            won += 1
        elif won == 0:
            before += 1
        else:
            big[won - 1] = replace(big[won - 1], ties=big[won - 1].ties + 1)
    if big:
        big[0] = replace(big[0], ties=big[0].ties + before)
    return before
