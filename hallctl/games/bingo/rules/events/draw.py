"""The draw, ball by ball.

Not responsible for claims.
"""

from dataclasses import dataclass, field

from hallctl.rules.codec import SPARSE
from hallctl.rules.events.base import Event
from hallctl.rules.witnesses import Reading


@dataclass(frozen=True, slots=True)
class DrumFilled(Event):
    """Every ball of the set is back in the drum for this game."""

    game: int


@dataclass(frozen=True, slots=True)
class DrawStarted(Event):
    """The jefe de mesa announced the beginning: the diligence of commencement (AJ-42, 78, 85)."""

    game: int


@dataclass(frozen=True, slots=True)
class ExtractionOrdered(Event):
    """Ball number ``order`` of the game is asked for; ``serial`` counts over the whole volume."""

    order: int
    serial: int
    at: int


@dataclass(frozen=True, slots=True)
class BallEntered(Event):
    """The locutor said a ball's number; it counts once the other witnesses agree (AJ-08, I15)."""

    order: int
    ball: int


@dataclass(frozen=True, slots=True)
class BallDrawn(Event):
    """A ball came out; ``reader`` says who knows its number: "camera", "person", or "hall" that called it.

    ``readings`` is what each witness said, where more than one was asked. Where a hall called it, ``entry``
    and ``hash`` are of its book and ``caller_picture`` is in its keeping, so that ``picture`` is empty;
    ``delay_ms`` is how long the line to it took there and back.
    """

    order: int
    ball: int
    picture: str
    reader: str
    readings: tuple[Reading, ...] = ()
    entry: int = field(default=0, metadata=SPARSE)
    hash: str = field(default="", metadata=SPARSE)
    caller_picture: str = field(default="", metadata=SPARSE)
    delay_ms: int = field(default=0, metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class BallDoubted(Event):
    """A ball came out and its number is not certain, or is disputed: a person settles it (I15)."""

    order: int
    candidates: tuple[int, ...]
    reason: str
    picture: str
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class BallCalled(Event):
    """The ball was called aloud; only now do screens show it (AJ-86)."""

    ball: int


@dataclass(frozen=True, slots=True)
class BallCorrected(Event):
    """The ball that a person named last was another one: ``ball`` counts in place of ``named`` (AJ-86)."""

    order: int
    named: int
    ball: int
