"""The summary of a session: its games, its money and its people, reconciled with the rules' ledger (I7).

Not responsible for the figures of one game (``game``), nor for how any of them is written.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from hallctl.games.bingo import narration
from hallctl.games.bingo.reports.game import GameFigures, figures
from hallctl.games.bingo.reports.record import Stretch, games, sessions
from hallctl.games.bingo.rules.carried import Carried
from hallctl.games.bingo.rules.events.claims import PrizeAwarded, ProgressiveSeeded, RemainderBooked
from hallctl.games.bingo.rules.events.closing import GameVoided
from hallctl.games.bingo.rules.events.missing import MissingRefunded
from hallctl.games.bingo.rules.events.opening import BallSetRetired
from hallctl.games.bingo.rules.events.sale import SaleClosed
from hallctl.games.bingo.rules.events.wrong_calls import MeansChanged, WrongCallNoted, WrongCallSettled
from hallctl.games.bingo.rules.ledger import CARRIED, ROUNDING, fund, pot
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import fold
from hallctl.outputs.chips import make_up
from hallctl.outputs.minuted import Minuted
from hallctl.outputs.narration import narrate
from hallctl.outputs.reports import ReportError
from hallctl.rules.commands.base import Post
from hallctl.rules.events.incidents import ComplaintFiled, ComplaintResolved, IncidentMinuted
from hallctl.rules.events.printing import PendingPrintConfirmed, PrintingSuspended
from hallctl.rules.events.running import ControllerStarted, FaultLatched
from hallctl.rules.events.session import PlayersCounted, SessionClosed, SessionOpened
from hallctl.rules.events.till import ShiftClosed, ShiftOpened
from hallctl.rules.events.volumes import BookOpened
from hallctl.rules.ledger import FLOAT, HOUSE, PRIZES_DUE, REFUNDS_DUE, TILL


@dataclass(frozen=True, slots=True)
class Pot:
    """What a progressive held and what moved, in minor units; ``closing`` is what the rest adds up to."""

    name: str
    opening: int
    seeds: int
    contributions: int
    remainders: int
    awards: int
    closing: int


@dataclass(frozen=True, slots=True)
class Level:
    """What the progressives held together when a game ended, in minor units."""

    game: int
    pots: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Account:
    """An account's movement in the session: as the report finds it, and as the rules' ledger has it."""

    account: str
    reported: int
    booked: int


@dataclass(frozen=True, slots=True)
class Chips:
    """How many chips of one value the session's prizes take."""

    value: int
    count: int


@dataclass(frozen=True, slots=True)
class Remark:
    """A fault, an incident or a complaint, with its entry; ``text`` is the sentence that people read."""

    entry: int
    time: datetime
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """One session; money is in minor units.

    Attributes:
        closed: When it was closed, None while it is open.
        players: How many players the last count found, None without one.
        people: Who held which post.
        levels: What each progressive held at the end of each game.
        late: What was given back for cards that had been missing as those of their void game were taken.
        accounts: Every account of the ledger that moved.
        chips: The chips that the awarded prizes take; empty where no values are given.
        without_chip: The prizes that no chips of the given values come to.
        remarks: Faults, incidents and complaints, in their order.
    """

    number: int
    opened: datetime
    closed: datetime | None
    players: int | None
    people: tuple[tuple[str, str], ...]
    games: tuple[GameFigures, ...]
    pots: tuple[Pot, ...]
    levels: tuple[Level, ...]
    late: int
    accounts: tuple[Account, ...]
    chips: tuple[Chips, ...]
    without_chip: int
    remarks: tuple[Remark, ...]

    def total(self, name: str) -> int:
        """Return the sum of one of the games' figures, e.g. ``"collected"``."""
        return sum(getattr(game, name) or 0 for game in self.games)

    @property
    def balances(self) -> bool:
        """Whether every account agrees with the ledger and every game's money is accounted for."""
        whole = all(game.whole for game in self.games)
        return whole and all(account.reported == account.booked for account in self.accounts)


def summary(
    entries: Sequence[Minuted], number: int, rules: RuleSet, chips: Iterable[int] = ()
) -> SessionSummary:
    """Return the summary of a session.

    Args:
        entries: The whole volume, from its first entry: its opening diligence brings the balances
            forward, and progressives and ledger go on from session to session.
        number: The number of the session.
        rules: The rule set in force.
        chips: The values of the chips at hand, in minor units.

    Raises:
        ReportError: The book has no such session.
    """
    session = find(entries, number)
    played = tuple(figures(game) for game in games(session.entries))
    pots = _pots(entries[: session.before], session.entries)
    values, rest = _chips(session, sorted(set(chips), reverse=True))
    opened = session.of(SessionOpened)[0]
    return SessionSummary(
        number=number,
        opened=session.entries[0].time,
        closed=next((e.time for e in session.entries if isinstance(e.event, SessionClosed)), None),
        players=next((e.players for e in reversed(session.of(PlayersCounted))), None),
        people=tuple((a.post.value, a.person) for a in opened.appointments if a.post is not Post.CONTROLLER),
        games=played,
        pots=pots,
        levels=_levels(entries, session),
        late=_late(session),
        accounts=_accounts(entries, session, played, pots, rules),
        chips=values,
        without_chip=rest,
        remarks=_remarks(session.entries, rules.currency),
    )


def find(entries: Sequence[Minuted], number: int) -> Stretch:
    """Return a session's entries.

    Raises:
        ReportError: The book has no such session.
    """
    found = sessions(entries)
    for session in found:
        if session.number == number:
            return session
    held = f"tiene de la {found[0].number} a la {found[-1].number}" if found else "no tiene ninguna"
    raise ReportError(f"el libro no tiene la sesión {number}; {held}")


