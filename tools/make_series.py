"""Makes the matrix cards of a practice series: ``python -m tools.make_series OUT.csv --seed 1042``.

Each card is drawn uniformly: a layout of three rows of five in nine columns, none empty (AJ-16, 17), by
rejection; then each column's numbers from its decade (PT-55, D13), ascending. Not responsible for strips of
six cards.
"""

import argparse
import csv
import random
from pathlib import Path

from hallctl.rules.cards import COLUMNS, PER_ROW, ROWS, Card, Matrix

DECADES = [range(1, 10), *(range(10 * c, 10 * c + 10) for c in range(1, 8)), range(80, 91)]


def make_card(rng: random.Random) -> Card:
    """Draw one card."""
    while True:
        rows = [set(rng.sample(range(COLUMNS), PER_ROW)) for _ in range(ROWS)]
        if set().union(*rows) == set(range(COLUMNS)):
            break
    cells = [0] * (ROWS * COLUMNS)
    for column, decade in enumerate(DECADES):
        filled = [row for row in range(ROWS) if column in rows[row]]
        for row, number in zip(filled, sorted(rng.sample(decade, len(filled))), strict=True):
            cells[row * COLUMNS + column] = number
    return Card(tuple(cells))


def make_matrix(count: int, seed: int) -> Matrix:
    """Draw cards until there are ``count`` with different number sets (AJ-72)."""
    rng = random.Random(seed)
    cards: dict[frozenset[int], Card] = {}
    while len(cards) < count:
        card = make_card(rng)
        cards.setdefault(card.numbers, card)
    return Matrix(tuple(cards.values()))


def main() -> None:
    """Write the matrix as CSV."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--cards", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1042)
    asked = parser.parse_args()
    with asked.out.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["card", *(f"r{r + 1}c{c + 1}" for r in range(ROWS) for c in range(COLUMNS))])
        for number, card in enumerate(make_matrix(asked.cards, asked.seed).cards, 1):
            writer.writerow([number, *(cell or "" for cell in card.cells)])


if __name__ == "__main__":
    main()
