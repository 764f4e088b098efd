"""What a hall of bingo remembers beside the house: cards, balls, prizes, and the game that is played.

Not responsible for how it got there (``folding``) nor for what may come next (``deciding``). The large values
have no slots: every event copies them, and a dictionary copies faster (``rules.folding.changes``).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self

from hallctl.games.bingo.rules.cards import Matrix, Series
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.endings import Ending
from hallctl.games.bingo.rules.events.claims import CardVerified, PrizeAwarded
from hallctl.games.bingo.rules.events.missing import OpenRefund
from hallctl.games.bingo.rules.events.programme import Programmed
from hallctl.games.bingo.rules.events.sale import Contribution, PrizeAmount, SoldRange
from hallctl.games.bingo.rules.events.wrong_calls import WrongCallNoted
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.rules import state as house
from hallctl.rules.calls import IN_PLAY, Lost, Stage
from hallctl.rules.ruleset import GameRuleSet
from hallctl.rules.witnesses import Reading


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
class BallSet:
    """A ball set and the games it has played (AJ-25, D1); one that is retired never comes back.

    ``rule_set`` names the rule set of the hall whose balls it has; empty for the hall's own.
    """

    name: str
    games: int = 0
    retired: bool = False
    rule_set: str = ""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A ball at the exit whose number a person must say; ``readings`` is what each witness said of it."""

    candidates: tuple[int, ...]
    reason: str
    picture: str
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class Delivery:
    """Cards that a seller was handed, or sold at the ``desk``: sold, as long as they are not returned."""

    seller: str
    cards: SoldRange
    desk: bool = False


@dataclass(frozen=True, slots=True)
class Award:
    """A card's part of a prize."""

    prize: PrizeAwarded
    paid: bool = False

    @property
    def key(self) -> tuple[str, str, int, str]:
        """What tells one award of a game from another: claim, series, card and progressive."""
        return (self.prize.claim, self.prize.series, self.prize.card, self.prize.progressive)


class LinkedStage(StrEnum):
    """Where a linked jackpot stands in a game."""

    ASKED = "asked"
    SHOWN = "shown"
    ABSENT = "absent"
    CLAIMED = "claimed"
    RESERVED = "reserved"
    LAPSED = "lapsed"


@dataclass(frozen=True, slots=True)
class Linked:
    """A linked jackpot in a game.

    Attributes:
        progressive: What the rule set calls it.
        at: When it was asked for, or claimed, in milliseconds of this boot.
        amount: What it held as the sale opened, or what was reserved, in minor units.
        moment: When the office said so, in UTC; empty before.
    """

    jackpot: str
    progressive: str
    stage: LinkedStage
    at: int
    amount: int = 0
    moment: str = ""


@dataclass(frozen=True, slots=True)
class Cadence:
    """A stretch of the draw in which the hall orders the balls by itself.

    Attributes:
        seconds: From one order to the next.
        person: Who let it.
        after: How many balls were ordered before it.
        balls: How many were ordered in it, once it has ended.
        ended: What ended it, None while it lasts.
        stopper: Who, where it was asked for.
    """

    seconds: int
    person: str
    after: int
    balls: int = 0
    ended: Ending | None = None
    stopper: str = ""


@dataclass(frozen=True, slots=True)
class Caller:
    """The hall that draws a game in this one's place.

    Attributes:
        volume: The volume of its book, and its own number of the game.
        delay_ms: How long the line to it took there and back, at the last ball.
        lost: Why this hall is out of the game; None while it is not.
    """

    hall: str
    volume: int
    game: int
    delay_ms: int = 0
    lost: Lost | None = None


