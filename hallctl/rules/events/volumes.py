"""The volumes of the book: their diligences, what one hands on to the next, keys, and what happens to media.

Not responsible for making hashes and signatures: they come from the book and are facts here.
"""

from dataclasses import dataclass, field

from hallctl.rules.binding import Signatory, VolumeEnd
from hallctl.rules.codec import SPARSE
from hallctl.rules.events.base import Event
from hallctl.rules.papers import Paper, RefusedPaper


@dataclass(frozen=True, slots=True)
class Balance:
    """What an account stands at, or whatever else of a game has a name and an amount."""

    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class OpenComplaint:
    """A complaint that waits for the Director's decision (AJ-56)."""

    number: int
    claimant: str


@dataclass(frozen=True, slots=True)
class Carried:
    """What one volume hands on to the next, so that each can be read by itself; a game adds what is its own.

    Attributes:
        ledger: The balance of every account, debits positive.
        games: The last order number of a game; likewise sessions, incidents, complaints.
        papers: The head office's papers that count.
        declined: Those that the Director did not want.
    """

    ledger: tuple[Balance, ...] = ()
    games: int = 0
    sessions: int = 0
    last_day: str = ""
    incident: int = 0
    complaint: int = 0
    complaints: tuple[OpenComplaint, ...] = ()
    papers: tuple[Paper, ...] = field(default=(), metadata=SPARSE)
    declined: tuple[RefusedPaper, ...] = field(default=(), metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class BookOpened(Event):
    """The volume has its opening diligence (AJ-39, 40); one that names no game is of bingo."""

    hall: str
    company: str
    licence: str
    purpose: str
    volume: int
    folios: int
    notary: str
    notarised_on: str
    simulated: bool
    rule_set: str
    rule_set_digest: str
    approval: str
    valid_from: str
    valid_until: str
    format: str
    origin: str
    controller: str
    authority: str
    people: tuple[Signatory, ...]
    signed: tuple[str, ...]
    program: str
    clock: str
    previous: VolumeEnd | None
    carried: Carried
    folio: int
    sheets: int
    game: str = "bingo"


@dataclass(frozen=True, slots=True)
class ClosingProposed(Event):
    """The jefe de mesa proposed to close the volume."""

    person: str


@dataclass(frozen=True, slots=True)
class BookClosed(Event):
    """The volume has its closing diligence (AJ-39).

    Attributes:
        entries: The entries before this one.
        root: The root of the Merkle tree over them, in hex.
        hash: The hash of the last of them.
        games: How many games the volume holds; ``voids`` of them are void.
        collected: What was collected in it, in minor units; ``paid`` in prizes; ``refunded`` for void games.
    """

    volume: int
    entries: int
    root: str
    hash: str
    games: int
    voids: int
    sessions: int
    incidents: int
    complaints: int
    collected: int
    paid: int
    refunded: int
    folio: int
    sheets: int


@dataclass(frozen=True, slots=True)
class SignatoryEnrolled(Event):
    """A person has a new certificate."""

    person: str
    posts: tuple[str, ...]
    certificate: str
    accredited: str = ""


@dataclass(frozen=True, slots=True)
class EntrySigned(Event):
    """The person who acted signed the entry before this one (AJ-42, 52, 54).

    Attributes:
        entry: The number of the signed entry.
        hash: Its hash.
        certificate: The SHA-256 of the certificate, in hex.
        algorithm: How it was signed.
        signature: In base64.
    """

    entry: int
    hash: str
    person: str
    certificate: str
    algorithm: str
    signature: str


@dataclass(frozen=True, slots=True)
class MediumCompleted(Event):
    """The newest entries, which a power cut had kept from the second medium, were written there."""

    size: int


@dataclass(frozen=True, slots=True)
class MediumLost(Event):
    """The second medium failed or is not there: from here on only the first one has the entries (I1, I3).

    Attributes:
        code: What is wrong, e.g. "MIN-SECOND".
        detail: What happened.
        entry: The last entry that it holds for certain; 0 where it may hold none.
    """

    code: str
    detail: str
    entry: int


@dataclass(frozen=True, slots=True)
class MediumRestored(Event):
    """The second medium holds every entry again, up to the one before this."""


@dataclass(frozen=True, slots=True)
class RepairProposed(Event):
    """The jefe proposes a repair, or to go on with a book that lost entries."""

    person: str
    reason: str


@dataclass(frozen=True, slots=True)
class MediumRepaired(Event):
    """A person had one medium of a volume written anew from the other.

    Attributes:
        medium: What was written anew: "libro" or "segundo soporte".
        entries: How many entries it holds now.
        reason: Why.
        person: Who decided.
        jefe: Who proposed it.
        aside: What the former file is kept as.
    """

    volume: int
    medium: str
    entries: int
    reason: str
    person: str
    jefe: str = ""
    aside: str = ""


@dataclass(frozen=True, slots=True)
class ShorterAccepted(Event):
    """Two people go on with a book that lost the entries which a checkpoint or a printed folio saw (I12).

    Attributes:
        origin: What the checkpoint calls the volume; empty where only a printed folio saw more.
        size: How many entries the checkpoint, or the witness, saw.
        root: Their root, in hex; empty where the witness said no more than how many.
        folio: The last folio that was printed; what was on the folios up to it is on paper alone.
        reason: Why.
        person: Who decided.
        jefe: Who proposed it.
    """

    origin: str
    size: int
    root: str
    folio: int
    reason: str
    person: str
    jefe: str


@dataclass(frozen=True, slots=True)
class FolioReprinted(Event):
    """A folio was printed again, marked as a copy."""

    folio: int
    copy: int
