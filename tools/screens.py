"""Draws the pictures of docs/screens.md from the kept views: ``python -m tools.screens``.

Not responsible for the golden pictures, which are compared in the tests.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pygame

from displays import show
from displays.cli import save_png
from displays.views import BoardView, CctvView, CheckView, View, read
from drivers.camera.balls import scene

ROOT: Final = Path(__file__).parents[1]
SMALL, UPRIGHT = (1280, 720), (720, 1280)
DRAWN: Final = (
    ("sale-countdown", SMALL),
    ("draw-passed", SMALL),
    ("cctv-draw", SMALL),
    ("check-any-more", SMALL),
    ("check-bad", SMALL),
    ("check-original", SMALL),
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


def desk_picture(cells: Sequence[int]) -> pygame.Surface:
    """Return a picture of a card as the camera at the desk might send it: paper, a little askew, on wood."""
    paper = np.full((300, 760, 3), (232, 238, 240), np.uint8)
    for at, ball in enumerate(cells):
        left, top = 20 + at % 9 * 80, 30 + at // 9 * 80
        cv2.rectangle(paper, (left, top), (left + 80, top + 80), (60, 50, 50), 2)
        if ball:
            cv2.putText(
                paper, str(ball), (left + 10, top + 55), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (40, 30, 30), 3
            )
    corners = np.array([[0, 0], [760, 0], [760, 300], [0, 300]], np.float32)
    lies = np.array([[110, 190], [1140, 150], [1190, 560], [80, 590]], np.float32)
    desk = np.full((720, 1280, 3), (52, 74, 98), np.uint8)
    matrix = cv2.getPerspectiveTransform(corners, lies)
    cv2.warpPerspective(paper, matrix, (1280, 720), desk, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    return pygame.image.frombuffer(desk.tobytes(), (1280, 720), "BGR")


def frame_of(view: View) -> pygame.Surface | None:
    """Return what the camera sees that a view shows, None where it shows none."""
    match view:
        case CheckView() if show.live(view):
            return desk_picture(view.cells)
        case CctvView() | BoardView() if show.live(view) and view.called:
            return exit_picture(view.called[-1])
        case _:
            return None


def main() -> None:
    """Draw every picture."""
    for name, size in DRAWN:
        view = read(json.loads((ROOT / "fixtures/views" / f"{name}.json").read_bytes()))
        save_png(show.draw(view, size, frame=frame_of(view)), ROOT / "docs/pictures" / f"screen-{name}.png")


if __name__ == "__main__":
    main()
