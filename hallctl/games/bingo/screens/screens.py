"""Bingo's screens as the house is handed them.

Not responsible for any of them.
"""

from dataclasses import replace
from typing import Final

from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.screens.auto import auto, moment
from hallctl.games.bingo.screens.board import board
from hallctl.games.bingo.screens.house_rules import house_rules
from hallctl.games.bingo.screens.make import make
from hallctl.games.bingo.screens.programme import programme
from hallctl.games.bingo.screens.recent import Recent
from hallctl.outputs.screens.names import Screen
from hallctl.outputs.screens.scene import Scene, Screens, View


def _following(scene: Scene) -> View:
    """Follow the game; where a board is the usual screen, the exit's picture has a corner of it."""
    # A hall that its book has stopped shows that, whatever the game was doing.
    screen: Screen = "pause" if scene.halted else auto(scene.state, scene.order)
    corner = scene.wall.camera and moment(scene.state) not in scene.order
    return make(screen, scene.state, scene.wall, scene.past, corner=corner).to_json()


def _board(scene: Scene) -> View:
    """Show the board at every moment; in a hall that its book has stopped, the pause above it."""
    texts, view = scene.wall.texts, board(scene.state, scene.wall)
    if scene.halted:
        view = replace(view, tone="stop", headline=texts.pause, notice=texts.pause_notice)
    return view.to_json()


def _card_is_checked(state: State) -> bool:
    """Return whether a card is checked, whose original the room may see (AJ-95)."""
    return moment(state) == "claim"


BINGO_SCREENS: Final = Screens(
    auto=_following,
    others={"board": _board},
    past=Recent,
    desk=_card_is_checked,
    rules=house_rules,
    programme=programme,
)
