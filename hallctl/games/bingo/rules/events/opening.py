"""The series, the ball sets and the balls, and what is announced of a session's games.

Not responsible for the session itself.
"""

from dataclasses import dataclass, field

from hallctl.games.bingo.rules.cards import Series
from hallctl.rules.codec import SPARSE
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class SeriesRegistered(Event):
    """A printed series may be sold from now on (AJ-20)."""

    series: Series


@dataclass(frozen=True, slots=True)
class BallSetRegistered(Event):
    """A complete ball set is at hand (AJ-23).

    Attributes:
        calibration: The file of the calibration by which the camera knows it; empty where it need not.
        prints: The SHA-256 of the prints in that.
        rule_set: The rule set of the hall whose balls these are; empty for its own.
    """

    ball_set: str
    calibration: str = ""
    prints: str = ""
    rule_set: str = field(default="", metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class BallSetMounted(Event):
    """A ball set was mounted before the Director; its diligence has its folio (AJ-28)."""

    ball_set: str
    games: int
    folio: int


@dataclass(frozen=True, slots=True)
class BallsCounted(Event):
    """All balls of the set were counted and found sound, before whom it says (AJ-61..63)."""

    ball_set: str
    count: int
    director: str
    witness: str
    witness_asked: bool


@dataclass(frozen=True, slots=True)
class BallsLoaded(Event):
    """The counted balls went into the extractor (AJ-64)."""


@dataclass(frozen=True, slots=True)
class BallSetRetired(Event):
    """A ball set is out of use for good; its diligence has its folios, from ``folio`` on (AJ-23, 26, 28)."""

    ball_set: str
    games: int
    reason: str
    folio: int
    sheets: int


@dataclass(frozen=True, slots=True)
class MinimumDeclared(Event):
    """The session's games may start with fewer cards than the licence asks; the room is told (AJ-59)."""

    cards: int


@dataclass(frozen=True, slots=True)
class LastGameAnnounced(Event):
    """The room was told which game is the last of the session (AJ-104)."""

    game: int
