"""The life of the ball sets: the games each has played of those it may, and when it will have played them.

Not responsible for stopping a set that is spent: the rules do (AJ-25). The limit is that of the rule set.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from hallctl.games.bingo.rules.carried import Carried
from hallctl.games.bingo.rules.events.closing import GameVoided
from hallctl.games.bingo.rules.events.draw import BallDrawn
from hallctl.games.bingo.rules.events.opening import BallSetMounted, BallSetRegistered, BallSetRetired
from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.variants.variant import Variant
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events.volumes import BookOpened

RECENT_DAYS = 30
"""The present pace is that of the set's last thirty days."""


BEFORE = "en un tomo anterior"
"""The reason of a retirement that another volume tells."""


@dataclass(frozen=True, slots=True)
class Mounting:
    """A set was mounted: when, and the games it had played."""

    entry: int
    day: date
    games: int


@dataclass(frozen=True, slots=True)
class BallSetLife:
    """One ball set (AJ-23..28, D1).

    Attributes:
        games: The games that count towards its limit; ``void`` were void, counted or not.
        limit: After how many it must be changed, None for a drum, which has no limit.
        days: On which days it played, and how many games that counted.
        registered: When the volume first knew it.
        retired: When the volume took it out of use for good, or its first day where one before did; None
            while it may play. ``reason`` is why.
        expected_end: When it will have played its games at the present pace; None where that cannot be said.
    """

    name: str
    registered: date
    games: int
    void: int
    limit: int | None
    mountings: tuple[Mounting, ...]
    days: tuple[tuple[date, int], ...]
    mounted: bool
    retired: date | None
    reason: str
    expected_end: date | None

    @property
    def left(self) -> int | None:
        """How many games it may still play, None where there is no limit."""
        return None if self.limit is None else max(0, self.limit - self.games)


@dataclass
class _Life:
    registered: date
    games: int = 0
    void: int = 0
    mountings: list[Mounting] = field(default_factory=list)
    days: Counter[date] = field(default_factory=Counter)
    retired: date | None = None
    reason: str = ""


class _Lives:
    """The lives as the entries tell them, one after the other."""

    def __init__(self, void_counts: bool) -> None:
        self.of: dict[str, _Life] = {}
        self.mounted = ""
        self._void_counts = void_counts
        self._drawn: tuple[str, date] | None = None

    def note(self, entry: Minuted) -> None:
        """Note what an entry says of the sets."""
        day = entry.time.date()
        match entry.event:
            case BookOpened(carried=Carried() as carried):
                self._bring(carried, day)
            case BallSetRegistered(ball_set=name):
                self.of[name] = _Life(day)
            case BallSetMounted(ball_set=name, games=played):
                life = self.of.setdefault(name, _Life(day))
                life.games = played
                life.mountings.append(Mounting(entry.number, day, played))
                self.mounted = name
            case BallSetRetired(ball_set=name, reason=reason):
                life = self.of.setdefault(name, _Life(day))
                life.retired, life.reason = day, reason
                self.mounted = "" if self.mounted == name else self.mounted
            case GameAnnounced():
                self._drawn = None
            case BallDrawn(order=1) if self.mounted:
                self._drawn = (self.mounted, day)
                self._played(1)
            case GameVoided() if self._drawn is not None:
                self.of[self._drawn[0]].void += 1
                self._played(0 if self._void_counts else -1)
            case _:
                pass

    def _bring(self, carried: Carried, day: date) -> None:
        """Begin with what the volume before hands on."""
        for held in carried.ball_sets:
            life = self.of[held.name] = _Life(day, held.games)
            if held.retired:
                life.retired, life.reason = day, BEFORE
        self.mounted = carried.mounted

    def _played(self, games: int) -> None:
        assert self._drawn is not None
        name, day = self._drawn
        self.of[name].games += games
        self.of[name].days[day] += games


def variants_of_sets(entries: Sequence[Minuted], rules: RuleSet) -> Mapping[str, Variant]:
    """Return the variant of each ball set that is of a rule set beside the hall's own."""
    found = {}
    for entry in entries:
        match entry.event:
            case BallSetRegistered(ball_set=name, rule_set=of) if of:
                found[name] = rules.for_game(of).variant
            case BookOpened(carried=Carried() as carried):
                found |= {s.name: rules.for_game(s.rule_set).variant for s in carried.ball_sets if s.rule_set}
            case _:
                pass
    return found


def ball_sets(entries: Sequence[Minuted], rules: RuleSet) -> tuple[BallSetLife, ...]:
    """Return the life of every set that the book knows, in the order of their registration."""
    lives = _Lives(rules.void_counts_for_ball_set)
    for entry in entries:
        lives.note(entry)
    limit = rules.ball_set_games if rules.extractor == "pneumatic" else None
    return tuple(_with_end(name, life, lives.mounted, limit) for name, life in lives.of.items())


def _with_end(name: str, life: _Life, mounted: str, limit: int | None) -> BallSetLife:
    found = BallSetLife(
        name=name,
        registered=life.registered,
        games=life.games,
        void=life.void,
        limit=limit,
        mountings=tuple(life.mountings),
        days=tuple(sorted(life.days.items())),
        mounted=name == mounted,
        retired=life.retired,
        reason=life.reason,
        expected_end=None,
    )
    return replace(found, expected_end=_expected_end(found))


def _expected_end(life: BallSetLife) -> date | None:
    """Return the day on which the set will have played its games, at the pace of its last thirty days."""
    if life.left is None or life.retired is not None or not life.days:
        return None
    last = life.days[-1][0]
    recent = [(day, played) for day, played in life.days if (last - day).days < RECENT_DAYS]
    span = (last - recent[0][0]).days + 1
    played = sum(count for _, count in recent)
    return last + timedelta(days=-(-life.left * span // played)) if played else None
