"""The session: its people, its checks, its players.

Not responsible for what is played in it.
"""

from dataclasses import dataclass

from hallctl.rules.binding import LogEnd
from hallctl.rules.commands.base import Appointment
from hallctl.rules.events.base import Event


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
class PlayersCounted(Event):
    """The players present were counted (AJ-14)."""

    players: int
