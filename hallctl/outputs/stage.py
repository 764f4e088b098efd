"""What the desk shows of a game between the hall's own bands and its steps, as one value of the game.

Not responsible for any game's pages, nor for the house's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from hallctl.rules.state import GameState


def _nothing(_: GameState) -> None:
    """Show nothing."""


def _no_fields(_: GameState) -> Mapping[str, Any]:
    """Tell programs nothing."""
    return {}


@dataclass(frozen=True, slots=True)
class Stage:
    """What the desk shows of a game.

    Attributes:
        templates: The package whose folder ``templates`` has the game's parts of the desk's page; what is not
            there is not shown.
        shown: Returns what those templates show, as ``page.stage``.
        names: The game's words that they show, by their values or by a function; each is a global of the
            templates.
        told: Returns what programs are told beside what the house tells them of the desk.
        described: The types of what is told, by the answer of the API that it is a part of.
        examples: Commands as a program sends them, by name.
    """

    templates: str = ""
    shown: Callable[[GameState], object] = _nothing
    names: Mapping[str, Mapping[Any, str] | Callable[..., str]] = field(default_factory=dict)
    told: Callable[[GameState], Mapping[str, Any]] = _no_fields
    described: Mapping[str, type] = field(default_factory=dict)
    examples: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


NO_STAGE: Final = Stage()
"""Of a game that the desk shows nothing of but its steps."""
