"""A pass over the balls of a set: what each showed, how far it stands from every other, who must read it.

Pure. Not responsible for pictures nor for talking to anybody.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from drivers.reader.upside import twin
from hallctl.app.calibrating.inspection import Inspection
from hallctl.i18n.sentences import _
from hallctl.readings.vote import pooled

LEAST_MARGIN: Final = 0.3
"""A ball whose number leads by less than this in any turn is ambiguous."""

SURE: Final = 3
"""So many pictures that alone tell the same number are enough of a turn, as they are of a draw."""

RIVAL: Final = 0.05
"""A score above which another number is worth naming."""


class Verdict(StrEnum):
    """What a ball is fit for."""

    CLEAR = "clara"
    WORN = "gastada"
    AMBIGUOUS = "ambigua"
    UNREADABLE = "ilegible"
    MISSING = "sin mostrar"


VERDICTS: Final = {
    Verdict.CLEAR: _("clara"),
    Verdict.WORN: _("gastada"),
    Verdict.AMBIGUOUS: _("ambigua"),
    Verdict.UNREADABLE: _("ilegible"),
    Verdict.MISSING: _("sin mostrar"),
}
"""Each as people read it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What one way of lying gave: scores pooled over its pictures, as the vote pools them."""

    scores: dict[int, float]
    frames: int
    reason: str

    @classmethod
    def of(cls, looks: Sequence[Inspection]) -> "Turn":
        """Sum up the pictures of one way of lying."""
        read = [look.sighting.scores for look in looks if look.sighting.scores]
        numbers = {number for scores in read for number in scores}
        scores = {number: pooled(each.get(number, 0.0) for each in read) for number in numbers}
        reasons = Counter(str(look.sighting.reason) for look in looks if not look.sighting.scores)
        return cls(scores, len(looks), reasons.most_common(1)[0][0] if reasons else "")

    def margin(self, number: int) -> float:
        """How far a number leads over every other, negative where another leads."""
        others = [score for other, score in self.scores.items() if other != number]
        return self.scores.get(number, 0.0) - max(others, default=0.0)


@dataclass(frozen=True, slots=True)
class BallReport:
    """What is known of one ball.

    Attributes:
        number: What is printed on it, as the technician says.
        turns: The ways in which it lay before the camera.
        confidence: How sure a turn must be to count as read.
    """

    number: int
    turns: tuple[Turn, ...]
    confidence: float

    def shown_again(self, turns: tuple[Turn, ...]) -> "BallReport":
        """The same ball, lain in more ways; those of before still count."""
        return replace(self, turns=(*self.turns, *turns))

    @property
    def read(self) -> int:
        """In how many turns it was surely read."""
        return sum(
            turn.scores.get(self.number, 0.0) >= self.confidence and turn.margin(self.number) > 0
            for turn in self.turns
        )

    @property
    def margin(self) -> float:
        """By how much its number led, in the worst of the turns that showed any number; 0 without any."""
        return min((turn.margin(self.number) for turn in self.turns if turn.scores), default=0.0)

    @property
    def rivals(self) -> tuple[int, ...]:
        """The other numbers that it may be taken for, the likeliest first."""
        most: dict[int, float] = {}
        for turn in self.turns:
            for other, score in turn.scores.items():
                if other != self.number and score >= RIVAL:
                    most[other] = max(score, most.get(other, 0.0))
        return tuple(sorted(most, key=lambda other: (-most[other], other)))

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why turns gave no number, each reason once."""
        return tuple(dict.fromkeys(turn.reason for turn in self.turns if not turn.scores and turn.reason))

    @property
    def verdict(self) -> Verdict:
        """What the ball is fit for."""
        if not self.turns:
            return Verdict.MISSING
        if any(turn.scores and turn.margin(self.number) < LEAST_MARGIN for turn in self.turns):
            return Verdict.AMBIGUOUS
        if self.read == 0:
            return Verdict.UNREADABLE
        return Verdict.CLEAR if self.read == len(self.turns) else Verdict.WORN


@dataclass(frozen=True, slots=True)
class SetReport:
    """What is known of a set of balls.

    Attributes:
        name: The set.
        highest: Its highest number.
        balls: One report for each ball, in order.
    """

    name: str
    highest: int
    balls: tuple[BallReport, ...]

    @property
    def visible(self) -> bool:
        """Whether every ball is perfectly visible through the camera (AJ-24)."""
        return len(self.balls) == self.highest and not self.of(*(set(Verdict) - {Verdict.CLEAR}))

    def of(self, *verdicts: Verdict) -> tuple[int, ...]:
        """The numbers of the balls with one of these verdicts."""
        return tuple(ball.number for ball in self.balls if ball.verdict in verdicts)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Numbers that cannot be told apart on this set, lower first."""
        found = set()
        for ball in self.balls:
            if ball.verdict not in {Verdict.AMBIGUOUS, Verdict.UNREADABLE}:
                continue
            turned = twin(ball.number, self.highest)
            for other in (*ball.rivals, *((turned,) if turned is not None else ())):
                if other <= self.highest:
                    found.add((min(ball.number, other), max(ball.number, other)))
        return tuple(sorted(found))

    @property
    def always_ask(self) -> tuple[int, ...]:
        """The balls that a person reads however sure the camera is: ambiguous, unreadable, never shown."""
        asked = set(self.of(Verdict.AMBIGUOUS, Verdict.UNREADABLE, Verdict.MISSING))
        for pair in self.pairs:
            asked |= set(pair)
        return tuple(sorted(asked))


class Showing:
    """Collects the turns of one ball: each begins when a ball comes to an exit that was seen empty.

    Args:
        turns: How many ways of lying.
        frames: How many pictures of each; fewer where `SURE` ones, and no other, tell the same number.
    """

    def __init__(self, turns: int, frames: int) -> None:
        self._wanted = turns
        self._frames = frames
        self._armed = False
        self._looks: list[Inspection] = []
        self.turns: list[Turn] = []

    @property
    def done(self) -> bool:
        """Whether every turn was seen."""
        return len(self.turns) >= self._wanted

    @property
    def waiting(self) -> bool:
        """Whether the ball before, or the turn before, must go away first."""
        return not self._armed

    def see(self, look: Inspection) -> bool:
        """Take one more picture; return whether it ended a turn."""
        if look.sighting.empty:
            self._armed = True
            self._looks = []
            return False
        if not self._armed or self.done or not look.there:
            return False
        self._looks.append(look)
        if len(self._looks) < self._frames and not self._is_sure():
            return False
        self.turns.append(Turn.of(self._looks))
        self._armed = False
        self._looks = []
        return True

    def _is_sure(self) -> bool:
        numbers = {look.sighting.alone for look in self._looks}
        return len(self._looks) >= SURE and len(numbers) == 1 and None not in numbers
