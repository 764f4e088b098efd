"""How long a full redraw of the board takes: ``python -m tests.displays.speed``."""

import time
from dataclasses import replace
from statistics import median

from displays.screens import board
from tests.displays.golden import FULL, load


def milliseconds() -> list[float]:
    """Return the time of each full redraw while a whole game of 90 balls goes by, the first one left out."""
    whole = load("draw-90")
    board.draw(replace(whole, called=()), FULL)
    times = []
    for balls in range(1, 91):
        start = time.perf_counter()
        board.draw(replace(whole, called=whole.called[:balls]), FULL)
        times.append((time.perf_counter() - start) * 1000)
    return times


if __name__ == "__main__":
    taken = sorted(milliseconds())
    print(f"full redraw at 1920x1080, 90 balls: median {median(taken):.1f} ms, longest {taken[-1]:.1f} ms")
