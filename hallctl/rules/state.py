"""Where the hall stands: frozen, and always what a fold over the book gives.

Not responsible for how it got there (``evolve``) nor for what may come next (``decide``). The three large
values have no slots: every event copies them, and a dictionary copies faster (``folding.changes``).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol

from hallctl.rules.cards import Matrix, Series
from hallctl.rules.claims import Claim
from hallctl.rules.commands.base import Post
from hallctl.rules.events.claims import CardVerified, PrizeAwarded
from hallctl.rules.events.clock import ClockReferenceProposed, SessionDayProposed
from hallctl.rules.events.sale import Contribution, SoldRange
from hallctl.rules.events.volumes import BookOpened, MediumLost
from hallctl.rules.events.wrong_calls import WrongCallNoted
from hallctl.rules.ruleset import RuleSet
from hallctl.rules.witnesses import Reading


class Round(Protocol):
    """What the house knows of a round of a game: its number."""

    @property
    def number(self) -> int:
        """Its order number in the volume."""


class Phase(StrEnum):
    """The phases of a game, in their order (I18)."""

    SALE = "sale"
    CLOSED = "closed"
    DRAW = "draw"
    CLAIM = "claim"
    FINISHED = "finished"
    VOID = "void"
    SIGNED = "signed"


@dataclass(frozen=True, slots=True)
class Fault:
    """A latched fault; ``active`` while its cause is there."""

    device: str
    code: str
    detail: str
    active: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """Something amiss that does not stop the draw."""

    device: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Printing:
    """What two people decided about a failure of printing.

    Attributes:
        proposer: Who proposed to set it aside, empty while nobody has.
        reason: Why.
        suspended: Whether it is set aside: printing stops nothing until it works again.
    """

    proposer: str = ""
    reason: str = ""
    suspended: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """What a device last said that it works with."""

    device: str
    settings: str


@dataclass(frozen=True, slots=True)
class BallSet:
    """A ball set and the games it has played (AJ-25, D1); one that is retired never comes back."""

    name: str
    games: int = 0
    retired: bool = False


@dataclass(frozen=True, slots=True)
class Doubt:
    """A ball at the exit whose number a person must say; ``readings`` is what each witness said of it."""

    candidates: tuple[int, ...]
    reason: str
    picture: str
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class Delivery:
    """Cards in the hands of a seller: sold, as long as they are not returned."""

    seller: str
    cards: SoldRange


@dataclass(frozen=True, slots=True)
class Award:
    """A card's part of a prize."""

    prize: PrizeAwarded
    paid: bool = False

    @property
    def key(self) -> tuple[Claim, str, int, str]:
        """What tells one award of a game from another: claim, series, card and progressive."""
        return (self.prize.claim, self.prize.series, self.prize.card, self.prize.progressive)


