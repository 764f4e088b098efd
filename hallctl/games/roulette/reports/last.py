"""The spins one by one, as they can be recalled (RO-81): number, time, picture, and what is known of bets.

Not responsible for the page (``kinds``).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from hallctl.games.roulette.rules.events.bets import BetsPlaced, StakesSaid
from hallctl.games.roulette.rules.events.people import SpinVoided
from hallctl.games.roulette.rules.events.spin import (
    BallLaunched,
    BetsOpened,
    LosersCollected,
    NumberEstablished,
    NumberSensed,
    PictureKept,
    WinnersPaid,
)
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events.session import SessionOpened


@dataclass(frozen=True, slots=True)
class PastSpin:
    """A spin as the book has it, amounts in cents.

    Attributes:
        session: The number of its day.
        spin: Its order number in the volume.
        opened: When its bets were opened.
        at: When its number was established, or it was void; None while it is neither.
        croupier: Who launched the ball.
        direction: Of the rotor; empty before the launch.
        pocket: The number; empty where there is none.
        colour: Of the number.
        source: Who said the number.
        sensed: What the sensor said.
        entered: What the croupier said.
        line: The sensor's line with the number.
        picture: The SHA-256 of the picture of the ball in its pocket; empty where there is none.
        staked: What is known to be staked.
        collected: What the losers came to.
        paid: What was paid in prizes.
        void: Why it is void; empty where it is not.
    """

    session: int
    spin: int
    opened: datetime
    at: datetime | None = None
    croupier: str = ""
    direction: str = ""
    pocket: str = ""
    colour: str = ""
    source: str = ""
    sensed: str = ""
    entered: str = ""
    line: str = ""
    picture: str = ""
    staked: int = 0
    collected: int = 0
    paid: int = 0
    void: str = ""


def last_spins(entries: Iterable[Minuted], session: int | None = None) -> tuple[PastSpin, ...]:
    """Return the spins of one day or of the whole book, the newest first."""
    found: list[PastSpin] = []
    number = 0
    for entry in entries:
        match entry.event:
            case SessionOpened(session=number):
                pass
            case BetsOpened(spin=spin, croupier=croupier):
                found.append(PastSpin(number, spin, entry.time, croupier=croupier))
            case _ if found:
                found[-1] = _taken(found[-1], entry)
            case _:
                pass
    return tuple(each for each in reversed(found) if session in (None, each.session))


def _taken(spin: PastSpin, entry: Minuted) -> PastSpin:
    match entry.event:
        case BallLaunched(croupier=croupier, direction=direction):
            return replace(spin, croupier=croupier, direction=direction.value)
        case NumberSensed(line=line, picture=picture):
            return replace(spin, line=line, picture=picture or spin.picture)
        case PictureKept(picture=picture):
            return replace(spin, picture=picture)
        case NumberEstablished() as said:
            return replace(
                spin,
                at=entry.time,
                pocket=said.pocket,
                colour=said.colour,
                source=said.source.value,
                sensed=said.sensed,
                entered=said.entered,
                picture=said.picture or spin.picture,
            )
        case SpinVoided(cause=cause):
            return replace(spin, at=entry.time, void=cause.value)
        case BetsPlaced(amount=amount):
            return replace(spin, staked=spin.staked + amount)
        case StakesSaid(amount=amount):
            return replace(spin, staked=amount)
        case LosersCollected(collected=amount):
            return replace(spin, collected=amount)
        case WinnersPaid(paid=amount):
            return replace(spin, paid=amount)
        case _:
            return spin
