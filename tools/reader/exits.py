"""Measures how a learnt exit tells empty pictures from balls, on pictures that something else rendered.

    python -m tools.reader.exits FIRST SECOND

Each has a folder a hall, in which are ``empty-*.png`` and, of each ball, ``<number>-*.png``. An exit is
learnt from the empty pictures of FIRST; all of SECOND is held against it. It is NOT responsible for rendering
them, nor for what numbers are read.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from drivers.camera.quality import Image
from drivers.reader.exit import Compared, Unlearnt, learnt
from drivers.reader.place import measured


def pictures(folder: Path, pattern: str) -> list[Image]:
    """Read the pictures of a folder, in the order of their names."""
    return [np.asarray(cv2.imread(str(path)), np.uint8) for path in sorted(folder.glob(pattern))]


def compared(first: Path, second: Path) -> tuple[list[Compared], list[Compared]]:
    """Return how the empty pictures and those of balls of SECOND compare with the exit learnt from FIRST.

    Raises:
        ValueError: The exit cannot be learnt, or no ball is found in it.
    """
    known = learnt(pictures(first, "empty-*.png"))
    if isinstance(known, Unlearnt):
        raise ValueError(f"{first}: {known}")
    balls = pictures(second, "[0-9]*.png")
    found = (measured(known, each) for each in balls)
    place = next((each for each in found if each is not None), None)
    if place is None:
        raise ValueError(f"{second}: no ball is found")
    compare = known.with_place(place).compared
    return list(map(compare, pictures(second, "empty-*.png"))), list(map(compare, balls))


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a row for each hall."""
    parser = argparse.ArgumentParser(description="How a learnt exit tells empty pictures from balls.")
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    given = parser.parse_args(arguments)
    print("hall      empty ones known   pictures of balls taken for empty   least changed by a ball")
    for hall in sorted(each.name for each in given.second.iterdir() if each.is_dir()):
        empty, balls = compared(given.first / hall, given.second / hall)
        known, taken = (sum(each.empty for each in some) for some in (empty, balls))
        row = f"{hall:8} {known:4} of {len(empty):<4} {taken:15} of {len(balls):<5}"
        print(row, f"{min(each.part for each in balls):28.2f}", flush=True)


if __name__ == "__main__":
    main()
