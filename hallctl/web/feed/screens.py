"""How each screen of the feed sees the hall, by the name that it is asked for with.

Not responsible for the views themselves (``outputs``).
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from hallctl.outputs.screens.auto import Moment, Screen, auto, moment
from hallctl.outputs.screens.common import Wall
from hallctl.outputs.screens.make import make
from hallctl.outputs.screens.recent import DrawOrder
from hallctl.table.snapshot import Snapshot
from hallctl.web.console.view import board_view
from hallctl.web.feed.ports import Screens, View

AUTO: Final = "auto"
BOARD: Final = "board"
_NONE: Final[Mapping[str, Mapping[Moment, Screen]]] = MappingProxyType({})


def screens_of(
    wall: Wall,
    orders: Mapping[str, Mapping[Moment, Screen]] = _NONE,
    recent: Callable[[], Sequence[DrawOrder]] = tuple,
) -> Screens:
    """Return the screens of a hall; "auto" follows the game, "board" is the board at every moment.

    Where a board is the usual screen, and not one that was ordered, the exit's picture has a corner of it.

    Args:
        wall: What every wall needs beside the state.
        orders: What each screen of the configuration shows, by moment, where it differs from "auto".
        recent: Gives the last games, the newest first.
    """

    def board(snapshot: Snapshot) -> View:
        return board_view(snapshot, wall.hall, wall.simulated, wall.language).to_json()

    def following(order: Mapping[Moment, Screen]) -> Callable[[Snapshot], View]:
        def view(snapshot: Snapshot) -> View:
            # A hall that its book has stopped shows that, whatever the game was doing.
            screen: Screen = "pause" if snapshot.halted else auto(snapshot.state, order)
            corner = wall.camera and moment(snapshot.state) not in order
            return make(screen, snapshot.state, wall, recent(), corner=corner).to_json()

        return view

    return {
        AUTO: following({}),
        BOARD: board,
        **{name: following(order) for name, order in orders.items()},
    }
