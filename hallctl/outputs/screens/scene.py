"""What a game shows on the walls, as one value, and what it is handed to show it.

Not responsible for any screen: each game makes its own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

from hallctl.outputs.screens.names import Moment, Screen
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.events.base import Event
from hallctl.rules.ruleset import GameRuleSet
from hallctl.rules.state import GameState, State


class PastGame(NamedTuple):
    """A game that is over.

    Attributes:
        game: Its number.
        drawn: What was drawn in it, in its order.
        won: What its greatest prize came to, in minor units; 0 where nobody won it.
        kind: By which rule set it was played, where a hall has several; empty by the hall's own.
    """

    game: int
    drawn: tuple[int, ...]
    won: int = 0
    kind: str = ""


class Section(NamedTuple):
    """A part of the rules that players may always read: its title, and its lines.

    Attributes:
        title: What it is about.
        lines: Its lines.
        drawn: The forms drawn beside each line, as rows of "X" and "."; empty where no line has any.
    """

    title: str
    lines: tuple[str, ...]
    drawn: tuple[tuple[tuple[str, ...], ...], ...] = ()


Order = Mapping[Moment, Screen]
"""What a hall wants to see at a moment, where that differs from what the game shows."""

View = dict[str, Any]
"""A view as JSON values, with its "view" and its "version"."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What there is to be shown.

    Attributes:
        state: Where the hall stands.
        wall: What every wall needs beside it.
        halted: Whether the book has stopped the hall.
        past: The last games, the newest first.
        order: What this screen shows at some moments, instead of what the game shows.
    """

    state: GameState
    wall: Wall
    halted: bool = False
    past: Sequence[PastGame] = ()
    order: Order = field(default_factory=dict)


Show = Callable[[Scene], View]
"""Returns what is shown: a pure function."""


class Past(Protocol):
    """What the walls remember of games that are over; the state does not."""

    def take(self, event: Event) -> None:
        """Take the next event, from the first of the book on."""

    @property
    def games(self) -> tuple[PastGame, ...]:
        """The last games, the newest first."""


class _NoPast:
    """The memory of a game whose walls show none that is over."""

    games: Final[tuple[PastGame, ...]] = ()

    def take(self, _: Event) -> None:
        """Remember nothing."""


def _never(_: State) -> bool:
    """Show nothing of the desk."""
    return False


def _no_rules(_: GameRuleSet, __: str) -> tuple[Section, ...]:
    """Have no page of rules."""
    return ()


@dataclass(frozen=True, slots=True)
class Screens:
    """What a game shows.

    Attributes:
        auto: The screen that follows the game, and does as the hall orders.
        others: The screens that every hall of this game has beside it, by their names.
        past: Makes what remembers the games that are over.
        desk: Says whether the camera at the desk is shown now; at any other moment nobody may watch it.
        rules: Returns a rule set as players read it in a language, by sections; none where there is no page.
        programme: Returns the games that follow, likewise; None where there is no programme.
    """

    auto: Show
    others: Mapping[str, Show] = field(default_factory=dict)
    past: Callable[[], Past] = _NoPast
    desk: Callable[[GameState], bool] = _never
    rules: Callable[[GameRuleSet, str], tuple[Section, ...]] = _no_rules
    programme: Callable[[GameState, str], tuple[Section, ...]] | None = None
