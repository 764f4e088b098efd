"""The walls of a baccarat table as the house is handed them.

A card is shown once it is turned, a result once it is established (BA-22, DB14).
"""

from typing import Final

from displays.views import ClosedView
from hallctl.games.baccarat.screens.table import table
from hallctl.outputs.screens.scene import Scene, Screens, View


def _following(scene: Scene) -> View:
    state, wall = scene.state, scene.wall
    if state.session is None and not scene.halted:
        return ClosedView(
            hall=wall.hall,
            simulated=wall.simulated,
            tone="calm",
            headline=wall.texts.closed,
            notice="",
            game=None,
            hour=wall.hour,
            language=wall.language,
            colours=wall.colours,
            replay=wall.replay,
            logo=wall.logo,
            sponsors=wall.sponsors,
            said=(wall.texts.thanks,),
            progressives=(),
        ).to_json()
    return table(state, wall, scene.halted).to_json()


BACCARAT_SCREENS: Final = Screens(auto=_following)
"""What the walls of a baccarat table show."""
