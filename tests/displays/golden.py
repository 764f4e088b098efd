"""The golden pictures of the screens: ``python -m tests.displays.golden --write`` makes them anew.

After writing them, look at every one before it is kept.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pygame

from displays.cli import save_png
from displays.screens import board, no_signal
from displays.views import BoardView

FIXTURES = Path(__file__).parents[2] / "fixtures"
GOLDEN = FIXTURES / "golden"
FULL, SMALL = (1920, 1080), (1280, 720)
VIEWS = sorted(path.stem for path in (FIXTURES / "views").glob("*.json"))


def load(name: str) -> BoardView:
    """Return one of the views kept in the repository."""
    return BoardView.from_json(json.loads((FIXTURES / "views" / f"{name}.json").read_bytes()))


def _drawing(name: str, size: tuple[int, int]) -> Callable[[], pygame.Surface]:
    return lambda: board.draw(load(name), size)


def pictures() -> dict[str, Callable[[], pygame.Surface]]:
    """Return how to draw each golden picture, by its file name."""
    drawings = {f"board-{name}.png": _drawing(name, FULL) for name in VIEWS}
    drawings["board-draw-23-1280x720.png"] = _drawing("draw-23", SMALL)
    drawings["no-signal.png"] = lambda: no_signal.draw(FULL)
    return drawings


def write() -> None:
    """Draw every golden picture anew."""
    GOLDEN.mkdir(exist_ok=True)
    for name, drawing in pictures().items():
        save_png(drawing(), GOLDEN / name)
        print(GOLDEN / name)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(
            "python -m tests.displays.golden --write   replaces the golden pictures; look at them afterwards"
        )
    write()
