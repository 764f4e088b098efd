"""Why a hall is out of a game that another hall calls: nothing more is sold or played here, and it is voided.

Not responsible for what puts it out (``calling``).
"""

from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.rules.state import Game
from hallctl.rules.calls import Lost
from hallctl.rules.refusals import Refusal


def out_of_game(game: Game) -> Refusal | None:
    """Return why nothing is played in this hall any more, None where it is not out."""
    if game.caller is None or game.caller.lost is None:
        return None
    hall = game.caller.hall
    match game.caller.lost:
        case Lost.SILENT:
            return refuse("CALLER-LOST", hall=hall)
        case Lost.LEFT_OUT:
            return refuse("CALLER-WITHOUT", hall=hall)
        case Lost.ENDED:
            return refuse("CALLER-ENDED", hall=hall)
        case Lost.CHANGED:
            return refuse("CALLER-CHANGED", hall=hall)
