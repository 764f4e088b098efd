"""The book, the session, its people, its checks and its balls.

Not responsible for games.
"""

from dataclasses import dataclass

from hallctl.rules.cards import Series
from hallctl.rules.commands.base import Appointment
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class BookOpened(Event):
    """The volume has its opening diligence (AJ-40)."""

    hall: str
    company: str
    licence: str
    volume: int
    folios: int
    notary: str
    notarised_on: str
    simulated: bool
    rule_set: str
    rule_set_digest: str
    approval: str


@dataclass(frozen=True, slots=True)
class SeriesRegistered(Event):
    """A printed series may be sold from now on (AJ-20)."""

    series: Series


@dataclass(frozen=True, slots=True)
class BallSetRegistered(Event):
    """A complete ball set is at hand (AJ-23)."""

    ball_set: str


@dataclass(frozen=True, slots=True)
class BallSetMounted(Event):
    """A ball set was mounted before the Director (AJ-28)."""

    ball_set: str
    games: int


@dataclass(frozen=True, slots=True)
class SessionOpened(Event):
    """A session began with these people at their posts (AJ-13)."""

    session: int
    appointments: tuple[Appointment, ...]


@dataclass(frozen=True, slots=True)
class CheckPassed(Event):
    """One item was found to work (AJ-60)."""

    item: str


@dataclass(frozen=True, slots=True)
class BallsCounted(Event):
    """All balls of the set were counted and found sound (AJ-61..63)."""

    ball_set: str
    count: int


@dataclass(frozen=True, slots=True)
class BallsLoaded(Event):
    """The counted balls went into the extractor (AJ-64)."""


@dataclass(frozen=True, slots=True)
class SessionClosed(Event):
    """The session ended."""

    session: int
    games: int


@dataclass(frozen=True, slots=True)
class DualPostNoted(Event):
    """One person both sells cards and pays prizes in this session (AJ-09, D16)."""

    person: str


@dataclass(frozen=True, slots=True)
class BallSetRetired(Event):
    """A ball set is out of use for good (AJ-23, 26)."""

    ball_set: str
    games: int
    reason: str


@dataclass(frozen=True, slots=True)
class MinimumDeclared(Event):
    """The session's games may start with fewer cards than the licence asks; the room is told (AJ-59)."""

    cards: int


@dataclass(frozen=True, slots=True)
class PlayersCounted(Event):
    """The players present were counted (AJ-14)."""

    players: int


@dataclass(frozen=True, slots=True)
class LastGameAnnounced(Event):
    """The room was told which game is the last of the session (AJ-104)."""

    game: int
