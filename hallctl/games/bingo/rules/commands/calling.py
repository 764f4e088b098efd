"""One caller for many halls: a draw that another hall calls, and halls that follow this one's.

Not responsible for hearing the other hall (``devices``), nor for its signature, which is checked there.
"""

from dataclasses import dataclass

from hallctl.rules.calls import Lost, Stage
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Count, Name, Numbered, Prose


@dataclass(frozen=True, slots=True)
class ProposeCaller(Command):
    """Propose that games of this session may be drawn by another hall (AJ-86)."""

    hall: Name


@dataclass(frozen=True, slots=True)
class AcceptCaller(Command):
    """Agree, as Director, that it may draw them."""


@dataclass(frozen=True, slots=True)
class HearCaller(Command):
    """Report that the accepted hall sells cards for a game that may be followed; 0: for none any more."""

    hall: Name
    volume: Count
    game: Count


@dataclass(frozen=True, slots=True)
class TakeCall(Command):
    """Take the next ball that the calling hall called, with the entry of its book that says so.

    Attributes:
        order: Which ball of the game it is.
        entry: The number of the entry in the calling hall's volume.
        hash: That entry's hash.
        picture: The digest of the calling hall's picture of the ball; empty for none.
        delay_ms: How long a message to that hall and its answer took last, in milliseconds.
    """

    order: Count
    ball: Count
    entry: Numbered
    hash: str
    picture: str
    delay_ms: Count


@dataclass(frozen=True, slots=True)
class LoseCaller(Command):
    """Report that the calling hall is lost, so that this hall is out of the game."""

    game: Count
    why: Lost


@dataclass(frozen=True, slots=True)
class StandHall(Command):
    """Report where a hall stands that follows this one's game."""

    game: Count
    hall: Name
    stage: Stage


@dataclass(frozen=True, slots=True)
class ProposeWithoutHall(Command):
    """Propose to go on without a following hall that keeps the game waiting (AJ-99)."""

    hall: Name
    reason: Prose


@dataclass(frozen=True, slots=True)
class ApproveWithoutHall(Command):
    """Agree, as Director, to go on without it: it is out of the game."""
