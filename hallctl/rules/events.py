"""What happened, past tense, frozen: the entries of the book.

Not responsible for when or by whom: the entry that carries an event carries its stamp and its actor. ``at``,
where an event has it, is monotonic milliseconds of the boot that wrote it, for durations only (I22).
"""

from dataclasses import dataclass

from hallctl.rules.cards import Series
from hallctl.rules.commands import Appointment, Claim


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened; each subclass is one kind of entry."""


@dataclass(frozen=True, slots=True)
class SoldRange:
    """A contiguous range of sold cards of one series (AJ-83)."""

    series: str
    first: int
    last: int

    @property
    def count(self) -> int:
        """How many cards the range has."""
        return self.last - self.first + 1


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
class ControllerStarted(Event):
    """The controller started; ``ended`` says how it had ended: "first", "order" or "died" (I19)."""

    boot: str
    program: str
    ended: str
    at: int


@dataclass(frozen=True, slots=True)
class ControllerStopped(Event):
    """The controller ended in order."""


@dataclass(frozen=True, slots=True)
class PlayContinued(Event):
    """The jefe de mesa let play go on after a restart (I4)."""

    at: int


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
class GameAnnounced(Event):
    """Series, size and price of the next game were announced (AJ-65)."""

    game: int
    series: str
    size: int
    face_value: int
    first: int


@dataclass(frozen=True, slots=True)
class DrumFilled(Event):
    """Every ball of the set is back in the drum for this game."""

    game: int


@dataclass(frozen=True, slots=True)
class CardsSold(Event):
    """The next cards of the series were sold (AJ-66, 67)."""

    sold: SoldRange
    seller: str


@dataclass(frozen=True, slots=True)
class SaleClosed(Event):
    """The sale ended for good; cards and prizes were announced (AJ-77, 83, 84).

    ``root`` is the Merkle root over the sold cards in their order, each leaf "A-1042/17" in ASCII (I5).
    """

    sold: tuple[SoldRange, ...]
    cards: int
    collected: int
    line: int
    bingo: int
    house: int
    root: str


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
class BallDrawn(Event):
    """A ball came out; ``reader`` says who knows its number: "camera" or "person"."""

    order: int
    ball: int
    picture: str
    reader: str


@dataclass(frozen=True, slots=True)
class BallDoubted(Event):
    """A ball came out and its number is not certain: a person settles it (I15)."""

    order: int
    candidates: tuple[int, ...]
    reason: str
    picture: str


@dataclass(frozen=True, slots=True)
class BallCalled(Event):
    """The ball was called aloud; only now do screens show it (AJ-86)."""

    ball: int


@dataclass(frozen=True, slots=True)
class ClaimRaised(Event):
    """A player sang and the draw stopped (AJ-93)."""

    claim: Claim


@dataclass(frozen=True, slots=True)
class CardVerified(Event):
    """A sung card was verified; ``faults`` says every reason it is not good (AJ-94..97).

    Attributes:
        row: The completed row (1 to 3) of a good line, 0 otherwise.
        missing: The numbers of the card, or of its best row, that were not called.
    """

    claim: Claim
    series: str
    card: int
    good: bool
    row: int
    missing: tuple[int, ...]
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnyMoreAsked(Event):
    """The room was asked for another line or bingo (AJ-100)."""

    claim: Claim
    at: int


@dataclass(frozen=True, slots=True)
class PrizeAwarded(Event):
    """A card won its part of a prize, in minor units (AJ-118..120)."""

    claim: Claim
    series: str
    card: int
    amount: int


@dataclass(frozen=True, slots=True)
class RemainderBooked(Event):
    """What a split left below the chip went to the rounding account (D5)."""

    claim: Claim
    amount: int


@dataclass(frozen=True, slots=True)
class DrawResumed(Event):
    """Play went on; claims on this stop are lost (AJ-101)."""

    at: int


@dataclass(frozen=True, slots=True)
class GameFinished(Event):
    """The game ended on a good bingo (AJ-99)."""

    game: int


@dataclass(frozen=True, slots=True)
class PrizePaid(Event):
    """A prize was paid in chips (AJ-121)."""

    claim: Claim
    series: str
    card: int
    amount: int


@dataclass(frozen=True, slots=True)
class CardsCollected(Event):
    """The played cards were taken back (AJ-75)."""

    count: int


@dataclass(frozen=True, slots=True)
class VoidProposed(Event):
    """The jefe de mesa proposed to void the game (AJ-110)."""

    reason: str
    proposer: str


@dataclass(frozen=True, slots=True)
class GameVoided(Event):
    """The game is void; every sold card without a prize is refunded at face value (AJ-111, D6).

    ``house`` is what is left of the total collected; negative where kept prizes and refunds exceed it.
    """

    game: int
    reason: str
    refunded_cards: int
    refunded: int
    house: int


@dataclass(frozen=True, slots=True)
class GameSigned(Event):
    """The jefe de mesa signed the closing diligence; the act has its folio (AJ-52)."""

    game: int
    folio: int


@dataclass(frozen=True, slots=True)
class SessionClosed(Event):
    """The session ended."""

    session: int
    games: int


@dataclass(frozen=True, slots=True)
class FaultLatched(Event):
    """A device failed; no ball is drawn until a person acknowledges it (I14)."""

    device: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class FaultEnded(Event):
    """The cause of a fault is gone; the fault stays latched."""

    device: str
    code: str


@dataclass(frozen=True, slots=True)
class FaultAcknowledged(Event):
    """A person acknowledged a fault whose cause is gone."""

    device: str
    code: str
