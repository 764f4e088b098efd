"""Which screen is shown in which moment of the day.

Not responsible for what the screen holds.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.outputs.screens.names import Moment, Screen

AUTO: Final[Mapping[Moment, Screen]] = MappingProxyType(
    {
        "closed": "closed",
        "pause": "pause",
        "last": "last",
        "between": "between",
        "sale": "sale",
        "announced": "board",
        "draw": "board",
        "claim": "check",
        "finished": "prizes",
        "void": "pause",
    }
)

_OF_PHASE: Final[Mapping[Phase, Moment]] = MappingProxyType(
    {
        Phase.SALE: "sale",
        Phase.CLOSED: "announced",
        Phase.DRAW: "draw",
        Phase.CLAIM: "claim",
        Phase.FINISHED: "finished",
        Phase.VOID: "void",
    }
)


def moment(state: State) -> Moment:
    """Return the moment of the day: where the game stands, what interrupts it, what there is without one."""
    session, game = state.session, playing(state)
    if session is None:
        return "closed"
    if state.faults or state.suspended:
        return "pause"
    if game is not None:
        return _OF_PHASE[game.phase]
    return "last" if session.last_game == state.games + 1 else "between"


def auto(state: State, show: Mapping[Moment, Screen] = AUTO) -> Screen:
    """Return the screen for now: what the hall's order names for the moment, or else the usual one."""
    now = moment(state)
    return show.get(now, AUTO[now])
