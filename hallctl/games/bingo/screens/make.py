"""The view of any screen by its name.

Not responsible for choosing it: ``auto`` does.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from displays.views import View
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.screens import between, play
from hallctl.games.bingo.screens.board import board
from hallctl.outputs.screens.names import Screen
from hallctl.outputs.screens.scene import PastGame
from hallctl.outputs.screens.wall import Wall


def make(
    screen: Screen,
    state: State,
    wall: Wall,
    recent: Sequence[PastGame] = (),
    corner: bool = False,
) -> View:
    """Return the view of a screen.

    Args:
        screen: Which one.
        state: Where the hall stands.
        wall: What a wall needs beside it.
        recent: The last games, the newest first (``Recent.games``).
        corner: Whether a board has the exit's picture in a corner.
    """
    match screen:
        case "board":
            return board(state, wall, corner)
        case "sale":
            return play.sale(state, wall)
        case "check":
            return play.check(state, wall)
        case "prizes":
            return play.prizes(state, wall)
        case "pause":
            return play.pause(state, wall)
        case "cctv" if not wall.camera:
            # A dead picture would look like a fault: the room has the numbers, and reads why.
            return replace(board(state, wall), notice=wall.texts.no_camera)
        case "cctv":
            return play.cctv(state, wall)
        case "between":
            return between.between(state, wall, recent)
        case "last":
            return between.last(state, wall)
        case "closed":
            return between.closed(state, wall)
        case _:
            assert_never(screen)
