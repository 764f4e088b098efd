"""The figures of one game: its cards, its money and its pace.

Not responsible for a session's totals, nor for whether the figures agree with the ledger (``session``).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from statistics import median

from hallctl.games.bingo.reports.record import Stretch, of
from hallctl.games.bingo.rules.events.claims import ClaimRaised, GameFinished, PrizeAwarded, RemainderBooked
from hallctl.games.bingo.rules.events.closing import (
    CardsCollected,
    CashCounted,
    GameVoided,
    PrizePaid,
    RefundsPaid,
)
from hallctl.games.bingo.rules.events.draw import BallDrawn, DrawStarted, ExtractionOrdered
from hallctl.games.bingo.rules.events.sale import (
    CardsDelivered,
    CardsReturned,
    CardsSold,
    GameAnnounced,
    SaleClosed,
    SecondSeriesAnnounced,
)
from hallctl.games.bingo.rules.events.wrong_calls import BingoCarried, MeansChanged
from hallctl.games.bingo.rules.missing import number
from hallctl.rules.events.running import ControllerStarted, PlayContinued


class Outcome(StrEnum):
    """How a game ended, if it did."""

    FINISHED = "finished"
    VOID = "void"
    CARRIED = "carried"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast balls came (AJ-88).

    Attributes:
        balls: How many came out.
        seconds: From the beginning of the draw to its end by the book's clock; None where it lacks either.
        intervals: Seconds between successive orders to the extractor, by the monotonic clock of one boot;
            those that a claim or a restart lies in are left out.
    """

    balls: int
    seconds: float | None
    intervals: tuple[float, ...]

    @property
    def median(self) -> float | None:
        """The median interval in seconds, None where there is none."""
        return median(self.intervals) if self.intervals else None


@dataclass(frozen=True, slots=True)
class PrizeFigures:
    """A prize of a game, by its key: what was announced, what was awarded, what is still to be won."""

    prize: str
    offered: int
    awarded: int
    held: int


@dataclass(frozen=True, slots=True)
class GameFigures:
    """One game, in minor units where it is money.

    ``collected + carried_in`` is always ``line_awarded + bingo_awarded + remainders + contributions +
    carried_out + house + refunded + held_line + held_bingo``.

    Attributes:
        cards: How many were sold.
        collected: What they brought, also where the game was void before its sale closed.
        line: The line prize that was announced, or all prizes before the last of a list; ``bingo`` the
            bingo, or the last, with what was carried in. ``line_awarded`` and the like are of the same.
        remainders: What the splits of the ordinary prizes left below the chip; of it, ``rounding`` went to
            the rounding account and the rest to a progressive.
        contributions: What stayed in the progressives of what the game added.
        pot_awards: What progressives were awarded.
        held_line: What of the line is still to be won; ``held_bingo`` likewise.
        prizes: The prizes one by one; none before the sale is closed.
        waiting: What of the refunds was left to whoever brings a missing card, as the others were taken.
        paid: What was paid of all awards.
        cash: What the last count of the cash found, None without a count; ``expected`` is what it should be.
    """

    number: int
    announced: datetime
    outcome: Outcome
    series: tuple[str, ...]
    face_value: int
    cards: int
    collected: int
    carried_in: int
    line: int
    bingo: int
    line_awarded: int
    bingo_awarded: int
    winners: int
    remainders: int
    rounding: int
    contributions: int
    pot_awards: int
    carried_out: int
    house: int
    refunded: int
    refunds_paid: int
    waiting: int
    held_line: int
    held_bingo: int
    paid: int
    expected: int | None
    cash: int | None
    cashier: str
    pace: Pace
    prizes: tuple[PrizeFigures, ...]

    @property
    def allotted(self) -> int:
        """Everything that the game's money went to; equals what was collected and carried in (I7)."""
        prizes = self.line_awarded + self.bingo_awarded + self.remainders + self.held_line + self.held_bingo
        return prizes + self.contributions + self.carried_out + self.house + self.refunded

    @property
    def whole(self) -> bool:
        """Whether all its money is accounted for, and nothing is left in a prize once the game is over."""
        left = self.held_line or self.held_bingo
        over = self.outcome is not Outcome.OPEN
        return self.collected + self.carried_in == self.allotted and not (over and left)

    @property
    def difference(self) -> int | None:
        """What the count found beyond what was expected, None without a count."""
        return None if self.cash is None or self.expected is None else self.cash - self.expected


