"""What a game lets the desk know of an open claim beside its verdicts.

Not responsible for verdicts, nor for paying; who may know how many cards are unsung is the console's part.
"""

from collections.abc import Callable
from dataclasses import dataclass

from hallctl.i18n.sentences import Sentence
from hallctl.rules.state import State


@dataclass(frozen=True, slots=True)
class Win:
    """A prize as it would be awarded now.

    Attributes:
        name: What it is called; a line and a bingo in its reader's language.
        amount: What each card gets, in minor units.
        cards: The cards that get it.
    """

    name: Sentence | str
    amount: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Claims:
    """Looks at the claims of a game. For one thread at a time: it may keep what it has counted.

    Attributes:
        wins: Returns what the good cards of this stop win if nobody else sings.
        unsung: Returns how many sold cards hold what the room is asked for and are not sung; None while the
            room is not asked, and where it cannot be known.
    """

    wins: Callable[[State], tuple[Win, ...]]
    unsung: Callable[[State], int | None]
