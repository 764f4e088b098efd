"""The session, its people, its checks and its balls.

Not responsible for games, nor for the volumes of the book.
"""

from dataclasses import dataclass

from hallctl.rules.binding import LogEnd
from hallctl.rules.cards import Series
from hallctl.rules.commands.base import Appointment
from hallctl.rules.events.base import Event


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
    """A ball set was mounted before the Director; its diligence has its folio (AJ-28)."""

    ball_set: str
    games: int
    folio: int


@dataclass(frozen=True, slots=True)
class SessionOpened(Event):
    """A session began with these people at their posts, on the day the hall says it is (AJ-13, 39, 117).

    ``security`` is where the security log ended; None where nobody could say.
    """

    session: int
    appointments: tuple[Appointment, ...]
    day: str
    security: LogEnd | None = None


@dataclass(frozen=True, slots=True)
class CheckPassed(Event):
    """One item was found to work (AJ-60)."""

    item: str


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
class SessionClosed(Event):
    """The session ended; its act has its folios, from ``folio`` on; ``security`` as at its opening."""

    session: int
    games: int
    folio: int
    sheets: int
    security: LogEnd | None = None


@dataclass(frozen=True, slots=True)
class DualPostNoted(Event):
    """One person both sells cards and pays prizes in this session (AJ-09, D16)."""

    person: str


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
class PlayersCounted(Event):
    """The players present were counted (AJ-14)."""

    players: int


@dataclass(frozen=True, slots=True)
class LastGameAnnounced(Event):
    """The room was told which game is the last of the session (AJ-104)."""

    game: int
