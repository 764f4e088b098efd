"""The names of the screens and of the moments of a day, as a configuration writes them.

Not responsible for which screen is shown when, nor for what it holds: each game says so.
"""

from typing import Final, Literal, get_args

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
