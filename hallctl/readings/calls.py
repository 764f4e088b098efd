"""What a game has to do with halls of which one calls for all: where it stands, and the steps that follow.

Not responsible for the line (``devices.remote_caller``), nor for what is said (``rules.calls``).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from hallctl.rules.calls import Call, Calling, Following, GameId, Lose, Stand, Take
from hallctl.rules.commands.base import Command
from hallctl.rules.state import GameState

Calls = tuple[Call, ...]


def _no_calling(*_: Any) -> None:
    """Call for nobody, and follow nobody."""


def _never(*said: Any) -> Command:
    raise TypeError(f"a game without a caller takes nothing of one: {said!r:.80}")


def _none(*_: Any) -> Calls:
    return ()


@dataclass(frozen=True, slots=True)
class CallUse:
    """A game's part.

    Attributes:
        calling: Returns the game that this hall calls for others, by its name in the chain, the volume and
            what it called; None for none.
        following: Returns where this hall, by its name, stands in another's game; None where it follows none.
        wanted: Returns the hall whose games may be followed and which of them is known; None for none.
        patience: Returns for how many milliseconds the other side may be silent.
        calls: Returns what was called after one more entry: the calls so far, kind, body, number and hash.
        hear: Returns the step that takes note of a hall's game that may be followed; None: of none any more.
        take: Returns the step that takes a ball, given how long the line takes in milliseconds.
        lose: Returns the step by which this hall is out of its game of a number.
        stand: Returns the step that minutes where another hall stands in this one's game of a number.
    """

    calling: Callable[[GameState, str, int, Calls], Calling | None] = _no_calling
    following: Callable[[GameState, str], Following | None] = _no_calling
    wanted: Callable[[GameState], tuple[str, GameId | None] | None] = _no_calling
    patience: Callable[[GameState], int] = lambda _: 0
    calls: Callable[[Calls, str, Mapping[str, Any], int, str], Calls] = _none
    hear: Callable[[str, GameId | None], Command] = _never
    take: Callable[[Take, int], Command] = _never
    lose: Callable[[GameState, Lose], Command] = _never
    stand: Callable[[GameState, Stand], Command] = _never


NO_CALLS: Final = CallUse()
"""A game that no other hall can call."""
