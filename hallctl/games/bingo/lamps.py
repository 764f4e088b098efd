"""Which lamps of the panel show where a game of bingo stands.

Not responsible for the lamps of the house: faults and the camera.
"""

from collections.abc import Mapping

from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.outputs.lamps import Lamp, Light


def lights(state: State) -> Mapping[Lamp, Light]:
    """Return how the lamps of the game are lit; those that it leaves out are not."""
    game = playing(state)
    if game is None:
        return {}
    match game.phase:
        case Phase.SALE:
            return {Lamp.SALE: Light.STEADY}
        case Phase.CLOSED:
            return {Lamp.SALE: Light.SLOW}
        case Phase.DRAW:
            waits = game.uncalled is not None or game.doubt is not None
            return {Lamp.DRAW: Light.SLOW if waits else Light.STEADY}
        case Phase.CLAIM:
            good = any(card.good for card in game.verified)
            return {Lamp.CLAIM: Light.STEADY if good else Light.SLOW, Lamp.BEACON: Light.STEADY}
        case _:
            return {}
