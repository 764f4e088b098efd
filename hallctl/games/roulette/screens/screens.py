"""The walls of a roulette table as the house is handed them.

A number is shown once it is established, never what one witness says of it (DR11).
"""

from typing import Final

from displays.views import ClosedView
from hallctl.games.roulette.rules.events.spin import NumberEstablished
from hallctl.games.roulette.rules.events.table import WheelInspected
from hallctl.games.roulette.rules.wheel import ZEROS
from hallctl.games.roulette.screens.table import table
from hallctl.outputs.screens.scene import PastGame, Scene, Screens, View
from hallctl.rules.events.base import Event

_DOUBLE_ZERO: Final = 37
"""The double zero as a number of a past spin."""


class PastSpins:
    """The numbers since the wheel was last inspected, for how often each came (DR14, DR15)."""

    def __init__(self) -> None:
        self._numbers: list[str] = []

    def take(self, event: Event) -> None:
        """Take the next event, from the first of the book on."""
        match event:
            case NumberEstablished(pocket=pocket):
                self._numbers.append(pocket)
            case WheelInspected():
                self._numbers.clear()

    @property
    def games(self) -> tuple[PastGame, ...]:
        """The spins, the newest first."""
        numbers = [_DOUBLE_ZERO if each == ZEROS[1] else int(each) for each in reversed(self._numbers)]
        return tuple(PastGame(len(numbers) - at, (number,)) for at, number in enumerate(numbers))


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
    numbers = [number for past in scene.past for number in past.drawn]
    came = [ZEROS[1] if number == _DOUBLE_ZERO else str(number) for number in numbers]
    return table(state, wall, came, scene.halted).to_json()


ROULETTE_SCREENS: Final = Screens(auto=_following, past=PastSpins)
"""What the walls of a roulette table show."""
