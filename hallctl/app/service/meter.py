"""What the deciding thread counts of its own work, for ``/metrics``.

Not responsible for what can be read elsewhere (``figures``), nor for how it is written (``exposition``). One
thread counts, any thread reads, nobody waits: what is counted is one frozen value that is replaced whole.
"""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate
from time import monotonic
from typing import Final

from hallctl.games.bingo.rules.events.draw import BallDoubted, BallDrawn, ExtractionOrdered
from hallctl.rules.commands.base import Issued, Post
from hallctl.rules.events.base import Event
from hallctl.rules.events.running import FaultLatched
from hallctl.rules.refusals import Refusal
from hallctl.table.messages import Outcome

COMMIT_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Bounds for a commit: one that outlasts the 150 ms of the permission to move stops the machine."""

READ_S: Final = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
"""Bounds from an order to its ball: at 8 s without one, EXT-NO-BALL latches."""


@dataclass(frozen=True, slots=True)
class Histogram:
    """How often something took how long.

    Attributes:
        bounds: The upper bounds of the buckets, in seconds, growing.
        counts: How often each bucket was met, and how often none: one more than bounds.
        total: All of it added up, in seconds.
    """

    bounds: tuple[float, ...]
    counts: tuple[int, ...]
    total: float = 0.0

    @classmethod
    def of(cls, bounds: tuple[float, ...]) -> "Histogram":
        """Return an empty one with these bounds."""
        return cls(bounds, (0,) * (len(bounds) + 1))

    def with_(self, seconds: float) -> "Histogram":
        """Return it with one more."""
        place = bisect_left(self.bounds, seconds)
        counts = (*self.counts[:place], self.counts[place] + 1, *self.counts[place + 1 :])
        return replace(self, counts=counts, total=self.total + seconds)

    @property
    def cumulative(self) -> tuple[int, ...]:
        """How often it took at most each bound, and at the end how often at all."""
        return tuple(accumulate(self.counts))


_COMMITS: Final = Histogram.of(COMMIT_S)
_READS: Final = Histogram.of(READ_S)


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted since the controller started.

    Attributes:
        commits: From the moment a command is decided until its entries are durable and folded.
        answers: What people asked, by what became of it: "done", "nothing" or "refused".
        refusals: The rules' refusals of what people asked, by code.
        faults: The faults that latched, by code.
        balls: How many balls came out.
        doubts: How many of them a person had to read.
        reads: From the order of a ball until its number, or the doubt, is durable.
    """

    commits: Histogram = _COMMITS
    answers: Mapping[str, int] = field(default_factory=lambda: {"done": 0, "nothing": 0, "refused": 0})
    refusals: Mapping[str, int] = field(default_factory=dict)
    faults: Mapping[str, int] = field(default_factory=dict)
    balls: int = 0
    doubts: int = 0
    reads: Histogram = _READS


class Meter:
    """Counts in the deciding thread, and in no other.

    Attributes:
        counts: What it came to; any thread may read it.
    """

    def __init__(self) -> None:
        self.counts = Counts()
        self._ordered: float | None = None

    def decided(self, issued: Issued, outcome: Outcome, seconds: float) -> None:
        """Count a command that was decided, and what became durable with it.

        Args:
            issued: The command and who gave it.
            outcome: What became of it.
            seconds: How long that took.
        """
        counts = self.counts
        if issued.actor.post is not Post.CONTROLLER:
            counts = _answered(counts, outcome)
        if not isinstance(outcome, Refusal) and outcome.events:
            counts = replace(counts, commits=counts.commits.with_(seconds))
            for event in outcome.events:
                counts = self._counted(counts, event)
        # One assignment: whoever reads has all of it or nothing.
        self.counts = counts

    def _counted(self, counts: Counts, event: Event) -> Counts:
        match event:
            case ExtractionOrdered():
                self._ordered = monotonic()
            case BallDrawn():
                return self._read(replace(counts, balls=counts.balls + 1))
            case BallDoubted():
                return self._read(replace(counts, doubts=counts.doubts + 1))
            case FaultLatched(code=code):
                return replace(counts, faults=_one_more(counts.faults, code))
        return counts

    def _read(self, counts: Counts) -> Counts:
        """Note that a ball is read; not one that a person settled, nor one that an earlier start ordered."""
        since, self._ordered = self._ordered, None
        return counts if since is None else replace(counts, reads=counts.reads.with_(monotonic() - since))


def _answered(counts: Counts, outcome: Outcome) -> Counts:
    if isinstance(outcome, Refusal):
        refusals = _one_more(counts.refusals, outcome.code)
        return replace(counts, answers=_one_more(counts.answers, "refused"), refusals=refusals)
    return replace(counts, answers=_one_more(counts.answers, "done" if outcome.events else "nothing"))


def _one_more(counted: Mapping[str, int], name: str) -> Mapping[str, int]:
    return {**counted, name: counted.get(name, 0) + 1}
