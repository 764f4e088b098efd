"""What a game has the hall's voice say, as one value.

Not responsible for sound, nor for any game's words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from hallctl.outputs.screens.names import Moment
from hallctl.rules.commands.base import Command
from hallctl.rules.ruleset import GameRuleSet
from hallctl.rules.state import GameState

TEST: Final = "prueba"
"""The key of the sound test (AJ-38), which every game's texts have."""

CHIME: Final = "campana"
"""The key of the chime before a number."""


def nothing_follows(_: str, __: GameState) -> None:
    """Take no step after anything that was said."""


def nothing_chimed(_: str) -> bool:
    """Hear no chime before anything."""
    return False


class Announcer(Protocol):
    """Follows the state and says what is to be heard."""

    def take(self, state: GameState) -> tuple[str, ...]:
        """Return the keys of what is to be said now, in order; states between may be missing."""


@dataclass(frozen=True, slots=True)
class Speech:
    """What is said in a game.

    Attributes:
        announcer: Makes what follows the game, from the state on in which it begins.
        texts: Returns every key and what is said for it, by language and rule set.
        moment: Says what moment of the day it is, for the volume.
        interrupting: The keys that break off whatever is being said.
        chimed: Whether a chime is heard before a key.
        spoken: Returns the controller's step once a key was heard to its end; None where none follows.
    """

    announcer: Callable[[GameState], Announcer]
    texts: Callable[[str, GameRuleSet], Mapping[str, str]]
    moment: Callable[[GameState], Moment]
    interrupting: frozenset[str] = frozenset()
    chimed: Callable[[str], bool] = nothing_chimed
    spoken: Callable[[str, GameState], Command | None] = nothing_follows
