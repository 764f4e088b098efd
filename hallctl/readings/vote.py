"""Turns what single pictures show into one reading of one ball: a number, a doubt, or no ball.

A vote belongs to one extraction. It counts nothing until it has seen the exit empty after the order, so that
a stale picture of the ball before can never be taken for the new one. Where the exit has a sensor, only what
stood there when the sensor reported it is the ball: pictures from before the report, or from before the
newest empty exit, never decide. They can only raise a doubt, by showing another ball than the one that is
read, or a ball that left the exit and was not recognised (I23). Pictures of one standing ball err
together, so their scores are averaged and never multiplied up; one that shows a number only faintly counts
too, so that of many pictures the few best never decide alone.

What was drawn before is known beforehand: a ball cannot come out twice, so the weight of its number goes to
the others, and a print that may be 6 or 9 is a 6 once the 9 is out. But the pictures come first. Where they
show a number that was drawn, and surely, something is wrong with the balls, and that is an alarm.

It is NOT responsible for reading pictures, for asking anybody, nor for what a reading leads to. Pure: times
come in, in seconds of one monotonic clock.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import exp, log
from types import MappingProxyType
from typing import Final, Protocol

from hallctl.readings.outcomes import (
    Absence,
    BallRead,
    Doubt,
    Doubtful,
    NoBall,
    Outcome,
    Pending,
    Repeated,
)


class Sighting(Protocol):
    """What one picture shows, as a reader found it."""

    @property
    def ball(self) -> bool:
        """A whole ball is in view."""
        ...

    @property
    def empty(self) -> bool:
        """The exit is in view and nothing stands in it."""
        ...

    @property
    def scores(self) -> Mapping[int, float]:
        """How sure each possible number is, 0..1; empty when none could be read."""
        ...

    @property
    def reason(self) -> str:
        """Why none could be read."""
        ...


_TIE: Final = 0.1
"""Scores nearer to each other than this are even: a print that may be 6 or 9."""


SUREST: Final = 0.9999
"""No picture counts as surer, and none as surer against a number: one never outweighs two that doubt."""


def pooled(scores: Iterable[float]) -> float:
    """Average what pictures give one number: the mean of the logarithms of the odds, as a probability.

    That is a logarithmic opinion pool of equal weights (Genest and Zidek 1986): pictures that agree make each
    other no surer, and one that doubts counts by how much it doubts.

    Args:
        scores: Of one picture each, 0..1; at least one.
    """
    held = [min(max(score, 1 - SUREST), SUREST) for score in scores]
    odds = sum(log(score / (1 - score)) for score in held) / len(held)
    return 1 / (1 + exp(-odds))


@dataclass(frozen=True, slots=True)
class VotePolicy:
    """How much it takes to believe the pictures.

    Attributes:
        frames: This many pictures must lead with the same number.
        confidence: The number's scores, pooled over all pictures that show any number, must reach this, 0..1.
        contradiction: A picture that leads with another number by this score or more contradicts, 0..1.
        repeat: How likely a number that was drawn is to come again, against one that was not, 0..1.
        support: What the pictures themselves must give the number, pooled, 0..1, whatever was drawn.
        sure: Once no more pictures are waited for, one fewer than `frames` is enough, but two at least, where
            each that shows any number gives the same one as much as this, 0..1,
        part: and where they are so many of the pictures of the ball, 0..1.
        always_ask: Numbers that a person settles however sure the pictures are: prints of this ball set
            that a camera cannot distinguish.
        unreadable_after: Seconds from the first sign of the ball until what cannot be read is doubtful.
        absent_after: Seconds from the order until nothing in view and no report mean that nothing came.
        latency: Seconds that a picture may be older than its time: those from within this time after the
            sensor's report still count as from before it.
        late: Seconds for which pictures up to a moment are waited for after it, where they are proven only
            by a later one (`drivers.camera.proof`); 0 where each counts at once.
        looks: So many pictures are looked at from the first sign of the ball on before it is doubtful, after
            those that waited for a slow reader when the sensor reported it,
        patience: for which a slow reader gets so many seconds more; 0 where the time alone decides.
        most: Seconds that it gets at most where it looks at pictures ever so slowly.
    """

    frames: int = 3
    confidence: float = 0.995
    contradiction: float = 0.99
    repeat: float = 0.0005
    support: float = 0.4
    sure: float = 0.999
    part: float = 1 / 3
    always_ask: frozenset[int] = frozenset()
    unreadable_after: float = 1.0
    absent_after: float = 4.0
    latency: float = 0.05
    late: float = 0.0
    looks: int = 6
    patience: float = 0.0
    most: float = 60.0

    def __post_init__(self) -> None:
        if self.frames < 1:
            raise ValueError(f"frames is {self.frames}; at least 1 picture must count")
        if not 0.5 < self.confidence <= SUREST or not 0 < self.contradiction <= 1:
            raise ValueError(f"confidence lies above 0.5, up to {SUREST}; contradiction above 0, up to 1")
        if not all(0 < each <= 1 for each in (self.repeat, self.support, self.sure, self.part)):
            raise ValueError("repeat, support, sure and part lie above 0, up to 1")
        if self.unreadable_after <= 0 or self.absent_after <= 0:
            raise ValueError("the times to wait must be longer than 0 s")
        if not 0 <= self.latency < self.unreadable_after:
            raise ValueError("latency lies from 0 s to less than unreadable_after")
        if self.late < 0 or self.patience < 0:
            raise ValueError("late and patience are 0 s or more")


@dataclass(frozen=True, slots=True)
class _Read:
    """One picture that shows a number: what it gives each, by itself and knowing what was drawn."""

    sequence: int
    shown: Mapping[int, float]
    weighed: Mapping[int, float]

    def ahead(self, number: int) -> float:
        """How far any other number is ahead of this one, 0 or less where none is."""
        return max(self.shown.values()) - self.shown.get(number, 0.0)


@dataclass(frozen=True, slots=True)
class Vote:
    """The pictures of one extraction so far; every method returns a value and changes nothing.

    Start one when the order is given: `Vote(drawn, armed=False, started_at=now, policy=policy)`. Start it
    armed only where the exit is known to be empty by other means.

    Attributes:
        drawn: The numbers drawn before in this game.
        armed: Whether the exit has been seen empty since the order; what is seen before does not count.
        started_at: When the order was given.
        policy: How much it takes.
        sensed: Whether a sensor at the exit reports the ball: pictures count from its report on. False where
            a person holds the ball: they count from the start.
    """

    drawn: frozenset[int]
    armed: bool
    started_at: float
    policy: VotePolicy = VotePolicy()
    sensed: bool = False
    _reads: tuple[_Read, ...] = ()
    _unreported: tuple[_Read, ...] = ()
    _left: tuple[int | None, ...] = ()
    _shown: bool = False
    _balls: int = 0
    _looks: int = 0
    _waiting: int = 0
    _last_sequence: int | None = None
    _looked: float = float("-inf")
    _slowest: float = 0.0
    _ball_since: float | None = None
    _sensed_at: float | None = None
    _sensed_since: float = float("inf")
    _hidden_at: float = float("-inf")
    _obscured: bool = False
    _why: str = ""

    def see(self, sighting: Sighting, sequence: int, at: float) -> "Vote":
        """The vote after one more picture.

        Args:
            sighting: What the picture shows.
            sequence: The picture's number; one that is not higher than the last is ignored.
            at: When the picture was taken; one from before the order is ignored.
        """
        stale = at < self.started_at or (self._last_sequence is not None and sequence <= self._last_sequence)
        if stale:
            return self
        signed = self._sensed_at is not None or self._ball_since is not None or sighting.ball
        # A slow reader looks after the report at pictures from before it: these are no look at the ball.
        since = float("-inf") if self._sensed_at is None else self._sensed_at
        looks = (self._looks + 1 if at >= since else self._looks) if signed else 0
        slowest = self._slowest if self._last_sequence is None else max(self._slowest, at - self._looked)
        seen = replace(self, _last_sequence=sequence, _looked=at, _looks=looks, _slowest=slowest)
        if sighting.empty:
            return seen._emptied(at)
        if not sighting.ball:
            covered = seen._interrupted() if self._sensed_at is not None else seen
            return replace(covered, _obscured=True, _hidden_at=at, _why=str(sighting.reason))
        since = at if self._ball_since is None else self._ball_since
        if not self.armed:
            return replace(seen, _ball_since=since)
        return replace(seen, _ball_since=since, _shown=True)._with_scores(sighting, sequence, at)

    def sense(self, at: float, since: float | None = None, waiting: int = 0) -> "Vote":
        """The vote after the exit's own sensor reported a ball.

        Args:
            at: When the report was heard: pictures from then on decide.
            since: From when on the ball may have stood there, where the report may be late: one that may
                have left since then raises a doubt.
            waiting: How many pictures, all from before the report, a slow reader had not looked at by then.
        """
        if at < self.started_at or self._sensed_at is not None:
            return self
        if since is None:
            return replace(self, _sensed_at=at, _sensed_since=at, _looks=0, _waiting=waiting)
        hidden = self._hidden_at > since and not self._left
        left = (*self._left, None) if hidden else self._left
        heard = replace(self, _sensed_at=at, _sensed_since=min(at, since), _looks=0, _waiting=waiting)
        return replace(heard, _left=left)

    def after_stop(self, before: "Vote") -> "Vote":
        """Take up what another vote, on the same order, knew when the draw was stopped.

        Nobody looked at the exit meanwhile. That it was seen empty still counts; a ball that stood there
        counts as one that left, so that no other one is read now.
        """
        return replace(self, armed=self.armed or before.armed, _left=before._interrupted()._left)

    @property
    def lost(self) -> tuple[int, ...] | None:
        """What the balls that left the exit unread may have been; None where none did."""
        return _distinct(*self._left) if self._left else None

    def outcome(self, now: float, look_s: float = 0.0) -> Outcome:
        """Return the outcome at this time.

        Args:
            now: The time.
            look_s: How long a look at a picture takes, where that is known otherwise than by these pictures.
        """
        settled = self._settled(self.policy.frames)
        if settled is not None:
            return settled
        shown = self._ball_since if self.armed else None  # before arming it is the ball before, perhaps
        if self.sensed and self._sensed_at is not None:
            shown = None  # what was in view before the report takes no time from the ball that it is about
        signs = [sign for sign in (shown, self._sensed_at) if sign is not None]
        if signs:  # something came, however late: it has its own time
            moment, patience = min(signs) + self.policy.unreadable_after, self._patience(look_s)
        else:
            moment, patience = self.started_at + self.policy.absent_after, None
        return self._overdue() if self._is_due(moment, now, patience) else Pending()

    def _is_due(self, moment: float, now: float, patience: float | None) -> bool:
        """Whether a moment is past, and was looked at; and, after a sign of a ball, by enough pictures.

        No picture is waited for without end: of the moment `late` seconds, for enough of them `patience`.
        """
        enough = patience is None or self._looks >= self.policy.looks or now >= moment + patience
        return enough and (min(self._looked, now) >= moment or now >= moment + self.policy.late)

    def _patience(self, look_s: float) -> float:
        """How many seconds the looks that are wanted may take, as they come in this vote or before it."""
        if not self.policy.patience:
            return 0.0
        slowest = max(self._slowest, look_s)
        wanted = self._waiting + self.policy.looks + 1
        return max(self.policy.patience, min(self.policy.most, wanted * slowest))

    def _emptied(self, at: float) -> "Vote":
        """The vote after an empty exit: it begins anew, and a ball that was in view has left."""
        seen = self._interrupted()
        if self._left_unseen(at):
            seen = replace(seen, _left=(*seen._left, None))
        if self._obscured or not self.armed:
            seen = replace(seen, _hidden_at=at)
        return replace(seen, armed=True, _ball_since=None, _obscured=False, _why="")

    def _left_unseen(self, at: float) -> bool:
        """Whether the ball of the report may be gone from an exit that is empty now, and was never read.

        It came before the exit was seen empty after the order, or something covered the exit.
        """
        if self._sensed_at is None or at <= self._sensed_since or self._shown or self._left:
            return False
        return self._obscured or not self.armed

    def _interrupted(self) -> "Vote":
        """The vote once the ball that was in view no longer is: another may come back in its place."""
        left = (*self._left, self._recognised()) if self._shown else self._left
        return replace(self, _reads=(), _unreported=(), _balls=0, _left=left, _shown=False)

    def _recognised(self) -> int | None:
        """The number of the ball that was in view, None where the pictures are not sure of one."""
        reads = (*self._unreported, *self._reads)
        if not reads:
            return None
        numbers = {number for read in reads for number in read.shown}
        support = {number: pooled(read.shown.get(number, 0.0) for read in reads) for number in numbers}
        first = max(support, key=lambda number: (support[number], -number))
        return first if support[first] >= self.policy.confidence else None

    def _with_scores(self, sighting: Sighting, sequence: int, at: float) -> "Vote":
        counts = not self.sensed or (
            self._sensed_at is not None and at >= self._sensed_at + self.policy.latency
        )
        seen = replace(self, _balls=self._balls + 1) if counts else self
        shown = {number: score for number, score in sighting.scores.items() if score > 0}
        if not shown:
            return replace(seen, _why=str(sighting.reason))
        read = _Read(sequence, MappingProxyType(shown), MappingProxyType(self._weighed(shown)))
        if not counts:
            return replace(seen, _unreported=(*self._unreported, read))
        return replace(seen, _reads=(*self._reads, read))

    def _weighed(self, shown: Mapping[int, float]) -> dict[int, float]:
        """The scores once it counts that a drawn ball hardly comes again; what no number got, stays."""
        rest = max(0.0, 1 - sum(shown.values()))
        weights = {n: score * (self.policy.repeat if n in self.drawn else 1) for n, score in shown.items()}
        whole = sum(weights.values()) + rest
        return {number: weight / whole for number, weight in weights.items()}

    def _settled(self, frames: int) -> BallRead | Repeated | Doubtful | None:
        """What the pictures that show a number settle already, if it takes so many that lead with it."""
        if not self._reads:
            return None
        candidates = self._candidates()
        first = candidates[0]
        known = max(candidates, key=lambda number: (self._weight(number), -number))
        # What the pictures alone are sure of is never argued away by what was drawn.
        number = first if self._support(first) >= self.policy.confidence else known
        if any(self._contradicts(read, number) for read in (*self._unreported, *self._reads)):
            others = (self._recognised(),) if self._unreported else ()
            return Doubtful(_distinct(*candidates, *others), Doubt.DISAGREE)
        leading = tuple(read.sequence for read in self._reads if read.ahead(number) <= _TIE)
        confidence = self._support(number) if number in self.drawn else self._weight(number)
        if len(leading) < frames or confidence < self.policy.confidence:
            return None
        if self._support(number) < max(self.policy.support, self._support(first) - _TIE):
            return None
        if self.sensed and any(left != number for left in self._left):
            return Doubtful(_distinct(*candidates, *self._left), Doubt.BALL_LEFT)
        if number in self.policy.always_ask:
            return Doubtful(candidates, Doubt.ALWAYS_ASKED)
        return (Repeated if number in self.drawn else BallRead)(number, confidence, leading)

    def _contradicts(self, read: _Read, number: int) -> bool:
        return max(read.shown.values()) >= self.policy.contradiction and read.ahead(number) > _TIE

    def _are_sure(self) -> bool:
        """Whether all pictures that show a number are sure of the same one, and are many of the ball's."""
        sure = {number for read in self._reads for number in read.shown if read.ahead(number) <= 0}
        surely = all(max(read.shown.values()) >= self.policy.sure for read in self._reads)
        return len(sure) == 1 and surely and len(self._reads) >= self.policy.part * self._balls

    def _overdue(self) -> BallRead | Repeated | Doubtful | NoBall:
        if self.sensed and self.lost is not None and not self._reads:
            return Doubtful(self.lost, Doubt.BALL_LEFT)
        if self._reads:
            settled = self._settled(max(2, self.policy.frames - 1)) if self._are_sure() else None
            if settled is not None:
                return settled
            enough = len(self._reads) >= self.policy.frames
            return Doubtful(self._candidates(), Doubt.UNSURE if enough else Doubt.TOO_FEW)
        if self._ball_since is not None:
            return Doubtful((), (self._why or Doubt.TOO_FEW) if self.armed else Doubt.NEVER_EMPTY)
        if self._obscured:
            return Doubtful((), self._why or Doubt.OBSCURED)
        if self._last_sequence is None:
            return NoBall(Absence.NO_PICTURES)
        return NoBall(Absence.NOTHING_CAME if self._sensed_at is None else Absence.SENSOR_ALONE)

    def _candidates(self) -> tuple[int, ...]:
        """Every number that a picture may show, the likeliest by the pictures alone first."""
        numbers = {number for read in self._reads for number in read.shown}
        return tuple(sorted(numbers, key=lambda number: (-self._support(number), number)))

    def _support(self, number: int) -> float:
        """What the pictures by themselves give a number."""
        return pooled(read.shown.get(number, 0.0) for read in self._reads)

    def _weight(self, number: int) -> float:
        """What they give it knowing what was drawn."""
        return pooled(read.weighed.get(number, 0.0) for read in self._reads)


def _distinct(*numbers: int | None) -> tuple[int, ...]:
    """Return the numbers in their order, each once."""
    return tuple(dict.fromkeys(number for number in numbers if number is not None))