@dataclass(frozen=True)
class Game:
    """One game, from its announcement to its signature.

    Attributes:
        second: The complementary series, None where there is none (AJ-68).
        deliveries: Who was handed which cards and still has them, in their order (AJ-10).
        prizes: What each prize comes to, in their order; 0 before the sale is closed.
        filled: Whether every ball was back in the drum before the draw.
        order: How many balls the extractor was asked for; the next order is one more.
        pending: The serial of the extraction order whose ball is not known yet, None if there is none.
        drawn: The balls in the order of extraction; the last may not be called yet.
        called: How many of ``drawn`` are called.
        ordered_at: When the last ball was ordered, in milliseconds of this boot; None after a restart.
        stop: The key of the prize that was sung at the present stop.
        verified: The cards verified at the present stop.
        asked: For which prize "¿alguna más?" was asked at the present stop, None if not yet.
        asked_at: When it was asked, in milliseconds of this boot.
        refunds_due: How many cards of a void game are not refunded yet.
        cash: The cash counted last, None before it (AJ-11).
        root: The Merkle root over the sold cards, in hex (I5).
        manual: Whether two people agreed to go on by hand (D8).
        unseen: Whether they did so for want of the camera, which is then no witness any more (D8).
        entered: What the locutor said of the ball that other witnesses have to agree on, None before.
        named: Whether a person alone said the number of the last ball.
        proposed: What one person has proposed and another must agree to, by the words of
            ``proposals``: who did, and why.
        wrong_call: A wrong call that is not settled yet (AJ-110).
        carried_in: What the bingo prize took over from the game before (D7).
        claims: Every card verified in the game.
        contributions: What the game added to the progressives.
        closes_at: When the sale closes by its announcement, in milliseconds of this boot; None without one.
        waiting_since: When the wait for the first ball began, in milliseconds of this boot; None where
            nothing keeps the game from it (D8).
        cadences: When the hall drew by itself, in their order; only the last may still last.
        special: The key of the special that is played; empty of any other game (PT-17).
        rule_set: The name of the rule set it is played by, with its version; empty for the hall's own.
        approval: The approval of that.
        unpaid: The prizes that went into the progressive in whose place they were to be paid.
        linked: The linked jackpots of its rule set.
        caller: The hall that draws it, None where this one does.
        halls: The halls that follow this one's draw, with where each stands.
        without: Which of them somebody last proposed to go on without.
        stopped: How often each of them stopped it for a claim.
        missing: The played cards that nobody brings back, by declaration (AJ-76).
        lost: Those that are missing though their price was given back.
    """

    number: int
    series: str
    face_value: int
    first: int
    phase: Phase = Phase.SALE
    second: str | None = None
    deliveries: tuple[Delivery, ...] = ()
    collected: int = 0
    prizes: tuple[PrizeAmount, ...] = ()
    house: int = 0
    filled: bool = False
    order: int = 0
    pending: int | None = None
    doubt: Doubt | None = None
    drawn: tuple[int, ...] = ()
    called: int = 0
    ordered_at: int | None = None
    stop: str | None = None
    verified: tuple[CardVerified, ...] = ()
    asked: str | None = None
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
    cadences: tuple[Cadence, ...] = ()
    special: str = ""
    rule_set: str = ""
    approval: str = ""
    unpaid: tuple[str, ...] = ()
    linked: tuple[Linked, ...] = ()
    caller: Caller | None = None
    halls: Mapping[str, Stage] = field(default_factory=dict)
    without: str = ""
    stopped: Mapping[str, int] = field(default_factory=dict)
    missing: tuple[SoldRange, ...] = ()
    lost: tuple[SoldRange, ...] = ()

    @property
    def claiming(self) -> tuple[str, ...]:
        """The following halls in which somebody has sung and that is not settled."""
        return tuple(hall for hall, stage in self.halls.items() if stage is Stage.CLAIM)

    @property
    def joining(self) -> tuple[str, ...]:
        """The halls that still sell for this draw: without them it begins, and they are out of it."""
        return tuple(hall for hall, stage in self.halls.items() if stage is Stage.SELLING)

    @property
    def followed(self) -> tuple[str, ...]:
        """The following halls that still play."""
        return tuple(hall for hall, stage in self.halls.items() if stage in IN_PLAY)

    @property
    def cadence(self) -> Cadence | None:
        """The cadence that lasts; None where a person asks for each ball."""
        return next((each for each in self.cadences[-1:] if each.ended is None), None)

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

    def offered(self, prize: str) -> int:
        """Return what a prize comes to."""
        return sum(each.amount for each in self.prizes if each.prize == prize)

    @property
    def line(self) -> int:
        """What the line prize comes to; 0 where there is none of that key."""
        return self.offered(Claim.LINE)

    @property
    def bingo(self) -> int:
        """What the bingo prize comes to; 0 where there is none of that key."""
        return self.offered(Claim.BINGO)

    def is_awarded(self, prize: str) -> bool:
        """Return whether a prize of the game is awarded."""
        return any(award.prize.claim == prize for award in self.awards)

    def is_settled(self, prize: str) -> bool:
        """Return whether a prize is awarded, or went into the progressive whose place it has."""
        return self.is_awarded(prize) or prize in self.unpaid

    @property
    def line_awarded(self) -> bool:
        """Whether the line of the game is awarded."""
        return self.is_awarded(Claim.LINE)

    @property
    def kept(self) -> int:
        """What the ordinary prizes that are awarded come to."""
        return sum(award.prize.amount for award in self.awards if not award.prize.progressive)

    def linked_of(self, progressive: str) -> Linked | None:
        """Return where a progressive stands that is linked, None of one that is not."""
        return next((each for each in self.linked if each.progressive == progressive), None)

    @property
    def claimed(self) -> tuple[str, ...]:
        """The linked progressives that were claimed, whatever became of it."""
        before = (LinkedStage.ASKED, LinkedStage.SHOWN, LinkedStage.ABSENT)
        return tuple(each.progressive for each in self.linked if each.stage not in before)

    @property
    def undecided(self) -> tuple[str, ...]:
        """The linked progressives that are won and not reserved yet."""
        return tuple(each.progressive for each in self.linked if each.stage is LinkedStage.CLAIMED)

    def balls_for(self, progressive: Progressive) -> int:
        """Return in how many balls this game may win a progressive, as was announced."""
        grown = (each.balls for each in self.contributions if each.progressive == progressive.name)
        return next(grown, 0) or progressive.max_balls

    def good(self, prize: str) -> tuple[CardVerified, ...]:
        """Return the cards verified as good for this prize at the present stop."""
        return tuple(card for card in self.verified if card.good and card.claim == prize)


