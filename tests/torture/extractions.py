"""Extractions in virtual time: what stands at the exit, when the machine reports it, what stops the draw.

The exit is one of those that `tests.drivers.exits` draws, and whether a picture of it is empty or holds a
ball is said by the rule of a learnt exit. The number that is read is the one that stands there: how numbers
are read is tried elsewhere.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final

from drivers.reader.exit import LearntExit, Place, learnt
from tests.drivers.exits import drawn

FRAME_S: Final = 1 / 30
LATENCY_S: Final = 0.05
"""By how much a picture may show what was there before: what the vote allows for."""

LATE_S: Final = 1.0
"""By how much a report is late at most: then the line is lost."""

_VIEWS: Final = 3  # pictures that are taken of an exit each way, empty and with a ball
_FIRST: Final = 7_000_000  # seed: exits that no other test learns


@dataclass(frozen=True, slots=True)
class Sight:
    """What a picture shows, as the vote takes it."""

    ball: bool
    empty: bool
    scores: Mapping[int, float] = field(default_factory=dict)
    reason: str = ""


COVERED: Final = Sight(ball=False, empty=False, reason="neither a ball nor an empty exit")


class Views:
    """Pictures of one drawn exit and its ball, as the rule of the exit that was learnt sees them."""

    def __init__(self, seed: int) -> None:
        there, light = drawn(_FIRST + seed), Random(seed)
        empty = learnt([there.seen(at, ball=False, light=(0.97, 1.0, 1.03)[at % 3]) for at in range(6)])
        assert isinstance(empty, LearntExit), seed
        known = empty.with_place(Place(there.x, there.y, there.diameter))
        self._seen = {
            ball: [
                known.compared(there.seen(100 + at, ball=ball, light=light.uniform(0.95, 1.05)))
                for at in range(_VIEWS)
            ]
            for ball in (False, True)
        }

    def sight(self, stay: "Stay", rng: Random) -> Sight:
        """A picture of what is there for a while."""
        if stay.covered:
            return COVERED
        found = rng.choice(self._seen[stay.ball is not None])
        read = stay.ball is not None and found.stands and rng.random() < stay.readable
        scores = {stay.ball: 0.9995} if read and stay.ball is not None else {}
        return Sight(found.stands and not found.empty, found.empty, scores, "no number on the ball")


@dataclass(frozen=True, slots=True)
class Stay:
    """What is at the exit for a while.

    Attributes:
        until: When it no longer is, seconds after the order.
        ball: Its number, None where the exit is empty or covered.
        covered: Whether a hand covers it.
        readable: The part of its pictures that show its number, 0..1.
    """

    until: float
    ball: int | None = None
    covered: bool = False
    readable: float = 1.0


@dataclass(frozen=True, slots=True)
class Extraction:
    """One order, in seconds after it.

    Attributes:
        stays: What is at the exit, one after the other; the last one goes on.
        report: When the machine's sensor sees the ball, None where it never does.
        delay: How much later the hall hears of it, as a link that stalls or loses a frame makes it.
        lag: By how much pictures are late at most.
        reading: How long a picture is read at most.
        stop: When a fault of another device stops the draw, None where none does.
    """

    stays: tuple[Stay, ...]
    report: float | None
    delay: float
    lag: float
    reading: float
    stop: float | None

    def at(self, moment: float) -> Stay:
        """What is there at a moment."""
        return next((stay for stay in self.stays if moment < stay.until), self.stays[-1])

    @property
    def reported(self) -> int | None:
        """The ball that the machine reports: the one that stands there, or that comes to the empty exit."""
        if self.report is None:
            return None
        begun = [stay for stay in self.stays if stay.until > self.report] or [self.stays[-1]]
        return next((stay.ball for stay in begun if stay.ball is not None), None)


def an_extraction(rng: Random, out: Collection[int]) -> Extraction:
    """Draw one: a stray ball or none before it, one to four balls, gaps, hands, a report, a stop.

    Args:
        rng: Chance.
        out: The balls that are drawn already.
    """
    left = [number for number in range(1, 91) if number not in out]
    balls = rng.sample(left, rng.randint(1, 4))
    if rng.random() < 0.03 and out:
        balls[-1] = rng.choice(sorted(out))  # a second ball of a number: an alarm
    stays, moment = _before(rng, rng.choice(left))
    begins = {}
    for at, ball in enumerate(balls):
        begins[len(stays)] = moment
        moment += rng.choice([0.12, rng.uniform(0.12, 0.7), rng.uniform(0.3, 1.5)])
        # Balls that change without a gap are both read; one that no picture reads leaves a gap behind it.
        gap = rng.choice([0.0, 0.08, rng.uniform(0.08, 0.6)])
        last = at == len(balls) - 1 and rng.random() < 0.7
        stays.append(
            Stay(99.0 if last else moment, ball, readable=rng.choice([0.0, 0.4, 1.0]) if gap else 1.0)
        )
        if gap and not last:
            moment += gap
            stays.append(Stay(moment, covered=rng.random() < 0.3))
    if stays[-1].ball is not None and stays[-1].until < 99.0:
        stays.append(Stay(99.0))
    return Extraction(
        tuple(stays),
        _report(rng, stays, begins),
        rng.choice([0.0, rng.uniform(0.0, LATENCY_S), rng.uniform(0.0, LATE_S)]),
        rng.choice([0.0, 0.02, LATENCY_S]),
        rng.choice([0.0, 0.03, 0.1]),
        rng.uniform(0.1, 2.0) if rng.random() < 0.2 else None,
    )


def _before(rng: Random, stray: int) -> tuple[list[Stay], float]:
    """What is there when the order is given: nothing, or a ball that nobody ordered."""
    if rng.random() < 0.8:
        moment = rng.uniform(0.02, 0.6)
        return [Stay(moment)], moment
    moment = rng.choice([0.003, rng.uniform(0.003, 0.5)])
    stays = [Stay(moment, stray)]
    if rng.random() < 0.7:
        moment += rng.uniform(0.08, 0.4)
        stays.append(Stay(moment))
    return stays, moment


def _report(rng: Random, stays: list[Stay], begins: Mapping[int, float]) -> float | None:
    """When the machine reports one of the balls, by when each comes: while it stands, or just before."""
    if rng.random() < 0.04:
        return None
    chosen = rng.choice(list(begins))
    first, begin = min(begins), begins[chosen]
    if chosen == first and stays[chosen - 1].ball is None and rng.random() < 0.1:
        return max(0.0, begin - rng.uniform(0.0, 0.15))  # a sensor before the exit
    return rng.uniform(begin, min(stays[chosen].until, begin + 1.0))
