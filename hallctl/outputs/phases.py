"""Where a round of a game stands, as the desk shows it.

Not responsible for what may be done there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from hallctl.i18n.sentences import Sentence
from hallctl.rules.state import GameState


@dataclass(frozen=True, slots=True)
class PhaseShown:
    """A phase, of the hall or of a round.

    Attributes:
        key: As the API names it.
        name: As people read it.
        tone: How it is coloured: calm, what wants attention, play, or a stop.
        brief: In a word or two, in Spanish, for the service manager; empty for a phase of the house.
        chapter: Where the manual is opened by who asks then; empty for its beginning.
    """

    key: str
    name: Sentence
    tone: Literal["calm", "attention", "play", "stop"]
    brief: str = ""
    chapter: str = ""


Phases = Callable[[GameState], PhaseShown | None]
"""Returns where a game's newest round of the session stands, None before the first."""
