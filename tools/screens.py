"""Draws the pictures of docs/screens.md from the kept views: ``python -m tools.screens``.

Not responsible for the golden pictures, which are compared in the tests.
"""

import json
from pathlib import Path
from typing import Final

import numpy as np
import pygame

from displays import show
from displays.cli import save_png
from displays.views import BoardView, CctvView, read
from drivers.camera.balls import scene

ROOT: Final = Path(__file__).parents[1]
SMALL, UPRIGHT = (1280, 720), (720, 1280)
DRAWN: Final = (
    ("sale-countdown", SMALL),
    ("draw-passed", SMALL),
    ("cctv-draw", SMALL),
    ("check-any-more", SMALL),
    ("check-bad", SMALL),
    ("prizes-few", SMALL),
    ("between-games", SMALL),
    ("pause-draw", SMALL),
    ("last-game", SMALL),
    ("closed-hall", SMALL),
    ("draw-pots", UPRIGHT),
)


def exit_picture(ball: int) -> pygame.Surface:
    """Return what the simulated camera sees of a ball at the exit."""
    picture = scene(str(ball), np.random.default_rng(ball))
    rgb = np.repeat(picture[:, :, None], 3, axis=2) if picture.ndim == 2 else picture[:, :, ::-1]
    return pygame.surfarray.make_surface(rgb.swapaxes(0, 1))


def main() -> None:
    """Draw every picture."""
    for name, size in DRAWN:
        view = read(json.loads((ROOT / "fixtures/views" / f"{name}.json").read_bytes()))
        called = view.called if isinstance(view, CctvView | BoardView) else ()
        frame = exit_picture(called[-1]) if show.live(view) and called else None
        save_png(show.draw(view, size, frame=frame), ROOT / "docs/pictures" / f"screen-{name}.png")


if __name__ == "__main__":
    main()