@dataclass(frozen=True)
class Game:
    """One game, from its announcement to its signature.

    Attributes:
        second: The complementary series, None where there is none (AJ-68).
        deliveries: Who was handed which cards and still has them, in their order (AJ-10).
        filled: Whether every ball was back in the drum before the draw.
        order: How many balls the extractor was asked for; the next order is one more.
        pending: The serial of the extraction order whose ball is not known yet, None if there is none.
        drawn: The balls in the order of extraction; the last may not be called yet.
        called: How many of ``drawn`` are called.
        ordered_at: When the last ball was ordered, in milliseconds of this boot; None after a restart.
        stop: What was sung at the present stop.
        verified: The cards verified at the present stop.
        asked: For which claim "¿alguna más?" was asked at the present stop, None if not yet.
        asked_at: When it was asked, in milliseconds of this boot.
        refunds_due: How many cards of a void game are not refunded yet.
        cash: The cash counted last, None before it (AJ-11).
        root: The Merkle root over the sold cards, in hex (I5).
        manual: Whether two people agreed to go on by hand (D8).
        unseen: Whether they did so for want of the camera, which is then no witness any more (D8).
        entered: What the locutor said of the ball that other witnesses have to agree on, None before.
        named: Whether a person alone said the number of the last ball.
        proposed: What one person has proposed and another must agree to: by "manual" or "no bingo", who did.
        wrong_call: A wrong call that is not settled yet (AJ-110).
        carried_in: What the bingo prize took over from the game before (D7).
        claims: Every card verified in the game.
        contributions: What the game added to the progressives.
        closes_at: When the sale closes by its announcement, in milliseconds of this boot; None without one.
        waiting_since: When the wait for the first ball began, in milliseconds of this boot; None where
            nothing keeps the game from it (D8).
    """

    number: int
    series: str
    face_value: int
    first: int
    phase: Phase = Phase.SALE
    second: str | None = None
    deliveries: tuple[Delivery, ...] = ()
    collected: int = 0
    line: int = 0
    bingo: int = 0
    house: int = 0
    filled: bool = False
    order: int = 0
    pending: int | None = None
    doubt: Doubt | None = None
    drawn: tuple[int, ...] = ()
    called: int = 0
    ordered_at: int | None = None
    stop: Claim | None = None
    verified: tuple[CardVerified, ...] = ()
    asked: Claim | None = None
    asked_at: int = 0
    claims: tuple[CardVerified, ...] = ()
    awards: tuple[Award, ...] = ()
    root: str = ""
    refunds_due: int = 0
    cash: int | None = None
    manual: bool = False
    proposed: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    wrong_call: WrongCallNoted | None = None
    carried_in: int = 0
    rounding: int = 0
    contributions: tuple[Contribution, ...] = ()
    cards_collected: bool = False
    void_reason: str | None = None
    void_proposer: str | None = None
    refunded: int = 0
    closes_at: int | None = None
    waiting_since: int | None = None
    unseen: bool = False
    entered: int | None = None
    named: bool = False

    @property
    def sold(self) -> tuple[SoldRange, ...]:
        """What is delivered and not returned: one contiguous range of each series (AJ-80, 83)."""
        ranges: list[SoldRange] = []
        for delivery in self.deliveries:
            cards = delivery.cards
            if ranges and ranges[-1].series == cards.series:
                cards = replace(ranges.pop(), last=cards.last)
            ranges.append(cards)
        return tuple(ranges)

    @property
    def on_sale(self) -> str:
        """The series that is being sold now."""
        return self.series if self.second is None else self.second

    @property
    def cards(self) -> int:
        """How many cards are sold."""
        return sum(delivery.cards.count for delivery in self.deliveries)

    @property
    def called_balls(self) -> tuple[int, ...]:
        """The called balls in the order of extraction: all that count (AJ-87)."""
        return self.drawn[: self.called]

    @property
    def uncalled(self) -> int | None:
        """The ball that is drawn and not called yet."""
        return self.drawn[-1] if len(self.drawn) > self.called else None

    @property
    def open(self) -> bool:
        """Whether the game is not signed yet."""
        return self.phase is not Phase.SIGNED

    @property
    def line_awarded(self) -> bool:
        """Whether the line of the game is awarded."""
        return any(award.prize.claim is Claim.LINE for award in self.awards)

    @property
    def kept(self) -> int:
        """What the ordinary prizes that are awarded come to."""
        return sum(award.prize.amount for award in self.awards if not award.prize.progressive)

    def good(self, claim: Claim) -> tuple[CardVerified, ...]:
        """Return the cards verified as good for this claim at the present stop."""
        return tuple(card for card in self.verified if card.good and card.claim is claim)


@dataclass(frozen=True, slots=True)
class Shift:
    """A cashier's shift at the till, money in minor units (AJ-11).

    Attributes:
        number: Its order number in the session.
        cashier: Who holds the till.
        initial: The float that it began with.
        income: What the sales of its games brought.
        prizes: What it paid in prizes.
        refunds: What it gave back for void games.
    """

    number: int
    cashier: str
    initial: int
    income: int = 0
    prizes: int = 0
    refunds: int = 0

    @property
    def expected(self) -> int:
        """What the till should hold, money and chips together."""
        return self.initial + self.income - self.prizes - self.refunds


@dataclass(frozen=True)
class Session:
    """One session: its people, its checks, its counts.

    Attributes:
        counted: Whether the balls were counted since the last game (AJ-61, D10).
        loaded: Whether the counted balls are in the extractor (AJ-64).
        minimum: The smaller number of cards to start with, None where the licence's holds (AJ-59).
        players: How many players were counted last.
        last_game: The number of the game announced as the last one (AJ-104).
        cashiers: Everybody named cajero, of whom ``posts`` has the last (AJ-02).
        shift: The shift that is open at the till, None where there is none.
        shifts: How many shifts there were.
        left: What the last shift was counted to at its end, None before one ended.
    """

    number: int
    posts: Mapping[Post, str]
    passed: frozenset[str] = frozenset()
    counted: bool = False
    loaded: bool = False
    games: int = 0
    minimum: int | None = None
    players: int = 0
    last_game: int | None = None
    cashiers: tuple[str, ...] = ()
    shift: Shift | None = None
    shifts: int = 0
    left: int | None = None

    @property
    def holders(self) -> tuple[tuple[Post, str], ...]:
        """Who holds which post; the only one that several may hold is the cashier's."""
        several = {Post.CAJERO: self.cashiers}
        return tuple((post, name) for post, one in self.posts.items() for name in several.get(post) or (one,))


