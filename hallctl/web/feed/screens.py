"""How each screen of the feed sees the hall, by the name that it is asked for with.

Not responsible for the views themselves: the game makes them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from hallctl.config.face import Face
from hallctl.outputs.screens.scene import Order, PastGame, Scene, Screens, Show, View
from hallctl.outputs.screens.wall import Wall
from hallctl.table.clock import Clock
from hallctl.table.snapshot import Snapshot
from hallctl.web.feed import ports

AUTO: Final = "auto"
_NONE: Final[Mapping[str, Order]] = MappingProxyType({})


def screens_of(
    screens: Screens,
    wall: Wall,
    orders: Mapping[str, Order] = _NONE,
    past: Callable[[], Sequence[PastGame]] = tuple,
    clock: Clock | None = None,
    face: Callable[[], Face] | None = None,
) -> ports.Screens:
    """Return the screens of a hall: "auto" follows the game, others of the game are the same at every moment.

    Args:
        screens: What the game shows.
        wall: What every wall needs beside the state.
        orders: What each screen of the configuration shows, by moment, where it differs from "auto".
        past: Gives the last games, the newest first.
        clock: Says how long ago something was and what time it is; without one, no screen shows a time.
        face: Gives the hall's pictures as they are now; without it they stay those of ``wall``.
    """

    def view(show: Show, order: Order, snapshot: Snapshot) -> View:
        timed = wall if face is None else with_face(wall, face())
        if clock is not None:
            timed = replace(timed, now=clock.now(), hour=f"{clock.wall():%H:%M}")
        return show(Scene(snapshot.state, timed, bool(snapshot.halted), past(), order))

    return {
        AUTO: partial(view, screens.auto, {}),
        **{name: partial(view, show, {}) for name, show in screens.others.items()},
        **{name: partial(view, screens.auto, order) for name, order in orders.items()},
    }


def with_face(wall: Wall, face: Face) -> Wall:
    """Return what every wall needs, with these pictures of the hall."""
    logo = "" if face.logo is None else face.logo.digest
    return replace(wall, logo=logo, sponsors=tuple(each.digest for each in face.sponsors))
