"""From the series at hand to the balls in the extractor, and what is announced of a session's games.

Not responsible for the session itself.
"""

from dataclasses import dataclass, field

from hallctl.rules.codec import SPARSE
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Count, Name, Prose, Short, SixDigits


@dataclass(frozen=True, slots=True)
class RegisterSeries(Command):
    """Register a printed series of cards (AJ-20)."""

    letter: Short
    identification: SixDigits
    face_value: Count
    matrix: str


@dataclass(frozen=True, slots=True)
class RegisterBallSet(Command):
    """Register a complete set of balls (AJ-23), of a rule set of the hall; of its own where none is named."""

    ball_set: Name
    rule_set: Name = field(default="", metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class MountBallSet(Command):
    """Mount a ball set in the extractor, before the Director (AJ-28)."""

    ball_set: Name


@dataclass(frozen=True, slots=True)
class CountBalls(Command):
    """Count the balls one by one, with the ones found unsound (AJ-61..63, D10).

    Attributes:
        director: The Director who is present; needed where the extractor is manual (AJ-62).
        witness: The person of the public who is present, with document.
        witness_asked: Whether the public asked for one (AJ-62).
    """

    numbers: tuple[Count, ...]
    unsound: tuple[Count, ...]
    director: Name = ""
    witness: str = ""
    witness_asked: bool = False


@dataclass(frozen=True, slots=True)
class LoadBalls(Command):
    """Put the counted balls into the extractor (AJ-64)."""


@dataclass(frozen=True, slots=True)
class RetireBallSet(Command):
    """Take a ball set out of use for good: a ball of it is not in perfect condition (AJ-26)."""

    ball_set: Name
    reason: Prose
    sheets: Count = 1


@dataclass(frozen=True, slots=True)
class DeclareMinimum(Command):
    """Declare, before the first game, a smaller number of cards to start with (AJ-59)."""

    cards: Count


@dataclass(frozen=True, slots=True)
class AnnounceLastGame(Command):
    """Announce "último juego", on the house's instruction (AJ-104)."""
