"""One caller for many halls: whose draw a hall took, and which halls took this one's.

Not responsible for the balls (``draw``).
"""

from dataclasses import dataclass, field

from hallctl.rules.calls import Lost, Stage
from hallctl.rules.codec import SPARSE
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class CallerProposed(Event):
    """The jefe de mesa proposed that another hall may draw games of this session."""

    hall: str
    person: str


@dataclass(frozen=True, slots=True)
class CallerAccepted(Event):
    """The Director agreed: games may be announced as drawn by it."""

    hall: str
    person: str


@dataclass(frozen=True, slots=True)
class CallerHeard(Event):
    """The accepted hall sells cards for a game of its own, which may be followed; 0: for none any more."""

    hall: str
    volume: int
    game: int


@dataclass(frozen=True, slots=True)
class CallerLost(Event):
    """The hall is out of the game by its rule set: nothing more is drawn, and the game is to be voided."""

    game: int
    hall: str
    why: Lost


@dataclass(frozen=True, slots=True)
class HallStood(Event):
    """A hall that follows this one's game joined it, stopped it for a claim, goes on, is done or is out.

    ``approver`` is who agreed to go on without it, where two people put it out; ``cut`` after how many claims
    it is out, where it stopped the game too often.
    """

    game: int
    hall: str
    stage: Stage
    approver: str = field(default="", metadata=SPARSE)
    cut: int = field(default=0, metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class WithoutHallProposed(Event):
    """The jefe de mesa proposed to go on without a following hall that keeps the game waiting."""

    game: int
    hall: str
    reason: str
    proposer: str
