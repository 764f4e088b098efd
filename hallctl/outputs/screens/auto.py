"""Which screen is shown in which moment of the day.

Not responsible for what the screen holds. It knows no view, so that a configuration may name screens.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, get_args

from hallctl.rules.state import Phase, State

Screen = Literal["board", "sale", "check", "prizes", "between", "pause", "last", "closed", "cctv"]
Moment = Literal[
    "closed", "pause", "last", "between", "sale", "announced", "draw", "claim", "finished", "void"
]

SCREENS: Final[tuple[Screen, ...]] = get_args(Screen)
MOMENTS: Final[tuple[Moment, ...]] = get_args(Moment)

PLAY: Final[frozenset[Moment]] = frozenset({"pause", "sale", "announced", "draw", "claim"})
"""The moments of play: whatever is shown then carries the four mandatory fields (AJ-37)."""

COMPLETE: Final[frozenset[Screen]] = frozenset({"board", "sale", "check", "prizes", "pause", "cctv"})
"""The screens that carry the four mandatory fields."""

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
        "void": "board",
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
    session, game = state.session, state.playing
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
