"""From the opening of the book to the balls in the extractor, and the close of the session.

Not responsible for games.
"""

from dataclasses import dataclass

from hallctl.rules.commands.base import Appointment, Command


@dataclass(frozen=True, slots=True)
class OpenBook(Command):
    """Open the volume with its notarial diligence (AJ-39, 40)."""

    hall: str
    company: str
    licence: str
    volume: int
    folios: int
    notary: str
    notarised_on: str
    simulated: bool


@dataclass(frozen=True, slots=True)
class RegisterSeries(Command):
    """Register a printed series of cards (AJ-20)."""

    letter: str
    identification: int
    face_value: int
    matrix: str


@dataclass(frozen=True, slots=True)
class RegisterBallSet(Command):
    """Register a complete set of balls (AJ-23)."""

    ball_set: str


@dataclass(frozen=True, slots=True)
class MountBallSet(Command):
    """Mount a ball set in the extractor, before the Director (AJ-28)."""

    ball_set: str


@dataclass(frozen=True, slots=True)
class OpenSession(Command):
    """Open a session with the people at its posts (AJ-13)."""

    appointments: tuple[Appointment, ...]


@dataclass(frozen=True, slots=True)
class PassCheck(Command):
    """Confirm that one item of material or installation works (AJ-60)."""

    item: str


@dataclass(frozen=True, slots=True)
class CountBalls(Command):
    """Count the balls one by one, with the ones found unsound (AJ-61..63, D10)."""

    numbers: tuple[int, ...]
    unsound: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LoadBalls(Command):
    """Put the counted balls into the extractor (AJ-64)."""


@dataclass(frozen=True, slots=True)
class CloseSession(Command):
    """Close the session after the last count."""


@dataclass(frozen=True, slots=True)
class RetireBallSet(Command):
    """Take a ball set out of use for good: a ball of it is not in perfect condition (AJ-26)."""

    ball_set: str
    reason: str


@dataclass(frozen=True, slots=True)
class DeclareMinimum(Command):
    """Declare, before the first game, a smaller number of cards to start with (AJ-59)."""

    cards: int


@dataclass(frozen=True, slots=True)
class CountPlayers(Command):
    """Say how many players there are; each has a seat (AJ-14, 15)."""

    players: int


@dataclass(frozen=True, slots=True)
class AnnounceLastGame(Command):
    """Announce "último juego", on the house's instruction (AJ-104)."""
