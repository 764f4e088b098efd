"""Where the hall stands: frozen, and always what a fold over the book gives. Each game has its own subclass.

Not responsible for how it got there (``evolve``) nor for what may come next (``decide``). The two large
values have no slots: every event copies them, and a dictionary copies faster (``folding.changes``).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, TypeAlias

from hallctl.rules.commands.base import Post
from hallctl.rules.events.clock import ClockReferenceProposed, SessionDayProposed
from hallctl.rules.events.volumes import BookOpened, MediumLost
from hallctl.rules.papers import Papers
from hallctl.rules.ruleset import GameRuleSet, RuleSet


class Round(Protocol):
    """What the house knows of a round of a game: its number."""

    @property
    def number(self) -> int:
        """Its order number in the volume."""


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
class Calibrated:
    """By which calibration the camera knows a ball set: its file, and the SHA-256 of the prints in it."""

    file: str
    prints: str


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


@dataclass(frozen=True, slots=True)
class Totals:
    """What the volume adds up to, in minor units, refunds when they are owed, and how many games are void."""

    collected: int = 0
    paid: int = 0
    refunded: int = 0
    voids: int = 0


@dataclass(frozen=True)
class Session:
    """One session: its people, its checks, its counts.

    Attributes:
        players: How many players were counted last.
        several: Everybody named to a post that several hold, of whom ``posts`` has the last (AJ-02).
        shift: The shift that is open at the till, None where there is none.
        shifts: How many shifts there were.
        left: What the last shift was counted to at its end, None before one ended.
        before: What the volume added up to when it was opened.
    """

    number: int
    posts: Mapping[Post, str]
    passed: frozenset[str] = frozenset()
    games: int = 0
    players: int = 0
    several: Mapping[Post, tuple[str, ...]] = field(default_factory=dict)
    shift: Shift | None = None
    shifts: int = 0
    left: int | None = None
    before: Totals = field(default_factory=Totals)

    @property
    def holders(self) -> tuple[tuple[Post, str], ...]:
        """Who holds which post."""
        several = self.several
        return tuple((post, name) for post, one in self.posts.items() for name in several.get(post) or (one,))

    @property
    def cashiers(self) -> tuple[str, ...]:
        """Everybody named cajero."""
        return self.several.get(Post.CAJERO, ())


@dataclass(frozen=True)
class State:
    """The whole hall, whatever is played.

    Attributes:
        rules: The rule set in force.
        calibrated: The ball sets that the camera knows, by name; None where it need know none.
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
        incidents: The incidents of the session that wait for the Director, by number (AJ-54).
        incident: The last number of an incident.
        complaints: The complaints that wait for a decision, by number (AJ-56).
        complaint: The last number of a complaint.
        ledger: The balance of each account, debits positive; they always add up to zero (I7).
        games: The last order number of a game.
        folios: The folios used, of this volume.
        papers: The head office's papers.
    """

    rules: RuleSet
    calibrated: Mapping[str, Calibrated] | None = None
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
    session: Session | None = None
    sessions: int = 0
    last_day: str = ""
    games: int = 0
    incidents: Mapping[int, str] = field(default_factory=dict)
    incident: int = 0
    complaints: Mapping[int, str] = field(default_factory=dict)
    complaint: int = 0
    ledger: Mapping[str, int] = field(default_factory=dict)
    folios: int = 0
    papers: Papers = field(default_factory=Papers)

    @classmethod
    def empty(
        cls,
        rules: GameRuleSet,
        _material: Iterable[Any] = (),
        calibrated: Mapping[str, Calibrated] | None = None,
    ) -> Self:
        """Return the state of an empty book.

        Args:
            rules: The rule set in force.
            _material: What a game reads of the hall's files, e.g. its cards; the house has none.
            calibrated: The ball sets that the camera knows.
        """
        return cls(rules, calibrated)

    def emptied(self) -> Self:
        """Return what a volume begins from: the rule set, and what a game has beside the book."""
        return type(self)(self.rules, self.calibrated)

    @property
    def playing(self) -> Round | None:
        """The round that is not over yet; a game that has rounds overrides this."""
        return None


GameState: TypeAlias = Any
"""The state as the functions that a game hands in take it: their own subclass of ``State``, which the game
names (``GameRules.state``) and the house need not know."""
