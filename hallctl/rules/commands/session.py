"""The session: its people, its material, its players.

Not responsible for what is played in it.
"""

from dataclasses import dataclass

from hallctl.rules.binding import LogEnd
from hallctl.rules.commands.base import Appointment, Command
from hallctl.rules.fields import Count, Name, Short


@dataclass(frozen=True, slots=True)
class OpenSession(Command):
    """Open a session with the people at its posts (AJ-13).

    Attributes:
        day: The day the hall says it is, e.g. "2026-11-21" (AJ-39, 117).
        security: Where the security log ends; filled in by the keeper.
        today: The machine's local day; filled in by the keeper, empty where there is no clock (D25).
        sure: Whether anything vouches for the machine's clock; likewise.
    """

    appointments: tuple[Appointment, ...]
    day: Short
    security: LogEnd | None = None
    today: Short = ""
    sure: bool = True


@dataclass(frozen=True, slots=True)
class PassCheck(Command):
    """Confirm that one item of material or installation works (AJ-60)."""

    item: Name


@dataclass(frozen=True, slots=True)
class CloseSession(Command):
    """Close the session after the last count.

    Attributes:
        sheets: How many folios its act takes; filled in by the keeper.
        security: Where the security log ends; likewise.
    """

    sheets: Count = 1
    security: LogEnd | None = None


@dataclass(frozen=True, slots=True)
class CountPlayers(Command):
    """Say how many players there are; each has a seat (AJ-14, 15)."""

    players: Count
