"""The balls of a game as its act has them: in their order, with their hours, so many in a row (D11).

Not responsible for the rest of the act (``act``).
"""

from collections.abc import Sequence
from typing import Any, Final

from hallctl.games.bingo.rules.events.claims import ClaimRaised
from hallctl.games.bingo.rules.events.draw import BallCorrected, BallDrawn
from hallctl.games.bingo.variants.variant import Variant
from hallctl.games.bingo.words import ball_name
from hallctl.i18n.words import hour
from hallctl.outputs.folios.text import width
from hallctl.outputs.minuted import Minuted

NUMBERS_A_ROW: Final = 10
"""How many balls stand in a row where they are called by their numbers alone."""

_ROW_MM: Final = 154.0
_BALL_PT: Final = 10.0
_HOUR_PT: Final = 7.4
_BETWEEN_MM: Final = 2.2  # a ball and its hour, and what is left free about both


def balls_a_row(variant: Variant) -> int:
    """Return how many balls stand in a row: fewer where letters or symbols make the longest call longer."""
    calls = [str(ball_name(variant, ball)) for ball in range(1, variant.universe + 1)]
    if all(call.isdecimal() for call in calls):
        return NUMBERS_A_ROW
    widest = max(width(call, _BALL_PT) for call in calls)
    return min(NUMBERS_A_ROW, int(_ROW_MM / (widest + width("00:00:00", _HOUR_PT) + _BETWEEN_MM)))


def draws(entries: Sequence[Minuted], variant: Variant) -> list[dict[str, Any]]:
    """Return the balls that were drawn, each as last said, with its hour and whether a call stopped play."""
    found: list[dict[str, Any]] = []
    for entry in entries:
        if isinstance(entry.event, BallDrawn):
            name = str(ball_name(variant, entry.event.ball))
            found.append({"ball": name, "time": hour(entry.time), "stopped": False})
        elif isinstance(entry.event, BallCorrected):
            found[-1]["ball"] = str(ball_name(variant, entry.event.ball))
        elif isinstance(entry.event, ClaimRaised) and found:
            found[-1]["stopped"] = True
    return found
