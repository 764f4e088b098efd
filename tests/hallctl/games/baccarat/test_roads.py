"""The roads of a shoe: known ones to the cell, and a second way to find them on random shoes."""

from collections.abc import Sequence
from itertools import groupby
from random import Random

import pytest

from hallctl.games.baccarat.rules.roads import Mark, Roads, roads
from hallctl.games.baccarat.rules.tableau import Result

LETTERS = {"B": Result.BANKER, "P": Result.PLAYER, "T": Result.TIE}
ROOM = 400


def of(shoe: str) -> Roads:
    """Return the roads of a shoe that is written by the letters of its results."""
    return roads([LETTERS[letter] for letter in shoe])


def spelt(marks: Sequence[Mark]) -> str:
    return "".join("R" if mark is Mark.RED else "B" for mark in marks)


KNOWN = {
    "BBPPPTBPBBBBBBBBPPBPT": (
        "00 01 10 11 12 20 30 40 41 42 43 44 45 55 65 50 51 60 70",
        {(1, 2): 1, (7, 0): 1},
        ("RBBBRBRRRRRRBRBB", "BBBRRRRRRBBBB", "BRRBRRRRBBBR"),
    ),
    "TTBBPTPPBBB": ("00 01 10 11 12 20 21 22", {(0, 0): 2, (1, 0): 1}, ("RBBRR", "RB", "")),
    "BPBPBPBPBP": ("00 10 20 30 40 50 60 70 80 90", {}, ("RRRRRRRR", "RRRRRRR", "RRRRRR")),
    "BBBBBBBBBPPPPPPPPPB": (
        "00 01 02 03 04 05 15 25 35 10 11 12 13 14 24 34 44 54 20",
        {},
        ("RRRRRRRRR", "", ""),
    ),
}
"""By shoe: the big road's cells, column and row; the ties on them; the three derived roads."""


@pytest.mark.parametrize("shoe", KNOWN)
@pytest.mark.req("BA-42", "BA-43")
def test_the_roads_of_a_known_shoe_are_those_that_are_known_to_the_cell(shoe: str) -> None:
    cells, ties, marks = KNOWN[shoe]
    found = of(shoe)
    assert " ".join(f"{win.column}{win.row}" for win in found.big) == cells
    assert {(win.column, win.row): win.ties for win in found.big if win.ties} == ties
    derived = (found.eye, found.small, found.cockroach)
    assert tuple(spelt([step.mark for step in road]) for road in derived) == marks
    assert [(bead.column, bead.row) for bead in found.bead[:8]] == [
        *[(0, row) for row in range(6)],
        *[(1, row) for row in range(2)],
    ]


def test_ties_before_the_first_win_wait_for_it() -> None:
    assert of("TT").ties == 2
    assert of("TT").big == ()
    assert (of("TTP").ties, of("TTP").big[0].ties) == (0, 2)
    assert of("") == Roads()


def drawn(marks: str) -> list[tuple[int, int]]:
    """Return the cells of marks: whole runs at once, in a picture of free and taken cells."""
    picture = [[False] * ROOM for _ in range(6)]
    cells: list[tuple[int, int]] = []
    column = 0
    for _, run in groupby(marks):
        length = len([*run])
        while picture[0][column]:
            column += 1
        down = next((row for row in range(6) if picture[row][column]), 6)
        tail = max(0, length - down)
        mine = [(column, row) for row in range(min(down, length))]
        mine += [(column + step, down - 1) for step in range(1, tail + 1)]
        for across, row in mine:
            assert not picture[row][across], "a cell is taken twice"
            picture[row][across] = True
        cells += mine
        column += 1
    return cells


def foreseen(shoe: str, back: int) -> str:
    """Return a derived road by its cells alone, and a column's head by what a longer run had given.

    A cell has one like it to the left, or none where the row above has none either: red. The head of a column
    has the colour that another cell of the column before would not have had.
    """
    columns = [len([*run]) for _, run in groupby(shoe.replace("T", ""))]

    def colour(column: int, row: int) -> str:
        there = [at < columns[column - back] for at in (row - 1, row)]
        return "B" if there == [True, False] else "R"

    found = ""
    for column, length in enumerate(columns):
        if column - 1 >= back:
            found += "R" if colour(column - 1, columns[column - 1]) == "B" else "B"
        if column >= back:
            found += "".join(colour(column, row) for row in range(1, length))
    return found


def compared(luck: Random, rounds: int, stay: float) -> None:
    """Compare both ways on one shoe, whose results repeat the one before as often as `stay`."""
    shoe = ""
    for _ in range(rounds):
        again = shoe and luck.random() < stay
        shoe += shoe[-1] if again else luck.choices("BPT", (0.4586, 0.4462, 0.0952))[0]
    found = of(shoe)
    wins = shoe.replace("T", "")
    assert [(win.column, win.row) for win in found.big] == drawn(wins), shoe
    assert sum(win.ties for win in found.big) + found.ties == shoe.count("T"), shoe
    for back, road in enumerate((found.eye, found.small, found.cockroach), 1):
        marks = spelt([step.mark for step in road])
        assert marks == foreseen(shoe, back), (shoe, back)
        assert [(step.column, step.row) for step in road] == drawn(marks), (shoe, back)


@pytest.mark.parametrize("seed", range(4))
def test_a_second_way_finds_the_same_roads_of_random_shoes(seed: int) -> None:
    luck = Random(seed)
    for _ in range(75):
        compared(luck, luck.randrange(90), stay=(0.0, 0.0, 0.5, 0.85)[seed])


@pytest.mark.campaign
@pytest.mark.timeout(900)
def test_a_second_way_finds_the_same_roads_of_twenty_thousand_shoes() -> None:
    luck = Random(552004)
    for at in range(20_000):
        compared(luck, 60 + luck.randrange(30), stay=(0.0, 0.0, 0.4, 0.8)[at % 4])
