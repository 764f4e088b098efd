"""The board's view, made from the state.

Not responsible for pixels. A ball is in the view only when it is called (AJ-86); the state is made of durable
events only (I1).
"""

from displays.views import BoardView
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.screens.common import head, play, uncalled
from hallctl.outputs.screens.wall import Wall


def board(state: State, wall: Wall, corner: bool = False) -> BoardView:
    """Return what the board shows now, with the exit's picture in a corner or without."""
    return BoardView(**head(state, wall), **play(state, wall), corner=corner, uncalled=uncalled(state))