@dataclass(frozen=True, slots=True)
class Totals:
    """What the volume adds up to, in minor units, refunds when they are owed, and how many games are void."""

    collected: int = 0
    paid: int = 0
    refunded: int = 0
    voids: int = 0


@dataclass(frozen=True)
class State:
    """The whole hall.

    Attributes:
        rules: The rule set in force.
        matrices: The matrix cards at hand, by digest.
        book: The opening diligence of the volume, None before it and after the closing one.
        volume: The number of the volume, 0 before the first.
        closing: Who proposed to close it, empty while nobody has.
        repair: Who proposed to repair a medium, empty while nobody has.
        medium_lost: What is wrong with the second medium of the open volume, None where nothing is (I1, I3).
        accepted: How many entries of the volume were seen elsewhere; two people accepted the loss (I12).
        certificates: The certificate that the volume named last for each person.
        reference: The proposal to set the clock's reference anew that waits for the Director (I25).
        day_proposed: The proposal of a session's day that waits for the Director (D25).
        day_agreed: The day that two people agreed on for the next session, empty where they did not.
        totals: What the volume adds up to.
        copies: How often each folio was printed again.
        format: The specification that the volume is written by, as its opening says; also once it is closed.
        sealed: The SHA-256 of each folio's PDF, by the file's name, as the volume records them.
        printing: What two people decided about a failure of printing.
        rule_set_digest: The rule set that the book says is in force (AJ-117).
        boot: The present boot of the controller.
        last_day: The day of the last session, empty before the first; it stands against no other (D25).
        in_order: Whether the controller last ended in order.
        suspended: Whether play waits for the jefe to press continue (I4).
        notices: What is amiss and does not stop the draw.
        settings: What each device last said that it works with.
        pointers: The last card sold of each series, over all games (AJ-67).
        incidents: The incidents of the session that wait for the Director, by number (AJ-54).
        incident: The last number of an incident.
        complaints: The complaints that wait for a decision, by number (AJ-56).
        complaint: The last number of a complaint.
        carried: What a game without a bingo left for the next one (D7).
        progressives: What each progressive holds (AJ-123).
        ledger: The balance of each account, debits positive; they always add up to zero (I7).
        serial: The last extraction order of the volume.
        games: The last order number of a game.
        folios: The folios used, of this volume.
    """

    rules: RuleSet
    matrices: Mapping[str, Matrix] = field(default_factory=dict)
    book: BookOpened | None = None
    volume: int = 0
    closing: str = ""
    repair: str = ""
    medium_lost: MediumLost | None = None
    accepted: int = 0
    certificates: Mapping[str, str] = field(default_factory=dict)
    reference: ClockReferenceProposed | None = None
    day_proposed: SessionDayProposed | None = None
    day_agreed: str = ""
    totals: Totals = field(default_factory=Totals)
    copies: Mapping[int, int] = field(default_factory=dict)
    format: str = ""
    sealed: Mapping[str, str] = field(default_factory=dict)
    printing: Printing = field(default_factory=Printing)
    rule_set_digest: str = ""
    boot: str = ""
    in_order: bool = True
    suspended: bool = False
    faults: tuple[Fault, ...] = ()
    notices: tuple[Notice, ...] = ()
    settings: tuple[Settings, ...] = ()
    series: Mapping[str, Series] = field(default_factory=dict)
    pointers: Mapping[str, int] = field(default_factory=dict)
    ball_sets: Mapping[str, BallSet] = field(default_factory=dict)
    mounted: str | None = None
    session: Session | None = None
    sessions: int = 0
    last_day: str = ""
    game: Game | None = None
    games: int = 0
    incidents: Mapping[int, str] = field(default_factory=dict)
    incident: int = 0
    complaints: Mapping[int, str] = field(default_factory=dict)
    complaint: int = 0
    carried: int = 0
    progressives: Mapping[str, int] = field(default_factory=dict)
    ledger: Mapping[str, int] = field(default_factory=dict)
    serial: int = 0
    folios: int = 0

    @property
    def playing(self) -> Round | None:
        """The round that is not over yet; a game with its own kind of round overrides this."""
        return self.game if self.game is not None and self.game.open else None