@dataclass(frozen=True)
class Session(house.Session):
    """A session with its balls and what was announced of its games.

    Attributes:
        counted: Whether the balls were counted since the last game (AJ-61, D10).
        loaded: Whether the counted balls are in the extractor (AJ-64).
        minimum: The smaller number of cards to start with, None where the licence's holds (AJ-59).
        last_game: The number of the game announced as the last one (AJ-104).
        programme: The games that follow, in their order, as the Director wants them (PT-17).
        caller: The hall that two people accepted to draw games; empty for none.
        caller_proposed: The hall that one has proposed for it, and who; None before.
        caller_heard: The game that the accepted hall sells cards for, with its hall and volume; None before.
    """

    counted: bool = False
    loaded: bool = False
    minimum: int | None = None
    last_game: int | None = None
    programme: tuple[Programmed, ...] = ()
    caller: str = ""
    caller_proposed: tuple[str, str] | None = None
    caller_heard: tuple[str, int, int] | None = None


@dataclass(frozen=True)
class State(house.State):
    """The whole hall, where bingo is played.

    Attributes:
        matrices: The matrix cards at hand, by digest.
        series: The registered series, by their keys (AJ-20).
        pointers: The last card sold of each series, over all games (AJ-67).
        ball_sets: The ball sets of the hall, by name (AJ-23).
        mounted: The one in the extractor, None where there is none (AJ-28).
        game: The newest game of the session, None before the first.
        carried: What a game without a bingo left for the next one (D7).
        carried_of: The same of the games of each rule set beside the hall's own.
        progressives: What each progressive holds (AJ-123).
        serial: The last extraction order of the volume.
        unwon: How many games in a row have not won each progressive whose balls grow.
        owed: What void games owe for the cards that were missing as the others were taken (AJ-111).
    """

    rules: RuleSet
    """By which the newest game of the session is played; the hall's own while there is none."""
    session: Session | None = None
    matrices: Mapping[str, Matrix] = field(default_factory=dict)
    series: Mapping[str, Series] = field(default_factory=dict)
    pointers: Mapping[str, int] = field(default_factory=dict)
    ball_sets: Mapping[str, BallSet] = field(default_factory=dict)
    mounted: str | None = None
    game: Game | None = None
    carried: int = 0
    carried_of: Mapping[str, int] = field(default_factory=dict)
    progressives: Mapping[str, int] = field(default_factory=dict)
    serial: int = 0
    unwon: Mapping[str, int] = field(default_factory=dict)
    owed: tuple[OpenRefund, ...] = ()

    @classmethod
    def empty(
        cls,
        rules: GameRuleSet,
        _material: Iterable[Matrix] = (),
        calibrated: Mapping[str, house.Calibrated] | None = None,
    ) -> Self:
        """Return the state of an empty book; the material are the matrix cards at hand."""
        return cls(rules, calibrated, matrices={matrix.digest: matrix for matrix in _material})

    def emptied(self) -> Self:
        """Return what a volume begins from: the rule set and the matrix cards at hand."""
        return type(self)(self.rules.of_hall, self.calibrated, matrices=self.matrices)

    @property
    def brought(self) -> int:
        """What a game without a bingo left for the next one of the rule set in play (D7)."""
        return self.carried_of.get(self.rules.label, 0) if self.rules.label else self.carried

    @property
    def playing(self) -> Game | None:
        """The game that is not signed yet."""
        return self.game if self.game is not None and self.game.open else None