def figures(game: Stretch) -> GameFigures:
    """Return the figures of a game's entries."""
    entry, announced = next(of(game.entries, GameAnnounced))
    closed = next(iter(game.of(SaleClosed)), None)
    voided = next(iter(game.of(GameVoided)), None)
    carried = next(iter(game.of(BingoCarried)), None)
    awards = game.of(PrizeAwarded)
    cards, brought_in = sold(game), closed.carried if closed else 0
    reversed_ = sum(c.amount for c in voided.reversed) if voided else 0
    remainders = [r for r in game.of(RemainderBooked) if not r.source]
    counts, prizes = game.of(CashCounted), _prizes(game)
    before, last = prizes[:-1], prizes[-1:]
    return GameFigures(
        number=announced.game,
        announced=entry.time,
        outcome=_outcome(game),
        series=(announced.series, *(second.series for second in game.of(SecondSeriesAnnounced))),
        face_value=announced.face_value,
        cards=cards,
        collected=closed.collected if closed else cards * announced.face_value if voided else 0,
        carried_in=brought_in,
        line=sum(each.offered for each in before),
        bingo=sum(each.offered for each in last),
        line_awarded=sum(each.awarded for each in before),
        bingo_awarded=sum(each.awarded for each in last),
        winners=len({(a.series, a.card) for a in awards}),
        remainders=sum(r.amount for r in remainders),
        rounding=sum(r.amount for r in game.of(RemainderBooked) if not r.account),
        contributions=sum(c.amount for c in closed.progressives) - reversed_ if closed else 0,
        pot_awards=sum(a.amount for a in awards if a.progressive),
        carried_out=carried.amount if carried else brought_in if voided else 0,
        house=voided.house if voided else closed.house if closed else 0,
        refunded=voided.refunded if voided else 0,
        refunds_paid=sum(r.amount for r in game.of(RefundsPaid)),
        waiting=sum(number(c.owed) for c in game.of(CardsCollected)) * announced.face_value,
        held_line=sum(each.held for each in before),
        held_bingo=sum(each.held for each in last),
        paid=sum(p.amount for p in game.of(PrizePaid)),
        expected=counts[-1].expected if counts else None,
        cash=counts[-1].counted if counts else None,
        cashier=counts[-1].cashier if counts else "",
        pace=_pace(game),
        prizes=prizes,
    )


def sold(game: Stretch) -> int:
    """Return how many cards were handed out and not brought back."""
    out = sum(e.sold.count for e in game.of(CardsSold)) + sum(e.cards.count for e in game.of(CardsDelivered))
    return out - sum(e.cards.count for e in game.of(CardsReturned))


def _outcome(game: Stretch) -> Outcome:
    for kind, outcome in (
        (GameVoided, Outcome.VOID),
        (BingoCarried, Outcome.CARRIED),
        (GameFinished, Outcome.FINISHED),
    ):
        if game.of(kind):
            return outcome
    return Outcome.OPEN


def _prizes(game: Stretch) -> tuple[PrizeFigures, ...]:
    """Return each prize; nothing is held any more once the game is void or its prizes are carried over."""
    over = _outcome(game) in {Outcome.VOID, Outcome.CARRIED}
    found = []
    for offered in (each for closed in game.of(SaleClosed) for each in closed.amounts):
        key, amount = offered.prize, offered.amount
        awarded = sum(a.amount for a in game.of(PrizeAwarded) if a.claim == key and not a.progressive)
        left = sum(r.amount for r in game.of(RemainderBooked) if r.claim == key and not r.source)
        found.append(PrizeFigures(key, amount, awarded, 0 if over else amount - left - awarded))
    return tuple(found)


def _pace(game: Stretch) -> Pace:
    ends = (GameFinished, BingoCarried, GameVoided)
    start = next((e.time for e in game.entries if isinstance(e.event, DrawStarted)), None)
    end = next((e.time for e in game.entries if isinstance(e.event, ends)), None)
    seconds = (end - start).total_seconds() if start is not None and end is not None else None
    return Pace(len(game.of(BallDrawn)), seconds, tuple(_intervals(game)))


def _intervals(game: Stretch) -> Iterator[float]:
    """Yield the seconds between successive orders: a stop or another boot begins anew (I22)."""
    last: int | None = None
    for entry in game.entries:
        match entry.event:
            case ExtractionOrdered(at=at):
                if last is not None:
                    yield (at - last) / 1000
                last = at
            case ClaimRaised() | ControllerStarted() | PlayContinued() | MeansChanged():
                last = None
            case _:
                pass
