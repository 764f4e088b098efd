"""Turns what single pictures show into one reading of one ball: a number, a doubt, or no ball.

A vote belongs to one extraction. It counts nothing until it has seen the exit empty after the order, so that
a stale picture of the ball before can never be taken for the new one. Pictures of one standing ball err
together, so their scores are averaged and never multiplied up.

It is NOT responsible for reading pictures, for asking anybody, nor for what a reading leads to. Pure: times
come in, in seconds of one monotonic clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol


class Sighting(Protocol):
    """What one picture shows, as a reader says it."""

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


class Doubt(StrEnum):
    """Why a reading is not good enough; when the pictures said why themselves, theirs is given instead."""

    ALREADY_DRAWN = "already drawn"
    DISAGREE = "pictures disagree"
    UNSURE = "not sure enough"
    TOO_FEW = "too few pictures"
    NEVER_EMPTY = "exit never seen empty after the order"
    OBSCURED = "the exit cannot be seen"


class Absence(StrEnum):
    """Why there is no ball."""

    NOTHING_CAME = "nothing came out"
    SENSOR_ALONE = "the sensor reports a ball, the camera sees none"
    NO_PICTURES = "no pictures"


@dataclass(frozen=True, slots=True)
class VotePolicy:
    """How much it takes to believe the pictures.

    Attributes:
        frames: This many pictures must lead with the same number.
        confidence: The number's average score over all pictures that show any number must reach this, 0..1.
        contradiction: A picture that leads with another number by this score or more contradicts, 0..1.
        unreadable_after: Seconds from the first sign of the ball until what cannot be read is doubtful.
        absent_after: Seconds from the order until nothing in view means that nothing came.
    """

    frames: int = 3
    confidence: float = 0.8
    contradiction: float = 0.3
    unreadable_after: float = 1.0
    absent_after: float = 4.0

    def __post_init__(self) -> None:
        if self.frames < 1:
            raise ValueError(f"frames is {self.frames}; at least 1 picture must count")
        if not 0.5 < self.confidence <= 1 or not 0 < self.contradiction <= 1:
            raise ValueError("confidence lies above 0.5 and contradiction above 0, both up to 1")
        if self.unreadable_after <= 0 or self.absent_after <= 0:
            raise ValueError("the times to wait must be longer than 0 s")


@dataclass(frozen=True, slots=True)
class Pending:
    """Not enough is known yet; see more pictures."""


@dataclass(frozen=True, slots=True)
class BallRead:
    """The pictures agree on a ball that was not drawn before.

    Attributes:
        number: What is printed on it.
        confidence: The average score, 0..1.
        sequences: The pictures that led with it, in the order in which they came.
    """

    number: int
    confidence: float
    sequences: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A ball, perhaps, that a person must look at.

    Attributes:
        candidates: What it may be, the likeliest first; empty when nothing could be read.
        reason: Why it is doubtful.
    """

    candidates: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class NoBall:
    """No picture shows a ball.

    Attributes:
        reason: What is known instead.
    """

    reason: str


Outcome = Pending | BallRead | Doubtful | NoBall


@dataclass(frozen=True, slots=True)
class _Read:
    """One picture that shows a number."""

    sequence: int
    scores: Mapping[int, float]

    @property
    def leading(self) -> int:
        return max(self.scores, key=lambda number: (self.scores[number], -number))


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
    """

    drawn: frozenset[int]
    armed: bool
    started_at: float
    policy: VotePolicy = VotePolicy()
    _reads: tuple[_Read, ...] = ()
    _last_sequence: int | None = None
    _ball_since: float | None = None
    _sensed_at: float | None = None
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
        seen = replace(self, _last_sequence=sequence)
        if sighting.empty:
            return (
                seen if self.armed else replace(seen, armed=True, _ball_since=None, _obscured=False, _why="")
            )
        if not sighting.ball:
            return replace(seen, _obscured=True, _why=str(sighting.reason))
        since = at if self._ball_since is None else self._ball_since
        if not self.armed:
            return replace(seen, _ball_since=since)
        return replace(seen, _ball_since=since)._with_scores(sighting, sequence)

    def sense(self, at: float) -> "Vote":
        """The vote after the exit's own sensor reported a ball."""
        if at < self.started_at or self._sensed_at is not None:
            return self
        return replace(self, _sensed_at=at)

    def outcome(self, now: float) -> Outcome:
        """What can be said at this time."""
        believed = self._believed()
        if believed is not None:
            return believed
        shown = self._ball_since if self.armed else None  # before arming it is the ball before, perhaps
        signs = [sign for sign in (shown, self._sensed_at) if sign is not None]
        overdue = bool(signs) and now - min(signs) >= self.policy.unreadable_after
        if not overdue and now - self.started_at < self.policy.absent_after:
            return Pending()
        return self._overdue()

    def _with_scores(self, sighting: Sighting, sequence: int) -> "Vote":
        scores = {number: score for number, score in sighting.scores.items() if score > 0}
        if not scores:
            return replace(self, _why=str(sighting.reason))
        return replace(self, _reads=(*self._reads, _Read(sequence, MappingProxyType(scores))))

    def _believed(self) -> BallRead | Doubtful | None:
        """What the pictures that show a number settle already."""
        candidates = self._candidates()
        if not candidates:
            return None
        number = candidates[0]
        leading = [read for read in self._reads if read.leading == number]
        others = [read for read in self._reads if read.leading != number]
        if any(read.scores[read.leading] >= self.policy.contradiction for read in others):
            return Doubtful(candidates, Doubt.DISAGREE)
        confidence = self._average(number)
        if len(leading) < self.policy.frames or confidence < self.policy.confidence:
            return None
        if number in self.drawn:
            return Doubtful((number,), Doubt.ALREADY_DRAWN)
        return BallRead(number, confidence, tuple(read.sequence for read in leading))

    def _overdue(self) -> Doubtful | NoBall:
        if self._reads:
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
        """Every number that a picture may show, the likeliest first."""
        numbers = {number for read in self._reads for number in read.scores}
        return tuple(sorted(numbers, key=lambda number: (-self._average(number), number)))

    def _average(self, number: int) -> float:
        return sum(read.scores.get(number, 0.0) for read in self._reads) / len(self._reads)
