"""Where a round of a game stands, as the desk shows it.

Not responsible for what may be done there.
"""

from dataclasses import dataclass
from typing import Literal

from hallctl.i18n.sentences import Sentence


@dataclass(frozen=True, slots=True)
class PhaseShown:
    """A phase, of the hall or of a round.

    Attributes:
        key: As the API names it.
        name: As people read it.
        tone: How it is coloured: calm, what wants attention, play, or a stop.
    """

    key: str
    name: Sentence
    tone: Literal["calm", "attention", "play", "stop"]