def _moved(entries: Iterable[Minuted], name: str) -> Counter[str]:
    """Return what moved in a progressive, by reason."""
    moved: Counter[str] = Counter()
    for entry in entries:
        match entry.event:
            case BookOpened(carried=Carried() as carried):
                moved["brought"] = sum(held.amount for held in carried.progressives if held.name == name)
            case ProgressiveSeeded(progressive=pot_name, amount=amount) if pot_name == name:
                moved["seeds"] += amount
            case SaleClosed(progressives=added):
                moved["contributions"] += sum(c.amount for c in added if c.progressive == name)
            case GameVoided(reversed=given_back):
                moved["contributions"] -= sum(c.amount for c in given_back if c.progressive == name)
            case PrizeAwarded(progressive=pot_name, amount=amount) if pot_name == name:
                moved["awards"] += amount
            case RemainderBooked(source=source, account=account, amount=amount):
                moved["remainders"] += amount * ((account == name) - (source == name))
            case _:
                pass
    return moved


def _held(moved: Counter[str]) -> int:
    return moved["brought"] + moved["seeds"] + moved["contributions"] + moved["remainders"] - moved["awards"]


def _names(entries: Iterable[Minuted]) -> tuple[str, ...]:
    named: list[str] = []
    for entry in entries:
        match entry.event:
            case BookOpened(carried=Carried() as carried):
                named += [held.name for held in carried.progressives]
            case ProgressiveSeeded(progressive=name):
                named.append(name)
            case _:
                pass
    return tuple(dict.fromkeys(named))


def _pots(before: Sequence[Minuted], session: Sequence[Minuted]) -> tuple[Pot, ...]:
    pots = []
    for name in _names((*before, *session)):
        opening, moved = _held(_moved(before, name)), _moved(session, name)
        parts = {part: moved[part] for part in ("seeds", "contributions", "remainders", "awards")}
        pots.append(Pot(name, opening, **parts, closing=opening + _held(moved)))
    return tuple(pots)


def _levels(entries: Sequence[Minuted], session: Stretch) -> tuple[Level, ...]:
    names = _names(entries[: session.before + len(session.entries)])
    held = {name: _held(_moved(entries[: session.before], name)) for name in names}
    levels, done = [], 0
    for game in games(session.entries):
        end = game.before + len(game.entries)
        held = {name: held[name] + _held(_moved(session.entries[done:end], name)) for name in names}
        levels.append(Level(game.number, tuple(held.items())))
        done = end
    return tuple(levels)


def _accounts(
    entries: Sequence[Minuted],
    session: Stretch,
    played: Sequence[GameFigures],
    pots: Sequence[Pot],
    rules: RuleSet,
) -> tuple[Account, ...]:
    before = fold(State(rules), (entry.event for entry in entries[: session.before]))
    after = fold(before, (entry.event for entry in session.entries))
    reported = _reported(played, pots, _float(session), _late(session))
    names = dict.fromkeys((*reported, *before.ledger, *after.ledger))
    moved = ((n, reported.get(n, 0), after.ledger.get(n, 0) - before.ledger.get(n, 0)) for n in names)
    return tuple(Account(*account) for account in moved if any(account[1:]))


def _late(session: Stretch) -> int:
    """Return what was given back for cards that had been missing as those of their game were taken."""
    return sum(event.amount for event in session.of(MissingRefunded))


def _float(session: Stretch) -> int:
    """Return the float that is in the till: that of a shift which is still open."""
    closed = sum(event.initial for event in session.of(ShiftClosed))
    return sum(event.initial for event in session.of(ShiftOpened)) - closed


def _reported(
    played: Sequence[GameFigures], pots: Sequence[Pot], initial: int, late: int
) -> Mapping[str, int]:
    """Return each account's movement, debits positive, out of the report's own figures."""
    total: Counter[str] = Counter({TILL: initial - late, FLOAT: -initial, REFUNDS_DUE: late})
    for game in played:
        awarded = game.line_awarded + game.bingo_awarded + game.pot_awards
        total[TILL] += game.collected - game.paid - game.refunds_paid
        total[HOUSE] -= game.house
        total[ROUNDING] -= game.rounding
        total[PRIZES_DUE] -= awarded - game.paid
        total[CARRIED] += game.carried_in - game.carried_out
        total[REFUNDS_DUE] -= game.refunded - game.refunds_paid
        for prize in game.prizes:
            total[fund(prize.prize)] -= prize.held
    for one in pots:
        total[HOUSE] += one.seeds
        total[pot(one.name)] -= one.closing - one.opening
    return total


def _chips(session: Stretch, values: Sequence[int]) -> tuple[tuple[Chips, ...], int]:
    """Make up every awarded prize as the cashier's desk does; return what no chips come to, too."""
    counts: Counter[int] = Counter()
    without = 0
    for award in session.of(PrizeAwarded) if values else ():
        piles = make_up(award.amount, values)
        if piles is None:
            without += award.amount
        else:
            counts.update({pile.value: pile.count for pile in piles})
    return tuple(Chips(value, counts[value]) for value in values), without


_REMARKS = (
    FaultLatched,
    IncidentMinuted,
    ComplaintFiled,
    ComplaintResolved,
    WrongCallNoted,
    WrongCallSettled,
    MeansChanged,
    PrintingSuspended,
    PendingPrintConfirmed,
    BallSetRetired,
    GameVoided,
)


def _remarks(entries: Iterable[Minuted], currency: str) -> tuple[Remark, ...]:
    return tuple(
        Remark(
            entry.number,
            entry.time,
            type(entry.event).__name__,
            narrate(entry.event, currency, narration.narrate),
        )
        for entry in entries
        if isinstance(entry.event, _REMARKS)
        or (isinstance(entry.event, ControllerStarted) and entry.event.ended == "died")
    )
